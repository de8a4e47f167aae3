import ATTParser
import Analyzer
import Replay

/// What a replay came to, as text.
struct ReplayReportText {
  private let style: TextStyle
  private let steps: ReplayStepText
  private let isVerbose: Bool

  /// Takes from the command line how much is told.
  init(_ style: TextStyle, _ invocation: Invocation) {
    self.style = style
    steps = ReplayStepText(invocation)
    isVerbose = invocation.has(.verbose)
  }

  /// Prints the report.
  func print(_ report: ReplayReport, _ output: inout OutputBuffer) {
    output.append("\(style.bold(report.isAsRecorded ? "AS RECORDED" : "DIFFERS"))  \(summary(report))\n")
    for remark in report.remarks { output.append("  \(style.dim(remark))\n") }
    for result in report.results where isVerbose || result.isSurprise { print(result, &output) }
    printNotSent(report, &output)
    for value in report.unexpected.prefix(isVerbose ? .max : 12) {
      output.append(
        "  unexpected \(value.isIndication ? "indication" : "notification") of \(ReplayStepText.name(value.attribute)): \(steps.bytes(value.value))\n"
      )
    }
    if report.unexpected.count > 12, !isVerbose {
      output.append("  … \(report.unexpected.count - 12) more unexpected values, shown with --verbose\n")
    }
    printLatencies(report, &output)
    if let stop = report.stop { output.append("  \(stop)\n") }
    if let failure = report.failure { output.append("  \(style.warning(failure.description))\n") }
  }

  private func summary(_ report: ReplayReport) -> String {
    let counts = ReplayReport.Status.allCases.compactMap { status -> String? in
      let count = report.count(status)
      return count == 0 ? nil : "\(count) \(Self.name(status))"
    }
    return
      "\(ListText.count(report.results.count, "step")) in \(Numbers.short(Double(report.duration) / 1e6)) s: "
      + counts.joined(separator: ", ")
  }

  /// A status in words.
  static func name(_ status: ReplayReport.Status) -> String {
    status.rawValue.replacing("_", with: " ")
  }

  private func print(_ result: ReplayReport.Result, _ output: inout OutputBuffer) {
    let status = Self.name(result.status)
    let place = "connection \(result.connection) step \(result.place)"
    output.append(
      "  \(place)  \(result.isSurprise ? style.warning(status) : status)  \(steps.text(result.step))")
    if let latency = result.latency {
      let recorded = result.step.latency.map { ", recorded \(Numbers.short(Double($0) / 1000)) ms" } ?? ""
      output.append(style.dim("  \(Numbers.short(Double(latency) / 1000)) ms\(recorded)"))
    }
    output.append(result.step.frame > 0 ? style.dim("  frame \(result.step.frame)") + "\n" : "\n")
    if let note = result.note { output.append("      \(note)\n") }
    for difference in result.differences {
      output.append("      \(difference.field): recorded \(difference.recorded), now \(difference.live)\n")
    }
  }

  /// What was not sent, by its reason.
  private func printNotSent(_ report: ReplayReport, _ output: inout OutputBuffer) {
    guard !isVerbose else { return }
    var reasons: [String] = []
    var counts: [String: Int] = [:]
    for result in report.results where result.status == .notSent && !result.isSurprise {
      let reason = result.note ?? "not sent"
      if counts[reason] == nil { reasons.append(reason) }
      counts[reason, default: 0] += 1
    }
    for reason in reasons {
      output.append("  not sent: \(ListText.count(counts[reason] ?? 0, "step")): \(reason)\n")
    }
  }

  private func printLatencies(_ report: ReplayReport, _ output: inout OutputBuffer) {
    let answered = report.results.filter { $0.latency != nil && $0.step.latency != nil && $0.step.isSent }
    guard !answered.isEmpty else { return }
    let live = answered.compactMap(\.latency).sorted()
    let recorded = answered.compactMap(\.step.latency).sorted()
    func milliseconds(_ list: [Int64]) -> String {
      "median \(Numbers.short(Double(list[list.count / 2]) / 1000)) ms, max \(Numbers.short(Double(list[list.count - 1]) / 1000)) ms"
    }
    output.append("  answers: \(milliseconds(live)); recorded \(milliseconds(recorded))\n")
  }
}
