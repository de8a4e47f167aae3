import ATTParser

/// What is out of the ordinary about ATT PDUs: their length, their order, and Error Responses.
extension SessionBuilder {
  /// Notes a PDU that is longer than the largest ATT_MTU agreed on so far, or whose value is than any may be.
  ///
  /// Enhanced bearers are left to their channels, which do not carry more.
  mutating func checkLength(_ frame: inout DecodedFrame, _ slot: Int) {
    let bytes = frame.att.range.count + Int(frame.att.missingBytes)
    guard bytes > 23 else { return }
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
    var most: UInt16 = 23
    for exchange in live[slot].exchanges {
      if let effective = exchange.effective {
        most = max(most, effective)
      } else if exchange.client == nil {
        return nil
      }
    }
    return Int(most)
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
    _ kind: ATTAnomaly.Kind, _ frame: inout DecodedFrame, _ slot: Int, request: Transaction?
  ) {
    // What the sniffer missed explains it.
    if live[slot].air.hasRecentLoss { return }
    let anomaly = ATTAnomaly(
      kind: kind, moment: Moment(frame.record), direction: frame.record.direction, bearer: frame.att.bearer,
      opcode: frame.att.opcode, requestFrame: request?.began.frame)
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
