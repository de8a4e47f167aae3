import ATTParser
import Analyzer

/// Verdicts about the transfers of a capture as text for people.
struct WhyText {
  private let analysis: Analysis
  private let style: TextStyle
  private let times: TimeText
  private let list: ListText

  /// Takes an analysis, and from the command line how much of it is told.
  init(_ analysis: Analysis, _ style: TextStyle, _ invocation: Invocation) {
    self.analysis = analysis
    self.style = style
    times = TimeText(start: analysis.firstTime, usesDates: invocation.has(.utc))
    list = ListText(style, isVerbose: invocation.has(.verbose))
  }

  /// Prints a verdict about each transfer, or what else went wrong when there is none.
  func print(
    _ transfers: [Transfer], _ bulk: [BulkStream], _ beginnings: [RefusedBeginning],
    _ output: inout OutputBuffer
  ) {
    let text = TransferText(style, times, list)
    for (place, transfer) in transfers.enumerated() {
      if place > 0 { output.append("\n") }
      text.printVerdict(transfer, &output)
    }
    if transfers.isEmpty { printNothing(beginnings, &output) }
    if !bulk.isEmpty { output.append("\n") }
    let bulkText = BulkText(analysis, style)
    for stream in list.shown(bulk) { bulkText.print(stream, &output) }
    list.printRest(of: bulk.count, "bulk streams", &output)
    if !analysis.images.isEmpty { output.append("\n") }
    let imageText = ImageText(style, list)
    for image in analysis.images { imageText.print(image, &output) }
    let failures = FailureText(analysis, style, times, list)
    if failures.isNeeded {
      output.append("\n")
      failures.print(&output)
    }
  }

  private func print(_ beginning: RefusedBeginning, _ output: inout OutputBuffer) {
    let what =
      "the write to handle \(beginning.attributeHandle) \(beginning.uuid) in frame \(beginning.requestFrame)"
    let seconds = "\(Numbers.short(beginning.seconds, decimals: 1)) s"
    let gap = beginning.seconds < 0.1 ? "right" : seconds
    let story =
      beginning.error.map {
        "the client ended it \(gap) after \(what) was refused in frame \($0.moment.frame): \($0.code.name)"
      } ?? "the client ended it when \(what) had not been answered for \(seconds)"
    let line =
      "connection \(beginning.connection): \(story); if an update was meant, it ended there (frame \(beginning.ended.frame))"
    output.append("  \(TextLayout.wrap(line, width: style.width.map { $0 - 4 }, indent: "    "))\n")
  }

  private func printNothing(_ beginnings: [RefusedBeginning], _ output: inout OutputBuffer) {
    output.append("\(style.bold("NO UPDATE"))  no transfer of an image was recognized in this capture\n")
    for beginning in list.shown(beginnings) { print(beginning, &output) }
    list.printRest(of: beginnings.count, "connections that ended after a write", &output)
    for connection in analysis.connections {
      guard let closed = connection.closed, closed.by != .local, let reason = closed.reason else { continue }
      let app = AppErrors.forDisconnect(reason).text.map { style.dim("; apps see \($0)") } ?? ""
      let who = closed.by == .peer ? "by the peer" : "the link was lost"
      let line =
        "connection \(connection.id) ended in frame \(closed.moment.frame) at \(times.text(closed.moment)): \(Numbers.hex(reason.rawValue, digits: 2)) \(reason.name), \(who)\(app)"
      output.append("  \(TextLayout.wrap(line, width: style.width.map { $0 - 4 }, indent: "    "))\n")
    }
  }
}
