extension FindingRule {
  /// A request was pending for 30 s.
  static let disconnectAfterTransactionTimeout = FindingRule(
    "disconnect.transaction-timeout", .error, "ended because a request was not answered",
    what:
      "A side ended the link with reason 0x13 or 0x16 when a request or an indication had just waited for 30 s.",
    why: "After 30 s a transaction has failed and nothing more may be sent on its bearer.",
    evidence: "the request, the last data in each direction, the end",
    advice:
      "Find what keeps the other side from answering: a callback that blocks, or a response that is never sent.",
    source: "Vol 3, Part F, 3.3.3 (transactions)",
    consequenceOf: ["ota.request-unanswered"],
    end: .transactionTimeout,
    look: { end, _ in
      end.observation("a transaction has failed after 30 s", confidence: .likely)
    })
}
