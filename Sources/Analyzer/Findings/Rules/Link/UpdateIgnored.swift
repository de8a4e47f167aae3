import ATTParser

extension FindingRule {
  /// Seconds after which a signalling request has failed (RTX timer, Vol 3, Part A, 6.2.1).
  private static let signalingTimeout = 30.0

  /// A request for other parameters without an answer.
  static let updateIgnored = FindingRule(
    "link.update-ignored", .warning, "change of the parameters never answered",
    what: "An L2CAP Connection Parameter Update Request has no response although 30 s went by.",
    why: "Every such request has to be answered; the peripheral may give up the link.",
    evidence: "the request and the last frame or the end",
    advice: "Update the central's stack, or ask again after 30 s.",
    source: "Vol 3, Part A, 4.20 and 6.2.1",
    about: .openRequests,
    connection: { connection, context in
      guard context.isOrderKnown(connection) else { return [] }
      let end = connection.closed?.moment ?? connection.lastSeen
      return connection.requests.compactMap { request -> Observation? in
        guard request.way == .l2cap, request.outcome == .unanswered,
          context.isWhole(connection, since: request.moment.frame),
          let waited = context.seconds(from: request.moment, to: end), waited >= signalingTimeout
        else { return nil }
        return Observation(
          "\(connection.asker(request)) asked for \(request.name) and was not answered in \(TransferRule.seconds(waited))",
          request.moment, frames: [end.frame])
      }
    })
}
