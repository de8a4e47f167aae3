extension FindingRule {
  /// The connection was lost at once.
  static let disconnectNotEstablished = FindingRule(
    "disconnect.not-established", .warning, "connection failed to be established",
    what: "The link ended with reason 0x3E: no packet came within six intervals after connecting.",
    why: "The connection was reported and was never there.",
    evidence: "the end",
    advice: "Move closer and try again two or three times; let the device advertise faster.",
    source: "Vol 6, Part B, 4.5 (six connection intervals)",
    consequenceOf: ["ota.not-established", "link.establishment-failures"],
    end: .notEstablished,
    look: { end, _ in end.observation() })
}
