extension FindingRule {
  /// Packets were cut when they were recorded.
  static let packetsCut = FindingRule(
    "capture.packets-cut", .warning, "packets cut when recording",
    what: "Records hold fewer bytes than their packets had: Android's filtered log, a snap length, Windows.",
    why: "Values are incomplete: images cannot be extracted, checks not computed, payloads not compared.",
    evidence: "the first packets that were cut",
    advice:
      "Record again without cutting: on Android turn on the full HCI snoop log, with tcpdump and Wireshark set the snap length to 0.",
    source: "btsnoop, pcap and pcapng: original length and included length of a record",
    capture: { $0.observation(of: .packetEnds, frames: $0.analysis.quality.truncatedFrames.frames) })
}
