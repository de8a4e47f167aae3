import Analyzer
import Replay

/// What a replay came to, as JUnit XML for CI: a suite for each connection, a case for each step.
struct ReplayJUnit {
  private let steps: ReplayStepText

  init(_ invocation: Invocation) { steps = ReplayStepText(invocation) }

  /// The file.
  func text(_ report: ReplayReport, name: String) -> String {
    var suites = ""
    let numbers = report.results.map(\.connection).reduce(into: [Int]()) { list, number in
      if !list.contains(number) { list.append(number) }
    }
    for number in numbers {
      let results = report.results.filter { $0.connection == number }
      let failures = results.count(where: \.isSurprise)
      let skipped = results.count { !$0.isSurprise && ($0.status == .notSent || $0.status == .skipped) }
      suites +=
        "  <testsuite name=\"\(Self.escape("\(name) connection \(number)"))\" tests=\"\(results.count)\" failures=\"\(failures)\" skipped=\"\(skipped)\">\n"
        + results.map(testCase).joined() + "  </testsuite>\n"
    }
    if let failure = report.failure {
      suites +=
        "  <testsuite name=\"\(Self.escape(name))\" tests=\"1\" errors=\"1\">\n    <testcase name=\"run\"><error message=\"\(Self.escape(failure.description))\"/></testcase>\n  </testsuite>\n"
    }
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n\(suites)</testsuites>\n"
  }

  private func testCase(_ result: ReplayReport.Result) -> String {
    let name = Self.escape("\(result.place) \(steps.text(result.step))")
    let seconds = result.latency.map { Numbers.seconds(nanoseconds: $0 * 1000) } ?? "0"
    let head =
      "    <testcase name=\"\(name)\" classname=\"connection \(result.connection)\" time=\"\(seconds)\""
    if result.isSurprise {
      let what = result.differences.map { "\($0.field): recorded \($0.recorded), now \($0.live)" }
      let message = Self.escape((what + [result.note].compactMap(\.self)).joined(separator: "; "))
      return "\(head)><failure type=\"\(result.status.rawValue)\" message=\"\(message)\"/></testcase>\n"
    }
    if result.status == .notSent || result.status == .skipped {
      return "\(head)><skipped message=\"\(Self.escape(result.note ?? ""))\"/></testcase>\n"
    }
    return "\(head)/>\n"
  }

  /// Text for an attribute of XML; characters that XML 1.0 cannot hold are left out.
  private static func escape(_ text: String) -> String {
    text.unicodeScalars.filter { $0.value >= 0x20 || $0 == "\t" }.map { scalar in
      switch scalar {
      case "&": "&amp;"
      case "<": "&lt;"
      case ">": "&gt;"
      case "\"": "&quot;"
      default: String(scalar)
      }
    }.joined()
  }
}
