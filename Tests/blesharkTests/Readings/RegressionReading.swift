import Foundation
import TestSupport
import Testing

/// The document of `diff --json`.
struct DiffReading: Decodable {
  /// A difference.
  struct Difference: Decodable {
    var kind: String
    var fails: Bool
    var what: String
    var subject: String
    var frames: [Int]
    var goldenFrames: [Int]
  }

  var same: Bool
  var first: Difference?
  var differences: [Difference]

  /// The kinds of what makes the captures differ.
  var kinds: Set<String> { Set(differences.filter(\.fails).map(\.kind)) }

  init(_ result: ProgramResult) throws {
    self = try AnalysisReading.decoder.decode(Self.self, from: Data(result.output))
  }
}

/// A line of `check --jsonl`.
struct CheckReading: Decodable {
  /// What is not as it should be.
  struct Problem: Decodable {
    var rule: String
    var fails: Bool
    var what: String
    var frames: [Int]
  }

  var path: String
  var status: String
  var frames: Int
  var error: String?
  var checks: [String]
  var problems: [Problem]

  static func read(_ result: ProgramResult) throws -> [CheckReading] {
    try result.output.split(separator: 10).map {
      try AnalysisReading.decoder.decode(CheckReading.self, from: Data($0))
    }
  }
}
