import Analyzer

/// What came of captures as text for people.
struct CheckText {
  private let style: TextStyle
  private let isVerbose: Bool
  private let isQuiet: Bool

  /// Takes from the command line how much is told.
  init(_ style: TextStyle, _ invocation: Invocation) {
    self.style = style
    isVerbose = invocation.has(.verbose)
    isQuiet = invocation.has(.quiet)
  }

  /// Prints what failed, and a summary.
  func print(_ report: CheckReport, _ output: inout OutputBuffer) {
    for file in report.files where isVerbose || file.status != "passed" { print(file, &output) }
    if !isQuiet || report.exitCode != .clean { output.append("\(style.bold(report.summary))\n") }
  }

  private func print(_ file: CheckedFile, _ output: inout OutputBuffer) {
    let status = file.status == "passed" ? file.status : style.warning(file.status)
    output.append("\(file.path): \(status)\n")
    if let problem = file.problem { row(problem, "  ", &output) }
    for check in file.checks where isVerbose {
      let failed = file.problems.contains { $0.isFailing && $0.check == check.name }
      row("\(failed ? "✗" : "✓") \(check.name)", "  ", &output)
    }
    for problem in file.problems where isVerbose || problem.isFailing {
      row("\(problem.what) \(style.dim("[\(problem.rule)]"))", "  ", &output)
      if let place = problem.place { row(place, "    ", &output) }
      if problem.isFailing, let why = problem.why { row(why, "    ", &output) }
    }
  }

  private func row(_ text: String, _ indent: String, _ output: inout OutputBuffer) {
    let width = style.width.map { $0 - indent.count }
    output.append("\(indent)\(TextLayout.wrap(text, width: width, indent: indent))\n")
  }
}
