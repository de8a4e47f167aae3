import ATTParser

extension FindingRule {
  /// The same answer twice.
  static let duplicateAnswer = FindingRule(
    "att.duplicate-answer", .warning, "answer sent twice",
    what: "The response that has ended a request comes once more.",
    why: "A client may take it for the answer to its next request.",
    evidence: "the second answer, the first one and their request",
    advice: "Answer a request once: in the callback or automatically, not both.",
    source: "Vol 3, Part F, 3.3.2",
    about: .anomalies,
    connection: { connection, context in
      context.observations(of: .duplicateAnswer, on: connection) { anomaly, connection in
        "\(connection.sender(anomaly.direction)) sent \(anomaly.opcode.name) once more for the request of frame \(anomaly.requestFrame ?? 0), which frame \(anomaly.answerFrame ?? 0) had answered"
      }
    })
}
