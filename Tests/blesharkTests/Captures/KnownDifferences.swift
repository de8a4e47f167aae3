import Foundation
import TestSupport

/// One thing that two programs see differently in a frame.
struct Difference: Sendable, CustomStringConvertible {
  /// The capture.
  var file: String
  /// The frame.
  var frame: Int
  /// What differs.
  var field: String
  /// What bleshark says.
  var ours: String
  /// What the other program says.
  var theirs: String

  var description: String {
    "\(file) \(frame) \(field): bleshark \(ours.prefix(120)), tshark \(theirs.prefix(120))"
  }
}

/// Tests/Fixtures/known-differences.txt: differences from tshark and why they are there.
///
/// A line is `file frame field reason`; file and frame may be `*`, and frame may be `A-B`.
struct KnownDifferences: Sendable {
  /// A line of the file.
  struct Line: Sendable, CustomStringConvertible {
    /// The line's number, from 1.
    var number: Int
    /// The capture, or `*`.
    var file: String
    /// The frames.
    var frames: ClosedRange<Int>
    /// What differs.
    var field: String
    /// Why.
    var reason: String

    var description: String { "known-differences.txt:\(number) \(file) \(field)" }

    /// True when the line explains a difference.
    func explains(_ difference: Difference) -> Bool {
      (file == "*" || file == difference.file) && frames.contains(difference.frame)
        && field == difference.field
    }
  }

  /// The lines.
  let lines: [Line]
  /// Lines that are none.
  let mistakes: [String]

  /// Reads the file.
  init() throws {
    let text = try String(contentsOfFile: Fixture.path("known-differences.txt"), encoding: .utf8)
    var lines: [Line] = []
    var mistakes: [String] = []
    for (place, row) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      if row.allSatisfy(\.isWhitespace) || row.hasPrefix("#") { continue }
      let cells = row.split(separator: " ", maxSplits: 3)
      guard cells.count == 4, let frames = Self.frames(cells[1]) else {
        mistakes.append("known-differences.txt:\(place + 1): \(row)")
        continue
      }
      lines.append(
        Line(
          number: place + 1, file: String(cells[0]), frames: frames, field: String(cells[2]),
          reason: cells[3].trimmingCharacters(in: .whitespaces)))
    }
    self.lines = lines
    self.mistakes = mistakes
  }

  private static func frames(_ text: Substring) -> ClosedRange<Int>? {
    if text == "*" { return 1...Int.max }
    let ends = text.split(separator: "-").compactMap { Int($0) }
    guard let first = ends.first, let last = ends.last, first <= last else { return nil }
    return first...last
  }
}
