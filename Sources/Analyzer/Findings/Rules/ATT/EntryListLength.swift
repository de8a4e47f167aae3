extension FindingRule {
  /// Lists whose entries cannot be.
  static let entryListLength = FindingRule(
    "att.entry-list-length", .warning, "list with entries of an impossible length",
    what: "A response to a discovery request has entries of a length that its type does not have.",
    why: "Clients stop their discovery there, or read attributes that do not exist.",
    evidence: "the responses",
    advice: "Look in the server at how it fills these responses, for 128-bit UUIDs in particular.",
    source: "Vol 3, Part F, 3.4.3.2, 3.4.4.2 and 3.4.4.10",
    capture: { context in
      let frames = context.analysis.quality.entryListFrames.frames
      guard let first = frames.first else { return [] }
      return [
        Observation(
          "the list of frame \(first) has entries of a length that no entry can have: what it said is unknown",
          nil, frames: frames)
      ]
    })
}
