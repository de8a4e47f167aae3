import ATTParser

extension FindingRule {
  /// Parameters that Apple devices refuse.
  static let accessoryLimits = FindingRule(
    "link.accessory-limits", .warning, "parameters refused that break Apple's limits",
    what: "A peripheral asks for parameters that Apple's guidelines for accessories exclude, and is refused.",
    why: "iPhones, iPads and Macs refuse them every time; the link stays as it is.",
    evidence: "the request and its refusal",
    advice:
      "Ask for an interval of 15 ms, or from a multiple of 15 ms to at least 15 ms more; for latency up to 30, with interval × (latency + 1) up to 2 s; and for a timeout of 2 to 6 s that is more than three times that.",
    source: "Accessory Design Guidelines for Apple Devices, Bluetooth, Connection Parameters",
    about: .refusedRequests,
    connection: { connection, _ in
      return connection.requests.compactMap { request -> Observation? in
        guard case .parameters(let wanted) = request.what, request.isRefused, !request.isCollision,
          request.isLocal == (connection.role == .peripheral), !wanted.brokenAccessoryLimits.isEmpty
        else { return nil }
        return Observation(
          "\(connection.asker(request)) asked for \(request.name) and was refused: \(wanted.brokenAccessoryLimits.joined(separator: ", "))",
          request.moment, frames: [request.answered?.frame], confidence: .likely)
      }
    })
}
