import ATTParser

/// What is out of the ordinary about ATT PDUs: their length, their order, and Error Responses.
extension SessionBuilder {
  /// Notes a PDU that is longer than the largest ATT_MTU agreed on so far, or whose value is than any may be.
  ///
  /// Enhanced bearers are left to their channels, which do not carry more.
  @inline(__always)
  mutating func checkLength(_ frame: inout DecodedFrame, _ slot: Int) {
    let bytes = frame.att.range.count &+ Int(frame.att.missingBytes)
    // The least ATT_MTU there is.
    if bytes > 23 { checkLength(&frame, bytes, slot) }
  }

  @inline(never)
  private mutating func checkLength(_ frame: inout DecodedFrame, _ bytes: Int, _ slot: Int) {
    let limit: OversizedPDU.Limit
    if frame.att.bearer == 0, let most = mostMTU(slot), bytes > most {
      limit = .attMTU(most)
    } else if bytes > LinkSettings.longestValue, frame.att.valueBytes > LinkSettings.longestValue {
      limit = .longestValue
    } else {
      return
    }
    let pdu = OversizedPDU(
      moment: Moment(frame.record), direction: frame.record.direction, opcode: frame.att.opcode,
      attributeHandle: frame.att.pdu.attributeHandle, bytes: bytes, limit: limit)
    live[slot].keep(pdu)
  }

  /// The largest ATT_MTU that the fixed channel had, nil when one may have been agreed on unseen.
  private mutating func mostMTU(_ slot: Int) -> Int? {
    guard connections[live[slot].place].opened != nil else { return nil }
    var most: UInt16?
    for exchange in live[slot].exchanges {
      if let effective = exchange.effective {
        most = max(most ?? 23, effective)
      } else if exchange.client == nil {
        return nil
      }
    }
    // Without an exchange it is 23, unless one is in what the capture does not have.
    return most.map(Int.init) ?? (live[slot].lastLoss > 0 ? nil : 23)
  }

  /// Notes a part of a long value that lies beyond the end of the longest.
  mutating func notePart(_ part: ByteRange, at offset: UInt16?, _ frame: inout DecodedFrame, _ slot: Int) {
    let end = Int(offset ?? 0) + part.count + Int(frame.att.missingBytes)
    guard offset ?? 0 > 0, end > LinkSettings.longestValue else { return }
    let pdu = OversizedPDU(
      moment: Moment(frame.record), direction: frame.record.direction, opcode: frame.att.opcode,
      attributeHandle: frame.att.pdu.attributeHandle, bytes: end, limit: .longestValue)
    live[slot].keep(pdu)
  }

  /// Notes a list of declarations whose entries have a length that none of their type has.
  ///
  /// Services have UUIDs of 2 or 16 bytes after two handles, characteristics after a handle, the properties and
  /// another handle; includes have three handles and may have a UUID of 2 bytes (Vol 3, Part G, 3.1 to 3.3, 4.4.1).
  mutating func noteEntryLength(of transaction: inout Transaction, _ frame: inout DecodedFrame) {
    let length: UInt8
    switch frame.att.pdu {
    case .readByTypeResponse(let list), .readByGroupTypeResponse(let list): length = list.entryLength
    default: return
    }
    let allowed: (UInt8, UInt8)
    switch transaction.attributeType?.short {
    case 0x2800, 0x2801: allowed = (6, 20)
    case 0x2802: allowed = (6, 8)
    case 0x2803: allowed = (7, 21)
    default: return
    }
    if length != allowed.0, length != allowed.1 { quality.entryListFrames.add(frame.record.number) }
  }

  /// Keeps an Error Response.
  mutating func addError(_ error: ATTErrorEvent, _ slot: Int) {
    guard errorCount < Self.eventLimit else {
      notKept.errors += 1
      return
    }
    errorCount += 1
    live[slot].errors.append(error)
  }

  /// Notes what the order of PDUs does not allow.
  mutating func note(
    _ kind: ATTAnomaly.Kind, _ frame: inout DecodedFrame, _ slot: Int, request: Int?, answer: Int? = nil
  ) {
    // What is missing of the connection since then explains it.
    let since = request ?? live[slot].ledger.lastEnded
    if live[slot].lastLoss > since, kind != .mtuOnEnhancedBearer { return }
    let anomaly = ATTAnomaly(
      kind: kind, moment: Moment(frame.record), direction: frame.record.direction, bearer: frame.att.bearer,
      opcode: frame.att.opcode, requestFrame: request, answerFrame: answer)
    live[slot].keep(anomaly)
  }
}

extension ATTFrame {
  /// Bytes of the value that a PDU carries, also those that the capture cut off; 0 for PDUs without one.
  fileprivate var valueBytes: Int {
    switch pdu {
    case .handleValueNotification(_, let value), .handleValueIndication(_, let value),
      .writeCommand(_, let value), .writeRequest(_, let value), .readResponse(let value):
      value.count + Int(missingBytes)
    default: 0
    }
  }
}
