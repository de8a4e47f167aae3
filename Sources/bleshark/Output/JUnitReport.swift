import Analyzer

/// What came of captures as JUnit XML: a suite for each capture, a test for each thing that was checked.
struct JUnitReport {
  private let report: CheckReport
  private let command: Command

  init(_ report: CheckReport, command: Command) {
    self.report = report
    self.command = command
  }

  /// The whole document.
  var text: String {
    let suites = report.files.map(suite)
    let sum = suites.reduce((tests: 0, failures: 0, errors: 0)) {
      ($0.tests + $1.tests, $0.failures + $1.failures, $0.errors + $1.errors)
    }
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <testsuites name="bleshark \(command.rawValue)" tests="\(sum.tests)" failures="\(sum.failures)" errors="\(sum.errors)">
      \(suites.map(\.text).joined())</testsuites>

      """
  }

  private func suite(_ file: CheckedFile) -> (text: String, tests: Int, failures: Int, errors: Int) {
    var cases: [String] = []
    var failures = 0
    let name = Self.escaped(file.path)
    if let problem = file.problem {
      cases.append(
        element("read", name, "<error message=\"\(Self.escaped(problem))\" type=\"unreadable\"></error>"))
    }
    // The same expectation may be there twice.
    var seen: [String] = []
    let checks =
      file.checks.isEmpty && file.problem == nil ? [CheckedFile.Check(name: "baseline")] : file.checks
    for check in checks where !seen.contains(check.name) {
      seen.append(check.name)
      let own = file.problems.filter { $0.check == check.name && $0.isFailing }
      if own.isEmpty {
        cases.append("    <testcase name=\"\(Self.escaped(check.name))\" classname=\"\(name)\"></testcase>\n")
        continue
      }
      failures += 1
      let lines = own.map { problem in
        [problem.what, problem.place.map { "(\($0))" }, problem.why.map { "- \($0)" }].compactMap(\.self)
          .joined(separator: " ")
      }
      let body = Self.escaped(lines.joined(separator: "\n"))
      let message = Self.escaped(own[0].what + (own.count > 1 ? "; and \(own.count - 1) more" : ""))
      cases.append(
        element(
          Self.escaped(check.name), name,
          "<failure message=\"\(message)\" type=\"\(Self.escaped(own[0].rule))\">\(body)</failure>"))
    }
    let errors = file.problem == nil ? 0 : 1
    let text = """
        <testsuite name="\(name)" tests="\(cases.count)" failures="\(failures)" errors="\(errors)" skipped="0">
      \(cases.joined())  </testsuite>

      """
    return (text, cases.count, failures, errors)
  }

  private func element(_ name: String, _ suite: String, _ body: String) -> String {
    "    <testcase name=\"\(name)\" classname=\"\(suite)\">\n      \(body)\n    </testcase>\n"
  }

  /// Text for XML 1.0, which has no way to write most control characters.
  static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "\n": result += "&#10;"
      case "\t": result += "&#9;"
      case let other where other.value < 0x20 || other.value == 0xFFFE || other.value == 0xFFFF: result += "?"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
