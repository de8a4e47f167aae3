import ATTParser

extension FindingRule {
  /// One device, two sizes.
  static let mtuDiffersByRole = FindingRule(
    "att.mtu-differs-by-role", .warning, "a device offers different MTUs as client and as server",
    what: "A device names one size in its Exchange MTU Request and another in its Response.",
    why: "Both have to be the same; the two sides may disagree about the ATT_MTU in force.",
    evidence: "both exchanges",
    advice: "Configure one receive size in that device's stack.",
    source: "Vol 3, Part F, 3.4.2.2 (Exchange MTU Response)",
    about: .mtuExchanges,
    connection: { connection, _ in
      return [Direction.sent, .received].compactMap { direction -> Observation? in
        let asked = connection.mtuExchanges.last { $0.direction == direction && $0.client != nil }
        let answered = connection.mtuExchanges.last { $0.direction != direction && $0.server != nil }
        guard let asked, let answered, let client = asked.client, let server = answered.server,
          client != server
        else { return nil }
        return Observation(
          "\(connection.sender(direction)) offers \(client) bytes as client and \(server) as server",
          answered.moment, frames: asked.frames + answered.frames)
      }
    })
}
