import Analyzer

/// Findings as text for people.
struct FindingText {
  private let style: TextStyle
  private let times: TimeText

  /// Makes a printer in a style.
  init(_ style: TextStyle, _ times: TimeText) {
    self.style = style
    self.times = times
  }

  /// Prints the findings, or nothing when there is none.
  func print(_ findings: [Finding], _ output: inout OutputBuffer) {
    if findings.isEmpty { return }
    output.append("\n\(style.bold("Findings"))\n")
    for finding in findings { print(finding, &output) }
  }

  private func print(_ finding: Finding, _ output: inout OutputBuffer) {
    let word = finding.severity.rawValue.uppercased()
    let severity = finding.severity == .info ? word : style.warning(word)
    var head = finding.title
    if let connection = finding.connection { head += ", connection \(connection)" }
    if let moment = finding.moment { head += ", at \(times.text(moment))" }
    let name = style.dim("[\(finding.rule), \(finding.confidence.rawValue)]")
    row("\(severity)  \(wrap("\(head) \(name)", 6))", "  ", &output)
    row(wrap(finding.detail, 6), "      ", &output)
    row(wrap("try: \(finding.advice)", 6), "      ", &output)
    if !finding.frames.isEmpty {
      row(wrap("frame.number in {\(ListText.numbers(finding.frames))}", 6), "      ", &output)
    }
  }

  private func row(_ text: String, _ indent: String, _ output: inout OutputBuffer) {
    output.append("\(indent)\(text)\n")
  }

  private func wrap(_ text: String, _ indent: Int) -> String {
    TextLayout.wrap(
      text, width: style.width.map { $0 - indent }, indent: String(repeating: " ", count: indent))
  }
}
