import ATTParser

extension FindingRule {
  /// A pairing that failed.
  static let pairingFailed = FindingRule(
    "link.pairing-failed", .warning, "pairing failed",
    what: "A side sends Pairing Failed.",
    why: "The link stays unencrypted, and what needs encryption is refused.",
    evidence: "Pairing Failed, and the Pairing Request before it",
    advice:
      "Look the reason up: a wrong or cancelled passkey, requirements that the other side does not meet, or too many attempts.",
    source: "Vol 3, Part H, 3.5.5 (Pairing Failed)",
    about: .pairing,
    connection: { connection, _ in
      return connection.pairingSteps.compactMap { step -> Observation? in
        guard let reason = step.failure else { return nil }
        let request = connection.pairingSteps.last { $0.isRequest && $0.moment.frame < step.moment.frame }
        return Observation(
          "\(connection.sender(step.direction)) ended the pairing: \(SMPCommand.failureName(reason))",
          step.moment, frames: [request?.moment.frame])
      }
    })
}
