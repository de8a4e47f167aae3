import ATTParser

extension FindingRule {
  /// PDUs beyond the ATT_MTU.
  static let pduTooLong = FindingRule(
    "att.pdu-too-long", .error, "PDU longer than the ATT_MTU",
    what:
      "A PDU is longer than every ATT_MTU that was agreed on; of a stream of values the first one, or that they are so on average.",
    why: "The receiver may cut it, drop it or end the connection.",
    evidence: "the PDU, or the first and the last of a stream, and the MTU exchange",
    advice:
      "Send values of at most ATT_MTU − 3 bytes: ask the platform (maximumWriteValueLength, the MTU of onMtuChanged) instead of assuming a size.",
    source: "Vol 3, Part F, 3.2.8 (ATT_MTU)",
    consequenceOf: ["ota.value-exceeds-mtu"],
    connection: { connection, context in
      let exchange = connection.mtuExchanges.last { $0.effective != nil }?.moment.frame
      var seen: [Observation] = connection.oversized.compactMap { pdu in
        guard case .attMTU(let most) = pdu.limit else { return nil }
        return Observation(
          "\(connection.sender(pdu.direction)) sent \(pdu.opcode.name) of \(pdu.bytes) bytes with an ATT_MTU of \(most)",
          pdu.moment, frames: [exchange])
      }
      let exchanges = connection.mtuExchanges
      guard connection.opened != nil, exchanges.allSatisfy({ $0.effective != nil || $0.isRefused }) else {
        return seen
      }
      let most = max(23, exchanges.compactMap(\.effective).map(Int.init).max() ?? 23)
      guard connection.firstEnhanced == nil else { return seen }
      let known = Set(seen.compactMap(\.moment?.frame))
      for stream in connection.streams {
        guard stream.kind == .notification || stream.kind == .writeCommand,
          stream.bytes > stream.count * (most - 3), !known.contains(stream.first.frame)
        else { continue }
        seen.append(
          Observation(
            "values of \(stream.bytes / max(1, stream.count)) bytes on average on \(FindingContext.name(stream.attributeHandle)) do not fit an ATT_MTU of \(most)",
            stream.first, frames: [stream.last.frame, exchange]))
      }
      return seen
    })
}
