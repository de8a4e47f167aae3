extension FindingRule {
  /// Frames that the specification does not allow.
  static let malformed = FindingRule(
    "capture.malformed", .warning, "malformed frames",
    what: "A field of a packet has a value or a length that the specification does not allow.",
    why: "Either the file is damaged or a device sends what others may not understand.",
    evidence: "the first malformed frames",
    advice:
      "Look at the frames (bleshark packets); if they are well recorded, the sender's firmware is at fault.",
    source: "the section of each layer's PDU formats",
    capture: { context in
      let quality = context.analysis.quality
      guard quality.malformedFrames.count > 0 else { return [] }
      let count = quality.malformedFrames.count
      return [
        Observation(
          "\(count == 1 ? "1 frame is" : "\(count) frames are") malformed: what \(count == 1 ? "it" : "they") should have said is unknown",
          nil, frames: quality.malformedFrames.frames)
      ]
    })
}
