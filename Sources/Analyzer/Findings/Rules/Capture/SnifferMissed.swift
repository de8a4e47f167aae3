extension FindingRule {
  /// A sniffer did not hear everything.
  static let snifferMissed = FindingRule(
    "capture.sniffer-missed", .warning, "packets that the sniffer missed",
    what:
      "A capture of the air has gaps: sequence numbers, event counters or lengths tell of packets that were not heard.",
    why: "That a packet is absent says nothing: rules about missing answers and about order are not applied.",
    evidence: "the first frame of each connection of the air",
    advice:
      "Put the sniffer between the devices, close to both; compare with a host's log (bleshark analyze HOST AIR).",
    source: "Vol 6, Part B, 4.5.9 (sequence numbers)",
    capture: { context in
      context.observation(
        of: .airPDUs, frames: context.frames(where: { $0.air != nil }) { $0.firstSeen.frame })
    })
}
