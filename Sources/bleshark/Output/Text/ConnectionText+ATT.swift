import ATTParser
import Analyzer

/// The ATT traffic of a connection: what was counted, what went wrong, what was written and sent.
extension ConnectionText {
  /// Prints counts and latencies of the ATT traffic, and whose attributes are known.
  func printATT(_ connection: Connection, _ output: inout OutputBuffer) {
    guard !connection.opcodeCounts.isEmpty else { return }
    let counts = connection.opcodeCounts.map {
      "\($0.count)\(TextLayout.hardSpace)\($0.opcode?.shortName ?? "undefined")"
    }
    row("ATT", counts.joined(separator: ", "), &output)
    if let median = connection.latencies.quantile(0.5), let p95 = connection.latencies.quantile(0.95) {
      let greatest = Numbers.short(connection.latencies.max)
      row(
        "latency",
        "median \(Numbers.short(median)) ms, 95 % within \(Numbers.short(p95)) ms, longest \(greatest) ms\(frame(connection.latencies)) over \(ListText.count(connection.latencies.count, "answer"))",
        &output)
    }
    if let median = connection.localLatencies.quantile(0.5) {
      let greatest = Numbers.short(connection.localLatencies.max)
      row(
        "own latency",
        "\(connection.sides.localLabel) answered within median \(Numbers.short(median)) ms, longest \(greatest) ms\(frame(connection.localLatencies)) over \(ListText.count(connection.localLatencies.count, "answer"))",
        &output)
    }
    let local = connection.localTable
    if !local.isEmpty {
      row(
        "own services",
        "\(ListText.count(local.services.count, "service")), \(ListText.count(local.characteristics.count, "characteristic")) of \(connection.sides.localLabel), as \(connection.sides.peerLabel) found them",
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

  /// Prints errors, unanswered requests and what the order of PDUs does not allow.
  func printProblems(_ connection: Connection, _ output: inout OutputBuffer) {
    let (ends, errors) = Self.grouped(connection)
    if !ends.isEmpty {
      row("ATT error", style.dim("Attribute Not Found, as discovery ends, \(ListText.frames(ends))"), &output)
    }
    for group in list.shown(errors) {
      // The end of a long value is none to an app.
      let app = group.first.isEndOfValue ? nil : AppErrors.forATT(group.first.code).text
      row(
        "ATT error",
        "\(style.warning(group.first.code.name)) for \(group.first.request.shortName) on \(name(group.first.attributeHandle, connection.meaning(of: group.first))), \(ListText.frames(group.frames))\(app.map { style.dim("; apps see \($0)") } ?? "")",
        &output)
    }
    list.printRest(of: errors.count, "kinds of error", &output)
    for transaction in list.shown(connection.unanswered) {
      guard case .unanswered(let why) = transaction.outcome else { continue }
      let subject =
        transaction.firstHandle.map { " on \(name($0, connection.meaning(of: transaction)))" } ?? ""
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

  /// Prints Service Changed indications.
  func printServiceChanges(_ connection: Connection, _ output: inout OutputBuffer) {
    for change in list.shown(connection.serviceChanges) {
      let by = "\(change.direction == .sent ? connection.sides.localLabel : connection.sides.peerLabel)'s"
      row(
        "changed", "\(by) attributes \(change.start)–\(change.end), it says in frame \(change.moment.frame)",
        &output)
    }
    list.printRest(of: connection.serviceChanges.count, "changes of services", &output)
  }

  /// Prints long and reliable writes.
  func printLongWrites(_ connection: Connection, _ output: inout OutputBuffer) {
    for write in list.shown(connection.longWrites) {
      let parts = ListText.count(write.parts.count + write.partsNotKept, "part")
      var text =
        "\(write.length) bytes in \(parts) to \(name(write.attributeHandle, connection.meaning(of: write)))"
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

  /// Prints writes to CCCDs.
  func printSubscriptions(_ connection: Connection, _ output: inout OutputBuffer) {
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
        "\(name(change.value, connection.meaning(of: change))): \(what) in frame \(change.moment.frame)\(inferred)\(answer)\(before)",
        &output)
    }
    list.printRest(of: connection.subscriptions.count, "subscriptions", &output)
  }

  /// Prints streams of values.
  func printStreams(_ connection: Connection, _ output: inout OutputBuffer) {
    guard !connection.streams.isEmpty else { return }
    tableRow("values", "kind           handle  sender      PDUs       bytes  frames       attribute", &output)
    for stream in list.shown(connection.streams) {
      let meaning = connection.meaning(of: stream)
      let cells = [
        TextLayout.left(stream.kind.name, 13), "\(stream.attributeHandle)",
        TextLayout.left(connection.sides.sender(stream), connection.air == nil ? 7 : 10),
        TextLayout.right("\(stream.count)", 8),
        TextLayout.right("\(stream.bytes)", 10),
        TextLayout.left("\(stream.first.frame)–\(stream.last.frame)", 11),
      ]
      let name = (meaning?.name ?? meaning?.label).map { [$0] } ?? []
      tableRow("", (cells + name).joined(separator: "  "), &output)
    }
    list.printRest(of: connection.streams.count, "streams", &output)
    let bulk = analysis.unclaimedWrites(on: connection)
    if !bulk.isEmpty {
      let handles = bulk.map { "\($0.attributeHandle)" }.joined(separator: ", ")
      row(
        "bulk",
        "writes to \(handles) are of no known protocol; 'bleshark why' looks whether they are a transfer",
        &output)
    }
  }

  /// The frame of the answer that took longest.
  private func frame(_ latencies: LatencySamples) -> String {
    latencies.greatestMoment.map { " in frame \($0.frame)" } ?? ""
  }

  /// An attribute with what it was when it was used.
  private func name(_ handle: AttributeHandle, _ meaning: GATTTable.Meaning?) -> String {
    meaning.map { "\(handle) \($0.name ?? $0.label)" } ?? "\(handle)"
  }

  /// What equal errors have in common.
  private struct ErrorKind: Hashable {
    let request: ATTOpcode
    let code: ATTErrorCode
    let handle: AttributeHandle
    let server: Connection.Server
    let meaning: GATTTable.Meaning?
  }

  /// Equal errors together, in the order they first appear; apart from them the normal ends of discovery.
  private static func grouped(
    _ connection: Connection
  ) -> (ends: [Int], groups: [(first: ATTErrorEvent, frames: [Int])]) {
    var ends: [Int] = []
    var groups: [(first: ATTErrorEvent, frames: [Int])] = []
    var places: [ErrorKind: Int] = [:]
    for error in connection.errors {
      if error.isEndOfRange {
        ends.append(error.moment.frame)
        continue
      }
      let kind = ErrorKind(
        request: error.request, code: error.code, handle: error.attributeHandle, server: error.server,
        meaning: connection.meaning(of: error))
      if let place = places[kind] {
        groups[place].frames.append(error.moment.frame)
      } else {
        places[kind] = groups.count
        groups.append((error, [error.moment.frame]))
      }
    }
    return (ends, groups)
  }
}
