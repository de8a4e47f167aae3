extension FindingRule {
  /// The MTU is asked for where the channel has it.
  static let mtuOnEnhancedBearer = FindingRule(
    "att.mtu-on-enhanced-bearer", .warning, "MTU exchange on an enhanced bearer",
    what: "An Exchange MTU Request is sent on an enhanced ATT bearer.",
    why: "There the channel's own MTU is the ATT_MTU; the request is not allowed and may end the bearer.",
    evidence: "the request",
    advice: "Exchange the MTU on the fixed channel only.",
    source: "Vol 3, Part F, 3.4.2 and 3.2.8",
    about: .anomalies,
    connection: { connection, _ in
      connection.anomalies.filter { $0.kind == .mtuOnEnhancedBearer }.map { anomaly in
        Observation(
          "\(connection.sender(anomaly.direction)) asked for an ATT_MTU on bearer \(anomaly.bearer)",
          anomaly.moment)
      }
    })
}
