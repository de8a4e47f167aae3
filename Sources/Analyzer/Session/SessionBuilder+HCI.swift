import ATTParser

extension SessionBuilder {
  /// Adds a frame that is neither ATT, an event nor a fragment.
  @inline(never)
  mutating func addOther(_ frame: inout DecodedFrame, _ reader: inout CaptureReader) -> Int {
    let record = frame.record
    switch frame.kind {
    case .note:
      quality.notes += 1
      // The Linux monitor says when an adapter goes away: opcodes 1 (deleted) and 9 (closed).
      if record.packetType == .monitorNote, record.code == 1 || record.code == 9 {
        closeAll(record.adapter, Moment(record))
      }
      return 0
    case .command:
      return addCommand(frame.command, record, &reader)
    case .controllerDebug:
      quality.controllerDebugFrames += 1
      return 0
    case .acl, .segment, .signaling, .smp, .sdu, .other:
      let slot = slot(&frame)
      if slot < 0 { return 0 }
      live[slot].noteData(record.direction, Moment(record))
      learnTransport(&frame, slot)
      if frame.kind == .smp {
        live[slot].marks.note(.pairing, Moment(record))
        notePairing(frame.smp, record, slot)
        if frame.smp.code == .publicKey { connections[live[slot].place].air?.usesSecureConnections = true }
        // On the air both devices are others; each has its own keys.
        if record.direction == .received {
          identities.add(frame.smp, link: live[slot].key, &reader)
        } else if record.packetType == .linkLayer {
          identities.add(frame.smp, link: live[slot].key | 1 << 40, &reader)
        }
      }
      if frame.kind == .signaling { live[slot].add(frame.signaling, record.direction, Moment(record)) }
      return number(slot)
    case .synchronous, .iso, .event, .att, .fragment, .linkLayer, .advertising, .linkControl:
      return 0
    }
  }

  /// A connection that began before the capture shows its transport by its fixed channels.
  private mutating func learnTransport(_ frame: inout DecodedFrame, _ slot: Int) {
    let place = live[slot].place
    guard connections[place].transport == .unknown, let header = frame.l2cap else { return }
    switch header.channelID {
    case .leSignaling, .securityManager: connections[place].transport = .le
    case .signaling: connections[place].transport = .brEDR
    default: break
    }
  }

  private mutating func notePairing(_ command: SMPCommand, _ record: Record, _ slot: Int) {
    var step = PairingStep(moment: Moment(record), direction: record.direction, code: command.code)
    if case .failed(let reason) = command.details { step.failure = reason }
    live[slot].keep(step)
  }

  /// Keeps the key of a command that encrypts a link.
  private mutating func noteKey(
    _ command: HCICommand, _ handle: ConnectionHandle, _ record: Record, _ reader: inout CaptureReader
  ) {
    guard let slot = openSlot(record.adapter, handle), let key = command.longTermKey else { return }
    live[slot].keep(KeyUse(moment: Moment(record), key: reader.copyBytes(of: key)))
  }

  // MARK: - Commands

  private mutating func addCommand(
    _ command: HCICommand, _ record: Record, _ reader: inout CaptureReader
  ) -> Int {
    let moment = Moment(record)
    advertising.addCommand(command, record)
    if command.opcode == .reset {
      closeAll(record.adapter, moment)
      awaitedStatuses.forget(record.adapter)
    }
    switch command.details {
    case .disconnect(let handle, let reason):
      if let slot = openSlot(record.adapter, handle) {
        live[slot].marks.note(.disconnecting, moment)
        live[slot].disconnectReason = reason
      }
    case .connectionUpdate(let handle, let wanted):
      request(.parameters(wanted), handle, command.opcode, record)
    case .setDataLength(let handle, let octets, _):
      request(.dataLength(octets), handle, command.opcode, record)
    case .setPHY(let handle, let tx, let rx):
      request(.phy(tx: tx, rx: rx), handle, command.opcode, record)
    case .refuseParameterRequest(let handle, let reason):
      if let slot = openSlot(record.adapter, handle) { live[slot].refuseRemoteRequest(reason, moment) }
    case .enableEncryption(let handle):
      if let slot = openSlot(record.adapter, handle) { live[slot].marks.note(.pairing, moment) }
      noteKey(command, handle, record, &reader)
    case .longTermKeyReply(let handle): noteKey(command, handle, record, &reader)
    default: break
    }
    return command.connectionHandle.map { openNumber(record.adapter, $0) } ?? 0
  }

  /// Notes that the host asked the controller for other settings of a link.
  private mutating func request(
    _ what: LinkRequest.What, _ handle: ConnectionHandle, _ opcode: CommandOpcode, _ record: Record
  ) {
    let moment = Moment(record)
    awaitedStatuses.add(
      .init(adapter: record.adapter, opcode: opcode, connectionHandle: handle, frame: moment.frame))
    guard let slot = openSlot(record.adapter, handle) else { return }
    live[slot].keep(LinkRequest(moment: moment, what: what, isLocal: true, way: .hci))
  }

  /// Notes that the controller took a command for other settings, or would not.
  private mutating func acknowledge(_ opcode: CommandOpcode, _ status: ErrorCode, _ record: Record) {
    guard let command = awaitedStatuses.take(record.adapter, opcode), status != .success,
      let slot = openSlot(record.adapter, command.connectionHandle)
    else { return }
    live[slot].refuseRequest(inFrame: command.frame, status, Moment(record))
  }

  // MARK: - Events

  /// Takes an event and returns the number of its connection, 0 when it belongs to none.
  @inline(never)
  mutating func addEvent(_ event: HCIEvent, _ record: Record) -> Int {
    // Most events say that a command was taken; they begin and end nothing.
    switch event.details {
    case .commandStatus(let opcode, .success), .commandComplete(let opcode, .success?, _):
      acknowledge(opcode, .success, record)
      return 0
    default: break
    }
    let moment = Moment(record)
    let attempt = advertising.addEvent(event, record)
    switch event.details {
    case .leConnectionComplete(let complete):
      return add(complete, attempt, record)
    case .commandStatus(_, let status) where attempt != nil:
      fail(
        FailedConnection(
          moment: moment, transport: .le, adapter: record.adapter, status: status, peer: attempt?.peer,
          attempt: attempt))
      return 0
    case .commandStatus(let opcode, let status), .commandComplete(let opcode, let status?, _):
      acknowledge(opcode, status, record)
      return 0
    case .connectionComplete(let status, let handle, let peer, let linkType):
      guard status == .success else {
        fail(
          FailedConnection(
            moment: moment, transport: .brEDR, adapter: record.adapter, status: status, peer: peer,
            attempt: nil))
        return 0
      }
      guard linkType == 1 else { return 0 }
      _ = close(record.adapter, handle, nil)
      guard let slot = open(.brEDR, record.adapter, handle, moment) else { return 0 }
      connections[live[slot].place].opened = moment
      connections[live[slot].place].peer = peer
      return number(slot)
    case .disconnectionComplete(let status, let handle, let reason):
      guard status == .success else { return openNumber(record.adapter, handle) }
      var closing = Connection.Closing(moment: moment, reason: reason, by: .init(reason))
      if let slot = openSlot(record.adapter, handle) {
        live[slot].marks.extend(.disconnecting, moment)
        // Some controllers say 0x16 when their own host hangs up, some repeat the reason that it gave.
        if live[slot].disconnectReason == reason { closing.by = .local }
      }
      return close(record.adapter, handle, closing)
    case .connectionUpdateComplete(let status, let handle, let parameters):
      return change(record.adapter, handle) { connection, live in
        live.settle(.parameters, status, moment)
        guard status == .success else { return }
        guard live.hasRoom(connection.parameters) else { return }
        connection.parameters.append(.init(moment: moment, parameters: parameters))
      }
    case .remoteParameterRequest(let handle, let wanted):
      return change(record.adapter, handle) { _, live in
        live.keep(
          LinkRequest(moment: moment, what: .parameters(wanted), isLocal: false, way: .linkLayer))
      }
    case .phyUpdateComplete(let status, let handle, let tx, let rx):
      return change(record.adapter, handle) { connection, live in
        live.settle(.phy, status, moment)
        guard status == .success, live.hasRoom(connection.phys) else { return }
        connection.phys.append(.init(moment: moment, tx: tx, rx: rx))
      }
    case .dataLengthChange(let handle, let lengths):
      return change(record.adapter, handle) { connection, live in
        live.settle(.dataLength, .success, moment)
        guard live.hasRoom(connection.dataLengths) else { return }
        connection.dataLengths.append(.init(moment: moment, lengths: lengths))
      }
    case .encryptionChange(let status, let handle, let enabled):
      return change(record.adapter, handle) { connection, live in
        live.marks.note(.pairing, moment)
        connection.encryption = .init(moment: moment, status: status, enabled: enabled)
      }
    case .encryptionKeyRefresh(let status, let handle):
      return change(record.adapter, handle) { connection, live in
        live.marks.note(.pairing, moment)
        connection.encryption = .init(moment: moment, status: status, enabled: status == .success ? 1 : 0)
      }
    case .longTermKeyRequest(let handle):
      return change(record.adapter, handle) { _, live in live.marks.note(.pairing, moment) }
    default:
      return event.connectionHandle.map { openNumber(record.adapter, $0) } ?? 0
    }
  }

  private mutating func add(
    _ complete: LEConnectionComplete, _ attempt: ConnectAttempt?, _ record: Record
  ) -> Int {
    let moment = Moment(record)
    guard complete.status == .success else {
      let named = complete.peer.value == 0 ? nil : complete.peer
      fail(
        FailedConnection(
          moment: moment, transport: .le, adapter: record.adapter, status: complete.status,
          peer: named ?? attempt?.peer, attempt: attempt))
      return 0
    }
    _ = close(record.adapter, complete.connectionHandle, nil)
    let lastOpened = connections.last?.opened?.frame ?? 0
    guard let slot = open(.le, record.adapter, complete.connectionHandle, moment) else { return 0 }
    let place = live[slot].place
    connections[place].opened = moment
    connections[place].role = complete.role == 0 ? .central : complete.role == 1 ? .peripheral : .unknown
    connections[place].peer = complete.peer
    connections[place].peerType = complete.peerType
    connections[place].parameters = [.init(moment: moment, parameters: complete.parameters)]
    if let attempt {
      // A scan that began while the host was connecting, as to a filter list, is not how it found the device.
      if let scan = attempt.scan, scan.started.frame > lastOpened,
        scan.started.frame < attempt.started.frame
      {
        live[slot].marks.note(.scanning, scan.started)
        live[slot].marks.note(.scanning, scan.ended ?? attempt.started)
      }
      live[slot].marks.note(.connecting, attempt.started)
      live[slot].marks.note(.connecting, moment)
    }
    return number(slot)
  }

  private mutating func fail(_ failure: FailedConnection) {
    guard failures.count < Self.eventLimit else {
      notKept.failures += 1
      return
    }
    failures.append(failure)
  }

  /// Changes the connection open on a handle and returns its number; a handle nobody opened opens none.
  private mutating func change(
    _ adapter: UInt16, _ handle: ConnectionHandle,
    _ body: (inout Connection, inout LiveConnection) -> Void
  ) -> Int {
    guard let slot = openSlot(adapter, handle) else { return 0 }
    let place = live[slot].place
    body(&connections[place], &live[slot])
    return number(slot)
  }
}
