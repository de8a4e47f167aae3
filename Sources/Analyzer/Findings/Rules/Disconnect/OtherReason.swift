extension FindingRule {
  /// An end for another reason.
  static let disconnectOtherReason = FindingRule(
    "disconnect.other-reason", .warning, "link ended for an unusual reason",
    what: "The link ended for a reason that is neither a side's wish nor one of the other rules'.",
    why: "Controllers give these reasons when something in them, or on the link, went wrong.",
    evidence: "the last data in each direction, changes just before, the end",
    advice: "Look the reason up, and what was going on in the frames before it.",
    source: "Vol 1, Part F, 1.3 (list of error codes)",
    end: .other,
    look: { end, _ in end.observation() })
}
