extension FindingRule {
  /// The recording host ended the link in the middle of something.
  static let disconnectLocalInTheMiddle = FindingRule(
    "disconnect.local-in-the-middle", .info, "the recording host ended the link in the middle",
    what: "The recording host ended the link while a request, an indication or a pairing was under way.",
    why: "The app or its platform closed the connection before the answer came.",
    evidence: "what was under way, the last data in each direction, the end",
    advice: "Wait for the answer, or give up on purpose, before closing the connection.",
    source: "Vol 1, Part F, 2.19 (Connection Terminated by Local Host)",
    consequenceOf: ["ota.client-disconnected", "ota.request-unanswered", "ota.no-answer"],
    end: .localInTheMiddle,
    look: { end, _ in
      end.observation(end.pending.isEmpty ? "a pairing was under way" : nil)
    })
}
