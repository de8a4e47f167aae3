extension FindingRule {
  /// An indication before the one before was confirmed.
  static let indicationWhilePending = FindingRule(
    "att.indication-while-pending", .error, "indication while another one is pending",
    what: "A server sends an indication on a bearer before its last one was confirmed.",
    why: "A client may drop it: indications are acknowledged one by one.",
    evidence: "the second indication and the one under way",
    advice: "Wait in the server for the confirmation before the next indication.",
    source: "Vol 3, Part F, 3.3.2 (sequential protocol)",
    about: .anomalies,
    connection: { connection, context in
      context.observations(of: .indicationWhilePending, on: connection) { anomaly, connection in
        "\(connection.sender(anomaly.direction)) sent an indication while that of frame \(anomaly.requestFrame ?? 0) was not confirmed"
      }
    })
}
