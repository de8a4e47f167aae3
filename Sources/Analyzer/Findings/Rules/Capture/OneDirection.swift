extension FindingRule {
  /// Only one direction was recorded.
  static let oneDirection = FindingRule(
    "capture.one-direction", .warning, "one direction only",
    what: "A connection shows more than eight ATT PDUs, all of them sent or all of them received.",
    why: "Whether anything was answered, and when, cannot be told; rules about order are not applied.",
    evidence: "the first frame of each such connection",
    advice: "Record both directions: look at the filter that the file was saved with.",
    source: "Vol 4, Part E, 5.4.2 (direction of ACL data)",
    capture: { context in
      context.observation(
        of: .oneDirection,
        frames: context.frames(where: {
          ($0.pdusSent == 0) != ($0.pdusReceived == 0) && $0.pdusSent + $0.pdusReceived > 8
        }) { $0.firstSeen.frame })
    })
}
