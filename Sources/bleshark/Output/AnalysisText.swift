import ATTParser
import Analyzer

/// The analysis as text for people.
struct AnalysisText {
  /// Rows shown of a list that `--verbose` shows whole.
  private static let rowsShown = 12
  /// Connections described one by one; more of them become a table.
  private static let connectionsDescribed = 12
  /// Rows of that table.
  private static let connectionRowsShown = 40

  private let analysis: Analysis
  private let source: SourceDescription
  private let style: TextStyle
  private let usesDates: Bool
  private let isVerbose: Bool
  private let isQuiet: Bool
  private let chosen: Int?

  /// - Parameter chosen: the one connection to describe, nil for all.
  init(
    _ analysis: Analysis, _ source: SourceDescription, _ style: TextStyle, _ invocation: Invocation,
    chosen: Int?
  ) {
    self.chosen = chosen
    self.analysis = analysis
    self.source = source
    self.style = style
    usesDates = invocation.has(.utc)
    isVerbose = invocation.has(.verbose)
    isQuiet = invocation.has(.quiet)
  }

  /// Prints the report.
  func print(_ output: inout OutputBuffer) {
    printCapture(&output)
    if !isQuiet { printQuality(&output) }
    let connections = analysis.connections
    if let chosen {
      for connection in connections where connection.id == chosen { print(connection, &output) }
    } else if isVerbose || connections.count <= Self.connectionsDescribed {
      for connection in connections { print(connection, &output) }
    } else {
      ConnectionTable(analysis, style).print(connections.prefix(Self.connectionRowsShown), &output)
      let more = connections.count - Self.connectionRowsShown
      let rest = more > 0 ? "… \(more) more, shown with --verbose; " : ""
      output.append("  \(style.dim("\(rest)--connection N describes one"))\n")
    }
    printFailures(&output)
  }

  // MARK: - The capture

  private func printCapture(_ output: inout OutputBuffer) {
    let kind = [source.format, source.linkType].compactMap { $0 }.joined(separator: ", ")
    let frames = source.frames == 1 ? "1 frame" : "\(source.frames) frames"
    output.append("\(style.bold(source.path))  \(kind), \(frames)")
    if let first = analysis.firstTime {
      output.append(" in \(Numbers.short(analysis.duration, decimals: 3)) s, from \(UTCDate.text(first))")
    }
    output.append("\n")
    let connections = analysis.connections.count
    let pdus = analysis.connections.reduce(0) { $0 + $1.pduCount }
    let failed = analysis.failedConnections.count
    output.append("\(Self.count(connections, "connection")), \(Self.count(pdus, "ATT PDU"))")
    if failed > 0 { output.append(", \(Self.count(failed, "failed connection attempt"))") }
    output.append("\n")
  }

  private func printQuality(_ output: inout OutputBuffer) {
    let quality = analysis.quality
    var lines = quality.cannotConclude
    if quality.malformedFrames > 0 {
      let shown = quality.malformedEvidence.prefix(isVerbose ? quality.malformedEvidence.count : 10)
      let more = quality.malformedFrames > shown.count ? ", …" : ""
      lines.append(
        "\(Self.count(quality.malformedFrames, "frame")) malformed: frame.number in {\(Self.list(shown))\(more)}"
      )
    }
    if quality.timeWentBack > 0 {
      lines.append(
        "the clock went back \(Self.count(quality.timeWentBack, "time")): durations across that are unknown")
    }
    let notKept = analysis.notKept
    if !notKept.isEmpty {
      lines.append(
        "too much to keep: \(notKept.connections) connections, \(notKept.streamPDUs) stream PDUs, \(notKept.errors) errors and \(notKept.failures) failed attempts were counted only"
      )
    }
    guard !lines.isEmpty else { return }
    output.append("\n\(style.bold("Capture quality"))\n")
    for line in lines {
      let text = TextLayout.wrap(line, width: style.width.map { $0 - 4 }, indent: "    ")
      output.append("  \(style.warning("!")) \(text)\n")
    }
  }

  private func printFailures(_ output: inout OutputBuffer) {
    guard !analysis.failedConnections.isEmpty else { return }
    output.append("\n\(style.bold("Failed connection attempts"))\n")
    for failure in shown(analysis.failedConnections) {
      let peer = failure.peer.map { " to \($0)" } ?? ""
      output.append(
        "  frame \(failure.moment.frame) at \(time(failure.moment))  \(failure.transport.label)\(peer): \(describe(failure.status))\n"
      )
    }
    printRest(of: analysis.failedConnections.count, "attempts", &output)
  }

  // MARK: - A connection

  private func print(_ connection: Connection, _ output: inout OutputBuffer) {
    var title = "Connection \(connection.id)"
    title += "  \(connection.transport.label), handle \(Numbers.hex(connection.handle.rawValue, digits: 4))"
    if connection.adapter != 0 { title += ", adapter \(connection.adapter)" }
    output.append("\n\(style.bold(title))\n")
    if let peer = connection.peer {
      let role = connection.role == .unknown ? "" : ", this host is the \(connection.role.name)"
      row("peer", "\(peer)\(connection.peerType.map { " (\($0.name))" } ?? "")\(role)", &output)
    }
    printLife(connection, &output)
    printSettings(connection, &output)
    printATT(connection, &output)
    printStreams(connection, &output)
  }

  private func printLife(_ connection: Connection, _ output: inout OutputBuffer) {
    if let opened = connection.opened {
      row("opened", "frame \(opened.frame) at \(time(opened))", &output)
    } else {
      row("opened", "before the capture; first seen in frame \(connection.firstSeen.frame)", &output)
    }
    guard let closed = connection.closed else {
      row("closed", "not in the capture; last seen in frame \(connection.lastSeen.frame)", &output)
      return
    }
    let why = closed.reason.map { "\(describe($0)), by \(closed.by.label)" } ?? "adapter reset or removed"
    row("closed", "frame \(closed.moment.frame) at \(time(closed.moment)): \(why)", &output)
  }

  private func printSettings(_ connection: Connection, _ output: inout OutputBuffer) {
    for change in shown(connection.parameters) {
      let parameters = change.parameters
      row(
        "parameters",
        "interval \(Numbers.short(parameters.intervalMilliseconds)) ms, latency \(parameters.latency), timeout \(parameters.timeoutMilliseconds) ms from frame \(change.moment.frame)",
        &output)
    }
    for change in shown(connection.phys) {
      row(
        "PHY",
        "sends \(PHYName.text(change.tx)), receives \(PHYName.text(change.rx)) from frame \(change.moment.frame)",
        &output)
    }
    for change in shown(connection.dataLengths) {
      row(
        "data length",
        "sends \(change.lengths.maxTxOctets), receives \(change.lengths.maxRxOctets) octets from frame \(change.moment.frame)",
        &output)
    }
    if let mtu = connection.mtu {
      let client = mtu.client.map { "\($0)" } ?? "unknown"
      let server = mtu.server.map { "\($0)" } ?? "unknown"
      let effective = mtu.effective.map { "ATT_MTU \($0)" } ?? "ATT_MTU unknown"
      row("MTU", "\(effective) from frame \(mtu.moment.frame) (client \(client), server \(server))", &output)
    }
    if let encryption = connection.encryption {
      let state = encryption.enabled == 0 ? "off" : "on"
      let what = encryption.status == .success ? state : "failed: \(describe(encryption.status))"
      row("encryption", "\(what) from frame \(encryption.moment.frame)", &output)
    }
  }

  private func printATT(_ connection: Connection, _ output: inout OutputBuffer) {
    let counts = connection.opcodeCounts
    if !counts.isEmpty {
      let text = counts.map { "\($0.count) \($0.opcode.map { Self.shortName($0) } ?? "undefined")" }
      let wrapped = TextLayout.wrap(
        text.joined(separator: ", "), width: style.width.map { $0 - 15 },
        indent: String(repeating: " ", count: 15))
      row("ATT", wrapped, &output)
    }
    let errors = Self.grouped(connection.errors)
    for group in shown(errors) {
      row(
        "ATT error",
        "\(group.first.code.name) for \(Self.shortName(group.first.request)) on \(group.first.attributeHandle), \(Self.frames(group.frames))",
        &output)
    }
    printRest(of: errors.count, "kinds of error", &output)
  }

  private func printStreams(_ connection: Connection, _ output: inout OutputBuffer) {
    let streams = Array(connection.streams)
    guard !streams.isEmpty else { return }
    row("values", style.dim("kind           handle  sender      PDUs       bytes  frames"), &output)
    for stream in shown(streams) {
      let cells = [
        TextLayout.left(stream.kind.name, 13), "\(stream.attributeHandle)",
        TextLayout.left(stream.senderName, 7), TextLayout.right("\(stream.count)", 8),
        TextLayout.right("\(stream.bytes)", 10), "\(stream.first.frame)–\(stream.last.frame)",
      ]
      row("", cells.joined(separator: "  "), &output)
    }
    printRest(of: streams.count, "streams", &output)
  }

  // MARK: - Pieces

  private func row(_ label: String, _ text: String, _ output: inout OutputBuffer) {
    output.append("  \(style.dim(TextLayout.left(label, 12))) \(text)\n")
  }

  private func shown<Element>(_ list: [Element]) -> ArraySlice<Element> {
    isVerbose ? list[...] : list.prefix(Self.rowsShown)
  }

  private func printRest(of count: Int, _ what: String, _ output: inout OutputBuffer) {
    guard !isVerbose, count > Self.rowsShown else { return }
    row("", style.dim("… \(count - Self.rowsShown) more \(what), shown with --verbose"), &output)
  }

  private func time(_ moment: Moment) -> String {
    if usesDates { return UTCDate.text(moment.time) }
    let first = analysis.firstTime ?? moment.time
    return Numbers.seconds(nanoseconds: moment.time.nanoseconds(since: first)) + " s"
  }

  private func describe(_ code: ErrorCode) -> String {
    "\(Numbers.hex(code.rawValue, digits: 2)) \(code.name)"
  }

  private static func count(_ count: Int, _ what: String) -> String {
    count == 1 ? "1 \(what)" : "\(count) \(what)s"
  }

  private static func list(_ frames: some Sequence<Int>) -> String {
    frames.map(String.init).joined(separator: ", ")
  }

  private static func frames(_ frames: [Int]) -> String {
    guard frames.count > 1 else { return "frame \(frames.first ?? 0)" }
    let more = frames.count > 6 ? ", …" : ""
    return "\(frames.count) times: frames \(list(frames.prefix(6)))\(more)"
  }

  /// Without the prefix that every ATT PDU's name has.
  private static func shortName(_ opcode: ATTOpcode) -> String {
    opcode.name.hasPrefix("ATT_") ? String(opcode.name.dropFirst(4)) : opcode.name
  }

  /// Equal errors together, in the order they first appear.
  private static func grouped(
    _ errors: [ATTErrorEvent]
  ) -> [(first: ATTErrorEvent, frames: [Int])] {
    var groups: [(first: ATTErrorEvent, frames: [Int])] = []
    for error in errors {
      let place = groups.firstIndex {
        $0.first.request == error.request && $0.first.attributeHandle == error.attributeHandle
          && $0.first.code == error.code
      }
      if let place {
        groups[place].frames.append(error.moment.frame)
      } else {
        groups.append((error, [error.moment.frame]))
      }
    }
    return groups
  }
}

extension Transport {
  /// The name in text for people.
  var label: String {
    switch self {
    case .le: "LE"
    case .brEDR: "BR/EDR"
    case .unknown: "unknown transport"
    }
  }
}

extension Connection.Closing.Side {
  /// The name in text for people.
  var label: String {
    switch self {
    case .local: "this host"
    case .peer: "the peer"
    case .link: "nobody: the link was lost"
    }
  }
}
