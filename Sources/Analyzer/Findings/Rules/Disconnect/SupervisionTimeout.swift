extension FindingRule {
  /// Nothing was heard for the supervision timeout.
  static let disconnectSupervisionTimeout = FindingRule(
    "disconnect.supervision-timeout", .warning, "link lost (supervision timeout)",
    what: "The link was lost with reason 0x08: no packet was received for the supervision timeout.",
    why: "The other device was out of range, switched off, crashed, or busy for longer than the timeout.",
    evidence: "the last data in each direction, changes just before, the end",
    advice:
      "If it happens at one place in the protocol, look at what the device does there (flash, reset, another radio); if anywhere, at range and interference. Just after a parameter or PHY change, that change is the suspect.",
    source: "Vol 1, Part F, 2.8 (Connection Timeout); Vol 6, Part B, 4.5.2",
    consequenceOf: [
      "ota.link-timeout", "ota.erase-timeout", "ota.lost-after-parameter-change", "ota.same-place",
    ],
    end: .supervisionTimeout,
    look: { end, _ in end.observation() })
}
