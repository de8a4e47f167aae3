import ATTParser

extension SessionBuilder {
  /// Adds one more PDU of a stream that is watched and has been counted.
  @inline(never)
  mutating func addWatched(_ frame: inout DecodedFrame, _ reader: inout CaptureReader) -> Int {
    let slot = slot(&frame)
    checkLength(&frame, slot)
    switch frame.att.pdu {
    case .handleValueNotification(let handle, let value):
      show(
        .notification, handle, value, streamPlace(.notification, handle, &frame, slot), &frame, &reader, slot)
    case .writeCommand(let handle, let value):
      guard noteConfiguration(handle, value, &frame, &reader, slot) == nil else { break }
      show(
        .writeCommand, handle, value, streamPlace(.writeCommand, handle, &frame, slot), &frame, &reader, slot)
    default: break
    }
    return number(slot)
  }

  // What only looks is `mutating`, too: a borrowed builder would be copied for each call.

  private mutating func streamPlace(
    _ kind: ValueStream.Kind, _ handle: AttributeHandle, _ frame: inout DecodedFrame, _ slot: Int
  ) -> Int {
    streams.place(ValueStreamTable.key(live[slot].key, kind, frame.record.direction, handle))
  }

  /// Shows a value to the transfer protocols.
  ///
  /// - Parameter stream: the stream of commands or notifications that it is part of, -1 for none; it is
  ///   watched for as long as anyone wants its values.
  mutating func show(
    _ kind: TransferMessage.Kind, _ handle: AttributeHandle, _ value: ByteRange, _ stream: Int,
    _ frame: inout DecodedFrame, _ reader: inout CaptureReader, _ slot: Int
  ) {
    beginTracking(slot)
    let isWrite = kind == .writeCommand || kind == .writeRequest
    if live[slot].transfers[0].wants(handle, isWrite: isWrite) {
      reader.copyBytes(of: value, into: &shownValue)
      show(
        message(kind, handle, missing: Int(frame.att.missingBytes), &frame, slot), slot,
        isServerPeer: isServerPeer(kind, frame.record.direction))
    }
    if stream >= 0 { streams.watch(stream, live[slot].transfers[0].wants(handle, isWrite: isWrite)) }
  }

  /// Shows the answer to a write or a refused request.
  mutating func showAnswer(
    to transaction: inout Transaction, _ frame: inout DecodedFrame, _ reader: inout CaptureReader, _ slot: Int
  ) {
    guard let handle = transaction.attributeHandle else { return }
    let kind: TransferMessage.Kind
    switch transaction.outcome {
    case .answered: kind = .writeResponse
    case .error(let code): kind = .errorResponse(code)
    case .unanswered: return
    }
    guard !live[slot].transfers.isEmpty, live[slot].transfers[0].isTaken(handle) else { return }
    shownValue.removeAll(keepingCapacity: true)
    show(
      message(kind, handle, missing: 0, &frame, slot), slot,
      isServerPeer: transaction.direction == .sent)
  }

  /// Shows long writes that were carried out or refused since there were `count` of them.
  mutating func showLongWrites(since count: Int, _ frame: inout DecodedFrame, _ slot: Int) {
    for write in live[slot].longWrites.writes.dropFirst(count) {
      guard write.execution == .write else { continue }
      var refusal: ATTErrorCode?
      switch write.answer {
      case .pending: continue
      case .confirmed: break
      case .failed(let code, _): refusal = code
      }
      beginTracking(slot)
      guard live[slot].transfers[0].wants(write.attributeHandle, isWrite: true) else { continue }
      shownValue = write.value
      let missing = max(0, write.length - write.value.count)
      var whole = message(.writeRequest, write.attributeHandle, missing: missing, &frame, slot)
      whole.isInPieces = true
      show(whole, slot, isServerPeer: frame.record.direction == .received)
      guard let refusal, live[slot].transfers[0].isTaken(write.attributeHandle) else { continue }
      shownValue.removeAll(keepingCapacity: true)
      show(
        message(.errorResponse(refusal), write.attributeHandle, missing: 0, &frame, slot), slot,
        isServerPeer: frame.record.direction == .received)
    }
  }

  private mutating func show(
    _ message: TransferMessage, _ slot: Int, isServerPeer: Bool
  ) {
    live[slot].transfers[0].isServerPeer = isServerPeer
    if message.isWrite {
      for place in aligners.indices {
        aligners[place].add(message, shownValue, connection: number(slot))
      }
    }
    let isAsked = live[slot].transfers[0].asksForUUID(of: message)
    let uuid = isAsked ? uuid(of: message.attributeHandle, slot, isServerPeer: isServerPeer) : nil
    let claimed = live[slot].transfers[0].receive(message, &shownValue, uuid)
    // A stream that nobody wanted any more may be the image of a protocol that was recognized just now.
    for handle in claimed {
      for kind in [ValueStream.Kind.writeCommand, .notification] {
        for direction in [Direction.sent, .received] {
          streams.watch(streams.place(ValueStreamTable.key(live[slot].key, kind, direction, handle)), true)
        }
      }
    }
  }

  /// Makes sure that there is a tracker for a connection.
  @inline(__always)
  private mutating func beginTracking(_ slot: Int) {
    if live[slot].transfers.isEmpty { makeTracker(slot) }
  }

  @inline(never)
  private mutating func makeTracker(_ slot: Int) {
    live[slot].transfers = [TransferTracker(connection: number(slot), options: transferOptions)]
  }

  private mutating func message(
    _ kind: TransferMessage.Kind, _ handle: AttributeHandle, missing: Int, _ frame: inout DecodedFrame,
    _ slot: Int
  ) -> TransferMessage {
    TransferMessage(
      kind: kind, role: .control, attributeHandle: handle, moment: Moment(frame.record),
      attMTU: frame.att.bearer == 0 ? attMTU(slot) : nil, missingBytes: missing)
  }

  /// The ATT_MTU of the fixed channel, nil while it is unknown (Vol 3, Part F, 3.2.8).
  private mutating func attMTU(_ slot: Int) -> Int? {
    if let exchange = live[slot].exchanges.last(where: { $0.effective != nil }) {
      return exchange.effective.map(Int.init)
    }
    // Not copied: connections are large.
    return live[slot].exchanges.isEmpty && connections[live[slot].place].opened != nil ? 23 : nil
  }

  private func isServerPeer(_ kind: TransferMessage.Kind, _ direction: Direction) -> Bool {
    switch kind {
    case .writeRequest, .writeCommand: direction == .sent
    case .notification, .indication, .readResponse, .writeResponse, .errorResponse: direction == .received
    }
  }

  private mutating func uuid(of handle: AttributeHandle, _ slot: Int, isServerPeer: Bool) -> BluetoothUUID? {
    guard isServerPeer else { return live[slot].localTable.uuid(of: handle) }
    if let uuid = live[slot].peerTable.uuid(of: handle) { return uuid }
    return borrowedTable(slot, telling: handle)?.uuid(of: handle)
  }

  /// What a client waits for the server to answer in its transfer.
  struct AwaitedAnswer {
    /// A device at one end of a connection.
    enum Side {
      /// The recording host.
      case local
      /// The other device.
      case peer
      /// Neither.
      case none
    }

    /// Who waits.
    var client = Side.none
    /// Whether flash is erased meanwhile.
    var isErasing = false
    /// The attribute that the image is written to.
    var dataHandle: AttributeHandle?
  }

  /// What a client waits for now in its transfer; nil for a connection that is not open.
  func awaitedAnswer(_ connection: Int) -> AwaitedAnswer? {
    guard connections.indices.contains(connection - 1) else { return nil }
    guard let slot = openSlot(connections[connection - 1].adapter, connections[connection - 1].handle),
      live[slot].place == connection - 1
    else { return nil }
    guard !live[slot].transfers.isEmpty, let debt = live[slot].transfers[0].debt else {
      return AwaitedAnswer()
    }
    return AwaitedAnswer(
      client: live[slot].transfers[0].isServerPeer ? .local : .peer, isErasing: debt.isErasing,
      dataHandle: debt.dataHandle)
  }

  /// True for a connection that is known to be BR/EDR.
  func isClassic(_ connection: Int) -> Bool {
    connections.indices.contains(connection - 1) && connections[connection - 1].transport == .brEDR
  }

  /// The connection parameters in force; nil while they are not known.
  func parameters(of connection: Int) -> ConnectionParameters? {
    connections.indices.contains(connection - 1)
      ? connections[connection - 1].parameters.last?.parameters : nil
  }

  /// The number of the connection open on a handle, 0 when none is.
  func connectionNumber(_ adapter: UInt16, _ handle: ConnectionHandle) -> Int {
    openNumber(adapter, handle)
  }

  /// Where the images that were looked for are.
  mutating func finishAlignments() -> [ImageAlignment] {
    aligners.indices.map { aligners[$0].finish() }
  }

  /// Takes the parts of transfers of a connection that ends.
  mutating func takeTransfers(_ slot: Int) {
    guard !live[slot].transfers.isEmpty else { return }
    let (parts, bulk) = live[slot].transfers[0].finish()
    if parts.isEmpty, bulk.isEmpty { return }
    bulkStreams += bulk.prefix(max(0, Self.transferLimit - bulkStreams.count))
    let room = max(0, Self.transferLimit - transferParts.count)
    transferParts += parts.prefix(room)
    notKept.transfers += max(0, parts.count - room)
  }
}
