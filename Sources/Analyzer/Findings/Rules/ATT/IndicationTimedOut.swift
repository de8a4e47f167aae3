extension FindingRule {
  /// An indication without a confirmation for 30 s.
  static let indicationTimedOut = FindingRule(
    "att.indication-unconfirmed", .error, "indication not confirmed within 30 s",
    what: "An indication has no confirmation although 30 s went by on an open connection.",
    why: "The transaction has failed: the server may send no other indication on this bearer.",
    evidence: "the indication, and the last frame or the end of the connection",
    advice: "Confirm in the client's stack, before the app is told of the value.",
    source: "Vol 3, Part F, 3.3.3 and 3.4.7.2",
    consequenceOf: ["disconnect.transaction-timeout"],
    about: .unanswered,
    connection: { connection, context in context.timedOut(on: connection, isIndication: true) })
}
