import ATTParser

extension FindingRule {
  /// An answer after more than 30 s.
  static let lateAnswer = FindingRule(
    "att.late-answer", .warning, "answer after more than 30 s",
    what: "A response or a confirmation comes more than 30 s after what it answers.",
    why:
      "The transaction has failed by then, and a client that keeps to the protocol uses the bearer no more. Unless the recorder's clock was set forward in between.",
    evidence: "the answer and the request",
    advice: "Answer within 30 s; do long work after the response.",
    source: "Vol 3, Part F, 3.3.3 (transaction timeout)",
    about: .anomalies,
    connection: { connection, context in
      context.observations(of: .lateAnswer, on: connection) { anomaly, connection in
        let asked = anomaly.opcode.kind == .confirmation ? "confirmed the indication" : "answered the request"
        return
          "\(connection.sender(anomaly.direction)) \(asked) of frame \(anomaly.requestFrame ?? 0) more than 30 s later"
      }
    })
}
