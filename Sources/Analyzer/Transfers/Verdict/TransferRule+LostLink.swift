import ATTParser

extension TransferRule {
  /// Seconds after the last message from which a silence is worth a word.
  static let silence = 1.0
  /// Inactivity timers that devices are known to have, in seconds (Nordic 120; InfiniTime and TI 10).
  private static let inactivityTimers = [120.0, 10.0]

  /// The device ended the connection in the middle of a transfer, or the link was lost.
  static let lostLink = TransferRule { transfer, part, context in
    guard part.accepted == nil, part.restart == nil, let closed = context.ending(of: part) else { return [] }
    let frames = [part.lastData?.frame, part.awaited?.since.frame, closed.moment.frame].compactMap(\.self)
    let idle = closed.moment.time.seconds(since: part.last.time)
    let reason = closed.words
    let place = part.chunks > 0 ? " at byte \(part.progress)" : ""
    func cause(_ symptom: Symptom, _ text: String, _ confidence: Confidence = .certain) -> [TransferCause] {
      [TransferCause(symptom, text, closed.moment, frames: frames, confidence: confidence)]
    }
    switch (closed.by, closed.reason?.rawValue) {
    case (_, 0x3D?): return cause(.integrityFailed, "the link was ended\(place)\(reason)")
    case (_, 0x22?): return cause(.linkLayerSilent, "the link was ended\(place)\(reason)")
    case (_, 0x3E?): return cause(.notEstablished, "the connection was lost at once\(reason)")
    case (_, 0x06?), (_, 0x05?):
      return cause(.bondLost, "the link was ended\(place)\(reason)", .likely)
    case (.link, _):
      if let awaited = part.awaited, awaited.isErasing {
        return cause(
          .timedOutWhileErasing,
          "the link was lost\(reason) \(seconds(closed.moment, since: awaited.since)) after the device began to erase",
          .likely)
      }
      if let change = changeBeforeSilence(closed, context.connection(part)) {
        return cause(
          .lostAfterChange,
          "the link was lost\(place)\(reason) \(seconds(closed.moment, since: change.moment)) after \(FindingContext.name(change.parameters)) came into force in frame \(change.moment.frame), and nothing was received since",
          .likely)
      }
      return cause(.linkTimedOut, "the link was lost\(place)\(reason)")
    case (.device, _) where transfer.declaredBytes == nil && part.taken?.moment == part.last:
      return cause(
        .deviceDisconnected,
        "the device ended the connection\(reason) after it took \(part.progress) bytes: without a size that is either the end of the update or a failure",
        .possible)
    case (.device, _):
      if part.awaited == nil, let timer = inactivityTimers.first(where: { abs(idle - $0) < max(1, $0 / 20) })
      {
        return cause(
          .inactivity,
          "the device ended the connection\(reason) \(seconds(idle)) after the last message, near a usual inactivity timer of \(Int(timer)) s",
          .likely)
      }
      return cause(
        .deviceDisconnected,
        "the device ended the connection\(place)\(reason), \(seconds(idle)) after the last message")
    case (.client, _): return []
    }
  }

  /// The change of the parameters after which nothing was received until the link was given up; nil when there is none.
  private static func changeBeforeSilence(
    _ end: TransferEnding, _ connection: Connection?
  ) -> Connection.ParameterChange? {
    guard end.reason?.rawValue == 0x08, let connection, connection.parameters.count > 1,
      let change = connection.parameters.last, connection.lastReceived?.frame ?? 0 < change.moment.frame
    else { return nil }
    let timeout = Double(change.parameters.timeoutMilliseconds) / 1000
    return end.moment.time.seconds(since: change.moment.time) <= timeout + 2 ? change : nil
  }

  /// The client ended the connection in the middle, and nothing else tells why.
  static let clientLeft = TransferRule { transfer, part, context in
    guard part.accepted == nil, part.restart == nil, let closed = context.ending(of: part),
      closed.by == .client
    else { return [] }
    let frames = [part.lastData?.frame, part.awaited?.since.frame].compactMap(\.self)
    let idle = closed.moment.time.seconds(since: part.last.time)
    let reason = closed.words
    let place = part.chunks > 0 ? " at byte \(part.progress)" : ""
    let isAllTaken = transfer.declaredBytes == nil && part.taken?.moment == part.last
    let text =
      isAllTaken
      ? "the client ended the connection\(reason) after the device took \(part.progress) bytes: without a size that is either the end of the update or a failure"
      : "the client ended the connection\(place)\(reason), \(seconds(idle)) after the last message"
    return [
      TransferCause(
        .clientDisconnected, text, closed.moment, frames: frames,
        confidence: isAllTaken ? .possible : .certain)
    ]
  }

  /// The device owed an answer when the connection or the capture ended.
  static let answerMissing = TransferRule { _, part, context in
    guard part.accepted == nil, let awaited = part.awaited, let connection = context.connection(part) else {
      return []
    }
    let end = connection.closed?.moment ?? connection.lastSeen
    let waited = end.time.seconds(since: awaited.since.time)
    // A device that hangs up, or a link that breaks, explains the missing answer, not the other way round.
    guard context.isUpToClient(part), waited >= silence else { return [] }
    let when = connection.closed == nil ? "when the capture ends" : "when the client gave up"
    let text = "\(awaited.what) had not come after \(seconds(waited)), \(when)"
    func cause(_ symptom: Symptom, _ confidence: Confidence, isFatal: Bool = true) -> TransferCause {
      TransferCause(
        symptom, text, awaited.since, frames: [end.frame],
        confidence: connection.closed == nil ? .possible : confidence, isFatal: isFatal)
    }
    if awaited.symptom == .requestInPieces {
      // Of the first request the device may also be erasing.
      return awaited.isErasing
        ? [cause(.noAnswer, .certain), cause(.requestInPieces, .possible, isFatal: false)]
        : [cause(.requestInPieces, .likely)]
    }
    // What a device that stays silent thinks of the image is only concluded.
    return [cause(awaited.symptom, awaited.symptom == .hashMismatch ? .likely : .certain)]
  }

  /// An ATT request on an attribute of the transfer was never answered.
  static let requestUnanswered = TransferRule { _, part, context in
    guard part.accepted == nil, part.restart == nil, let connection = context.connection(part) else {
      return []
    }
    let handles = [part.dataHandle, part.controlHandle].compactMap(\.self)
    return connection.unanswered.compactMap { request -> TransferCause? in
      guard let handle = request.attributeHandle, handles.contains(handle),
        request.began.frame >= part.began.frame, request.began.frame <= part.last.frame
      else { return nil }
      let end = connection.closed?.moment ?? connection.lastSeen
      return TransferCause(
        .requestUnanswered,
        "\(request.request.name) on handle \(handle) had no response after \(seconds(end, since: request.began))",
        request.began, frames: [end.frame], confidence: connection.closed == nil ? .possible : .certain)
    }
  }

  /// `1.5 s`.
  static func seconds(_ end: Moment, since start: Moment) -> String {
    seconds(end.time.seconds(since: start.time))
  }

  /// `1.5 s`.
  static func seconds(_ value: Double) -> String {
    let tenths = Int(max(0, min(value, 1e12)) * 10 + 0.5)
    return "\(tenths / 10).\(tenths % 10) s"
  }

  /// `0x13`.
  static func hexadecimal(_ value: UInt8) -> String {
    let digits = String(value, radix: 16, uppercase: true)
    return "0x" + (digits.count < 2 ? "0" : "") + digits
  }
}
