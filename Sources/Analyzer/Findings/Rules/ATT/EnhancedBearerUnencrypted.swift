import ATTParser

extension FindingRule {
  /// An enhanced bearer in the clear.
  static let enhancedBearerUnencrypted = FindingRule(
    "att.enhanced-bearer-unencrypted", .warning, "enhanced bearer on a link that is not encrypted",
    what:
      "ATT PDUs travel on an enhanced bearer of a connection that began in the capture and was not encrypted before.",
    why: "Enhanced bearers need encryption; other stacks refuse the channel.",
    evidence: "the first PDU on the bearer",
    advice: "Pair or encrypt before opening enhanced bearers.",
    source: "Vol 3, Part G, 5.4 (EATT channel requirements)",
    about: .enhancedBearer,
    connection: { connection, _ in
      guard connection.opened != nil, connection.transport != .brEDR, let first = connection.firstEnhanced
      else { return [] }
      if connection.encryption != nil, connection.phase(.pairing)?.start.frame ?? .max < first.frame {
        return []
      }
      return [Observation("an enhanced bearer is used and nothing encrypted the link before", first)]
    })
}
