extension FindingRule {
  /// The parameters do not suit the other side.
  static let disconnectUnacceptableParameters = FindingRule(
    "disconnect.unacceptable-parameters", .warning, "ended over connection parameters",
    what: "The link ended with reason 0x3B: a side does not accept the connection parameters.",
    why: "It asked for others, did not get them, and left.",
    evidence: "the last wish for other parameters, the end",
    advice: "Let the central accept what the peripheral asks for, or the peripheral live with what it gets.",
    source: "Vol 1, Part F, 2.59 (Unacceptable Connection Parameters)",
    end: .unacceptableParameters,
    look: { end, _ in
      let wish = end.connection.requests.last { $0.kind == .parameters }
      return end.observation(
        wish.map { "\($0.name) asked for in frame \($0.moment.frame)" },
        frames: [wish?.moment.frame].compactMap(\.self))
    })
}
