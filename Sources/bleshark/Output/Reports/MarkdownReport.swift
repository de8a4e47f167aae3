/// What came of captures as Markdown, for the summary of a run or a comment on a change.
struct MarkdownReport {
  /// Rows shown of one capture.
  private static let limit = 50

  private let report: CheckReport

  /// Makes the text of what came of all captures.
  init(_ report: CheckReport) { self.report = report }

  /// The whole text.
  var text: String {
    var text = "### bleshark: \(escaped(report.summary))\n\n"
    if !report.comparedWith.isEmpty {
      text += "Compared with \(report.comparedWith.map { "`\($0)`" }.joined(separator: ", ")).\n\n"
    }
    for file in report.files where file.status != "passed" { text += section(file) }
    return text
  }

  private func section(_ file: CheckedFile) -> String {
    var text = "#### `\(file.path)`: \(file.status)\n\n"
    if let problem = file.problem { text += "\(escaped(problem))\n\n" }
    let failures = file.failures
    if failures.isEmpty { return text }
    text += "| rule | what | where | why it matters |\n|---|---|---|---|\n"
    for failure in failures.prefix(Self.limit) {
      let cells = [
        "`\(failure.rule)`", escaped(failure.what), escaped(failure.place ?? ""), escaped(failure.why ?? ""),
      ]
      text += "| \(cells.joined(separator: " | ")) |\n"
    }
    if failures.count > Self.limit { text += "\n\(failures.count - Self.limit) more.\n" }
    return text + "\n"
  }

  private func escaped(_ text: String) -> String {
    text.replacing("\\", with: "\\\\").replacing("|", with: "\\|").replacing("<", with: "&lt;")
      .replacing("\n", with: " ").replacing("*", with: "\\*").replacing("_", with: "\\_")
  }
}
