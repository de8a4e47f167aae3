import Foundation
import TestSupport
import Testing

/// What the programs that made a capture know they did: Tests/Fixtures/captures/README.md.
struct ExpectedCapture: Decodable, Sendable {
  /// An MTU exchange.
  struct MTU: Decodable, Sendable {
    var client: Int
    var server: Int
    var effective: Int?
  }

  /// Connection parameters.
  struct Parameters: Decodable, Equatable, Sendable {
    var intervalMs: Double
    var latency: Int
    var timeoutMs: Int
  }

  /// All values of one kind on one attribute, of one bearer.
  struct Stream: Decodable, Sendable {
    var kind: String
    var handle: Int
    var count: Int
    var bytes: Int
    var sender: String
    var failed: Int?
    var failedBytes: Int?
    var channel: Int?
  }

  /// An Error Response.
  struct ATTError: Decodable, Equatable, Sendable {
    var request: Int
    var handle: Int
    var code: Int
  }

  /// A request without an answer.
  struct Unanswered: Decodable, Sendable {
    var request: Int
    var handle: Int
  }

  /// How a connection ended.
  struct Disconnect: Decodable, Sendable {
    var reason: Int
  }

  /// Payload lengths after a change.
  struct DataLength: Decodable, Sendable {
    var txOctets: Int
    var rxOctets: Int
  }

  /// PHYs after a change.
  struct PHY: Decodable, Sendable {
    var tx: Int
    var rx: Int
  }

  /// A request for parameters by L2CAP.
  struct ParameterRequest: Decodable, Sendable {
    var sender: String
    var minIntervalMs: Double
    var maxIntervalMs: Double
    var latency: Int
    var timeoutMs: Int
    var result: Int
  }

  /// A credit-based channel.
  struct Channel: Decodable, Sendable {
    var spsm: Int
    var sdusSent: Int?
    var bytesSent: Int?
    var sdusReceived: Int?
    var bytesReceived: Int?
  }

  /// The range of a Service Changed indication.
  struct ServiceChange: Decodable, Sendable {
    var start: Int
    var end: Int
  }

  /// A descriptor of a server's table.
  struct Descriptor: Decodable, Sendable {
    var handle: Int
    var uuid: String
  }

  /// A characteristic of a server's table.
  struct Characteristic: Decodable, Sendable {
    var uuid: String
    var declaration: Int
    var value: Int
    var propertyBits: Int
    var descriptors: [Descriptor]
  }

  /// A service of a server's table.
  struct Service: Decodable, Sendable {
    var uuid: String
    var start: Int
    var end: Int
    var characteristics: [Characteristic]
  }

  /// A server's whole table.
  struct Table: Decodable, Sendable {
    var services: [Service]
  }

  /// A connection.
  struct Connection: Decodable, Sendable {
    var peer: String
    var mtu: MTU?
    var mtuRequests: [MTU]?
    var parameters: [Parameters]
    var streams: [Stream]
    var errors: [ATTError]
    var disconnect: Disconnect
    var encrypted: Bool
    var dataLength: [DataLength]?
    var phy: [PHY]?
    var confirmations: Int?
    var unanswered: [Unanswered]?
    var parameterRequests: [ParameterRequest]?
    var channels: [Channel]?
    var serviceChanged: ServiceChange?
    var gatt: Table?
  }

  /// A connection that was never made.
  struct FailedAttempt: Decodable, Sendable {
    var peer: String
    var status: Int
  }

  /// The image of an update.
  struct Image: Decodable, Sendable {
    var bytes: Int
    var crc32: UInt32
  }

  /// What the peers of an update know.
  struct Update: Decodable, Sendable {
    var `protocol`: String
    var outcome: String
    var declaredBytes: Int
    var sentBytes: Int
    var uniqueBytes: Int
    var chunks: Int
    var resumedFrom: [Int]
    var acknowledgedBytes: Int?
    var image: Image
  }

  var capture: String
  var side: String
  var update: Update?
  var connections: [Connection]
  var failedAttempts: [FailedAttempt]?

  /// The file of the capture.
  var file: CaptureFile { CaptureFile(path: Fixture.path("captures/\(capture).btsnoop")) }

  /// Every expectation in Tests/Fixtures/captures.
  static let all: [ExpectedCapture] = Fixture.paths(
    in: Fixture.path("captures"), endings: [".expected.json"]
  ).map { path in
    do {
      let data = try Data(contentsOf: URL(fileURLWithPath: path))
      return try AnalysisReading.decoder.decode(ExpectedCapture.self, from: data)
    } catch {
      preconditionFailure("\(path): \(error)")
    }
  }
}

extension ExpectedCapture: CustomTestStringConvertible {
  /// The capture's name.
  var testDescription: String { capture }
}
