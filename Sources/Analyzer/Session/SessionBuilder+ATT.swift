import ATTParser

extension SessionBuilder {
  /// Adds an ATT PDU that is not one more of a bulk stream that is there.
  @inline(never)
  mutating func addRareATT(_ frame: inout DecodedFrame, _ reader: inout CaptureReader) -> Int {
    let slot = slot(&frame)
    if slot < 0 { return 0 }
    let moment = Moment(frame.record)
    checkLength(&frame, slot)
    if frame.att.bearer != 0, live[slot].firstEnhanced == nil { live[slot].firstEnhanced = moment }
    // The fixed ATT channel is there on LE links alone.
    if frame.att.bearer == 0, connections[live[slot].place].transport == .unknown {
      connections[live[slot].place].transport = .le
    }
    switch frame.att.pdu {
    case .handleValueNotification(let handle, let value):
      live[slot].withdrawConfiguration(handle, Connection.Server(isSender: true, frame.record.direction))
      let stream = addValue(.notification, handle, value.count, &frame, slot)
      show(.notification, handle, value, stream, &frame, &reader, slot)
      // Counted as part of its stream, unless that is not kept.
      if stream >= 0 { return number(slot) }
    case .writeCommand(let handle, let value):
      let configures = noteConfiguration(handle, value, &frame, &reader, slot) != nil
      let stream = addValue(.writeCommand, handle, value.count, &frame, slot)
      if configures {
        streams.watch(stream, true)
      } else {
        show(.writeCommand, handle, value, stream, &frame, &reader, slot)
      }
      if stream >= 0 { return number(slot) }
    case .signedWriteCommand(let handle, let value, _):
      addValue(.signedWrite, handle, value.count, &frame, slot)
      show(.writeCommand, handle, value, -1, &frame, &reader, slot)
    case .multipleHandleValueNotification(let list):
      addMultiple(list, &frame, &reader, slot)
    default:
      if frame.att.pdu.isPartOfLongWrite {
        let count = live[slot].longWrites.writes.count
        live[slot].longWrites.add(frame.att, frame.record.direction, frame: frame.record.number, &reader)
        if live[slot].longWrites.writes.count > count { showLongWrites(since: count, &frame, slot) }
      }
      switch frame.att.opcode.kind {
      case .request, .indication: begin(&frame, &reader, slot)
      case .response, .confirmation: end(&frame, &reader, slot)
      case .command, .notification, .unknown: break
      }
    }
    opcodes.add(frame.att.opcode, in: slot)
    return live[slot].count(frame.record.direction, moment)
  }

  // MARK: - Requests and answers

  // Transactions are `inout` where they do not change, too: they are large to copy.

  /// Begins a transaction with a request or an indication.
  private mutating func begin(
    _ frame: inout DecodedFrame, _ reader: inout CaptureReader, _ slot: Int
  ) {
    var transaction = Transaction(
      connection: number(slot), bearer: frame.att.bearer, direction: frame.record.direction,
      request: frame.att.opcode, began: Moment(frame.record), attributeHandle: frame.att.pdu.attributeHandle,
      requestBytes: frame.att.range.count)
    transaction.isOfTheAir = frame.record.packetType == .linkLayer
    transaction.phase = Phase.Name(of: frame.att.opcode)
    switch frame.att.pdu {
    case .writeRequest(let handle, let value):
      transaction.stream = addValue(.writeRequest, handle, value.count, &frame, slot)
      transaction.configuration = noteConfiguration(handle, value, &frame, &reader, slot)
      if let bits = transaction.configuration {
        if bits != 0 { transaction.phase = .subscribing }
      } else {
        show(.writeRequest, handle, value, -1, &frame, &reader, slot)
      }
    case .handleValueIndication(let handle, let value):
      live[slot].withdrawConfiguration(handle, Connection.Server(isSender: true, frame.record.direction))
      transaction.stream = addValue(.indication, handle, value.count, &frame, slot)
      show(.indication, handle, value, -1, &frame, &reader, slot)
      noteServiceChanged(handle, value, &frame, &reader, slot)
    case .prepareWriteRequest(let handle, let offset, let value):
      transaction.valueOffset = offset
      notePart(value, at: offset, &frame, slot)
      transaction.stream = addValue(.longWrite, handle, value.count, &frame, slot)
    case .readRequest(let handle):
      transaction.stream = addValue(.read, handle, 0, &frame, slot)
    case .readBlobRequest(let handle, let offset):
      transaction.valueOffset = offset
      transaction.stream = addValue(.readBlob, handle, 0, &frame, slot)
    case .findInformationRequest(let start, let end):
      transaction.handleRange = AttributeHandleRange(start, end)
    case .findByTypeValueRequest(let start, let end, let type, let value):
      transaction.handleRange = AttributeHandleRange(start, end)
      transaction.attributeType = BluetoothUUID(type)
      transaction.soughtUUID = reader.readUUID(of: value)
    case .readByTypeRequest(let start, let end, let type):
      transaction.handleRange = AttributeHandleRange(start, end)
      transaction.attributeType = type
      if type.isDeclaration { transaction.phase = .discovering }
    case .readByGroupTypeRequest(let start, let end, let type):
      transaction.handleRange = AttributeHandleRange(start, end)
      transaction.attributeType = type
    case .exchangeMTURequest(let mtu) where frame.att.bearer == 0:
      live[slot].addMTURequest(mtu, frame.record.direction, transaction.began)
    case .exchangeMTURequest: note(.mtuOnEnhancedBearer, &frame, slot, request: nil)
    default: break
    }
    if let phase = transaction.phase { live[slot].marks.note(phase, transaction.began) }
    guard let place = live[slot].ledger.place(cutShortBy: &transaction) else {
      return live[slot].ledger.begin(&transaction)
    }
    var cut = live[slot].ledger.cut(place)
    live[slot].ledger.begin(&transaction)
    let kind: ATTAnomaly.Kind =
      transaction.request.kind == .indication ? .indicationWhilePending : .requestWhilePending
    note(kind, &frame, slot, request: cut.began.frame)
    finish(&cut, slot)
  }

  /// Ends the transaction that a response or a confirmation answers.
  private mutating func end(_ frame: inout DecodedFrame, _ reader: inout CaptureReader, _ slot: Int) {
    var error: (request: ATTOpcode, code: ATTErrorCode)?
    var event: ATTErrorEvent?
    if case .errorResponse(let request, let handle, let code) = frame.att.pdu {
      error = (request, code)
      if request == .exchangeMTURequest, frame.att.bearer == 0 {
        live[slot].refuseMTU(frame.record.direction, Moment(frame.record))
      }
      event = ATTErrorEvent(
        moment: Moment(frame.record), direction: frame.record.direction, bearer: frame.att.bearer,
        request: request, attributeHandle: handle, code: code)
    }
    // The halves of an MTU exchange are worth knowing even when the other one is not in the capture.
    if case .exchangeMTUResponse(let mtu) = frame.att.pdu, frame.att.bearer == 0 {
      live[slot].addMTUResponse(mtu, frame.record.direction, Moment(frame.record))
    }
    let match = live[slot].ledger.match(
      frame.att.opcode, bearer: frame.att.bearer, frame.record.direction, error: error?.request)
    if var event {
      if case .ends(let place) = match {
        let asked = live[slot].ledger.pending(at: place)
        event.requestFrame = asked.began.frame
        event.requestedHandle = asked.firstHandle ?? event.requestedHandle
      }
      addError(event, slot)
    }
    switch match {
    case .ends(let place):
      var transaction = live[slot].ledger.end(
        place, with: frame.att.opcode, bytes: frame.att.range.count, Moment(frame.record),
        error.map { .error($0.code) } ?? .answered)
      complete(&transaction, &frame, &reader, slot)
    case .wrong, .nothing:
      // The request of an answer may lie before the start of the capture, or another one cut it short.
      guard
        connections[live[slot].place].opened != nil
          || live[slot].ledger.hasEnded(frame.att.opcode, frame.record.direction),
        !live[slot].ledger.takeOwed(
          frame.att.opcode, bearer: frame.att.bearer, frame.record.direction, error: error?.request,
          Moment(frame.record))
      else { return }
      noteUnasked(match, &frame, slot)
    }
  }

  /// Notes an answer that ends no transaction.
  private mutating func noteUnasked(_ match: ATTLedger.Match, _ frame: inout DecodedFrame, _ slot: Int) {
    switch match {
    case .ends: break
    case .wrong(let place):
      note(.wrongAnswer, &frame, slot, request: live[slot].ledger.pending(at: place).began.frame)
    case .nothing(isDuplicate: true):
      let last = live[slot].ledger.lastAnswer
      note(.duplicateAnswer, &frame, slot, request: last?.request, answer: last?.frame)
    case .nothing(isDuplicate: false):
      let isConfirmation = frame.att.opcode.kind == .confirmation
      note(isConfirmation ? .unsolicitedConfirmation : .unsolicitedResponse, &frame, slot, request: nil)
    }
  }

  /// Uses what an answer tells, and finishes its transaction.
  private mutating func complete(
    _ transaction: inout Transaction, _ frame: inout DecodedFrame, _ reader: inout CaptureReader,
    _ slot: Int
  ) {
    if transaction.isLate { note(.lateAnswer, &frame, slot, request: transaction.began.frame) }
    if let phase = transaction.phase { live[slot].marks.note(phase, Moment(frame.record)) }
    let isServerPeer = transaction.direction == .sent
    switch frame.att.pdu {
    case .readResponse(let value), .readBlobResponse(let value):
      streams.addBytes(transaction.stream, value.count + Int(frame.att.missingBytes))
      notePart(value, at: transaction.valueOffset, &frame, slot)
      if isServerPeer, let handle = transaction.attributeHandle {
        keepValue(of: handle, value, offset: Int(transaction.valueOffset ?? 0), &reader, slot)
      }
      if let handle = transaction.attributeHandle, (transaction.valueOffset ?? 0) == 0 {
        show(.readResponse, handle, value, -1, &frame, &reader, slot)
      }
    case .readByTypeResponse(let list)
    where isServerPeer && transaction.attributeType?.isDeclaration == false:
      for index in 0..<list.count {
        guard let entry = reader.readEntry(index, of: list) else { break }
        keepValue(of: entry.handle, entry.value, offset: 0, &reader, slot)
      }
      _ = GATTLearner.learn(frame.att.pdu, to: &transaction, &live[slot].peerTable, &reader)
    case .readByTypeResponse, .readByGroupTypeResponse, .findInformationResponse, .findByTypeValueResponse:
      noteEntryLength(of: &transaction, &frame)
      if isServerPeer {
        _ = GATTLearner.learn(frame.att.pdu, to: &transaction, &live[slot].peerTable, &reader)
      } else {
        _ = GATTLearner.learn(frame.att.pdu, to: &transaction, &live[slot].localTable, &reader)
      }
    case .writeResponse, .errorResponse:
      if transaction.configuration != nil {
        live[slot].settleSubscription(&transaction)
      } else {
        showAnswer(to: &transaction, &frame, &reader, slot)
      }
    default: break
    }
    finish(&transaction, slot)
  }

  // MARK: - Values

  /// Keeps a value read of an attribute of the other device, or a part of one.
  private mutating func keepValue(
    of handle: AttributeHandle, _ value: ByteRange, offset: Int, _ reader: inout CaptureReader, _ slot: Int
  ) {
    reader.copyBytes(of: value.prefix(LiveConnection.valueLength), into: &readValue)
    live[slot].keepValue(of: handle, readValue, offset: offset)
  }

  /// Adds a value to its stream and returns the stream's place, -1 when it was not kept.
  @discardableResult
  private mutating func addValue(
    _ kind: ValueStream.Kind, _ handle: AttributeHandle, _ count: Int, _ frame: inout DecodedFrame,
    _ slot: Int
  ) -> Int {
    let direction = frame.record.direction
    return streams.add(
      ValueStream(kind, direction, handle, Moment(frame.record)),
      ValueStreamTable.key(live[slot].key, kind, direction, handle), connection: number(slot),
      newest: &live[slot].newestStream, bytes: count + Int(frame.att.missingBytes), frame.record)
  }

  /// Adds the values of a Multiple Handle Value Notification.
  private mutating func addMultiple(
    _ list: ByteRange, _ frame: inout DecodedFrame, _ reader: inout CaptureReader, _ slot: Int
  ) {
    var rest = list
    while let tuple = reader.readTuple(&rest) {
      let direction = frame.record.direction
      // A length beyond the end of the PDU is no value; what the capture cut off is one.
      let there = tuple.value.count + min(tuple.missingBytes, Int(frame.att.missingBytes))
      _ = streams.add(
        ValueStream(.multipleNotification, direction, tuple.handle, Moment(frame.record)),
        ValueStreamTable.key(live[slot].key, .multipleNotification, direction, tuple.handle),
        connection: number(slot), newest: &live[slot].newestStream, bytes: there, frame.record)
      show(.notification, tuple.handle, tuple.value, -1, &frame, &reader, slot)
    }
  }

  /// Notes a write that configures notifications, and returns the bits it writes.
  ///
  /// Without discovery in the capture the value gives it away: two bytes of which only the two lowest bits
  /// are used, written to a handle that is not known to be anything else and was not used as anything else.
  @discardableResult
  mutating func noteConfiguration(
    _ handle: AttributeHandle, _ value: ByteRange, _ frame: inout DecodedFrame,
    _ reader: inout CaptureReader, _ slot: Int
  ) -> UInt16? {
    let direction = frame.record.direction
    let server = Connection.Server(isSender: false, direction)
    // A value of another length is rarely worth looking up what its attribute is.
    guard value.count == 2, frame.att.missingBytes == 0, let written = reader.readU16(of: value) else {
      live[slot].withdrawConfiguration(handle, server)
      return nil
    }
    let (type, isDiscovered, governed) = self.written(handle, of: server, slot)
    guard type == nil || type == .clientCharacteristicConfiguration else { return nil }
    let isInferred = !isDiscovered
    if isInferred {
      let attribute = LiveConnection.UsedAttribute(server: server, handle: handle)
      if written > 3 { live[slot].unlikeConfiguration.insert(attribute) }
      guard handle.rawValue > 1, !live[slot].unlikeConfiguration.contains(attribute),
        streams.areLikeConfiguration(live[slot].key, direction, handle)
      else {
        live[slot].withdrawConfiguration(handle, server)
        return nil
      }
    }
    // What the other bits say is reserved (Vol 3, Part G, 3.3.3.3).
    let bits = written & 3
    if isInferred { live[slot].hasInferred = true }
    if type == nil {
      let attribute = GATTTable.Attribute(
        handle: handle, uuid: .clientCharacteristicConfiguration, isInferred: true)
      if server == .peer { live[slot].peerTable.add(attribute) } else { live[slot].localTable.add(attribute) }
    }
    let change = SubscriptionChange(
      moment: Moment(frame.record), descriptor: handle, value: governed, bits: bits,
      isInferred: isInferred, direction: direction,
      isAccepted: frame.att.opcode == .writeCommand ? true : nil,
      valuesBefore: streams.valuesSent(live[slot].key, direction.opposite, governed))
    live[slot].keep(change)
    return bits
  }

  /// The type of an attribute that is written to as far as that is known so far, whether discovery told it, and the
  /// value that it governs if it is a CCCD.
  private mutating func written(
    _ handle: AttributeHandle, of server: Connection.Server, _ slot: Int
  ) -> (type: BluetoothUUID?, isDiscovered: Bool, governed: AttributeHandle) {
    // Not with a copy of the table, of which a server has one after each write.
    var known = live[slot].written(handle, of: server)
    if known.type == nil, server == .peer, let shared = borrowedTable(slot, telling: handle) {
      known = shared.written(handle)
    }
    return (known.type, known.isDiscovered, known.owner ?? AttributeHandle(rawValue: handle.rawValue &- 1))
  }

  /// Notes a Service Changed indication: start u16, end u16; what was known of that range is forgotten.
  private mutating func noteServiceChanged(
    _ handle: AttributeHandle, _ value: ByteRange, _ frame: inout DecodedFrame, _ reader: inout CaptureReader,
    _ slot: Int
  ) {
    guard value.count == 4, let start = reader.readU16(of: value), let end = reader.readU16(of: value, at: 2),
      isServiceChanged(handle, slot, isServerPeer: frame.record.direction == .received)
    else { return }
    var change = ServiceChange(
      moment: Moment(frame.record), direction: frame.record.direction,
      start: AttributeHandle(rawValue: start), end: AttributeHandle(rawValue: end))
    if change.start <= change.end {
      let range = change.start...change.end
      if frame.record.direction == .received {
        change.forgotten = tables.forget(
          range, of: connections[live[slot].place].peer, in: number(slot), own: &live[slot].peerTable)
      } else {
        change.forgotten = live[slot].localTable.take(range)
      }
      streams.end(range, of: change.server, newest: live[slot].newestStream)
      live[slot].forgetUse(range, change.server)
    }
    live[slot].keep(change)
  }

  /// True for the handle of the characteristic by which a server says that its attributes have changed.
  private mutating func isServiceChanged(_ handle: AttributeHandle, _ slot: Int, isServerPeer: Bool) -> Bool {
    guard isServerPeer else { return live[slot].localTable.uuid(of: handle) == .serviceChanged }
    if let uuid = live[slot].peerTable.uuid(of: handle) { return uuid == .serviceChanged }
    return borrowedTable(slot, telling: handle)?.uuid(of: handle) == .serviceChanged
  }

  /// The table from elsewhere that tells what a handle of the other device is, nil when there is none.
  mutating func borrowedTable(_ slot: Int, telling handle: AttributeHandle) -> GATTTable? {
    tables.table(for: connections[live[slot].place].peer, in: number(slot), telling: handle)
  }
}
