extension FindingRule {
  /// The other device ended the link in the middle of something.
  static let disconnectPeerInTheMiddle = FindingRule(
    "disconnect.peer-in-the-middle", .warning, "the other device ended the link in the middle",
    what: "The other device ended the link while a request, an indication or a pairing was under way.",
    why: "It left on purpose (0x13 to 0x15): a reset with goodbye, a rule of its own, or a user.",
    evidence: "what was under way, the last data in each direction, the end",
    advice: "Read the device's log at this moment; look at what the request has it do.",
    source: "Vol 1, Part F, 2.16 to 2.18",
    consequenceOf: [
      "ota.device-disconnected", "ota.inactivity", "ota.same-place", "ota.request-unanswered",
      "ota.no-answer",
    ],
    end: .peerInTheMiddle,
    look: { end, _ in
      end.observation(end.pending.isEmpty ? "a pairing was under way" : nil)
    })
}
