extension FindingRule {
  /// The recorder says that it dropped packets.
  static let recordsDropped = FindingRule(
    "capture.records-dropped", .warning, "packets dropped by the recorder",
    what: "The file says that packets were dropped while recording.",
    why: "What is absent may have happened: rules about missing answers and about order are not applied.",
    evidence: "none; the number of packets is told",
    advice: "Record again with less load or a larger buffer.",
    source: "btsnoop: cumulative drops; pcapng: isb_ifdrop and isb_osdrop",
    capture: { $0.observation(of: .droppedRecords) })
}
