import Analyzer

/// What came of captures as JUnit XML: a suite for each capture, a test for each thing that was checked.
struct JUnitReport {
  private let report: CheckReport
  private let command: Command

  /// Makes the report of a command, which names it.
  init(_ report: CheckReport, command: Command) {
    self.report = report
    self.command = command
  }

  /// The whole document.
  var text: String {
    JUnitXML(name: "bleshark \(command.rawValue)", suites: report.files.map(suite)).text
  }

  private func suite(_ file: CheckedFile) -> JUnitXML.Suite {
    var tests: [JUnitXML.Test] = []
    if let problem = file.problem {
      tests.append(JUnitXML.Test(name: "read", outcome: .broken(message: problem, type: "unreadable")))
    }
    // The same expectation may be there twice.
    var seen: [String] = []
    let checks =
      file.checks.isEmpty && file.problem == nil ? [CheckedFile.Check(name: "baseline")] : file.checks
    for check in checks where !seen.contains(check.name) {
      seen.append(check.name)
      let own = file.problems.filter { $0.check == check.name && $0.isFailing }
      guard let first = own.first else {
        tests.append(JUnitXML.Test(name: check.name, outcome: .passed))
        continue
      }
      let lines = own.map { problem in
        [problem.what, problem.place.map { "(\($0))" }, problem.why.map { "- \($0)" }].compactMap(\.self)
          .joined(separator: " ")
      }
      let message = first.what + (own.count > 1 ? "; and \(own.count - 1) more" : "")
      tests.append(
        JUnitXML.Test(
          name: check.name,
          outcome: .failed(message: message, type: first.rule, text: lines.joined(separator: "\n"))))
    }
    return JUnitXML.Suite(name: file.path, tests: tests)
  }
}
