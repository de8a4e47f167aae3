import ATTParser

extension TransferVerdict {
  /// Judges a transfer.
  static func of(_ transfer: Transfer, _ context: TransferContext) -> TransferVerdict {
    var verdict = TransferVerdict()
    guard let part = transfer.parts.last else { return verdict }
    verdict.step = transfer.parts.map(\.step).max() ?? .prepare
    let concluded = TransferRule.all.flatMap { $0.look(transfer, part, context) }
    let told = transfer.parts.flatMap(\.causes)
    let isAccepted =
      part.accepted != nil && !concluded.contains { $0.isFatal }
      && !part.causes.contains { $0.isFatal && $0.moment.frame > part.accepted?.frame ?? 0 }
    if isAccepted {
      verdict.outcome = .success
      verdict.also = merged((told + concluded).filter { !$0.isExcusedByProgress })
      verdict.noteSuccess(transfer, part, context)
      if let running = transfer.running, running.hash == part.chosenImage {
        verdict.remarks.append(
          "it runs the new image\(running.isConfirmed ? ", confirmed" : ""), as it says in frame \(running.moment.frame)"
        )
        verdict.step = max(verdict.step, .confirm)
      }
    } else {
      // Nothing that was got over explains the end.
      let last = part.causes.filter { !isOvercome($0, part) }
      verdict.cause =
        last.first(where: \.isFatal) ?? concluded.first { $0.isFatal && $0.confidence != .possible }
        ?? concluded.first { $0.isFatal }
      verdict.cause = verdict.cause.map { refined(reason(for: $0, among: last), by: concluded) }
      verdict.outcome = outcome(verdict.cause, part, context)
      let rest = (told + concluded).filter {
        $0 != verdict.cause && !isConsequence($0, of: verdict.cause)
          && !($0.isExcusedByProgress && isOvercome($0, part))
      }
      verdict.also = merged(rest)
    }
    verdict.not = exclusions(transfer, part, verdict, context)
    verdict.limits = limits(transfer, part, verdict, context)
    return verdict
  }

  private static func outcome(
    _ cause: TransferCause?, _ part: TransferPart, _ context: TransferContext
  ) -> Transfer.Outcome {
    guard let cause else { return .incomplete }
    // Of an end that lies behind the capture's nothing is certain.
    let isOpen = context.connection(part)?.closed == nil
    if cause.confidence == .possible { return isOpen ? .incomplete : .unknown }
    return .failed
  }

  /// What made a client give up, or a device stay silent, if something was wrong that was not got over.
  private static func reason(for cause: TransferCause, among told: [TransferCause]) -> TransferCause {
    switch cause.symptom {
    case .clientDisconnected, .clientStopped: told.last ?? cause
    // What is too long does not arrive, and nobody answers it.
    case .noAnswer, .receiptMissing, .bytesLost, .bytesCorrupted, .checkMismatch, .hashMismatch:
      told.last { $0.symptom == .valueTooLong || $0.symptom == .valueBeyond512 } ?? cause
    default: cause
    }
  }

  /// What was concluded, where it says more than what was told.
  private static func refined(_ cause: TransferCause, by concluded: [TransferCause]) -> TransferCause {
    let better: [Symptom] =
      switch cause.symptom {
      case .bytesLost, .bytesCorrupted, .flashFailed:
        [.noProgress, .packetsBeyond20, .wrongWriteKind, .staleState]
      case .chunkMissing: [.counterOverflow, .wrongResume]
      case .clientStopped, .clientDisconnected: [.counterOverflow]
      case .wrongWriteKind: [.staleAttributes]
      default: []
      }
    return concluded.first { $0.isFatal && better.contains($0.symptom) } ?? cause
  }

  /// True when the transfer went on after something that seemed fatal.
  private static func isOvercome(_ cause: TransferCause, _ part: TransferPart) -> Bool {
    guard let last = part.lastData, !cause.isFinal else { return false }
    if cause.symptom == .valueTooLong || cause.symptom == .valueBeyond512 {
      return part.confirmedBytes ?? 0 > 0
    }
    return last.frame > cause.moment.frame
  }

  /// True when a cause is only what follows from another: the end of a link after the device refused.
  private static func isConsequence(_ item: TransferCause, of cause: TransferCause?) -> Bool {
    guard let cause, item.moment.frame >= cause.moment.frame else { return false }
    let ends: [Symptom] = [
      .clientDisconnected, .deviceDisconnected, .clientStopped, .noAnswer, .requestUnanswered, .inactivity,
      .notActivated, .receiptMissing, .noProgress,
    ]
    let tooLong: [Symptom] = [.valueTooLong, .valueBeyond512]
    let losses: [Symptom] = [.bytesLost, .bytesCorrupted, .checkMismatch, .hashMismatch, .requestInPieces]
    return ends.contains(item.symptom) || tooLong.contains(cause.symptom) && losses.contains(item.symptom)
      // What a client passes over because it goes on elsewhere.
      || cause.symptom == .wrongResume && item.symptom == .chunkMissing
  }

  /// One of each symptom, with how often it was.
  private static func merged(_ causes: [TransferCause]) -> [TransferCause] {
    var list: [TransferCause] = []
    var counts: [Symptom: Int] = [:]
    for cause in causes.sorted(by: { $0.moment.frame < $1.moment.frame }) {
      counts[cause.symptom, default: 0] += 1
      if let place = list.firstIndex(where: { $0.symptom == cause.symptom }) {
        let frames = Set(list[place].frames + cause.frames).sorted()
        list[place].frames = Array(frames.prefix(TransferCause.frameLimit))
      } else {
        list.append(cause)
      }
    }
    for place in list.indices {
      if let count = counts[list[place].symptom], count > 1 { list[place].text += " (and so \(count) times)" }
    }
    return list
  }

  private mutating func noteSuccess(
    _ transfer: Transfer, _ part: TransferPart, _ context: TransferContext
  ) {
    if let restart = part.restart, let closed = context.ending(of: part),
      closed.moment.frame >= restart.frame,
      closed.by != .client
    {
      remarks.append(
        "the device restarted: the connection ended in frame \(closed.moment.frame), \(TransferRule.seconds(closed.moment, since: restart)) after"
      )
      step = max(step, .reboot)
    }
    if let next = context.nextConnection(after: part) {
      remarks.append("it was connected to again in frame \(next.firstSeen.frame) (connection \(next.id))")
      step = max(step, .confirm)
      if let versions = TransferRule.versions(transfer, part, context), versions.before != versions.after {
        let old = String(decoding: versions.before, as: UTF8.self)
        let new = String(decoding: versions.after, as: UTF8.self)
        remarks.append("it says version \"\(new)\" there, and said \"\(old)\" before")
      }
    }
  }

  // MARK: - What it was not, and what cannot be told

  private static func exclusions(
    _ transfer: Transfer, _ part: TransferPart, _ verdict: TransferVerdict, _ context: TransferContext
  ) -> [String] {
    guard verdict.outcome != .success, let connection = context.connection(part) else { return [] }
    var list: [String] = []
    let symptoms = Set(([verdict.cause].compactMap(\.self) + verdict.also).map(\.symptom))
    if let confirmed = part.confirmedBytes, confirmed > 0, confirmed == part.coverage.end,
      symptoms.isDisjoint(with: [.bytesLost, .bytesCorrupted, .hashMismatch, .checkMismatch])
    {
      list.append("not lost on the way: the device had all \(confirmed) bytes that were sent")
    }
    if context.isUpToClient(part),
      symptoms.isDisjoint(with: [.linkTimedOut, .timedOutWhileErasing, .lostAfterChange])
    {
      list.append(
        "not a lost link: it was up until \(connection.closed == nil ? "the capture ends" : "the client ended it")"
      )
    }
    if connection.errors.isEmpty { list.append("no request of this connection was refused by an ATT error") }
    if connection.unanswered.isEmpty, connection.pdusReceived > 0, connection.pdusSent > 0 {
      list.append("every request of this connection was answered")
    }
    return list
  }

  private static func limits(
    _ transfer: Transfer, _ part: TransferPart, _ verdict: TransferVerdict, _ context: TransferContext
  ) -> [String] {
    var list: [String] = []
    if transfer.format == GenericTransfer.name {
      list.append(
        "the protocol is not known: sizes and counts are concluded from numbers that agree, result codes are not understood; --ota-profile describes a protocol"
      )
    }
    if !transfer.parts.contains(where: \.hasBeginning) {
      list.append("the beginning of the transfer is not in the capture: what was announced there is unknown")
    }
    if transfer.declaredBytes == nil, verdict.outcome != .success {
      list.append("no size was announced that the capture shows: how much is missing is unknown")
    }
    if context.connection(part)?.closed == nil, verdict.outcome != .success {
      list.append("the capture ends while the connection is up: what came after is unknown")
    }
    if verdict.outcome != .success, part.confirmedBytes ?? 0 < part.coverage.end {
      list.append("bytes lost inside the device cannot be seen in a capture of the host")
    }
    return list
      + context.quality.cannotConclude.filter { sentence in
        context.quality.missing.contains(.droppedRecords) && sentence.contains("dropped")
          || context.quality.missing.contains(.packetEnds) && sentence.contains("cut when recording")
      }
  }
}
