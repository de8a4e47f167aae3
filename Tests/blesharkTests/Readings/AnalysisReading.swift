import Foundation
import Testing

/// The analysis document as a script would read it.
struct AnalysisReading: Decodable {
  /// What is said about the file.
  struct Capture: Decodable {
    var path: String
    var format: String
    var linkType: String?
    var frames: Int
    var firstTime: String?
    var durationS: Double
    var quality: Quality
  }

  /// What is said about the capture's quality.
  struct Quality: Decodable {
    var truncatedFrames: Int
    var malformedFrames: Int
    var malformedEvidence: [Int]
    var incompleteFrames: Int
    var badCrcFrames: Int
    var droppedRecords: Int
    var timeWentBack: Int
    var notes: Int
    var controllerDebugFrames: Int
    var missing: [String]
    var cannotConclude: [String]
  }

  /// A frame and its time.
  struct Moment: Decodable, Equatable {
    var frame: Int
    var timeS: Double
  }

  /// How a connection ended.
  struct Closing: Decodable {
    var frame: Int
    var timeS: Double
    var reason: Int?
    var reasonName: String?
    var by: String
  }

  /// Connection parameters.
  struct Parameters: Decodable {
    var frame: Int
    var intervalMs: Double
    var latency: Int
    var timeoutMs: Int
  }

  /// PHYs.
  struct PHY: Decodable {
    var frame: Int
    var tx: String
    var rx: String
  }

  /// Payload lengths.
  struct DataLength: Decodable {
    var frame: Int
    var maxTxOctets: Int
    var maxRxOctets: Int
  }

  /// What an MTU exchange said.
  struct MTU: Decodable {
    var client: Int?
    var server: Int?
    var effective: Int?
    var frame: Int
  }

  /// The last word on encryption.
  struct Encryption: Decodable {
    var frame: Int
    var status: Int
    var enabled: Bool
  }

  /// An Error Response.
  struct ATTError: Decodable {
    var frame: Int
    var request: Int
    var handle: Int
    var code: Int
    var name: String
  }

  /// A request without an answer.
  struct Unanswered: Decodable {
    var frame: Int
    var opcode: Int
    var handle: Int?
    var why: String
  }

  /// Something about the order of PDUs that is not allowed.
  struct Anomaly: Decodable {
    var kind: String
    var frame: Int
  }

  /// The ATT traffic of a connection.
  struct ATT: Decodable {
    var pdus: [String: Int]
    var errors: [ATTError]
    var unanswered: [Unanswered]
    var anomalies: [Anomaly]
  }

  /// A write to a CCCD.
  struct Subscription: Decodable {
    var frame: Int
    var descriptor: Int
    var handle: Int
    var notifications: Bool
    var indications: Bool
    var accepted: Bool?
    var inferred: Bool
    var by: String
  }

  /// A wish for other settings of the link.
  struct LinkRequest: Decodable {
    var what: String
    var by: String
    var way: String
    var outcome: String
    var minIntervalMs: Double?
    var maxIntervalMs: Double?
    var latency: Int?
    var timeoutMs: Int?
  }

  /// A Service Changed indication.
  struct ServiceChange: Decodable {
    var by: String
    var start: Int
    var end: Int
  }

  /// A value written in parts.
  struct LongWrite: Decodable {
    var handle: Int
    var length: Int
    var parts: Int
    var value: String?
    var execution: String
    var answer: String
    var echoMismatches: Int
  }

  /// A stretch of a connection's life.
  struct Phase: Decodable {
    var name: String
    var startFrame: Int
    var endFrame: Int
  }

  /// A descriptor of a server's table.
  struct Descriptor: Decodable {
    var handle: Int
    var uuid: String
  }

  /// A characteristic of a server's table.
  struct Characteristic: Decodable {
    var uuid: String
    var declaration: Int
    var value: Int
    var properties: [String]
    var descriptors: [Descriptor]
  }

  /// A service of a server's table.
  struct Service: Decodable {
    var uuid: String?
    var start: Int?
    var end: Int?
    var characteristics: [Characteristic]
  }

  /// What is known of a server's table.
  struct Table: Decodable {
    var services: [Service]
    var unexplainedHandles: [Int]
    var borrowed: Bool
  }

  /// A stream of values.
  struct Stream: Decodable {
    var kind: String
    var handle: Int
    var uuid: String?
    var sender: String
    var count: Int
    var bytes: Int
    var firstFrame: Int
    var lastFrame: Int
    var firstS: Double
    var lastS: Double
  }

  /// A connection instance.
  struct Connection: Decodable {
    var id: Int
    var transport: String
    var adapter: Int
    var handle: Int?
    var accessAddress: Int?
    var air: Air?
    var role: String
    var peer: String?
    var peerType: String?
    var firstSeen: Moment
    var lastSeen: Moment
    var opened: Moment?
    var closed: Closing?
    var parameters: [Parameters]
    var phy: [PHY]
    var dataLength: [DataLength]
    var mtu: MTU?
    var encryption: Encryption?
    var att: ATT
    var gatt: Table
    var localGatt: Table?
    var requests: [LinkRequest]
    var serviceChanges: [ServiceChange]
    var subscriptions: [Subscription]
    var longWrites: [LongWrite]
    var phases: [Phase]
    var streams: [Stream]
  }

  /// What a capture of the air tells of a connection.
  struct Air: Decodable {
    /// What one side sent.
    struct Side: Decodable {
      var pdus: Int
      var retransmissions: Int
      var emptyRetransmissions: Int
      var damaged: Int
      var missed: Int
    }

    var central: Side
    var peripheral: Side
  }

  /// A connection attempt that failed.
  struct Failure: Decodable {
    var frame: Int
    var transport: String
    var status: Int
    var peer: String?
  }

  /// A device and its connections.
  struct Device: Decodable {
    /// One of them, and why it belongs here.
    struct Chapter: Decodable {
      var connection: Int
      var link: String?
      var gapS: Double?
    }

    var address: String?
    var connections: [Chapter]
  }

  var schema: String
  var capture: Capture
  var connections: [Connection]
  var failedConnections: [Failure]
  var devices: [Device]

  /// A decoder that reads `time_s` into `timeS`.
  static var decoder: JSONDecoder {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    return decoder
  }

  /// Reads the document from what the tool printed, which must have succeeded.
  init(of result: ProgramResult) throws {
    // 1 is for findings.
    try #require(result.status < 2, "\(result.errors)")
    self = try Self.decoder.decode(Self.self, from: Data(result.output))
  }
}

/// A line of `packets --jsonl` as a script would read it.
struct PacketReading: Decodable, Sendable {
  /// An entry of a discovery response.
  struct Entry: Decodable {
    var handle: Int
    var end: Int?
    var value: String?
  }

  var frame: Int
  var timeS: Double
  var direction: String
  var adapter: Int?
  var connection: Int?
  var link: Int?
  var layer: String
  var name: String
  var bearer: Int?
  var opcode: Int?
  var handle: Int?
  var value: String?
  var code: Int?
  var subevent: Int?
  var identifier: Int?
  var channel: Int?
  var psm: Int?
  var parameters: String?
  var request: Int?
  var error: Int?
  var mtu: Int?
  var start: Int?
  var end: Int?
  var type: String?
  var offset: Int?
  var flags: Int?
  var handles: [Int]?
  var entries: [Entry]?
  var problem: String?
  /// An advertising PDU of the air.
  struct Advertising: Decodable, Equatable {
    var type: Int
    var advertiser: String?
  }

  var advertising: Advertising?
  var accessAddress: Int?
  var channelIndex: Int?
  var rssi: Int?
  var crc: String?
  var packetCounter: Int?
  var board: Int?
  var eventCounter: Int?
  var length: Int?
  var llid: Int?
  var sn: Int?
  var nesn: Int?
  var md: Bool?
  var phy: String?
  var encrypted: Bool?
  var decrypted: Bool?
  var retransmission: Bool?
  var fields: [String: String]?

  /// What a PDU says, apart from how it was heard.
  var essence: String {
    let numbers = [opcode, handle, code, error, mtu, start, end, connection].map { $0.map { "\($0)" } ?? "-" }
    let parts = [layer, name, direction, value ?? "-", parameters ?? "-"] + numbers
    return parts.joined(separator: " ")
  }
}
