import ATTParser

extension FindingRule {
  /// Encryption that could not be turned on.
  static let encryptionFailed = FindingRule(
    "link.encryption-failed", .error, "encryption failed",
    what: "Encryption could not be turned on.",
    why:
      "With 0x06 (PIN or Key Missing) the other side has lost the bond; with 0x08 or 0x22 its controller did not answer.",
    evidence: "the event, and the command with the key",
    advice: "Delete the bond on both sides and pair again.",
    source: "Vol 4, Part E, 7.7.8 (Encryption Change)",
    consequenceOf: ["disconnect.keys-missing", "ota.bond-lost"],
    about: .encryption,
    connection: { connection, _ in
      return connection.encryptions.filter { $0.status != .success }.map { encryption in
        let app = AppErrors.forEncryptionFailure(encryption.status).text.map { "; apps see \($0)" } ?? ""
        let use = connection.keyUses.last { $0.moment.frame < encryption.moment.frame }
        return Observation(
          "encryption failed with \(TransferRule.hexadecimal(encryption.status.rawValue)) \(encryption.status.name)\(app)",
          encryption.moment, frames: [use?.moment.frame],
          subject: [encryption.moment.frame] + [use?.moment.frame].compactMap(\.self))
      }
    })
}
