import ATTParser

extension FindingRule {
  /// Less than 23.
  static let mtuBelowMinimum = FindingRule(
    "att.mtu-below-minimum", .warning, "MTU below 23 offered",
    what: "A device offers an MTU of fewer than 23 bytes.",
    why: "23 is the least there is on LE: the number is wrong, and 23 is used.",
    evidence: "the exchange",
    advice: "Correct the device's receive size.",
    source: "Vol 3, Part G, 5.2.1 (ATT_MTU on LE)",
    about: .mtuExchange,
    connection: { connection, _ in
      guard connection.transport != .brEDR else { return [] }
      return connection.mtuExchanges.compactMap { exchange in
        let least = min(exchange.client ?? .max, exchange.server ?? .max)
        guard least < 23 else { return nil }
        return Observation("an MTU of \(least) bytes is offered", exchange.moment, frames: exchange.frames)
      }
    })
}
