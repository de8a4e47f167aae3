import Analyzer

/// Differences between captures as text for people.
struct DiffText {
  /// Notes shown unless all are asked for.
  private static let notesShown = 5

  private let style: TextStyle
  private let isVerbose: Bool
  private let isQuiet: Bool

  /// Takes from the command line how much is told.
  init(_ style: TextStyle, _ invocation: Invocation) {
    self.style = style
    isVerbose = invocation.has(.verbose)
    isQuiet = invocation.has(.quiet)
  }

  /// Prints what differs: first what comes first in the session, last what is only noted.
  func print(
    _ golden: [String], _ new: String, _ differences: [TraceDifference], _ options: ComparisonOptions,
    _ output: inout OutputBuffer
  ) {
    let failing = differences.filter(options.fails)
    let notes = differences.filter { !options.fails($0) }
    let good = golden.count == 1 ? golden[0] : "\(golden.count) captures"
    if failing.isEmpty {
      output.append("\(style.bold("same")): \(new) does what \(good) \(golden.count == 1 ? "does" : "do")\n")
    } else {
      output.append(
        "\(style.bold(ListText.count(failing.count, "difference"))): \(new) against \(good)\n\n")
      output.append("\(style.bold("First"))\n")
      row(failing[0], &output)
      if failing.count > 1 {
        output.append("\n\(style.bold("Then"))\n")
        for difference in failing.dropFirst() { row(difference, &output) }
      }
    }
    if notes.isEmpty || isQuiet { return }
    output.append("\n\(style.bold("Noted"))\n")
    for note in isVerbose ? notes[...] : notes.prefix(Self.notesShown) { row(note, &output) }
    if notes.count > Self.notesShown, !isVerbose {
      output.append("  \(style.dim("… \(notes.count - Self.notesShown) more, shown with --verbose"))\n")
    }
  }

  private func row(_ difference: TraceDifference, _ output: inout OutputBuffer) {
    let sign = difference.sign
    let head = "\(sign) \(difference.what) \(style.dim("[\(difference.kind.rawValue)]"))"
    output.append("  \(wrap(difference.isFailing ? head : style.dim("·") + head.dropFirst(), 4))\n")
    output.append("    \(wrap(Self.places(difference), 4))\n")
    if difference.isFailing { output.append("    \(wrap("why it matters: \(difference.why)", 4))\n") }
  }

  /// `good run: frame 12; new: frames 14, 15 of connection 1`.
  private static func places(_ difference: TraceDifference) -> String {
    func frames(_ list: [Int]) -> String {
      if list.isEmpty { return "nothing" }
      return
        "frame\(list.count > 1 ? "s" : "") \(ListText.numbers(list.prefix(8)))\(list.count > 8 ? ", …" : "")"
    }
    let device = difference.subject.isEmpty ? "" : "\(difference.subject); "
    let connection = difference.connection.map { " of connection \($0)" } ?? ""
    return
      "\(device)good run: \(frames(difference.goldenFrames)); new: \(frames(difference.frames))\(connection)"
  }

  private func wrap(_ text: String, _ indent: Int) -> String {
    TextLayout.wrap(
      text, width: style.width.map { $0 - indent }, indent: String(repeating: " ", count: indent))
  }
}

extension TraceDifference {
  /// `-` for what is gone, `+` for what is new, `~` for what is otherwise.
  var sign: String {
    let name = kind.rawValue
    if name.hasSuffix("missing") || name.hasSuffix("removed") || name.hasSuffix("gone") { return "-" }
    return name.hasSuffix("added") || name.hasSuffix("appeared") ? "+" : "~"
  }
}
