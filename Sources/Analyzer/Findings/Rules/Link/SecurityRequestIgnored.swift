import ATTParser

extension FindingRule {
  /// Seconds after which a pairing would have begun.
  private static let securityPatience = 5.0

  /// A peripheral that asks for security and gets none.
  static let securityRequestIgnored = FindingRule(
    "link.security-request-ignored", .warning, "Security Request without an effect",
    what: "A peripheral sends a Security Request, and neither pairing nor encryption follows in 5 s.",
    why: "The peripheral wants encryption, and may end the link or refuse requests without it.",
    evidence: "the Security Request and the last frame or the end",
    advice: "Pair from the central, or drop the request from the firmware if encryption is not needed.",
    source: "Vol 3, Part H, 2.4.6 (Security Request)",
    about: .pairing,
    connection: { connection, context in
      guard let request = connection.pairingSteps.last, request.isSecurityRequest,
        connection.encryption == nil, connection.keyUses.isEmpty,
        context.isWhole(connection, since: request.moment.frame)
      else { return [] }
      let end = connection.closed?.moment ?? connection.lastSeen
      guard let waited = context.seconds(from: request.moment, to: end), waited >= securityPatience else {
        return []
      }
      return [
        Observation(
          "\(connection.sender(request.direction)) asked for security and nothing followed in \(TransferRule.seconds(waited))",
          request.moment, frames: [end.frame], confidence: .likely)
      ]
    })
}
