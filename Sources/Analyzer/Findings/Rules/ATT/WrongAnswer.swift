import ATTParser

extension FindingRule {
  /// A response of another kind than was asked for.
  static let wrongAnswer = FindingRule(
    "att.wrong-answer", .error, "response of the wrong kind",
    what: "A response comes that is not the one that the request under way calls for.",
    why: "The client waits on, until the 30 s are over.",
    evidence: "the response and the request",
    advice: "Look in the server at how the request of that frame is answered.",
    source: "Vol 3, Part F, 3.3.1 and 3.4",
    about: .anomalies,
    connection: { connection, context in
      context.observations(of: .wrongAnswer, on: connection) { anomaly, connection in
        "\(connection.sender(anomaly.direction)) sent \(anomaly.opcode.name), which does not answer the request of frame \(anomaly.requestFrame ?? 0)"
      }
    })
}
