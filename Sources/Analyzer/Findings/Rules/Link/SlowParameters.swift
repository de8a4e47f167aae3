import ATTParser

extension FindingRule {
  /// Milliseconds from which an interval is slow for a bulk of values.
  private static let slowInterval = 45.0
  /// Seconds from which a transfer is worth a word.
  private static let slowTransfer = 5.0

  /// A bulk transfer over a slow link.
  static let slowParameters = FindingRule(
    "link.slow-parameters", .warning, "slow parameters during a bulk transfer",
    what:
      "A stream of 16 KiB and more takes longer than 5 s, in the middle of it with an interval of 45 ms and more or with peripheral latency.",
    why:
      "Values travel in connection events only, and a peripheral with latency may sleep through those in which the central would send.",
    evidence: "the parameters, the first and the last value",
    advice:
      "Ask for 15 ms (iOS) or for high priority (requestConnectionPriority on Android) and latency 0 during the transfer, and go back afterwards.",
    source: "Vol 6, Part B, 4.5.1 (connection events); bleshark speed",
    about: .bulk,
    connection: { connection, _ in
      guard let stream = connection.bulk(of: 16384),
        stream.last.time.seconds(since: stream.first.time) >= slowTransfer,
        let change = connection.parameters(at: (stream.first.frame + stream.last.frame) / 2)
      else { return [] }
      let isSlow = change.parameters.intervalMilliseconds >= slowInterval
      guard isSlow || change.parameters.latency > 0 else { return [] }
      return [
        Observation(
          "\(stream.bytes) bytes on \(FindingContext.name(stream.attributeHandle)) travelled with \(FindingContext.name(change.parameters))",
          stream.first, frames: [change.moment.frame, stream.last.frame], confidence: .likely)
      ]
    })
}
