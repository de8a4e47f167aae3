import ATTParser

extension TraceComparison {
  /// Answers that a comparison of latencies takes, and how many of them have to be too late.
  private static let fewestAnswers = 16
  private static let fewestLate = 3

  /// Compares how long answers took: the 95 % quantile, and the median.
  ///
  /// One or two answers that come late, as a retransmission makes them, never differ.
  mutating func compareLatency(
    _ golden: TraceBaseline.Connection, _ new: ConnectionTrace, _ side: Side
  ) {
    compareLatency(golden.peerLatency, new.peerLatency, "the other device's answers take", new, side)
    compareLatency(golden.localLatency, new.localLatency, "the recording host's answers take", new, side)
  }

  private mutating func compareLatency(
    _ known: TraceBaseline.Latency?, _ latency: ConnectionTrace.Latency, _ what: String,
    _ new: ConnectionTrace, _ side: Side
  ) {
    guard let known, let median = latency.median, let p95 = latency.p95, known.count >= Self.fewestAnswers,
      latency.count >= Self.fewestAnswers
    else { return }
    let factor = 1 + baseline.tolerances.latency
    // Less than a millisecond is the recording host's doing.
    let limits = (
      median: max(known.median * factor, known.median + 1), p95: max(known.p95 * factor, known.p95 + 1)
    )
    let isTail = p95 > limits.p95 && latency.samples.count(above: limits.p95) >= Self.fewestLate
    let isMiddle = median > limits.median
    guard isTail || isMiddle else { return }
    let words = [
      "median \(FindingContext.milliseconds(median)) instead of \(FindingContext.milliseconds(known.median))",
      "p95 \(FindingContext.milliseconds(p95)) instead of \(FindingContext.milliseconds(known.p95))",
    ]
    note(
      .latencyHigher, "\(what) longer: \(words.joined(separator: ", "))", side,
      golden: [known.frame], new: [latency.slowest?.frame], at: new.last.time.seconds(since: new.first.time))
  }

  /// Compares how long phases of the set-up took.
  mutating func comparePhases(
    _ golden: TraceBaseline.Connection, _ new: ConnectionTrace, _ side: Side
  ) {
    for phase in new.phases where phase.name.isComparable {
      guard let known = golden.phases[phase.name.rawValue] else { continue }
      let seconds = max(0, phase.end.time.seconds(since: phase.start.time))
      guard seconds > known * (1 + baseline.tolerances.phase) + 1 else { continue }
      note(
        .phaseLonger,
        "the phase '\(phase.name.rawValue)' takes \(FindingContext.milliseconds(seconds * 1000)) instead of \(FindingContext.milliseconds(known * 1000))",
        side, new: [phase.start.frame, phase.end.frame], at: phase.end.time.seconds(since: new.first.time),
        about: phase.name.rawValue)
    }
  }
}
