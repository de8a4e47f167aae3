extension FindingRule {
  /// Fragments without the rest of their PDU.
  static let fragmentsMissing = FindingRule(
    "capture.fragments-missing", .warning, "fragments without the rest of their PDU",
    what: "ACL fragments continue a PDU that never began, or a PDU was never completed.",
    why: "Packets are missing from the file: rules about missing answers and about order are not applied.",
    evidence: "the first such fragments",
    advice: "Record again, or save the file with a filter that keeps whole connections.",
    source: "Vol 3, Part A, 7.2.1 (fragmentation and recombination)",
    capture: { $0.observation(of: .fragments, frames: $0.analysis.quality.incompleteFrames.frames) })
}
