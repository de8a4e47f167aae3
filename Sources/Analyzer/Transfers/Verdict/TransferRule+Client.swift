import ATTParser

extension TransferRule {
  /// Seconds without a chunk, though nothing kept the client, that count as a pause.
  private static let pause = 5.0

  /// The client paused in the middle, or stopped for good while the link stayed up.
  static let clientPaused = TransferRule { transfer, part, context in
    var causes: [TransferCause] = []
    for longest in transfer.parts.compactMap(\.longestPause) where longest.seconds >= pause {
      causes.append(
        TransferCause(
          .appSuspended,
          "the client sent nothing for \(seconds(longest.seconds)) although the link was up and no answer was awaited",
          longest.from, frames: [longest.to.frame], confidence: .likely, isFatal: false))
    }
    guard part.accepted == nil, part.restart == nil, part.awaited == nil, part.chunks > 0,
      let connection = context.connection(part)
    else { return causes }
    let end = connection.closed?.moment ?? connection.lastSeen
    let idle = end.time.seconds(since: part.last.time)
    if idle >= pause, context.ending(of: part)?.by != .link {
      causes.append(
        TransferCause(
          .clientStopped,
          "the client sent nothing more for \(seconds(idle)) although the link was up and no answer was awaited",
          part.last, frames: [end.frame], confidence: .likely, isFatal: connection.closed != nil))
    }
    return causes
  }

  /// The client began something, a request in several writes, and never sent the rest.
  static let unfinished = TransferRule { _, part, context in
    guard part.accepted == nil, let owed = part.owed, let connection = context.connection(part),
      context.isUpToClient(part)
    else { return [] }
    let end = connection.closed?.moment ?? connection.lastSeen
    let waited = end.time.seconds(since: owed.since.time)
    guard waited >= silence else { return [] }
    return [
      TransferCause(
        .chunkMissing, "\(owed.what) were never sent, though the link was up for another \(seconds(waited))",
        owed.since, frames: [end.frame], confidence: connection.closed == nil ? .possible : .certain)
    ]
  }

  /// The client sent the last chunk, which is shorter than the others, and less than it announced.
  ///
  /// Of a protocol that numbers nothing this is all that a missing chunk leaves behind.
  static let chunkSkipped = TransferRule { transfer, part, context in
    guard part.accepted == nil, part.awaited == nil, let declared = transfer.declaredBytes,
      let last = part.lastData, part.coverage.ranges.count == 1, part.longestChunk > 0,
      let connection = context.connection(part), context.isUpToClient(part)
    else { return [] }
    let lacking = declared - part.coverage.end
    guard lacking > 0, lacking % part.longestChunk == 0, part.lastChunk == declared % part.longestChunk else {
      return []
    }
    let end = connection.closed?.moment ?? connection.lastSeen
    guard end.time.seconds(since: last.time) >= silence else { return [] }
    return [
      TransferCause(
        .chunkMissing,
        "the last chunk of the image was sent, which is shorter than the others, but \(lacking) bytes before it were not",
        last, frames: [end.frame], confidence: connection.closed == nil ? .possible : .likely)
    ]
  }

  /// The client went on elsewhere than the device is.
  static let wrongResume = TransferRule { transfer, _, _ in
    var causes: [TransferCause] = []
    for (before, part) in zip(transfer.parts, transfer.parts.dropFirst()) where !before.isJump {
      guard let first = part.firstData, let start = part.coverage.ranges.first?.lowerBound else { continue }
      // What the device refused has to be sent again from the start.
      let isRefused = before.causes.contains(where: \.isFatal)
      let isTold = part.causes.contains { $0.symptom == .wrongResume }
      if part.resumedFrom == nil, start == 0, before.progress > 0, !isRefused, !isTold {
        causes.append(
          TransferCause(
            .restartedFromZero,
            "the client began at byte 0 again, where the device had \(before.progress) bytes",
            first, frames: [before.lastData?.frame].compactMap(\.self), isFatal: false))
      } else if part.resumedFrom == nil, part.hasBeginning, before.progress > 0, start > 0,
        start >= before.progress / 2
      {
        // Nearer to where it was than to the beginning: no chunk that is missing there.
        causes.append(
          TransferCause(
            .wrongResume,
            "the client went on at byte \(start), where the device began anew and had nothing",
            first, frames: [before.lastData?.frame].compactMap(\.self), isFatal: part.accepted == nil))
      } else if let offered = part.resumedFrom, start > offered {
        causes.append(
          TransferCause(
            .wrongResume, "the device had \(offered) bytes and the client went on at \(start)", first,
            confidence: .certain, isFatal: true))
      } else if let offered = part.resumedFrom, offered > 0, let declared = transfer.declaredBytes,
        part.accepted == nil, part.sentBytes >= declared, part.coverage.repeatedBytes == 0
      {
        // Where chunks carry no offset, their number alone tells.
        causes.append(
          TransferCause(
            .wrongResume,
            "the device had \(offered) bytes and wanted the rest, and the client sent all \(declared) again",
            first, frames: [part.lastData?.frame].compactMap(\.self), confidence: .likely))
      }
    }
    return causes
  }
}
