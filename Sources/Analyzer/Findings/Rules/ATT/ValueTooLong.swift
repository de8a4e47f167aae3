import ATTParser

extension FindingRule {
  /// Values beyond 512 bytes.
  static let valueTooLong = FindingRule(
    "att.value-too-long", .warning, "value longer than 512 bytes",
    what: "A value is longer than an attribute may be, although it fits the ATT_MTU.",
    why: "Servers drop such writes or answer with an error; Android allows no more since version 13.",
    evidence: "the PDU",
    advice: "Cut values to 512 bytes, also with an ATT_MTU of 517 and more.",
    source: "Vol 3, Part F, 3.2.9 (long attribute values)",
    consequenceOf: ["ota.value-exceeds-512"],
    about: .longValues,
    connection: { connection, _ in
      var seen = connection.oversized.filter { $0.limit == .longestValue }.map { pdu in
        let isPart = pdu.opcode == .prepareWriteRequest || pdu.opcode == .readBlobResponse
        return Observation(
          "\(connection.sender(pdu.direction)) sent \(pdu.opcode.name) \(isPart ? "with a part up to byte \(pdu.bytes) of a value" : "of \(pdu.bytes) bytes")",
          pdu.moment)
      }
      guard connection.streams.contains(where: { $0.longestValue.bytes > LinkSettings.longestValue }) else {
        return seen
      }
      let known = Set(seen.compactMap(\.moment?.frame))
      for stream in connection.streams where stream.kind == .notification || stream.kind == .writeCommand {
        let longest = stream.longestValue
        guard longest.bytes > LinkSettings.longestValue, !known.contains(longest.frame) else { continue }
        seen.append(
          Observation(
            "\(connection.sender(stream.direction)) sent a value of \(longest.bytes) bytes on \(FindingContext.name(stream.attributeHandle))",
            nil, frames: [longest.frame], subject: [longest.frame, stream.first.frame]))
      }
      return seen
    })
}
