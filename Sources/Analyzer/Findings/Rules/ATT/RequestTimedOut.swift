extension FindingRule {
  /// A request without an answer for 30 s.
  static let requestTimedOut = FindingRule(
    "att.transaction-timeout", .error, "request not answered within 30 s",
    what: "A request has no response although 30 s went by on an open connection.",
    why: "The transaction has failed: the client may send nothing more on this bearer.",
    evidence: "the request, and the last frame or the end of the connection",
    advice: "Find what keeps the server from answering: a callback that blocks, or a response never sent.",
    source: "Vol 3, Part F, 3.3.3 (transaction timeout)",
    consequenceOf: ["disconnect.transaction-timeout", "ota.request-unanswered", "att.wrong-answer"],
    about: .unanswered,
    connection: { connection, context in context.timedOut(on: connection, isIndication: false) })
}
