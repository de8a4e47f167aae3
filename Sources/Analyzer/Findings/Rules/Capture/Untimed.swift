extension FindingRule {
  /// Records without a time.
  static let untimed = FindingRule(
    "capture.untimed", .info, "records without a time",
    what: "Records carry no time of their own.",
    why: "Latencies and rates around them are unknown.",
    evidence: "none; the number of records is told",
    advice: "Record in a format that has times for every packet.",
    source: "pcapng: Simple Packet Block",
    capture: { $0.observation(of: .timestamps) })
}
