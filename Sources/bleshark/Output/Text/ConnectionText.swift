import ATTParser
import Analyzer

/// One connection instance as text for people.
struct ConnectionText {
  /// What the connection was found in.
  let analysis: Analysis
  /// How text is set off.
  let style: TextStyle
  private let times: TimeText
  /// How much of long lists is told.
  let list: ListText

  /// Makes a printer of the connections of an analysis.
  init(_ analysis: Analysis, _ style: TextStyle, _ times: TimeText, _ list: ListText) {
    self.analysis = analysis
    self.style = style
    self.times = times
    self.list = list
  }

  /// Prints a connection.
  func print(_ connection: Connection, _ output: inout OutputBuffer) {
    var title = "Connection \(connection.id)"
    title += "  \(connection.transport.label), "
    if let air = connection.air {
      title += "access address \(Numbers.hex(air.accessAddress.rawValue, digits: 8))"
    } else {
      title += "handle \(Numbers.hex(connection.handle.rawValue, digits: 4))"
    }
    if connection.air == nil, connection.adapter != 0 { title += ", adapter \(connection.adapter)" }
    output.append("\n\(style.bold(title))\n")
    printLife(connection, &output)
    printSettings(connection, &output)
    if let air = connection.air {
      for line in AirText(air, connection, analysis, times).lines { row(line.label, line.text, &output) }
    }
    printATT(connection, &output)
    printProblems(connection, &output)
    printSubscriptions(connection, &output)
    printServiceChanges(connection, &output)
    printLongWrites(connection, &output)
    printStreams(connection, &output)
  }

  // MARK: - Life

  private func printLife(_ connection: Connection, _ output: inout OutputBuffer) {
    if let peer = connection.peer {
      let role = connection.role == .unknown ? "" : ", this host is the \(connection.role.name)"
      let identity = connection.identity.map { ", which is \($0)" } ?? ""
      let type = connection.peerType.map { " (\($0.name))" } ?? ""
      let label = connection.air == nil ? "peer" : "peripheral"
      row(label, "\(peer)\(type)\(identity)\(role)", &output)
    }
    if let central = connection.air?.central {
      row("central", "\(central)\(connection.air?.centralType.map { " (\($0.name))" } ?? "")", &output)
    }
    if let opened = connection.opened {
      row("opened", "frame \(opened.frame) at \(times.text(opened))", &output)
    } else {
      row("opened", "before the capture; first named in frame \(connection.firstSeen.frame)", &output)
    }
    if let closed = connection.closed {
      let why =
        closed.reason.map { "\(describe($0)), \(connection.sides.label(closed.by))" }
        ?? "adapter reset or removed"
      let app =
        connection.air != nil
        ? ""
        : closed.reason.flatMap { AppErrors.forDisconnect($0.seenByCentral(from: connection.role)).text }.map
        {
          style.dim("; apps on the central see \($0)")
        } ?? ""
      row("closed", "frame \(closed.moment.frame) at \(times.text(closed.moment)): \(why)\(app)", &output)
    } else {
      row("closed", "not in the capture; last data in frame \(connection.lastSeen.frame)", &output)
    }
    guard !connection.phases.isEmpty else { return }
    let phases = connection.phases.map { phase in
      let seconds = phase.end.time.seconds(since: phase.start.time)
      let words = [
        phase.name.rawValue, Numbers.short(seconds, decimals: 3), "s",
        "(\(phase.start.frame)–\(phase.end.frame))",
      ]
      return words.joined(separator: TextLayout.hardSpace)
    }
    row("phases", phases.joined(separator: ", "), &output)
  }

  // MARK: - Settings of the link

  private func printSettings(_ connection: Connection, _ output: inout OutputBuffer) {
    for change in list.shown(connection.parameters) {
      let parameters = change.parameters
      let interval = Numbers.short(parameters.intervalMilliseconds)
      row(
        "parameters",
        "interval \(interval) ms, latency \(parameters.latency), timeout \(parameters.timeoutMilliseconds) ms from frame \(change.moment.frame)",
        &output)
    }
    list.printRest(of: connection.parameters.count, "changes of parameters", &output)
    for change in list.shown(connection.phys) {
      let phys = "sends \(PHYName.text(change.tx)), receives \(PHYName.text(change.rx))"
      row("PHY", "\(phys) from frame \(change.moment.frame)", &output)
    }
    for change in list.shown(connection.dataLengths) {
      let lengths = "sends \(change.lengths.maxTxOctets), receives \(change.lengths.maxRxOctets) octets"
      row("data length", "\(lengths) from frame \(change.moment.frame)", &output)
    }
    for request in list.shown(connection.requests) {
      row("asked", describe(request, connection.sides), &output)
    }
    list.printRest(of: connection.requests.count, "requests", &output)
    for exchange in list.shown(connection.mtuExchanges) {
      let client = exchange.client.map { "\($0)" } ?? "unknown"
      let server = exchange.server.map { "\($0)" } ?? (exchange.isRefused ? "refused" : "unknown")
      let effective =
        exchange.effective.map { "ATT_MTU \($0)" }
        ?? (exchange.isRefused ? "ATT_MTU as before" : "ATT_MTU unknown")
      let by = exchange.direction == .received ? ", asked by \(connection.sides.peerLabel)" : ""
      row(
        "MTU", "\(effective) from frame \(exchange.moment.frame) (client \(client), server \(server)\(by))",
        &output)
    }
    for encryption in list.shown(connection.encryptions) {
      let state = encryption.enabled == 0 ? "off" : "on"
      let what = encryption.status == .success ? state : "failed: \(describe(encryption.status))"
      row("encryption", "\(what) from frame \(encryption.moment.frame)", &output)
    }
    list.printRest(of: connection.encryptions.count, "changes of encryption", &output)
  }

  private func describe(_ request: LinkRequest, _ sides: LinkSides) -> String {
    let what: String
    switch request.what {
    case .parameters(let wanted):
      let shortest = Numbers.short(Double(wanted.minInterval) * 1.25)
      let longest = Numbers.short(Double(wanted.maxInterval) * 1.25)
      what =
        "interval \(shortest)–\(longest) ms, latency \(wanted.latency), timeout \(Int(wanted.supervisionTimeout) * 10) ms"
    case .dataLength(let octets): what = "\(octets) octets"
    case .phy(let tx, let rx):
      what =
        "PHY \(PHYName.list(tx).joined(separator: " or ")) out, \(PHYName.list(rx).joined(separator: " or ")) in"
    }
    let by = request.isLocal ? sides.localLabel : sides.peerLabel
    let outcome: String
    switch request.outcome {
    case .accepted: outcome = "granted in frame \(request.answered?.frame ?? 0)"
    case .refused(let code):
      outcome = style.warning(
        "refused\(code.map { ": \(describe($0))" } ?? "") in frame \(request.answered?.frame ?? 0)")
    case .unanswered: outcome = "no answer in the capture"
    }
    return "\(by) for \(what) in frame \(request.moment.frame): \(outcome)"
  }

  // MARK: - Pieces

  /// A row, its label set back and its text in lines.
  func row(_ label: String, _ text: String, _ output: inout OutputBuffer) {
    let indent = String(repeating: " ", count: 15)
    let lines = TextLayout.wrap(text, width: style.width.map { $0 - 15 }, indent: indent)
    output.append("  \(style.dim(TextLayout.left(label, 12))) \(lines)\n")
  }

  /// A row of a table, which is cut rather than wrapped.
  func tableRow(_ label: String, _ text: String, _ output: inout OutputBuffer) {
    var text = text
    while text.last == " " { text.removeLast() }
    if let width = style.width, text.count > width - 15 { text = text.prefix(width - 16) + "…" }
    output.append("  \(style.dim(TextLayout.left(label, 12))) \(text)\n")
  }

  private func describe(_ code: ErrorCode) -> String {
    "\(Numbers.hex(code.rawValue, digits: 2)) \(code.name)"
  }
}

extension ErrorCode {
  /// The reason as the central's host, where apps run, is told it: what one side's host did is what the other
  /// side is told the remote user did.
  fileprivate func seenByCentral(from role: Connection.Role) -> ErrorCode {
    guard role == .peripheral else { return self }
    switch self {
    case .remoteUserTerminated: return .terminatedByLocalHost
    case .terminatedByLocalHost: return .remoteUserTerminated
    default: return self
    }
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
