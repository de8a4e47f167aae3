extension FindingRule {
  /// More than is kept.
  static let limitsReached = FindingRule(
    "capture.limits-reached", .warning, "more than is kept",
    what: "Lists of what is kept are full (docs/architecture.md has the limits).",
    why: "What came after was counted only; only a forged or a broken capture gets there.",
    evidence: "none; what was left out is counted in capture.quality.not_kept",
    advice: "Cut the capture into pieces, and look at the part where it floods.",
    source: "docs/architecture.md, What is bounded",
    capture: { context in
      if context.analysis.notKept.isEmpty { return [] }
      return [
        Observation(
          "there was too much to keep: what came after the lists were full was counted only", nil)
      ]
    })
}
