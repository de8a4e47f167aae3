extension FindingRule {
  /// PDUs with payload that a side has to have been heard sending, and the part of them that was sent before.
  private static let (fewestPDUs, repeatedShare) = (50, 0.10)

  /// Many packets on the air are sent again.
  static let retransmissions = FindingRule(
    "link.retransmissions", .warning, "many packets sent again",
    what:
      "Of 50 and more PDUs with payload that one side sent on the air, a tenth and more had been sent before.",
    why:
      "Each costs a part of a connection event, and usually ends the event: the link is slower than its settings allow, and may be lost.",
    evidence: "the first and the last frame of the connection",
    advice:
      "Bring the devices closer, look at the RSSI over time and at the channels in 'bleshark analyze --json'; let the channel map leave out what is disturbed.",
    source: "Vol 6, Part B, 4.5.9 (acknowledgement and flow control)",
    about: .air,
    connection: { connection, _ in
      guard let air = connection.air else { return [] }
      return [("central", air.fromCentral), ("peripheral", air.fromPeripheral)].compactMap { name, side in
        let repeated = side.retransmissions - side.emptyRetransmissions
        let sent = side.pdus - side.empty
        guard sent >= fewestPDUs, Double(repeated) >= Double(sent) * repeatedShare else { return nil }
        return Observation(
          "of \(sent) PDUs with payload from the \(name), \(repeated) had been sent before",
          connection.opened ?? connection.firstSeen,
          frames: [connection.firstSeen.frame, connection.lastSeen.frame])
      }
    })
}
