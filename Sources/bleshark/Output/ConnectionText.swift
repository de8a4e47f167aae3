import ATTParser
import Analyzer

/// One connection instance as text for people.
struct ConnectionText {
  private let analysis: Analysis
  private let style: TextStyle
  private let times: TimeText
  private let list: ListText

  init(_ analysis: Analysis, _ style: TextStyle, _ times: TimeText, _ list: ListText) {
    self.analysis = analysis
    self.style = style
    self.times = times
    self.list = list
  }

  /// Prints a connection.
  func print(_ connection: Connection, _ output: inout OutputBuffer) {
    var title = "Connection \(connection.id)"
    title += "  \(connection.transport.label), handle \(Numbers.hex(connection.handle.rawValue, digits: 4))"
    if connection.adapter != 0 { title += ", adapter \(connection.adapter)" }
    output.append("\n\(style.bold(title))\n")
    printLife(connection, &output)
    printSettings(connection, &output)
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
      row("peer", "\(peer)\(type)\(identity)\(role)", &output)
    }
    if let opened = connection.opened {
      row("opened", "frame \(opened.frame) at \(times.text(opened))", &output)
    } else {
      row("opened", "before the capture; first named in frame \(connection.firstSeen.frame)", &output)
    }
    if let closed = connection.closed {
      let why = closed.reason.map { "\(describe($0)), \(closed.by.label)" } ?? "adapter reset or removed"
      let app =
        closed.reason.flatMap { AppErrors.forDisconnect($0.seenByCentral(from: connection.role)).text }.map {
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
    for request in list.shown(connection.requests) { row("asked", describe(request), &output) }
    list.printRest(of: connection.requests.count, "requests", &output)
    for exchange in list.shown(connection.mtuExchanges) {
      let client = exchange.client.map { "\($0)" } ?? "unknown"
      let server = exchange.server.map { "\($0)" } ?? (exchange.isRefused ? "refused" : "unknown")
      let effective =
        exchange.effective.map { "ATT_MTU \($0)" }
        ?? (exchange.isRefused ? "ATT_MTU as before" : "ATT_MTU unknown")
      let by = exchange.direction == .received ? ", asked by the peer" : ""
      row(
        "MTU", "\(effective) from frame \(exchange.moment.frame) (client \(client), server \(server)\(by))",
        &output)
    }
    if let encryption = connection.encryption {
      let state = encryption.enabled == 0 ? "off" : "on"
      let what = encryption.status == .success ? state : "failed: \(describe(encryption.status))"
      row("encryption", "\(what) from frame \(encryption.moment.frame)", &output)
    }
  }

  private func describe(_ request: LinkRequest) -> String {
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
    let by = request.isLocal ? "this host" : "the peer"
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

  // MARK: - ATT

  private func printATT(_ connection: Connection, _ output: inout OutputBuffer) {
    guard !connection.opcodeCounts.isEmpty else { return }
    let counts = connection.opcodeCounts.map {
      "\($0.count)\(TextLayout.hardSpace)\($0.opcode?.shortName ?? "undefined")"
    }
    row("ATT", counts.joined(separator: ", "), &output)
    if let median = connection.latencies.quantile(0.5), let p95 = connection.latencies.quantile(0.95) {
      let greatest = Numbers.short(connection.latencies.max)
      row(
        "latency",
        "median \(Numbers.short(median)) ms, 95 % within \(Numbers.short(p95)) ms, longest \(greatest) ms over \(ListText.count(connection.latencies.count, "answer"))",
        &output)
    }
    if let median = connection.localLatencies.quantile(0.5) {
      let greatest = Numbers.short(connection.localLatencies.max)
      row(
        "own latency",
        "this host answered within median \(Numbers.short(median)) ms, longest \(greatest) ms over \(ListText.count(connection.localLatencies.count, "answer"))",
        &output)
    }
    let local = connection.localTable
    if !local.isEmpty {
      row(
        "own services",
        "\(ListText.count(local.services.count, "service")), \(ListText.count(local.characteristics.count, "characteristic")) of this host, as the peer found them",
        &output)
    }
    let table = connection.peerTable
    if !table.isEmpty {
      let borrowed = connection.hasBorrowedTable ? ", partly known from elsewhere" : ""
      row(
        "attributes",
        "\(ListText.count(table.services.count, "service")), \(ListText.count(table.characteristics.count, "characteristic"))\(borrowed)",
        &output)
    }
    let unexplained = connection.unexplainedHandles
    if !unexplained.isEmpty {
      let shown = unexplained.prefix(12).map { "\($0)" }.joined(separator: ", ")
      row("unexplained", "handles \(shown)\(unexplained.count > 12 ? ", …" : "")", &output)
    }
  }

  private func printProblems(_ connection: Connection, _ output: inout OutputBuffer) {
    let (ends, errors) = Self.grouped(connection.errors)
    if !ends.isEmpty {
      row("ATT error", style.dim("Attribute Not Found, as discovery ends, \(ListText.frames(ends))"), &output)
    }
    for group in list.shown(errors) {
      row(
        "ATT error",
        "\(style.warning(group.first.code.name)) for \(group.first.request.shortName) on \(attribute(group.first.attributeHandle, connection)), \(ListText.frames(group.frames))",
        &output)
    }
    list.printRest(of: errors.count, "kinds of error", &output)
    for transaction in list.shown(connection.unanswered) {
      guard case .unanswered(let why) = transaction.outcome else { continue }
      let subject = transaction.attributeHandle.map { " on \(attribute($0, connection))" } ?? ""
      row(
        "unanswered",
        style.warning(
          "\(transaction.request.shortName)\(subject) in frame \(transaction.began.frame): \(why.text)"),
        &output)
    }
    list.printRest(of: connection.unanswered.count, "unanswered transactions", &output)
    for anomaly in list.shown(connection.anomalies) {
      let request = anomaly.requestFrame.map { ", request in frame \($0)" } ?? ""
      let kind = anomaly.kind.rawValue.replacing("_", with: " ")
      row(
        "order",
        style.warning("\(kind): \(anomaly.opcode.shortName) in frame \(anomaly.moment.frame)\(request)"),
        &output)
    }
    list.printRest(of: connection.anomalies.count, "anomalies", &output)
  }

  private func printServiceChanges(_ connection: Connection, _ output: inout OutputBuffer) {
    for change in list.shown(connection.serviceChanges) {
      let by = change.direction == .sent ? "this host's" : "the peer's"
      row(
        "changed", "\(by) attributes \(change.start)–\(change.end), it says in frame \(change.moment.frame)",
        &output)
    }
    list.printRest(of: connection.serviceChanges.count, "changes of services", &output)
  }

  private func printLongWrites(_ connection: Connection, _ output: inout OutputBuffer) {
    for write in list.shown(connection.longWrites) {
      let parts = ListText.count(write.parts.count + write.partsNotKept, "part")
      var text = "\(write.length) bytes in \(parts) to \(attribute(write.attributeHandle, connection))"
      if write.isReliable { text += ", with other attributes" }
      switch write.execution {
      case .write: text += ", executed in frame \(write.executeFrame ?? 0)"
      case .cancel: text += ", cancelled in frame \(write.executeFrame ?? 0)"
      case .reserved(let flags): text += style.warning(", executed with undefined flags \(flags)")
      case .never: text += style.warning(", never executed")
      }
      switch write.answer {
      case .pending: break
      case .confirmed(let frame): text += ", confirmed in frame \(frame)"
      case .failed(let code, let frame): text += style.warning(", failed in frame \(frame): \(code.name)")
      }
      if write.echoMismatches > 0 {
        text += style.warning(", \(ListText.count(write.echoMismatches, "part")) not repeated as sent")
      }
      if !write.holes.isEmpty { text += style.warning(", with holes") }
      row("long write", text, &output)
    }
    list.printRest(of: connection.longWrites.count, "long writes", &output)
  }

  private func printSubscriptions(_ connection: Connection, _ output: inout OutputBuffer) {
    for change in list.shown(connection.subscriptions) {
      let what = ["off", "notifications", "indications", "notifications and indications"][
        Int(change.bits & 3)]
      let answer =
        change.isAccepted == false
        ? style.warning(", refused") : change.isAccepted == nil ? ", not answered" : ""
      let inferred = change.isInferred ? " (inferred CCCD)" : ""
      let before = change.valuesBefore > 0 ? ", \(ListText.count(change.valuesBefore, "value")) before" : ""
      row(
        "subscribed",
        "\(attribute(change.value, connection)): \(what) in frame \(change.moment.frame)\(inferred)\(answer)\(before)",
        &output)
    }
    list.printRest(of: connection.subscriptions.count, "subscriptions", &output)
  }

  private func printStreams(_ connection: Connection, _ output: inout OutputBuffer) {
    guard !connection.streams.isEmpty else { return }
    tableRow("values", "kind           handle  sender      PDUs       bytes  frames       attribute", &output)
    for stream in list.shown(connection.streams) {
      let meaning = connection.meaning(of: stream)
      let cells = [
        TextLayout.left(stream.kind.name, 13), "\(stream.attributeHandle)",
        TextLayout.left(stream.senderName, 7), TextLayout.right("\(stream.count)", 8),
        TextLayout.right("\(stream.bytes)", 10),
        TextLayout.left("\(stream.first.frame)–\(stream.last.frame)", 11),
      ]
      let name = (meaning?.name ?? meaning?.label).map { [$0] } ?? []
      tableRow("", (cells + name).joined(separator: "  "), &output)
    }
    list.printRest(of: connection.streams.count, "streams", &output)
  }

  // MARK: - Pieces

  private func row(_ label: String, _ text: String, _ output: inout OutputBuffer) {
    let indent = String(repeating: " ", count: 15)
    let lines = TextLayout.wrap(text, width: style.width.map { $0 - 15 }, indent: indent)
    output.append("  \(style.dim(TextLayout.left(label, 12))) \(lines)\n")
  }

  /// A row of a table, which is cut rather than wrapped.
  private func tableRow(_ label: String, _ text: String, _ output: inout OutputBuffer) {
    var text = text
    while text.last == " " { text.removeLast() }
    if let width = style.width, text.count > width - 15 { text = text.prefix(width - 16) + "…" }
    output.append("  \(style.dim(TextLayout.left(label, 12))) \(text)\n")
  }

  private func attribute(_ handle: AttributeHandle, _ connection: Connection) -> String {
    // The other device's attributes are what a capture is mostly about; the recording host's come second.
    let meaning = connection.peerTable.meaning(of: handle) ?? connection.localTable.meaning(of: handle)
    guard let meaning else { return "\(handle)" }
    return "\(handle) \(meaning.name ?? meaning.label)"
  }

  private func describe(_ code: ErrorCode) -> String {
    "\(Numbers.hex(code.rawValue, digits: 2)) \(code.name)"
  }

  /// Equal errors together, in the order they first appear; apart from them the normal ends of discovery.
  private static func grouped(
    _ errors: [ATTErrorEvent]
  ) -> (ends: [Int], groups: [(first: ATTErrorEvent, frames: [Int])]) {
    var ends: [Int] = []
    var groups: [(first: ATTErrorEvent, frames: [Int])] = []
    for error in errors {
      let isDiscovery = [0x04, 0x06, 0x08, 0x10].contains(error.request.rawValue)
      if isDiscovery, error.code == .attributeNotFound {
        ends.append(error.moment.frame)
        continue
      }
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
    return (ends, groups)
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

extension Connection.Closing.Side {
  /// The name in text for people.
  var label: String {
    switch self {
    case .local: "by this host"
    case .peer: "by the peer"
    case .link: "the link was lost"
    }
  }
}
