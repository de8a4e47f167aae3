extension FindingRule {
  /// Times go backwards.
  static let clockWentBack = FindingRule(
    "capture.clock-went-back", .warning, "the clock went back",
    what: "A frame is earlier than the one before it.",
    why: "Latencies, rates and durations across that place are unknown.",
    evidence: "the first frames that are earlier than the one before",
    advice:
      "The recording machine set its clock, or files were joined in the wrong order: record again, or join them by time (mergecap).",
    source: "btsnoop, pcap, pcapng: time of a record",
    capture: { context in
      let steps = context.analysis.quality.timeWentBack
      let count = steps.count
      guard count > 0 else { return [] }
      return [
        Observation(
          "the clock went back \(FindingContext.times(count)): durations across that are unknown", nil,
          frames: steps.frames)
      ]
    })
}
