import ATTParser
import Analyzer

/// Who advertised, as text for people.
struct AdvertisingText {
  private let style: TextStyle
  private let times: TimeText
  private let list: ListText

  /// Makes a printer of times and lists in one style.
  init(_ style: TextStyle, _ times: TimeText, _ list: ListText) {
    self.style = style
    self.times = times
    self.list = list
  }

  /// Prints the advertisers: those that were connected to, and of the others those heard most.
  func print(_ advertising: Advertising, connected: Set<DeviceAddress>, _ output: inout OutputBuffer) {
    guard !advertising.advertisers.isEmpty else { return }
    let count = ListText.count(advertising.advertisers.count, "device")
    output.append(
      "\n\(style.bold("Advertising"))  \(ListText.count(advertising.reports, "report")) of \(count)\n")
    for scan in list.shown(advertising.scans) { output.append("  \(describe(scan))\n") }
    list.printRest(of: advertising.scans.count, "scans", &output)
    let sorted = advertising.advertisers.enumerated().sorted { left, right in
      let isLeft = connected.contains(left.element.address)
      let isRight = connected.contains(right.element.address)
      if isLeft != isRight { return isLeft }
      return (left.element.reports, right.offset) > (right.element.reports, left.offset)
    }.map(\.element)
    output.append(
      "  \(style.dim("address            type     reports  interval ms  RSSI least  mean  most  kind, name and services"))\n"
    )
    for advertiser in list.shown(sorted) { output.append(row(advertiser)) }
    list.printRest(of: sorted.count, "advertisers", &output)
  }

  private func describe(_ scan: ScanPeriod) -> String {
    let kind = scan.settings.map { $0.isActive ? "active" : "passive" } ?? "unknown"
    let settings = scan.settings.map {
      ", \(Numbers.short($0.windowMilliseconds)) ms of every \(Numbers.short($0.intervalMilliseconds)) ms"
    }
    let end = scan.ended.map { "to frame \($0.frame)" } ?? "to the end of the capture"
    let filter = scan.filtersDuplicates ? ", each device reported once" : ""
    return "\(kind) scan from frame \(scan.started.frame) \(end)\(settings ?? "")\(filter)"
  }

  private func row(_ advertiser: Advertiser) -> String {
    let signal = advertiser.signal
    let mean = signal.map { Numbers.short($0.mean, decimals: 0) }
    var kinds = [advertiser.isConnectable ? "connectable" : "not connectable"]
    if advertiser.usesExtended { kinds.append("extended") }
    if let name = advertiser.content.name { kinds.append("\"\(ValueFormat.text.format(Array(name.utf8)))\"") }
    kinds += advertiser.content.services.map { AssignedNumbers.service($0) ?? $0.description }
    kinds += advertiser.content.manufacturers.map {
      AssignedNumbers.company($0) ?? "company \(Numbers.hex($0, digits: 4))"
    }
    let cells = [
      TextLayout.left("\(advertiser.address)", 17), TextLayout.left(advertiser.addressType.name, 7),
      TextLayout.right("\(advertiser.reports)", 7),
      TextLayout.right(advertiser.interval.map { Numbers.short($0.milliseconds, decimals: 1) } ?? "–", 11),
      TextLayout.right(signal.map { "\($0.least)" } ?? "–", 10), TextLayout.right(mean ?? "–", 4),
      TextLayout.right(signal.map { "\($0.most)" } ?? "–", 4), kinds.joined(separator: ", "),
    ]
    var text = "  " + cells.joined(separator: "  ")
    if let width = style.width, text.count > width { text = text.prefix(width - 1) + "…" }
    return text + "\n"
  }
}
