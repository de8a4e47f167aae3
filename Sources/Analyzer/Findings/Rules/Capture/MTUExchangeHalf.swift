extension FindingRule {
  /// Half of an MTU exchange.
  static let mtuExchangeHalf = FindingRule(
    "capture.mtu-exchange-half", .info, "one half of an MTU exchange",
    what: "An Exchange MTU Request or Response is in the capture without the other.",
    why: "The ATT_MTU is unknown, and so whether a PDU is too long and what limits the speed.",
    evidence: "the half that is there",
    advice: "Record both directions, from the beginning of the connection on.",
    source: "Vol 3, Part F, 3.4.2 (MTU exchange)",
    capture: { context in
      context.observation(
        of: .mtuExchange,
        frames: context.frames(where: { connection in
          connection.mtu?.effective == nil && connection.mtuExchanges.contains { !$0.isRefused }
        }) { $0.mtu?.moment.frame })
    })
}
