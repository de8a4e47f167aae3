import ATTParser
import Analyzer

/// A frame as one line of text.
struct PacketText {
  private let style: TextStyle
  private let usesDates: Bool

  /// Makes lines with dates in UTC, or with seconds since the first frame.
  init(_ style: TextStyle, usesDates: Bool) {
    self.style = style
    self.usesDates = usesDates
  }

  /// The line for a frame, with its line break.
  ///
  /// - Parameters:
  ///   - connection: number of the frame's connection instance, 0 for none.
  ///   - elapsed: nanoseconds since the first frame.
  ///   - meaning: what the attribute handle in it is, if it has one and that is known.
  func line(
    _ frame: DecodedFrame, _ connection: Int, _ elapsed: Int64, _ meaning: GATTTable.Meaning?,
    _ reader: borrowing CaptureReader
  ) -> String {
    let time =
      usesDates
      ? UTCDate.text(frame.record.timestamp) : TextLayout.right(Numbers.seconds(nanoseconds: elapsed), 12)
    let arrow = [Direction.sent: "→", .received: "←", .unknown: " "][frame.record.direction] ?? " "
    let link = connection > 0 ? "#\(connection)" : ""
    var text =
      "\(TextLayout.right("\(frame.record.number)", 7))  \(time) \(arrow) \(TextLayout.left(link, 4)) "
    text += frame.name
    let fields = fields(of: frame, reader)
    if !fields.isEmpty { text += "  " + fields }
    if let meaning { text += "  " + style.dim(meaning.name ?? meaning.label) }
    if let width = style.width, text.count > width { text = text.prefix(width - 1) + "…" }
    if let problem = frame.problem { text += "  " + style.warning("! \(problem)") }
    return text + "\n"
  }

  private func fields(of frame: DecodedFrame, _ reader: borrowing CaptureReader) -> String {
    switch frame.packet {
    case .command(let command): return parameters(command.parameters, reader)
    case .event(let event): return describe(event, reader)
    case .note, .synchronous, .iso, .controllerDebug: return parameters(frame.record.payload, reader)
    case .linkLayer(let air):
      let notes = air.noteText
      let carried = carried(by: frame, 0, reader) ?? air.fieldText(frame.kind, reader)
      return carried.isEmpty ? notes : notes.isEmpty ? carried : "\(carried)  \(notes)"
    case .acl(let header): return carried(by: frame, Int(header.dataTotalLength), reader) ?? ""
    }
  }

  /// The fields of what the frame's data carries; nil for pieces of the air.
  private func carried(
    by frame: DecodedFrame, _ length: Int, _ reader: borrowing CaptureReader
  ) -> String? {
    switch frame.payload {
    case .none, .fragment: return frame.record.packetType == .linkLayer ? nil : "\(length) bytes"
    case .segment(let channel): return "channel \(channel), \(frame.l2cap?.pduLength ?? 0) bytes"
    case .att(let att): return describe(att, reader)
    case .signaling(let command): return describe(command, reader)
    case .smp(let command): return describe(command, reader)
    case .sdu(let channel, _, let data): return "channel \(channel)  \(parameters(data, reader))"
    case .other(let data): return parameters(data, reader)
    }
  }

  private func parameters(_ range: ByteRange, _ reader: borrowing CaptureReader) -> String {
    Numbers.hex(reader.copyBytes(of: range))
  }

  // MARK: - HCI

  private func describe(_ event: HCIEvent, _ reader: borrowing CaptureReader) -> String {
    switch event.details {
    case .leConnectionComplete(let complete):
      let role = complete.role == 0 ? "central" : "peripheral"
      return
        "\(status(complete.status))handle \(hex(complete.connectionHandle)), \(role) to \(complete.peer) (\(complete.peerType.name)), \(describe(complete.parameters))"
    case .connectionComplete(let code, let handle, let peer, _):
      return "\(status(code))handle \(hex(handle)), \(peer)"
    case .disconnectionComplete(let code, let handle, let reason):
      return "\(status(code))handle \(hex(handle)), \(describe(reason))"
    case .connectionUpdateComplete(let code, let handle, let parameters):
      return "\(status(code))handle \(hex(handle)), \(describe(parameters))"
    case .dataLengthChange(let handle, let lengths):
      return "handle \(hex(handle)), sends \(lengths.maxTxOctets), receives \(lengths.maxRxOctets) octets"
    case .phyUpdateComplete(let code, let handle, let tx, let rx):
      return "\(status(code))handle \(hex(handle)), sends \(PHYName.text(tx)), receives \(PHYName.text(rx))"
    case .encryptionChange(let code, let handle, let enabled):
      return "\(status(code))handle \(hex(handle)), \(enabled == 0 ? "off" : "on")"
    case .completedPackets(let packets) where packets.count == 1:
      return "handle \(hex(packets.firstHandle)), \(packets.firstCompleted)"
    case .advertisingReports: return describeReports(event, reader)
    case .commandComplete(let opcode, let code, _):
      return "\(code.map(status) ?? "")\(opcode.name)"
    case .commandStatus(let opcode, let code):
      return "\(status(code))\(opcode.name)"
    default:
      return parameters(event.parameters, reader)
    }
  }

  /// Who advertised, and how it was heard.
  private func describeReports(_ event: HCIEvent, _ reader: borrowing CaptureReader) -> String {
    var cursor = AdvertisingReportCursor(event)
    var texts: [String] = []
    while let report = cursor.next(reader) {
      let kind =
        report.isScanResponse
        ? "scan response" : report.isConnectable ? "connectable" : "not connectable"
      let name = AdvertisingData(reader.copyBytes(of: report.data)).name.map {
        "\"\(ValueFormat.text.format(Array($0.utf8)))\""
      }
      let parts = [
        "\(report.address)", report.rssi.map { "\($0) dBm" }, name, kind, report.addressType.name,
      ]
      texts.append(parts.compactMap(\.self).joined(separator: ", "))
    }
    if cursor.left > 0 { texts.append("\(cursor.left) more that the event does not hold") }
    return texts.isEmpty ? parameters(event.parameters, reader) : texts.joined(separator: "; ")
  }

  private func status(_ code: ErrorCode) -> String { code == .success ? "" : "\(describe(code)): " }

  private func describe(_ code: ErrorCode) -> String {
    "\(Numbers.hex(code.rawValue, digits: 2)) \(code.name)"
  }

  private func describe(_ parameters: ConnectionParameters) -> String {
    "interval \(Numbers.short(parameters.intervalMilliseconds)) ms, latency \(parameters.latency), timeout \(parameters.timeoutMilliseconds) ms"
  }

  private func hex(_ handle: ConnectionHandle) -> String { Numbers.hex(handle.rawValue, digits: 4) }

  // MARK: - L2CAP and SMP

  private func describe(_ command: SignalingCommand, _ reader: borrowing CaptureReader) -> String {
    let requested: RequestedParameters
    switch command.details {
    case .parameterUpdateRequest(let parameters): requested = parameters
    case .parameterUpdateResponse(let result): return result == 0 ? "accepted" : "rejected"
    case .creditBasedRequest(let spsm, let mtu, let mps, let credits, let channels):
      return
        "SPSM \(Numbers.hex(spsm, digits: 4)), MTU \(mtu), MPS \(mps), \(credits) credits, channels \(list(channels))"
    case .creditBasedResponse(let mtu, let mps, let credits, let result, let channels):
      return "result \(result), MTU \(mtu), MPS \(mps), \(credits) credits, channels \(list(channels))"
    default: return parameters(command.data, reader)
    }
    let shortest = Numbers.short(Double(requested.minInterval) * 1.25)
    let longest = Numbers.short(Double(requested.maxInterval) * 1.25)
    return
      "interval \(shortest)–\(longest) ms, latency \(requested.latency), timeout \(Int(requested.supervisionTimeout) * 10) ms"
  }

  private func list(_ channels: ChannelList) -> String {
    (0..<Int(channels.count)).map { Numbers.hex(channels[$0].rawValue, digits: 4) }.joined(separator: " ")
  }

  private func describe(_ command: SMPCommand, _ reader: borrowing CaptureReader) -> String {
    if case .failed(let reason) = command.details { return SMPCommand.failureName(reason) }
    return parameters(command.data, reader)
  }

  // MARK: - ATT

  private func describe(_ att: ATTFrame, _ reader: borrowing CaptureReader) -> String {
    let pdu = describe(att.pdu, reader)
    if att.bearer == 0 { return pdu }
    return "bearer \(att.bearer)" + (pdu.isEmpty ? "" : "  \(pdu)")
  }

  private func describe(_ pdu: ATTPDU, _ reader: borrowing CaptureReader) -> String {
    switch pdu {
    case .errorResponse(let request, let handle, let code):
      return "\(request.name) on \(handle): \(code.name)"
    case .exchangeMTURequest(let mtu): return "client \(mtu)"
    case .exchangeMTUResponse(let mtu): return "server \(mtu)"
    case .findInformationRequest(let first, let last): return "\(first)–\(last)"
    case .findByTypeValueRequest(let first, let last, let type, let value):
      return "\(first)–\(last) \(BluetoothUUID(type)) = \(parameters(value, reader))"
    case .readByTypeRequest(let first, let last, let type),
      .readByGroupTypeRequest(let first, let last, let type):
      return "\(first)–\(last) \(type)"
    case .findInformationResponse(_, let list): return entries(list, areUUIDs: true, reader)
    case .findByTypeValueResponse(let list): return entries(list, areUUIDs: false, reader)
    case .readByTypeResponse(let list): return entries(list, areUUIDs: false, reader)
    case .readByGroupTypeResponse(let list): return entries(list, areUUIDs: true, reader)
    case .readBlobRequest(let handle, let offset): return "\(handle) from \(offset)"
    case .prepareWriteRequest(let handle, let offset, let value),
      .prepareWriteResponse(let handle, let offset, let value):
      return "\(handle) from \(offset) = \(parameters(value, reader))"
    case .executeWriteRequest(let flags): return flags == 0 ? "cancel" : "write"
    case .readMultipleRequest(let list), .readMultipleVariableRequest(let list):
      return reader.handles(of: list).map(\.description).joined(separator: ", ")
    case .multipleHandleValueNotification(var list):
      var values: [String] = []
      while let tuple = reader.takeTuple(&list) {
        values.append("\(tuple.handle) = \(parameters(tuple.value, reader))")
      }
      return values.joined(separator: ", ")
    case .readMultipleVariableResponse(let list), .undecoded(let list):
      return parameters(list, reader)
    default:
      let handle = pdu.attributeHandle.map { "\($0)" }
      let value = pdu.attributeValue.map { "= \(parameters($0, reader))" }
      return [handle, value].compactMap { $0 }.joined(separator: " ")
    }
  }

  private func entries(
    _ list: EntryList, areUUIDs: Bool, _ reader: borrowing CaptureReader
  ) -> String {
    (0..<list.count).compactMap { index in
      guard let entry = reader.entry(index, of: list) else { return nil }
      let end = entry.endGroupHandle.map { "–\($0)" } ?? ""
      let uuid = areUUIDs ? reader.uuid(of: entry.value).map { " \($0)" } : nil
      let value = entry.value.isEmpty ? "" : ": \(parameters(entry.value, reader))"
      return "\(entry.handle)\(end)\(uuid ?? value)"
    }.joined(separator: ", ")
  }
}
