extension FindingRule {
  /// A link-layer procedure was not answered.
  static let disconnectProcedureTimeout = FindingRule(
    "disconnect.procedure-timeout", .error, "link layer procedure not answered",
    what: "The link ended with reason 0x22: the other controller did not answer a procedure within 40 s.",
    why:
      "The other controller does not know, or lost, a PHY, data length, parameter or encryption procedure.",
    evidence: "the request that nobody answered, if the host made it; the end",
    advice:
      "Update the firmware of the other controller, or do not start that procedure: it is the one without an answer.",
    source: "Vol 6, Part B, 5.2 (procedure response timeout of 40 s)",
    consequenceOf: ["ota.link-layer-silent"],
    end: .procedureTimeout,
    look: { end, _ in
      let open = end.openRequest
      let words = open.map { request in
        "\(request.name) asked for in frame \(request.moment.frame), \(TransferRule.seconds(end.closed.moment, since: request.moment)) before, was never answered"
      }
      return end.observation(words, frames: [open?.moment.frame].compactMap(\.self))
    })
}
