import ATTParser

extension TransferRule {
  /// Seconds after which a client that was going to begin has begun.
  private static let beginning = 5.0

  /// The bootloader was never connected to after the jump.
  static let bootloaderNotReached = TransferRule { transfer, part, context in
    guard part.isJump, part.restart != nil, let connection = context.connection(part),
      connection.closed != nil, transfer.parts.allSatisfy(\.isJump),
      context.nextConnection(after: part) == nil
    else { return [] }
    let attempts = context.failures.filter { $0.moment.frame > part.last.frame }
    guard let attempt = attempts.first else { return [] }
    let peer = attempt.peer.map { " to \($0)" } ?? ""
    let explanation =
      attempt.attempt.map { ": \(ConnectAttemptExplanation($0, context.advertising).sentence)" } ?? ""
    return [
      TransferCause(
        .bootloaderNotReached,
        "after the jump into the bootloader the connection attempt\(peer) failed\(explanation)",
        attempt.moment,
        frames: [part.last.frame], confidence: .likely)
    ]
  }

  /// After the jump the device is what it was before.
  static let bootloaderNotStarted = TransferRule { transfer, part, context in
    guard part.isJump, part.restart != nil, transfer.parts.allSatisfy(\.isJump),
      let jumped = context.connection(part)
    else { return [] }
    let next = context.nextConnection(after: part)
    // The second jump was taken by the application, too.
    let isRepeated = Set(transfer.parts.map(\.connection)).count > 1
    guard isRepeated || next.map({ isApplication($0, of: part) }) ?? false else { return [] }
    let pending = jumped.mtuExchanges.first {
      ($0.requestFrame ?? $0.moment.frame) < part.began.frame
        && ($0.server == nil && !$0.isRefused || $0.moment.frame > part.began.frame)
    }
    let race = pending.map {
      ": the exchange of the MTU of frame \($0.requestFrame ?? $0.moment.frame) was under way when it was told to jump, and some devices take the one for the other"
    }
    let again = isRepeated ? transfer.parts[0].last : part.last
    let shown = isRepeated ? part.began : next?.firstSeen ?? part.last
    return [
      TransferCause(
        .bootloaderNotStarted,
        "the device was told to go into its bootloader and was still in its application when it was connected to again\(race ?? "")",
        shown, frames: [again.frame] + (pending?.frames ?? []), confidence: .likely)
    ]
  }

  /// True for a connection on which the characteristic was discovered that only the application has.
  private static func isApplication(_ connection: Connection, of part: TransferPart) -> Bool {
    guard part.format == NordicButtonless.format.name, connection.hasDiscovery, !connection.hasBorrowedTable
    else { return false }
    let jumps = Set(NordicButtonless.format.attributes.map(\.uuid))
    return connection.peerTable.characteristics.contains { jumps.contains($0.uuid) }
  }

  /// The bootloader was connected to, and nothing was asked of it.
  static let notBegun = TransferRule { transfer, part, context in
    guard part.isJump, part.restart != nil, transfer.parts.allSatisfy(\.isJump),
      let next = context.nextConnection(after: part)
    else { return [] }
    let end = next.closed?.moment ?? next.lastSeen
    let length = end.time.seconds(since: next.firstSeen.time)
    // It may begin behind the end of the capture.
    guard next.closed != nil || length >= beginning else { return [] }
    let discovered =
      next.hasDiscovery ? "" : ", without asking what attributes the bootloader has"
    return [
      TransferCause(
        .notBegun,
        "after the jump the device was connected to again for \(seconds(length)), and nothing that begins an update was written\(discovered)",
        next.firstSeen, frames: [part.last.frame, end.frame], confidence: .likely)
    ]
  }

  /// An Error Response is the last that is heard of a transfer whose protocol nobody knows.
  static let refusedAtTheEnd = TransferRule { _, part, context in
    guard part.format == GenericTransfer.name, part.accepted == nil,
      let connection = context.connection(part),
      let error = connection.errors.last, error.request == .writeRequest,
      error.direction == (part.isDevicePeer ? .received : .sent),
      [part.dataHandle, part.controlHandle].contains(error.attributeHandle),
      error.moment.frame > part.last.frame
    else { return [] }
    return [
      TransferCause(
        .of(error.code),
        "the device answered a request on handle \(error.attributeHandle) with ATT error \(error.code.name), and nothing was written after that",
        error.moment, frames: [part.last.frame])
    ]
  }

  /// A client that discovers nothing after a restart, and is refused where it writes.
  static let staleAttributes = TransferRule { _, part, context in
    guard let connection = context.connection(part), !connection.hasDiscovery,
      let refused = part.causes.last(where: { $0.symptom == .wrongWriteKind && $0.isFatal }),
      context.hasEarlierConnection(than: part)
    else { return [] }
    return [
      TransferCause(
        .staleAttributes,
        "nothing was discovered on this connection, and what the client writes to takes no such write: it uses the handles of an earlier connection",
        refused.moment, frames: refused.frames, confidence: .likely)
    ]
  }
}
