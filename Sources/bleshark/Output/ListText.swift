import ATTParser
import Analyzer

/// Lists and counts as text; long lists are cut short unless everything is asked for.
struct ListText {
  /// Rows shown of a list that `--verbose` shows whole.
  private static let rowsShown = 12

  private let style: TextStyle
  private let isVerbose: Bool

  /// Makes lists that are shown whole only where `isVerbose` says so.
  init(_ style: TextStyle, isVerbose: Bool) {
    self.style = style
    self.isVerbose = isVerbose
  }

  /// The part of a list that is shown.
  func shown<Element>(_ list: [Element]) -> ArraySlice<Element> {
    isVerbose ? list[...] : list.prefix(Self.rowsShown)
  }

  /// Says how much of a list is not shown, if anything.
  func printRest(of count: Int, _ what: String, _ output: inout OutputBuffer) {
    guard !isVerbose, count > Self.rowsShown else { return }
    output.append(
      "  \(TextLayout.left("", 12)) \(style.dim("… \(count - Self.rowsShown) more \(what), shown with --verbose"))\n"
    )
  }

  /// `1 frame`, `2 frames`.
  static func count(_ count: Int, _ what: String) -> String {
    count == 1 ? "1 \(what)" : "\(count) \(what)s"
  }

  /// Numbers with commas between them.
  static func numbers(_ numbers: some Sequence<Int>) -> String {
    numbers.map(String.init).joined(separator: ", ")
  }

  /// `frame 7`, or how many and the first few.
  static func frames(_ frames: [Int]) -> String {
    guard frames.count > 1 else { return "frame \(frames.first ?? 0)" }
    let more = frames.count > 6 ? ", …" : ""
    return "\(frames.count) times: frames \(numbers(frames.prefix(6)))\(more)"
  }
}

/// Times as seconds since the first frame or as dates.
struct TimeText {
  /// The first frame's time, nil for an empty capture.
  let start: Timestamp?
  /// True for dates.
  let usesDates: Bool

  /// The time of a frame.
  func text(_ moment: Moment) -> String {
    if usesDates { return UTCDate.text(moment.time) }
    return Numbers.seconds(nanoseconds: moment.time.nanoseconds(since: start ?? moment.time)) + " s"
  }
}
