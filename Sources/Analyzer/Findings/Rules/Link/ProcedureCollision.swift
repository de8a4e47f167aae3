import ATTParser

extension FindingRule {
  /// Procedures that met.
  static let procedureCollision = FindingRule(
    "link.procedure-collision", .warning, "colliding procedures",
    what: "A change of the link fails with 0x23, 0x2A (collisions) or 0x28 (Instant Passed).",
    why: "Both sides asked at the same time; the change did not happen, and some controllers lose the link.",
    evidence: "the request and its failure",
    advice: "Let one side ask, and one procedure be over before the next is begun.",
    source: "Vol 6, Part B, 5.3 (procedure collisions)",
    about: .refusedRequests,
    connection: { connection, _ in
      return connection.requests.filter(\.isCollision).map { request in
        let code = request.refusal.map { "\(TransferRule.hexadecimal($0.rawValue)) \($0.name)" } ?? ""
        return Observation(
          "\(request.name), asked for by \(connection.asker(request)), failed with \(code)", request.moment,
          frames: [request.answered?.frame])
      }
    })
}
