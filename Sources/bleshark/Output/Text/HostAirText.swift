import ATTParser
import Analyzer

/// A host's log and a capture of the air brought together, as text for people.
struct HostAirText {
  private let comparison: HostAirComparison
  private let style: TextStyle
  private let isVerbose: Bool

  /// Takes a comparison, and whether all of it is told.
  init(_ comparison: HostAirComparison, _ style: TextStyle, isVerbose: Bool) {
    self.comparison = comparison
    self.style = style
    self.isVerbose = isVerbose
  }

  /// Prints the comparison.
  func print(_ output: inout OutputBuffer) {
    output.append("\n\(style.bold("Host and air"))\n")
    guard !comparison.pairs.isEmpty else {
      output.append("  no connection is in both captures: no PDU of one says what one of the other says\n")
      return
    }
    for pair in comparison.pairs { print(pair, &output) }
  }

  private func print(_ pair: HostAirComparison.Pair, _ output: inout OutputBuffer) {
    let part = pair.isHostCentral ? "central" : "peripheral"
    row(
      "connections",
      "\(pair.host) of the host, which is the \(part), is \(pair.air) of the air: \(ListText.count(pair.matched, "PDU")) in both",
      &output)
    var clocks = "the sniffer's times plus \(Numbers.short(pair.offset, decimals: 6)) s are the host's"
    if let drift = pair.drift {
      clocks +=
        "; the sniffer's clock is \(Numbers.short(drift.magnitude, decimals: 1)) ppm \(drift < 0 ? "fast" : "slow")"
    }
    row("clocks", clocks, &output)
    if let delay = pair.outbound { row("to the air", text(delay), &output) }
    if let delay = pair.inbound { row("from the air", text(delay), &output) }
    loss("not sent", pair.notSentByHost, "on the air, not in the host's log; frames of the air", &output)
    let hint =
      pair.missedBySniffer > 0 ? " (the sniffer missed at least \(pair.missedBySniffer) itself)" : ""
    loss(
      "not on air", pair.notOnAir, "sent by the host, not heard on the air\(hint); frames of the host",
      &output)
    loss(
      "not acked", pair.notAcknowledged,
      "on the air, and no acknowledgement was heard; frames of the air", &output)
    loss(
      "not delivered", pair.notDelivered,
      "sent by the other device, not in the host's log; frames of the air", &output)
  }

  private func text(_ delay: (median: Double, longest: Double)) -> String {
    "median \(Numbers.short(delay.median * 1000)) ms, longest \(Numbers.short(delay.longest * 1000)) ms"
  }

  private func loss(_ label: String, _ frames: [Int], _ what: String, _ output: inout OutputBuffer) {
    guard !frames.isEmpty else { return }
    let shown = frames.prefix(isVerbose ? frames.count : 12)
    let more = frames.count > shown.count ? ", …" : ""
    row(
      label,
      style.warning("\(ListText.count(frames.count, "PDU")) \(what) \(ListText.numbers(shown))\(more)"),
      &output)
  }

  private func row(_ label: String, _ text: String, _ output: inout OutputBuffer) {
    let indent = String(repeating: " ", count: 17)
    let lines = TextLayout.wrap(text, width: style.width.map { $0 - 17 }, indent: indent)
    output.append("  \(style.dim(TextLayout.left(label, 14))) \(lines)\n")
  }
}
