import ATTParser

extension FindingRule {
  /// PDUs beyond the ATT_MTU.
  static let pduTooLong = FindingRule(
    "att.pdu-too-long", .error, "PDU longer than the ATT_MTU",
    what:
      "A PDU is longer than every ATT_MTU that was agreed on; of a stream of values the first one, or the longest.",
    why: "The receiver may cut it, drop it or end the connection.",
    evidence: "the PDU and the MTU exchange",
    advice:
      "Send values of at most ATT_MTU − 3 bytes: ask the platform (maximumWriteValueLength, the MTU of onMtuChanged) instead of assuming a size.",
    source: "Vol 3, Part F, 3.2.8 (ATT_MTU)",
    consequenceOf: ["ota.value-exceeds-mtu"],
    about: .longValues,
    connection: { connection, context in
      let exchange = connection.mtuExchanges.last { $0.effective != nil }
      // Without an exchange it is 23, if none is in what the capture does not have.
      guard exchange != nil || context.isOrderKnown(connection) else { return [] }
      // Few connections have anything to cite it for.
      func agreed() -> [Int] { exchange?.frames ?? [] }
      // Those on one attribute have one cause.
      var firsts: [OversizedPDU.Stream: Int] = [:]
      var seen: [Observation] = connection.oversized.compactMap { pdu in
        guard case .attMTU(let most) = pdu.limit else { return nil }
        let first = firsts[pdu.stream] ?? pdu.moment.frame
        firsts[pdu.stream] = first
        return Observation(
          "\(connection.sender(pdu.direction)) sent \(pdu.opcode.name) of \(pdu.bytes) bytes with an ATT_MTU of \(most)",
          pdu.moment, frames: agreed(), subject: [pdu.moment.frame, first])
      }
      let exchanges = connection.mtuExchanges
      guard connection.opened != nil, exchange != nil || connection.lastLoss == 0,
        exchanges.allSatisfy({ $0.effective != nil || $0.isRefused })
      else {
        return seen
      }
      var most = 23
      for exchange in exchanges { most = max(most, Int(exchange.effective ?? 0)) }
      guard connection.firstEnhanced == nil,
        connection.streams.contains(where: { $0.longestValue.bytes > most - 3 })
      else { return seen }
      let known = Set(seen.compactMap(\.moment?.frame))
      for stream in connection.streams {
        let longest = stream.longestValue
        guard stream.kind == .notification || stream.kind == .writeCommand, longest.bytes > most - 3,
          !known.contains(longest.frame)
        else { continue }
        seen.append(
          Observation(
            "\(connection.sender(stream.direction)) sent a value of \(longest.bytes) bytes on \(FindingContext.name(stream.attributeHandle)) with an ATT_MTU of \(most)",
            nil, frames: [longest.frame] + agreed(), subject: [longest.frame, stream.first.frame]))
      }
      return seen
    })
}

extension OversizedPDU {
  /// PDUs of one kind, one way, about one attribute.
  fileprivate struct Stream: Hashable {
    let direction: Direction
    let opcode: ATTOpcode
    let attributeHandle: AttributeHandle?
  }

  /// The PDUs that it is one of.
  fileprivate var stream: Stream {
    Stream(direction: direction, opcode: opcode, attributeHandle: attributeHandle)
  }
}
