import ATTParser

extension FindingRule {
  /// Seconds after which a pairing would have begun.
  private static let patience = 5.0

  /// A server that asks for security and gets none.
  static let securityWithoutPairing = FindingRule(
    "gatt.security-without-pairing", .warning, "security required and never set up",
    what:
      "A request is refused with 0x05, 0x0C or 0x0F, and neither pairing nor encryption follows in 5 s or by the end.",
    why:
      "The attribute stays closed. Core Bluetooth and Android pair by themselves on such an error; other hosts have to be told.",
    evidence: "the first Error Response, and the last frame or the end",
    advice:
      "Pair from the client, or look why the pairing was declined; without need, build the firmware without that requirement.",
    source: "Vol 3, Part C, 10.3.1 (responding to a service request)",
    consequenceOf: ["ota.security-required"],
    about: .refusals,
    connection: { connection, context in
      guard connection.errors.contains(where: \.code.isAboutSecurity) else { return [] }
      let end = connection.closed?.moment ?? connection.lastSeen
      let after =
        [connection.phase(.pairing)?.end.frame, connection.encryption?.moment.frame]
        .compactMap(\.self).max() ?? 0
      return connection.errors.compactMap { error -> Observation? in
        guard error.code.isAboutSecurity, after < error.moment.frame,
          context.isWhole(connection, since: error.moment.frame),
          connection.closed != nil || end.time.seconds(since: error.moment.time) >= patience
        else { return nil }
        return Observation(
          "\(error.request.name) on \(FindingContext.name(error.attributeHandle)) was refused with \(TransferRule.hexadecimal(error.code.rawValue)) \(error.code.name), and nothing was paired or encrypted after it",
          error.moment, frames: [error.requestFrame, end.frame], confidence: .likely)
      }
    })
}
