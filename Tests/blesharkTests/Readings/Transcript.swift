import Foundation
import TestSupport
import Testing

/// Lines of JSON that a command prints, as a script would read them.
enum JSONLines {
  /// Reads each line as a `Line`.
  static func read<Line: Decodable>(_ result: ProgramResult) throws -> [Line] {
    try #require(result.status == 0, "\(result.errors)")
    return try result.output.split(separator: 10).map {
      try AnalysisReading.decoder.decode(Line.self, from: Data($0))
    }
  }
}

/// A line of `requests --jsonl`.
struct RequestReading: Decodable, Equatable {
  var connection: Int
  var bearer: Int
  var by: String
  var request: Int
  var name: String
  var frame: Int
  var timeS: Double
  var handle: Int?
  var end: Int?
  var uuid: String?
  var type: String?
  var offset: Int?
  var answerFrame: Int?
  var latencyMs: Double?
  var outcome: String
  var error: Int?
  var why: String?
  var late: Bool
}

/// A line of `follow --jsonl`.
struct ValueReading: Decodable, Equatable {
  var frame: Int
  var timeS: Double
  var deltaS: Double?
  var connection: Int
  var direction: String
  var kind: String
  var handle: Int
  var uuid: String?
  var offset: Int
  var value: String
  var text: String?
  var gap: Bool?
  var missing: Int?
}

/// The document of `gatt --json`.
struct TablesReading: Decodable {
  /// A value that was read.
  struct Value: Decodable, Equatable {
    var handle: Int
    var uuid: String?
    var value: String
    var text: String?
  }

  /// A device.
  struct Device: Decodable {
    var address: String?
    var connections: [Int]
    var services: [AnalysisReading.Service]
    var values: [Value]
    var unexplainedHandles: [Int]
  }

  var schema: String
  var devices: [Device]

  /// Reads the document from what the tool printed, which must have succeeded.
  init(of result: ProgramResult) throws {
    try #require(result.status == 0, "\(result.errors)")
    self = try AnalysisReading.decoder.decode(Self.self, from: Data(result.output))
  }
}

extension AnalysisReading.Service {
  /// Range and UUID, then value handles and UUIDs of the characteristics with their descriptors.
  var line: String {
    let range = [start, end].map { $0.map(String.init) ?? "?" }.joined(separator: "-")
    let items = characteristics.map { item in
      let descriptors = item.descriptors.map { " +\($0.handle) \($0.uuid)" }.joined()
      return "\(item.value) \(item.uuid)\(descriptors)"
    }
    return ([range + " " + (uuid ?? "?")] + items).joined(separator: ", ")
  }
}
