extension FindingRule {
  /// Packets of a side that tell a signal, and their mean in dBm that is weak.
  private static let (fewestSignals, weak) = (50, -85.0)

  /// A side is heard weakly.
  static let weakSignal = FindingRule(
    "link.weak-signal", .info, "weak signal on the air",
    what: "The packets of one side reached the sniffer with −85 dBm or less on average.",
    why:
      "Receivers of the 1M PHY work down to some −95 dBm: a hand or a wall is then enough to lose the link. The sniffer hears it from its own place, so the devices may hear each other better.",
    evidence: "the first and the last frame of the connection",
    advice: "Look at where the antennas and the sniffer are; the Coded PHY reaches further.",
    source: "Vol 6, Part A, 4.1 (receiver sensitivity)",
    about: .air,
    connection: { connection, _ in
      guard let air = connection.air else { return [] }
      return [("central", air.fromCentral), ("peripheral", air.fromPeripheral)].compactMap { name, side in
        guard side.pdus >= fewestSignals, let mean = side.rssi?.mean, mean <= weak else { return nil }
        return Observation(
          "the \(name) was heard with \(Int(mean.rounded())) dBm on average",
          connection.opened ?? connection.firstSeen,
          frames: [connection.firstSeen.frame, connection.lastSeen.frame], confidence: .possible)
      }
    })
}
