import ATTParser

extension TransferRule {
  /// How often a device has to stay where it is, although it was sent the same again.
  private static let stuckTimes = 2

  /// The device takes what it is sent, and asks for it again.
  static let noProgress = TransferRule { _, part, _ in
    guard part.accepted == nil, let stuck = part.stuck, stuck.times >= stuckTimes,
      let bytes = part.confirmedBytes
    else { return [] }
    return [
      TransferCause(
        .noProgress,
        "the device said \(stuck.times + 1) times that it has \(bytes) bytes, although what follows was sent again each time",
        stuck.last, frames: [stuck.since.frame], confidence: .certain)
    ]
  }

  /// Two attempts and more ended at one place, and it was not the client that ended them.
  static let samePlace = TransferRule { transfer, part, context in
    let attempts = transfer.parts.reversed().prefix { attempt in
      attempt.accepted == nil && attempt.restart == nil && attempt.chunks > 0
        && context.ending(of: attempt).map { $0.by != .client } ?? false
        && attempt.coverage.end == part.coverage.end
    }
    let ends = attempts.compactMap { context.ending(of: $0) }
    guard ends.count > 1, let last = ends.first else { return [] }
    return [
      TransferCause(
        .samePlace,
        "\(ends.count) attempts, one after the other, ended when byte \(part.coverage.end - 1) had been sent\(last.words)",
        last.moment, frames: ends.map(\.moment.frame), confidence: .likely)
    ]
  }

  /// The client stopped of itself at a number that 16 bits cannot hold.
  static let counterOverflow = TransferRule { transfer, part, context in
    guard part.accepted == nil, part.awaited == nil, let declared = transfer.declaredBytes,
      let last = part.lastData, part.coverage.ranges.count == 1, part.coverage.ranges[0].lowerBound == 0,
      part.longestChunk > 0, context.isUpToClient(part), let connection = context.connection(part)
    else { return [] }
    let end = part.coverage.end
    let idle = (connection.closed?.moment ?? connection.lastSeen).time.seconds(since: last.time)
    guard end < declared, connection.closed != nil || idle >= silence else { return [] }
    let range = 1 << 16
    let text: String
    if declared >= range, end == declared % range {
      text = "the client stopped after \(end) bytes, which is what 16 bits hold of the size of \(declared)"
    } else if [range / 2, range, 2 * range].contains(end) {
      text = "the client stopped after \(end) bytes exactly, with \(declared - end) to go"
    } else if part.chunks == range / 2 || part.chunks == range, part.coverage.repeatedBytes == 0 {
      text = "the client stopped after \(part.chunks) chunks exactly, with \(declared - end) bytes to go"
    } else {
      return []
    }
    return [TransferCause(.counterOverflow, text, last, confidence: .likely)]
  }

  /// The device has more than it was sent, or went on behind bytes that nobody saw sent and then failed.
  static let staleState = TransferRule { transfer, part, context in
    guard part.accepted == nil, part.chunks > 0, context.connection(part)?.opened != nil else { return [] }
    if part.hasBeginning, part.resumedFrom == nil, let confirmed = part.confirmedBytes,
      let moment = part.confirmedIn, confirmed > part.coverage.end + part.longestChunk
    {
      return [
        TransferCause(
          .staleState,
          "the device counts \(confirmed) bytes where \(part.coverage.end) were sent on this connection, from the beginning on",
          moment, confidence: .likely)
      ]
    }
    guard let offset = part.resumedFrom, offset > 0,
      let failed = part.causes.last(where: { $0.symptom == .hashMismatch }),
      let hole = transfer.coverage.firstHole(in: 0..<offset)
    else { return [] }
    return [
      TransferCause(
        .staleState,
        "the device had the client go on at byte \(offset), bytes \(hole.lowerBound)…\(hole.upperBound - 1) were sent nowhere in the capture, and its check of the whole fails",
        failed.moment, frames: failed.frames, confidence: .possible, isFatal: false)
    ]
  }
}
