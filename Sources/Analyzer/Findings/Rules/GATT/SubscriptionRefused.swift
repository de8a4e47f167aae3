import ATTParser

extension FindingRule {
  /// A subscription that the server refused.
  static let subscriptionRefused = FindingRule(
    "gatt.subscription-refused", .warning, "subscription refused",
    what: "A write to a CCCD is answered with an error that is not about security.",
    why: "The client waits for values that never come.",
    evidence: "the write and the Error Response",
    advice:
      "Look up what the server refuses: a characteristic without notifications, or a table of subscriptions that is full.",
    source: "Vol 3, Part G, 3.3.3.3",
    connection: { connection, _ in
      connection.refusedSubscriptions.filter { !$0.error.code.isAboutSecurity }.map { change, error in
        Observation(
          "the CCCD \(FindingContext.name(change.descriptor)) was refused: \(TransferRule.hexadecimal(error.code.rawValue)) \(error.code.name)",
          change.moment, frames: [error.moment.frame])
      }
    })
}
