extension FindingRule {
  /// A confirmation without an indication.
  static let unsolicitedConfirmation = FindingRule(
    "att.unsolicited-confirmation", .warning, "confirmation without an indication",
    what: "A confirmation comes on a bearer on which no indication is under way.",
    why: "The client confirms twice, or confirms a notification.",
    evidence: "the confirmation",
    advice: "Look in the client for a confirmation that the stack sends already.",
    source: "Vol 3, Part F, 3.4.7.3",
    about: .anomalies,
    connection: { connection, context in
      context.observations(of: .unsolicitedConfirmation, on: connection) { anomaly, connection in
        "\(connection.sender(anomaly.direction)) sent a confirmation and no indication was under way"
      }
    })
}
