import ATTParser

extension FindingRule {
  /// The clock was set forward in the middle.
  static let clockJumped = FindingRule(
    "capture.clock-jumped", .warning, "the clock was set forward",
    what: "The capture begins before 2009, when there was no Bluetooth LE, and ends after.",
    why: "The recorder's clock was set in between: the capture's duration, and one gap in it, are wrong.",
    evidence: "the first frame, and the first frame of a connection after the jump",
    advice:
      "Let the recorder's clock be set before recording; look at times on either side of the jump alone.",
    source: "Core Specification 4.0 (2010) introduced LE",
    capture: { context in
      let analysis = context.analysis
      guard let first = analysis.firstTime, first < FindingContext.beforeLowEnergy,
        first.seconds(since: FindingContext.beforeLowEnergy) + analysis.duration > 0
      else { return [] }
      let after = context.frames(where: { $0.firstSeen.time > FindingContext.beforeLowEnergy }) {
        $0.firstSeen.frame
      }
      return [
        Observation(
          "the first frame is older than Bluetooth LE and later ones are not: how long anything took across the jump is unknown",
          Moment(frame: 1, time: first), frames: [after.first])
      ]
    })
}
