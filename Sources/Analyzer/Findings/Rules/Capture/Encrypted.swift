extension FindingRule {
  /// PDUs that no key decrypts.
  static let encrypted = FindingRule(
    "capture.encrypted", .warning, "encrypted, and no key is known",
    what: "A capture of the air has encrypted PDUs, and neither a pairing in it nor an option gives the key.",
    why: "What these PDUs say is unknown: no attribute, no value, no error after encryption began.",
    evidence: "the first frame of each connection of the air",
    advice:
      "Give the key: --ltk, or --passkey for a legacy pairing that is in the capture; or record the pairing.",
    source: "Vol 6, Part E (AES-CCM)",
    capture: { context in
      context.observation(
        of: .keys, frames: context.frames(where: { $0.air != nil }) { $0.firstSeen.frame })
    })
}
