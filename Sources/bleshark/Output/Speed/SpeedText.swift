import ATTParser
import Analyzer

/// Rates, ceilings, limiters and stalls as text for people.
struct SpeedText {
  /// Columns before the text of a row.
  private static let label = 13

  private let report: SpeedReport
  private let style: TextStyle
  private let times: TimeText
  private let list: ListText
  private let width: Int

  /// Takes a report, and from the command line how much of it is told.
  init(_ report: SpeedReport, _ style: TextStyle, _ invocation: Invocation) {
    self.report = report
    self.style = style
    times = TimeText(start: report.analysis.firstTime, usesDates: invocation.has(.utc))
    list = ListText(style, isVerbose: invocation.has(.verbose))
    width = style.width ?? 80
  }

  /// Prints every transfer, or every large stream.
  func print(_ output: inout OutputBuffer) {
    guard !report.subjects.isEmpty else {
      output.append("\(report.path): no stream of values long enough to be measured\n")
      return
    }
    for (place, subject) in report.subjects.enumerated() {
      if place > 0 { output.append("\n") }
      print(subject, &output)
    }
    if report.notMeasured > 0 {
      output.append("\n\(ListText.count(report.notMeasured, "stream")) more could not be measured\n")
    }
  }

  private func print(_ subject: SpeedReport.Subject, _ output: inout OutputBuffer) {
    output.append("\(style.bold(subject.title))\n")
    row("rate", rate(subject), &output)
    for stream in subject.streams { printLink(stream, several: subject.streams.count > 1, &output) }
    printLimiters(subject, &output)
    printStalls(subject, &output)
    let remarks = subject.streams.flatMap(\.remarks).map { PaceRemarkText($0).text }
    for (place, text) in remarks.enumerated() { row(place == 0 ? "remarks" : "", text, &output) }
    let plot = SpeedPlot(subject, width: width - 2, isASCII: !TextStyle.isUTF8)
    for line in plot.lines { output.append("  \(line)\n") }
  }

  private func rate(_ subject: SpeedReport.Subject) -> String {
    let longest = subject.streams.map(\.meter.longest).max() ?? 0
    var text =
      "\(TransferText.grouped(subject.bytes)) bytes in \(Numbers.short(subject.seconds, decimals: 3)) s"
    if let rate = subject.rate { text += ": \(Self.rate(rate))" }
    let stalled = subject.stalledSeconds
    if stalled > 0, subject.seconds > stalled {
      text += ", \(Self.rate(Double(subject.bytes) / (subject.seconds - stalled))) without the stalls"
    }
    let burst = subject.streams.first.map { Numbers.short($0.meter.burst, decimals: 1) } ?? "1"
    return text
      + "; \(TransferText.grouped(subject.count)) values of up to \(longest) bytes, \(burst) at a time"
  }

  private func printLink(_ stream: Throughput.Stream, several: Bool, _ output: inout OutputBuffer) {
    guard let settings = stream.settings else { return }
    let name = several ? "link \(stream.meter.connection)" : "link"
    row(name, Self.link(settings, stream), &output)
    guard let ceiling = stream.ceiling else { return }
    var text = Self.rate(ceiling)
    if let achieved = stream.achieved { text += ", of which \(Self.percent(achieved)) was reached" }
    if let asSeen = stream.ceilingAsSeen, asSeen < ceiling * 0.95 {
      text += "; \(Self.rate(asSeen)) with as many packets in each event as were seen"
    }
    if !stream.assumed.isEmpty { text += "; assumed: \(stream.assumed.joined(separator: ", "))" }
    row("ceiling", text, &output)
    let better = stream.improvements.map { "\($0.change) \(Self.rate($0.ceiling))" }
    if !better.isEmpty {
      row("better", "estimated ceiling with " + better.joined(separator: ", with "), &output)
    }
  }

  /// `2M PHY, data length 251, ATT_MTU 247, interval 15 ms`.
  static func link(_ settings: LinkSettings, _ stream: Throughput.Stream) -> String {
    var parts = [
      "\(settings.phy.rawValue) PHY", "data length \(settings.octets)", "ATT_MTU \(settings.attMTU)",
    ]
    if let interval = settings.interval {
      parts.append("interval \(Numbers.short(Double(interval) / 1000)) ms")
    }
    if stream.timeline.map({ $0.stretches.count > 1 }) ?? false { parts.append("for most of the time") }
    parts.append(settings.isEncrypted ? "encrypted" : "not encrypted")
    if settings.isAcknowledged { parts.append("each value acknowledged") }
    if let packets = stream.packetsPerEvent {
      parts.append("\(Numbers.short(packets, decimals: 1)) packets in each connection event")
    }
    if let share = stream.meter.repeatedShare { parts.append("\(percent(share)) of packets sent again") }
    if stream.meter.missedPackets > 0 {
      parts.append("\(ListText.count(stream.meter.missedPackets, "packet")) at least missed by the sniffer")
    }
    return parts.joined(separator: ", ")
  }

  private func printLimiters(_ subject: SpeedReport.Subject, _ output: inout OutputBuffer) {
    let total = subject.times.total
    guard total > 0 else { return }
    for (place, share) in subject.times.shares.enumerated() {
      let seconds = Numbers.short(Double(share.nanoseconds) / 1e9, decimals: 3)
      let percent = Self.percent(Double(share.nanoseconds) / Double(total))
      let numbers =
        "\(TextLayout.left(share.limiter.name, 16)) \(TextLayout.right(percent, 7)) \(TextLayout.right(seconds, 9)) s"
        .replacing(TextLayout.hardSpace, with: " ")
      // What it means goes beside the numbers where there is room for it.
      let indent = Self.label + numbers.count + 2
      let room = style.width ?? 200
      let isBeside = room >= indent + 40
      let words = TextLayout.wrap(
        share.limiter.explanation, width: style.width.map { $0 - (isBeside ? indent : Self.label + 2) },
        indent: String(repeating: " ", count: isBeside ? indent : Self.label + 2))
      let separator = isBeside ? "  " : "\n" + String(repeating: " ", count: Self.label + 2)
      output.append(
        "  \(style.dim(TextLayout.left(place == 0 ? "limiters" : "", 10))) \(numbers)\(separator)\(style.dim(words))\n"
      )
    }
  }

  private func printStalls(_ subject: SpeedReport.Subject, _ output: inout OutputBuffer) {
    let stalls = subject.stalls
    guard !stalls.isEmpty else { return }
    row(
      "stalls",
      "\(ListText.count(subject.stallCount, "stall")), \(Numbers.short(subject.stalledSeconds, decimals: 3)) s in all",
      &output)
    for stream in subject.streams {
      guard let pattern = stream.meter.pattern else { continue }
      row("", Self.text(pattern), &output)
    }
    for stall in list.shown(stalls) {
      row(
        "",
        "frames \(stall.from.frame)–\(stall.to.frame) at \(times.text(stall.from)): \(Numbers.short(stall.seconds, decimals: 3)) s after \(TransferText.grouped(stall.offset)) bytes, mostly \(stall.cause.name)",
        &output)
    }
    list.printRest(of: stalls.count, "stalls", &output)
  }

  /// What is regular about stalls, in words.
  static func text(_ pattern: StallPattern) -> String {
    switch pattern.kind {
    case .bytes(let bytes):
      let isFlash = [.peerBusy, .acknowledgement, .response].contains(pattern.cause)
      let page =
        isFlash && [1024, 2048, 4096, 8192].contains(bytes)
        ? ", as when a flash page is erased or written" : ""
      return "\(pattern.count) of them are \(TransferText.grouped(bytes)) bytes apart\(page)"
    case .time(let nanoseconds):
      let timer =
        pattern.cause == .sender ? ", as when the app is held up by a timer or its memory is cleaned" : ""
      return
        "\(pattern.count) of them are \(Numbers.short(Double(nanoseconds) / 1e9, decimals: 3)) s apart\(timer)"
    }
  }

  private func row(_ name: String, _ text: String, _ output: inout OutputBuffer) {
    let wrapped = TextLayout.wrap(
      text, width: style.width.map { $0 - Self.label }, indent: String(repeating: " ", count: Self.label))
    output.append("  \(style.dim(TextLayout.left(name, 10))) \(wrapped)\n")
  }

  /// `12.3 kB/s`.
  static func rate(_ bytesPerSecond: Double) -> String {
    bytesPerSecond >= 1000
      ? "\(Numbers.short(bytesPerSecond / 1000, decimals: 1)) kB/s"
      : "\(Numbers.short(bytesPerSecond, decimals: 0)) B/s"
  }

  /// `12.3 %`.
  static func percent(_ share: Double) -> String {
    "\(Numbers.short(share * 100, decimals: 1))\(TextLayout.hardSpace)%"
  }
}
