extension FindingRule {
  /// One side has lost the keys of the bond.
  static let disconnectKeysMissing = FindingRule(
    "disconnect.keys-missing", .error, "ended over missing or wrong keys",
    what: "The link ended with reason 0x05 (Authentication Failure) or 0x06 (PIN or Key Missing).",
    why: "One side no longer has the bond that the other one counts on; no retry helps.",
    evidence: "the key's command, the end",
    advice: "Delete the bond on both sides and pair again.",
    source: "Vol 1, Part F, 2.5 and 2.6; Vol 3, Part C, 10.3",
    consequenceOf: ["ota.bond-lost"],
    end: .keysMissing,
    look: { end, _ in
      return end.observation(
        frames: [end.connection.keyUses.last?.moment.frame].compactMap(\.self), confidence: .likely)
    })
}
