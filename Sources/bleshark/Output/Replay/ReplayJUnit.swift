import Analyzer
import Replay

/// What a replay came to as JUnit XML: a suite for each connection, a test for each step.
struct ReplayJUnit {
  private let steps: ReplayStepText

  /// Takes from the command line how much is told of each step.
  init(_ invocation: Invocation) { steps = ReplayStepText(invocation) }

  /// The file.
  func text(_ report: ReplayReport, name: String) -> String {
    var suites: [JUnitXML.Suite] = []
    for result in report.results {
      let suite = "\(name) connection \(result.connection)"
      if suites.last?.name != suite { suites.append(JUnitXML.Suite(name: suite, tests: [])) }
      suites[suites.count - 1].tests.append(test(result))
    }
    if let failure = report.failure {
      let run = JUnitXML.Test(
        name: "run", outcome: .broken(message: failure.description, type: failure.layer.rawValue))
      suites.append(JUnitXML.Suite(name: name, tests: [run]))
    }
    return JUnitXML(name: "bleshark replay", suites: suites).text
  }

  private func test(_ result: ReplayReport.Result) -> JUnitXML.Test {
    let time = result.latency.map { Numbers.seconds(nanoseconds: $0 * 1000) }
    return JUnitXML.Test(
      name: "\(result.place) \(steps.text(result.step))", time: time, outcome: outcome(result))
  }

  private func outcome(_ result: ReplayReport.Result) -> JUnitXML.Outcome {
    if result.isSurprise {
      let differences = result.differences.map { "\($0.field): recorded \($0.recorded), now \($0.live)" }
      let lines = differences + [result.note].compactMap(\.self)
      return .failed(
        message: lines.first ?? result.status.rawValue, type: result.status.rawValue,
        text: lines.joined(separator: "\n"))
    }
    return result.status == .notSent || result.status == .skipped
      ? .skipped(message: result.note ?? "left out by the plan") : .passed
  }
}
