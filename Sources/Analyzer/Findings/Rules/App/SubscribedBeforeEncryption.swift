import ATTParser

extension FindingRule {
  /// A subscription that came before the encryption it needs.
  static let subscribedBeforeEncryption = FindingRule(
    "app.subscribed-before-encryption", .warning, "subscribed before encryption and never again",
    what:
      "A write to a CCCD was refused over security, the link was encrypted later, and the write was not repeated.",
    why: "The app believes itself subscribed and no value comes.",
    evidence: "the write, the Error Response, the encryption",
    advice: "Write the CCCD again after pairing has ended; the platforms do so only for some errors.",
    source: "Vol 3, Part G, 3.3.3.3; Vol 3, Part C, 10.3.1",
    about: .encryption,
    connection: { connection, context in
      guard connection.wasEncrypted else { return [] }
      return connection.refusedSubscriptions.compactMap { change, error -> Observation? in
        let encryption = connection.encryptions.first {
          $0.status == .success && $0.enabled != 0 && $0.moment.frame > error.moment.frame
        }
        guard error.code.isAboutSecurity, context.isWhole(connection, since: error.moment.frame),
          let encryption,
          !connection.subscriptions.contains(where: {
            $0.descriptor == change.descriptor && $0.moment.frame > error.moment.frame
          })
        else { return nil }
        return Observation(
          "the CCCD \(FindingContext.name(change.descriptor)) was refused with \(TransferRule.hexadecimal(error.code.rawValue)), and not written again after the link was encrypted",
          change.moment, frames: [error.moment.frame, encryption.moment.frame], confidence: .likely)
      }
    })
}
