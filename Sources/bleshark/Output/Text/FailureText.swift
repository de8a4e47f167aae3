import ATTParser
import Analyzer

/// Connection attempts that failed or have no end, with what explains them, as text for people.
struct FailureText {
  private let analysis: Analysis
  private let style: TextStyle
  private let times: TimeText
  private let list: ListText

  /// Makes a printer of the failures of an analysis.
  init(_ analysis: Analysis, _ style: TextStyle, _ times: TimeText, _ list: ListText) {
    self.analysis = analysis
    self.style = style
    self.times = times
    self.list = list
  }

  /// True when there is something to print.
  var isNeeded: Bool {
    !analysis.failedConnections.isEmpty || !analysis.advertising.unfinishedAttempts.isEmpty
  }

  /// Prints the attempts under a headline.
  func print(_ output: inout OutputBuffer) {
    let unfinished = analysis.advertising.unfinishedAttempts
    output.append("\(style.bold("Failed connection attempts"))\n")
    for failure in list.shown(analysis.failedConnections) {
      let peer = failure.peer.map { " to \($0)" } ?? ""
      var text =
        "frame \(failure.moment.frame) at \(times.text(failure.moment))  \(failure.transport.label)\(peer): "
      let status = "\(Numbers.hex(failure.status.rawValue, digits: 2)) \(failure.status.name)"
      let after = failure.began.map {
        " after \(Numbers.short(failure.moment.time.seconds(since: $0.time), decimals: 3)) s"
      }
      text +=
        failure.isCancelled ? "given up by this host\(after ?? "") (\(status))" : "\(status)\(after ?? "")"
      if let app = AppErrors.forConnectFailure(failure.status, wasCancelled: failure.isCancelled).text {
        text += style.dim("; apps see \(app)")
      }
      if let attempt = failure.attempt {
        text += "; " + explain(attempt)
      }
      text = TextLayout.wrap(text, width: style.width.map { $0 - 4 }, indent: "    ")
      output.append("  \(text)\n")
    }
    list.printRest(of: analysis.failedConnections.count, "attempts", &output)
    for attempt in list.shown(unfinished) {
      let peer = attempt.peer.map { " to \($0)" } ?? ""
      let text =
        "frame \(attempt.started.frame) at \(times.text(attempt.started))  LE\(peer): no end in the capture; \(explain(attempt))"
      output.append("  \(TextLayout.wrap(text, width: style.width.map { $0 - 4 }, indent: "    "))\n")
    }
  }

  private func explain(_ attempt: ConnectAttempt) -> String {
    let explanation = ConnectAttemptExplanation(attempt, analysis.advertising)
    let frames =
      explanation.frames.isEmpty ? "" : " (frames \(ListText.numbers(explanation.frames.prefix(6))))"
    return explanation.sentence + frames
  }
}
