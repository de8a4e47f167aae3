import ATTParser

extension FindingRule {
  /// A request before the one before was answered.
  static let requestWhilePending = FindingRule(
    "att.request-while-pending", .error, "request while another one is pending",
    what: "A side sends a request on a bearer before the response to its last one has come.",
    why:
      "The protocol is sequential: a server may drop the second request or answer in any order. Apps that fire several requests without waiting, over a stack that does not queue, look like this.",
    evidence: "the second request and the one under way",
    advice:
      "Send one request at a time: wait for the callback of the one before (Android's operations are not queued by the system).",
    source: "Vol 3, Part F, 3.3.2 (sequential protocol)",
    about: .anomalies,
    connection: { connection, context in
      context.observations(of: .requestWhilePending, on: connection) { anomaly, connection in
        "\(connection.sender(anomaly.direction)) sent \(anomaly.opcode.name) while its request of frame \(anomaly.requestFrame ?? 0) was not answered"
      }
    })
}
