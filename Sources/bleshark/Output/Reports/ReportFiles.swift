/// The reports for other programs that a command line asks for, and those that GitHub's environment asks for.
struct ReportFiles {
  private let invocation: Invocation

  /// Takes a command line, which names the files.
  init(_ invocation: Invocation) { self.invocation = invocation }

  /// Writes them all.
  ///
  /// - Throws: ``InputError`` when a file cannot be written.
  func write(_ report: CheckReport) throws {
    if let path = invocation.value(.junit) {
      try CaptureInput.write(Array(JUnitReport(report, command: invocation.command).text.utf8), to: path)
    }
    if let path = invocation.value(.sarif) {
      try CaptureInput.write(SARIFReport(report).encoded(), to: path)
    }
    if TextStyle.environment("GITHUB_ACTIONS") == "true" { GitHubAnnotations.print(report) }
    if let path = TextStyle.environment("GITHUB_STEP_SUMMARY") {
      try CaptureInput.write(Array(MarkdownReport(report).text.utf8), to: path, appending: true)
    }
  }
}
