extension FindingRule {
  /// Packets that a sniffer received wrongly.
  static let badChecksums = FindingRule(
    "capture.bad-checksums", .warning, "packets with bad checksums",
    what: "A capture of the air has packets whose CRC is wrong.",
    why:
      "The sniffer did not receive them well, or nobody did: what they carried is unknown, and that a packet is absent says nothing.",
    evidence: "none; the number of packets is told",
    advice: "Put the sniffer between the devices, close to both, and record again.",
    source: "Vol 6, Part B, 3.1.1 (CRC)",
    capture: { context in
      let count = context.analysis.quality.badCRCFrames
      guard count > 0 else { return [] }
      let packets = count == 1 ? "1 packet has" : "\(count) packets have"
      return [
        Observation(
          "\(packets) a bad checksum: the sniffer misses packets, so what is absent may have happened", nil)
      ]
    })
}
