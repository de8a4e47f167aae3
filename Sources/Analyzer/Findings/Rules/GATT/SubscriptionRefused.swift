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
    about: [.refusals, .refusedSubscriptions],
    connection: { connection, _ in
      var seen = connection.refusedSubscriptions.filter { !$0.error.code.isAboutSecurity }.map {
        change, error in
        Observation(
          "the write of frame \(change.moment.frame) to the CCCD \(FindingContext.name(change.descriptor)) was refused: \(TransferRule.hexadecimal(error.code.rawValue)) \(error.code.name)",
          change.moment, frames: [error.moment.frame])
      }
      // A value of another length than two bytes configures nothing.
      for error in connection.errors where error.request == .writeRequest && error.code.rawValue == 0x0D {
        guard case .descriptor(let attribute, _) = connection.meaning(of: error), !attribute.isInferred,
          attribute.uuid == .clientCharacteristicConfiguration,
          !seen.contains(where: { $0.frames.contains(error.moment.frame) })
        else { continue }
        seen.append(
          Observation(
            "a write to the CCCD \(FindingContext.name(error.attributeHandle)) was refused in frame \(error.moment.frame): its value has two bytes",
            error.moment, frames: [error.requestFrame]))
      }
      return seen
    })
}
