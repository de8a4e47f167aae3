import ATTParser
import Analyzer

/// Transfers as text for people: a line each, or the whole verdict.
struct TransferText {
  private let style: TextStyle
  private let times: TimeText
  private let list: ListText

  /// Makes a printer of times and lists in one style.
  init(_ style: TextStyle, _ times: TimeText, _ list: ListText) {
    self.style = style
    self.times = times
    self.list = list
  }

  /// Prints the verdict about a transfer.
  func printVerdict(_ transfer: Transfer, _ output: inout OutputBuffer) {
    let verdict = transfer.verdict
    let word = Self.word(verdict.outcome)
    let head = "\(transfer.title), \(size(transfer))"
    output.append(
      "\(verdict.outcome == .success ? style.bold(word) : style.warning(word))  \(wrap(head, 2))\n")
    if let cause = verdict.cause { row("cause", "\(cause.symptom.title): \(text(cause))", &output) }
    for item in verdict.also { row("also", "\(item.symptom.title): \(text(item))", &output) }
    row("course", course(transfer), &output)
    for remark in verdict.remarks { row("then", remark, &output) }
    let holes = transfer.holes
    if !holes.isEmpty, transfer.chunks > 0 { row("holes", self.holes(holes), &output) }
    for line in verdict.not { row("not", line, &output) }
    for line in verdict.limits { row("limits", line, &output) }
    for line in verdict.advice { row("try", line, &output) }
    let frames = verdict.frames
    if !frames.isEmpty { row("wireshark", "frame.number in {\(ListText.numbers(frames))}", &output) }
  }

  /// Prints a line about a transfer.
  func printLine(_ transfer: Transfer, _ output: inout OutputBuffer) {
    let verdict = transfer.verdict
    let word = Self.word(verdict.outcome).lowercased()
    var line = "\(transfer.title): \(word), \(size(transfer))"
    if let cause = verdict.cause { line += "; \(cause.symptom.title)" }
    line += style.dim("; 'bleshark why' tells more")
    output.append("  \(TextLayout.wrap(line, width: style.width.map { $0 - 4 }, indent: "    "))\n")
  }

  private static func word(_ outcome: Transfer.Outcome) -> String {
    switch outcome {
    case .success: "SUCCESS"
    case .failed: "FAILED"
    case .incomplete: "INCOMPLETE"
    case .unknown: "UNKNOWN"
    }
  }

  /// `99 360 of 163 732 bytes (60.7 %)`.
  private func size(_ transfer: Transfer) -> String {
    let progress = transfer.verdict.outcome == .success ? transfer.coverage.count : transfer.progress
    guard let declared = transfer.declaredBytes else { return "\(Self.grouped(progress)) bytes" }
    if progress > declared {
      return "\(Self.grouped(progress)) bytes (\(Self.grouped(declared)) announced)"
    }
    guard declared > 0, progress < declared else {
      return "\(Self.grouped(progress)) of \(Self.grouped(declared)) bytes"
    }
    let percent = Numbers.short(Double(progress) * 100 / Double(declared), decimals: 1)
    return "\(Self.grouped(progress)) of \(Self.grouped(declared)) bytes (\(percent)\(TextLayout.hardSpace)%)"
  }

  /// A number with spaces between groups of three digits, at which text is not broken.
  static func grouped(_ number: Int) -> String {
    let digits = String(number.magnitude)
    var groups: [Substring] = []
    var rest = digits[...]
    while rest.count > 3 {
      groups.insert(rest.suffix(3), at: 0)
      rest = rest.dropLast(3)
    }
    groups.insert(rest, at: 0)
    return (number < 0 ? "-" : "") + groups.joined(separator: TextLayout.hardSpace)
  }

  private func text(_ cause: TransferCause) -> String {
    "\(cause.text) (\(cause.confidence.rawValue); \(ListText.count(cause.frames.count, "frame").drop { $0.isNumber || $0 == " " }) \(ListText.numbers(cause.frames)))"
  }

  /// Steps with their frames: `announce frame 12, transfer frame 15`.
  private func course(_ transfer: Transfer) -> String {
    let several = transfer.connections.count > 1
    return transfer.parts.map { part in
      var words = part.steps.map { "\($0.step.name) frame \($0.began.frame)" }
      if let offset = part.resumedFrom { words.append("resumed at byte \(Self.grouped(offset))") }
      if part.chunks > 0 {
        words.append("\(ListText.count(part.chunks, "chunk")) of up to \(part.longestChunk) bytes")
      }
      words += part.notes
      return (several ? "connection \(part.connection): " : "") + words.joined(separator: ", ")
    }.joined(separator: "; ")
  }

  private func holes(_ holes: [Range<Int>]) -> String {
    let shown = list.shown(holes)
    let words = shown.map { "\($0.lowerBound)…\($0.upperBound - 1)" }.joined(separator: ", ")
    let more = holes.count > shown.count ? ", … (\(holes.count) in all)" : ""
    return "bytes that were never sent: \(words)\(more)"
  }

  private func row(_ name: String, _ text: String, _ output: inout OutputBuffer) {
    output.append("  \(style.dim(TextLayout.left(name, 10))) \(wrap(text, 13))\n")
  }

  private func wrap(_ text: String, _ indent: Int) -> String {
    TextLayout.wrap(
      text, width: style.width.map { $0 - indent }, indent: String(repeating: " ", count: indent))
  }
}
