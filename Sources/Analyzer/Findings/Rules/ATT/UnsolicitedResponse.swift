import ATTParser

extension FindingRule {
  /// A response that nobody asked for.
  static let unsolicitedResponse = FindingRule(
    "att.unsolicited-response", .warning, "response without a request",
    what: "A response comes on a bearer on which no request is under way.",
    why: "The server answers twice, answers a command, or answers on the wrong bearer.",
    evidence: "the response",
    advice: "Look in the server for a second answer to one request.",
    source: "Vol 3, Part F, 3.3.2",
    about: .anomalies,
    connection: { connection, context in
      context.observations(of: .unsolicitedResponse, on: connection) { anomaly, connection in
        "\(connection.sender(anomaly.direction)) sent \(anomaly.opcode.name) and no request was under way"
      }
    })
}
