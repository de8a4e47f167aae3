import ATTParser

extension FindingRule {
  /// Other settings that were refused.
  static let updateRefused = FindingRule(
    "link.update-refused", .warning, "change of the link refused",
    what: "A side asks for other parameters, PHYs or packet lengths and is refused.",
    why: "The link stays as it is, with the speed, the latency and the power that go with it.",
    evidence: "the request and its refusal",
    advice: "Ask for what the other side grants, or later: some hosts refuse while they pair or discover.",
    source: "Vol 3, Part A, 4.21 (Connection Parameter Update Response); Vol 6, Part B, 5.1",
    consequenceOf: ["link.accessory-limits"],
    about: .refusedRequests,
    connection: { connection, _ in
      return connection.requests.filter { $0.isRefused && !$0.isCollision }.map { request in
        let reason = request.refusal.map { ": \(TransferRule.hexadecimal($0.rawValue)) \($0.name)" } ?? ""
        return Observation(
          "\(connection.asker(request)) asked for \(request.name) and was refused\(reason)", request.moment,
          frames: [request.answered?.frame])
      }
    })
}
