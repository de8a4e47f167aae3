import Foundation
import TestSupport
import Testing

/// The document of `bleshark speed --json` as a script would read it.
struct SpeedReading: Decodable {
  /// A capture.
  struct Capture: Decodable {
    var path: String
    var subjects: [Subject]
  }

  /// A transfer, or a stream.
  struct Subject: Decodable {
    var title: String
    var transfer: Int?
    var bytes: Int
    var values: Int
    var seconds: Double
    var rateBytesPerS: Double?
    var limiters: [Limiter]
    var stallCount: Int
    var stalls: [Stall]
    var streams: [Stream]

    /// Seconds by limiter.
    var times: [String: Double] {
      Dictionary(uniqueKeysWithValues: limiters.map { ($0.name, $0.seconds) })
    }
  }

  /// What was waited for.
  struct Limiter: Decodable {
    var name: String
    var seconds: Double
  }

  /// A long gap.
  struct Stall: Decodable {
    var startFrame: Int
    var endFrame: Int
    var seconds: Double
    var cause: String
  }

  /// Settings of a link.
  struct Settings: Decodable {
    var octets: Int
    var intervalMs: Double?
    var acknowledged: Bool
  }

  /// A stream.
  struct Stream: Decodable {
    var handle: Int
    var kind: String
    var bytes: Int
    var values: Int
    var packetsPerEvent: Double?
    var ceilingBytesPerS: Double?
    var achieved: Double?
    var settings: Settings?
    var changes: [Change]?
    var pattern: String?
    var remarks: [Remark]
    var bins: [Int]
  }

  /// Settings for a part of the time.
  struct Change: Decodable {
    var frame: Int
    var seconds: Double
    var settings: Settings
  }

  /// Something worth saying.
  struct Remark: Decodable {
    var kind: String
    var text: String
    var frames: [Int]
  }

  var schema: String
  var captures: [Capture]

  /// Reads what is measured of captures.
  init(_ paths: String...) throws {
    let result = try Bleshark.run(["speed", "--json"] + paths)
    try #require(result.status == 0, "\(result.errors)")
    self = try AnalysisReading.decoder.decode(Self.self, from: Data(result.output))
  }
}

/// A transfer whose pace was planted: the part of an expectation that is about it.
struct PlantedPace: Decodable, Sendable, CustomTestStringConvertible {
  /// What the programs know of the pace.
  struct Pace: Decodable, Sendable {
    var limiter: String
    var seconds: Double
    var waits: [String: Double]
    var dataHandle: Int
    var chunks: Int
    var imageBytes: Int
    var dataLength: Int
    var intervalsMs: [Double]
  }

  var capture: String
  var side: String
  var pace: Pace

  var testDescription: String { capture }
  /// The capture's file.
  var path: String { Fixture.path("captures/\(capture).btsnoop") }

  /// Every one in Tests/Fixtures/captures/pacing.
  static let all: [PlantedPace] = Fixture.paths(
    in: Fixture.path("captures/pacing"), endings: [".expected.json"]
  ).map { path in
    do {
      let decoder = JSONDecoder()
      decoder.keyDecodingStrategy = .convertFromSnakeCase
      let text = try Data(contentsOf: URL(fileURLWithPath: path))
      // The names of limiters are keys, which the strategy would change.
      var pace = try decoder.decode(PlantedPace.self, from: text)
      pace.pace.waits = try JSONDecoder().decode(Waits.self, from: text).pace.waits
      return pace
    } catch {
      preconditionFailure("\(path): \(error)")
    }
  }

  private struct Waits: Decodable {
    struct Pace: Decodable { var waits: [String: Double] }
    var pace: Pace
  }

  /// The one with a name.
  static func named(_ name: String) throws -> PlantedPace {
    try #require(all.first { $0.capture == "pacing/\(name)" })
  }
}
