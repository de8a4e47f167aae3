import Analyzer

/// Two captures side by side, as text for people.
struct SpeedComparison {
  private static let columnWidth = 26

  private let left: SpeedReport
  private let right: SpeedReport
  private let style: TextStyle

  init(_ left: SpeedReport, _ right: SpeedReport, _ style: TextStyle) {
    self.left = left
    self.right = right
    self.style = style
  }

  /// Prints the first subject of each, row by row.
  func print(_ output: inout OutputBuffer) {
    guard let first = left.subjects.first, let second = right.subjects.first else {
      let empty = left.subjects.isEmpty ? left.path : right.path
      output.append("\(empty): no stream of values long enough to be measured\n")
      return
    }
    row("", Self.name(left.path), Self.name(right.path), &output)
    row("", first.title, second.title, &output)
    row("bytes", "\(first.bytes)", "\(second.bytes)", &output)
    row(
      "seconds", Numbers.short(first.seconds, decimals: 3), Numbers.short(second.seconds, decimals: 3),
      &output)
    row("rate", first.rate.map(SpeedText.rate) ?? "", second.rate.map(SpeedText.rate) ?? "", &output)
    if let before = first.rate, let after = second.rate, before > 0 {
      row("", "", "\(Numbers.short(after / before, decimals: 2)) times the first", &output)
    }
    rowOfLinks(first, second, &output)
    row("stalls", stalls(first), stalls(second), &output)
    for limiter in Limiter.allCases {
      guard first.times[limiter] > 0 || second.times[limiter] > 0 else { continue }
      row(limiter.name, share(limiter, first), share(limiter, second), &output)
    }
  }

  private func rowOfLinks(
    _ first: SpeedReport.Subject, _ second: SpeedReport.Subject, _ output: inout OutputBuffer
  ) {
    guard let a = first.streams.first, let b = second.streams.first, let one = a.settings,
      let two = b.settings
    else { return }
    row("PHY", one.phy.rawValue, two.phy.rawValue, &output)
    row("data length", "\(one.octets)", "\(two.octets)", &output)
    row("ATT_MTU", "\(one.attMTU)", "\(two.attMTU)", &output)
    row("interval", interval(one), interval(two), &output)
    row("packets/event", packets(a), packets(b), &output)
    row("ceiling", SpeedText.rate(one.ceiling()), SpeedText.rate(two.ceiling()), &output)
    row("reached", a.achieved.map(SpeedText.percent) ?? "", b.achieved.map(SpeedText.percent) ?? "", &output)
  }

  private func interval(_ settings: LinkSettings) -> String {
    settings.interval.map { "\(Numbers.short(Double($0) / 1000)) ms" } ?? "unknown"
  }

  private func packets(_ stream: Throughput.Stream) -> String {
    stream.packetsPerEvent.map { Numbers.short($0, decimals: 1) } ?? "unknown"
  }

  private func stalls(_ subject: SpeedReport.Subject) -> String {
    let seconds = subject.stalls.reduce(0) { $0 + $1.seconds }
    return subject.stalls.isEmpty
      ? "none" : "\(subject.stalls.count), \(Numbers.short(seconds, decimals: 3)) s"
  }

  private func share(_ limiter: Limiter, _ subject: SpeedReport.Subject) -> String {
    let part = Double(subject.times[limiter]) / Double(max(1, subject.times.total))
    return
      "\(Numbers.short(Double(subject.times[limiter]) / 1e9, decimals: 3)) s (\(SpeedText.percent(part)))"
  }

  private static func name(_ path: String) -> String { String(path.split(separator: "/").last ?? "") }

  private func row(_ name: String, _ left: String, _ right: String, _ output: inout OutputBuffer) {
    let line = "\(TextLayout.left(name, 16)) \(TextLayout.left(left, Self.columnWidth)) \(right)"
    output.append(line.replacing(TextLayout.hardSpace, with: " ") + "\n")
  }
}
