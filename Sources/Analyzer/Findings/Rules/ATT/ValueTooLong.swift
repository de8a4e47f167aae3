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
    connection: { connection, _ in
      connection.oversized.filter { $0.limit == .longestValue }.map { pdu in
        Observation(
          "\(connection.sender(pdu.direction)) sent \(pdu.opcode.name) of \(pdu.bytes) bytes", pdu.moment)
      }
    })
}
