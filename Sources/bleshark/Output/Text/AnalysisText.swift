import ATTParser
import Analyzer

/// The analysis as text for people.
struct AnalysisText {
  /// Connections described one by one; more of them become a table.
  private static let connectionsDescribed = 12
  /// Rows of that table.
  private static let connectionRowsShown = 40

  private let analysis: Analysis
  private let source: SourceDescription
  private let style: TextStyle
  private let times: TimeText
  private let list: ListText
  private let isVerbose: Bool
  private let isQuiet: Bool
  private let chosen: Int?
  private let findings: [Finding]

  /// - Parameter chosen: the one connection to describe, nil for all.
  init(
    _ analysis: Analysis, _ source: SourceDescription, _ findings: [Finding], _ style: TextStyle,
    _ invocation: Invocation, chosen: Int?
  ) {
    // The capture's own limits have a place of their own, unless only they are asked for.
    self.findings = findings.filter { invocation.has(.only) || !$0.rule.hasPrefix("capture.") }
    self.chosen = chosen
    self.analysis = analysis
    self.source = source
    self.style = style
    times = TimeText(start: analysis.firstTime, usesDates: invocation.has(.utc))
    isVerbose = invocation.has(.verbose)
    list = ListText(style, isVerbose: isVerbose)
    isQuiet = invocation.has(.quiet)
  }

  /// Prints the report.
  func print(_ output: inout OutputBuffer) {
    printCapture(&output)
    if !isQuiet { printQuality(&output) }
    let connections = analysis.connections
    let text = ConnectionText(analysis, style, times, list)
    if let chosen {
      for connection in connections where connection.id == chosen { text.print(connection, &output) }
    } else if isVerbose || connections.count <= Self.connectionsDescribed {
      for connection in connections { text.print(connection, &output) }
    } else {
      ConnectionsText(analysis, style).print(connections.prefix(Self.connectionRowsShown), &output)
      let more = connections.count - Self.connectionRowsShown
      let rest = more > 0 ? "… \(more) more, shown with --verbose; " : ""
      output.append("  \(style.dim("\(rest)--connection N describes one"))\n")
    }
    let transfers = analysis.transfers.filter { chosen == nil || $0.connections.contains(chosen ?? 0) }
    if !transfers.isEmpty {
      output.append("\n\(style.bold("Transfers"))\n")
      let text = TransferText(style, times, list)
      for transfer in list.shown(transfers) { text.printLine(transfer, &output) }
      list.printRest(of: transfers.count, "transfers", &output)
    }
    FindingText(style, times).print(findings, &output)
    if chosen == nil {
      printStories(&output)
      let failures = FailureText(analysis, style, times, list)
      if failures.isNeeded {
        output.append("\n")
        failures.print(&output)
      }
      AdvertisingText(style, times, list)
        .print(analysis.advertising, connected: analysis.connectedAddresses, &output)
    }
  }

  // MARK: - The capture

  private func printCapture(_ output: inout OutputBuffer) {
    let kind = [source.format, source.linkType].compactMap { $0 }.joined(separator: ", ")
    let frames = source.frames == 1 ? "1 frame" : "\(source.frames) frames"
    var line = "\(style.bold(source.path))  \(kind), \(frames)"
    if let first = analysis.firstTime {
      line += " in \(Numbers.short(analysis.duration, decimals: 3)) s, from \(UTCDate.text(first))"
    }
    output.append(TextLayout.wrap(line, width: style.width, indent: "  ") + "\n")
    let connections = analysis.connections.count
    let pdus = analysis.connections.reduce(0) { $0 + $1.pduCount }
    let failed = analysis.failedConnections.count
    output.append("\(ListText.count(connections, "connection")), \(ListText.count(pdus, "ATT PDU"))")
    if failed > 0 { output.append(", \(ListText.count(failed, "failed connection attempt"))") }
    output.append("\n")
  }

  /// The display filter for frames that were counted.
  private func filter(_ counted: CountedFrames) -> String {
    let shown = counted.frames.prefix(isVerbose ? counted.frames.count : 10)
    let more = counted.count > shown.count ? ", …" : ""
    return "frame.number in {\(ListText.numbers(shown))\(more)}"
  }

  private func printQuality(_ output: inout OutputBuffer) {
    let quality = analysis.quality
    var lines = quality.cannotConclude
    if !quality.malformedFrames.isEmpty {
      let count = ListText.count(quality.malformedFrames.count, "frame")
      lines.append("\(count) malformed: \(filter(quality.malformedFrames))")
    }
    if !quality.timeWentBack.isEmpty {
      let count = ListText.count(quality.timeWentBack.count, "time")
      lines.append(
        "the clock went back \(count): durations across that are unknown; \(filter(quality.timeWentBack))")
    }
    let notKept = analysis.notKept
    if !notKept.isEmpty {
      lines.append(
        "too much to keep: \(notKept.connections) connections, \(notKept.streamPDUs) stream PDUs, \(notKept.errors) errors, \(notKept.failures) failed attempts, \(notKept.transfers) parts of transfers and \(notKept.listEntries) list entries were counted only"
      )
    }
    guard !lines.isEmpty else { return }
    output.append("\n\(style.bold("Capture quality"))\n")
    for line in lines {
      let text = TextLayout.wrap(line, width: style.width.map { $0 - 4 }, indent: "    ")
      output.append("  \(style.warning("!")) \(text)\n")
    }
  }

  // MARK: - Devices

  private func printStories(_ output: inout OutputBuffer) {
    let stories = analysis.stories.filter(\.isAboutSeveral)
    guard !stories.isEmpty else { return }
    output.append("\n\(style.bold("Devices connected more than once"))\n")
    for story in list.shown(stories) {
      let chapters = story.chapters.map { chapter -> String in
        let gap = chapter.gap.map { " after \(Numbers.short($0, decimals: 3)) s" } ?? ""
        let link =
          switch chapter.link {
          case .addressPlusOne: " at the address plus one, as a bootloader"
          case .resolvedAddress: " at a private address that its key resolves"
          case .sameAddress, nil: ""
          }
        return "\(chapter.connection)\(gap)\(link)"
      }
      let address = story.address.map { "\($0)" } ?? "unknown"
      let shown = chapters.prefix(isVerbose ? chapters.count : 8).joined(separator: ", ")
      let more = !isVerbose && chapters.count > 8 ? ", …" : ""
      output.append("  \(address)  connections \(shown)\(more)\n")
    }
    list.printRest(of: stories.count, "devices", &output)
  }
}
