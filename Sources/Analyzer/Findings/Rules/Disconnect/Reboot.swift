extension FindingRule {
  /// The device restarted because it was told to.
  static let reboot = FindingRule(
    "disconnect.reboot", .info, "the device restarted as it was told",
    what:
      "The link ended with reason 0x13 or 0x08 within 15 s after a transfer whose image was accepted or that told the device to restart.",
    why: "It looks like a failure and is none: a device that restarts cannot say goodbye, or says 0x13.",
    evidence: "what told the device to restart, the last data in each direction, the end",
    advice: "Nothing; connect again and check the version.",
    source: "Vol 1, Part F, 2.16 and 2.8; the protocols in docs/ota.md",
    end: .reboot,
    look: { end, _ in end.observation(confidence: .likely) })
}
