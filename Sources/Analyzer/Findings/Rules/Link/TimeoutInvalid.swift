extension FindingRule {
  /// Parameters with which a link cannot be kept.
  static let timeoutInvalid = FindingRule(
    "link.timeout-invalid", .error, "supervision timeout too short for interval and latency",
    what:
      "Parameters come into force whose supervision timeout is not larger than (1 + latency) × interval × 2.",
    why: "The peripheral may stay silent for longer than the link lives; the specification forbids it.",
    evidence: "the event with the parameters",
    advice: "Ask for a longer timeout (4 to 6 s), a smaller latency or a shorter interval.",
    source: "Vol 6, Part B, 4.5.2 (connSupervisionTimeout)",
    consequenceOf: ["disconnect.wrong-parameters"],
    about: .parameters,
    connection: { connection, _ in
      guard connection.parameters.contains(where: { $0.parameters.isTimeoutTooShort }) else { return [] }
      return connection.parameters.filter { $0.parameters.isTimeoutTooShort }.map { change in
        Observation("\(FindingContext.name(change.parameters)) came into force", change.moment)
      }
    })
}
