import ATTParser

extension FindingRule {
  /// The link was lost with a supervision timeout that is too short.
  static let disconnectWrongParameters = FindingRule(
    "disconnect.wrong-parameters", .warning, "link lost: the supervision timeout is too short",
    what:
      "The link was lost (0x08) while the supervision timeout was below 500 ms, or not larger than (1 + latency) × interval × 2.",
    why:
      "A few missed packets end the link: some interference, a scan or a flash erase of 400 ms is enough. It is the parameters' fault, not the radio's.",
    evidence: "the parameters, the last data in each direction, the end",
    advice:
      "Ask for a supervision timeout of 4 to 6 s: the central when it connects (Linux's default is 420 ms), or the peripheral with a parameter update.",
    source: "Vol 6, Part B, 4.5.2 (connSupervisionTimeout)",
    end: .wrongParameters,
    look: { end, _ in
      guard let change = end.connection.parameters(at: end.closed.moment.frame) else { return [] }
      let isWrong = change.parameters.isTimeoutTooShort
      return end.observation(
        "\(FindingContext.name(change.parameters)) since frame \(change.moment.frame): \(isWrong ? "the timeout is not larger than (1 + latency) × interval × 2" : "a gap of \(change.parameters.timeoutMilliseconds) ms ends the link")",
        frames: [change.moment.frame], confidence: isWrong ? .certain : .likely,
        severity: isWrong ? .error : nil)
    })
}
