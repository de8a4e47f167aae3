import Analyzer

/// Two captures side by side, as text for people.
struct SpeedComparison {
  private static let nameWidth = 16

  /// One thing that is compared.
  private struct Row {
    var name: String
    var left: String
    var right: String
  }

  private let left: SpeedReport
  private let right: SpeedReport
  private let style: TextStyle

  /// Sets two reports side by side.
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
    let rows = titles(first, second) + rates(first, second) + links(first, second) + waits(first, second)
    let width = (rows.map(\.left.count).max() ?? 0) + 2
    for row in rows {
      let name = style.dim(TextLayout.left(row.name, Self.nameWidth))
      let line = "\(name) \(TextLayout.left(row.left, width)) \(row.right)"
      output.append(line.replacing(TextLayout.hardSpace, with: " ") + "\n")
    }
  }

  private func titles(_ first: SpeedReport.Subject, _ second: SpeedReport.Subject) -> [Row] {
    [
      Row(name: "", left: Self.name(left.path), right: Self.name(right.path)),
      Row(name: "", left: first.title, right: second.title),
    ]
  }

  private func rates(_ first: SpeedReport.Subject, _ second: SpeedReport.Subject) -> [Row] {
    var rows = [
      Row(name: "bytes", left: TransferText.grouped(first.bytes), right: TransferText.grouped(second.bytes)),
      Row(
        name: "seconds", left: Numbers.short(first.seconds, decimals: 3),
        right: Numbers.short(second.seconds, decimals: 3)),
      Row(
        name: "rate", left: first.rate.map(SpeedText.rate) ?? "", right: second.rate.map(SpeedText.rate) ?? ""
      ),
    ]
    if let before = first.rate, let after = second.rate, before > 0 {
      rows.append(
        Row(name: "", left: "", right: "\(Numbers.short(after / before, decimals: 2)) times the first"))
    }
    return rows
  }

  private func links(_ first: SpeedReport.Subject, _ second: SpeedReport.Subject) -> [Row] {
    guard let a = first.streams.first, let b = second.streams.first, let one = a.settings,
      let two = b.settings
    else { return [] }
    return [
      Row(name: "PHY", left: one.phy.rawValue, right: two.phy.rawValue),
      Row(name: "data length", left: "\(one.octets)", right: "\(two.octets)"),
      Row(name: "ATT_MTU", left: "\(one.attMTU)", right: "\(two.attMTU)"),
      Row(name: "interval", left: interval(one), right: interval(two)),
      Row(name: "packets/event", left: packets(a), right: packets(b)),
      Row(
        name: "ceiling", left: a.ceiling.map(SpeedText.rate) ?? "", right: b.ceiling.map(SpeedText.rate) ?? ""
      ),
      Row(
        name: "reached", left: a.achieved.map(SpeedText.percent) ?? "",
        right: b.achieved.map(SpeedText.percent) ?? ""),
    ]
  }

  private func waits(_ first: SpeedReport.Subject, _ second: SpeedReport.Subject) -> [Row] {
    [Row(name: "stalls", left: stalls(first), right: stalls(second))]
      + Limiter.allCases.filter { first.times[$0] > 0 || second.times[$0] > 0 }.map {
        Row(name: $0.name, left: share($0, first), right: share($0, second))
      }
  }

  private func interval(_ settings: LinkSettings) -> String {
    settings.interval.map { "\(Numbers.short(Double($0) / 1000)) ms" } ?? "unknown"
  }

  private func packets(_ stream: Throughput.Stream) -> String {
    stream.packetsPerEvent.map { Numbers.short($0, decimals: 1) } ?? "unknown"
  }

  private func stalls(_ subject: SpeedReport.Subject) -> String {
    subject.stallCount == 0
      ? "none" : "\(subject.stallCount), \(Numbers.short(subject.stalledSeconds, decimals: 3)) s"
  }

  private func share(_ limiter: Limiter, _ subject: SpeedReport.Subject) -> String {
    let part = Double(subject.times[limiter]) / Double(max(1, subject.times.total))
    return
      "\(Numbers.short(Double(subject.times[limiter]) / 1e9, decimals: 3)) s (\(SpeedText.percent(part)))"
  }

  private static func name(_ path: String) -> String { String(path.split(separator: "/").last ?? "") }
}
