import ATTParser

extension FindingRule {
  /// A client asks for the MTU again.
  static let mtuExchangedTwice = FindingRule(
    "att.mtu-exchanged-twice", .warning, "MTU exchanged more than once",
    what: "A client sends more than one Exchange MTU Request on a connection, and the first was answered.",
    why: "It may be sent once; servers answer the second one with an error, or with another size.",
    evidence: "the exchanges",
    advice: "Ask once after connecting: the platform may have done so already (Core Bluetooth always does).",
    source: "Vol 3, Part F, 3.4.2.1 (Exchange MTU Request)",
    about: .mtuExchanges,
    connection: { connection, _ in
      return [Direction.sent, .received].compactMap { direction -> Observation? in
        let exchanges = connection.mtuExchanges.filter { $0.direction == direction && $0.client != nil }
        guard exchanges.count > 1, let first = exchanges.first, !first.isRefused, first.effective != nil
        else {
          return nil
        }
        return Observation(
          "\(connection.sender(direction)) asked for an ATT_MTU \(exchanges.count) times",
          exchanges[1].moment, frames: exchanges.flatMap(\.frames))
      }
    })
}
