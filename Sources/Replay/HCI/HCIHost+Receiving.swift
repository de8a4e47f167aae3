import ATTParser

extension HCIHost {
  /// Acts on the packet decoded last.
  func handlePacket(at time: MonotonicTime) throws(ReplayError) {
    switch decoder.frame.kind {
    case .event: try handleEvent(decoder.frame.event, at: time)
    case .att where decoder.frame.aclHeader.connectionHandle == link?.handle:
      try add(.pdu(decoder.copyBytes(of: decoder.frame.att.range), at: time))
    case .signaling where decoder.frame.aclHeader.connectionHandle == link?.handle:
      answerSignaling(decoder.frame.signaling)
    case .smp where decoder.frame.aclHeader.connectionHandle == link?.handle:
      handleSecurity([decoder.frame.smp.code.rawValue] + decoder.copyBytes(of: decoder.frame.smp.data))
    default: break
    }
  }

  /// Keeps an event for ``ATTBearer/next(until:)``.
  func add(_ event: BearerEvent) throws(ReplayError) {
    guard events.count < Self.eventLimit else {
      throw ReplayError(.link, transport.name, "the peer sends faster than its data is taken")
    }
    events.append(event)
  }

  private func handleEvent(_ event: HCIEvent, at time: MonotonicTime) throws(ReplayError) {
    switch event.details {
    case .commandComplete(let opcode, let status, let returned):
      takeAnswer(opcode, CommandAnswer(status: status ?? .success, returned: returned))
    case .commandStatus(let opcode, let status): takeAnswer(opcode, CommandAnswer(status: status))
    case .completedPackets(let completed): noteCompleted(completed)
    case .advertisingReports: noteReports()
    case .leConnectionComplete(let complete): try noteConnection(complete, at: time)
    case .disconnectionComplete(.success, let handle, let reason) where handle == link?.handle:
      try noteDisconnection(reason, at: time)
    case .hardwareError(let code):
      throw ReplayError(.hci, transport.name, "the controller reports hardware error 0x\(hexadecimal(code))")
    default:
      if let handle = event.connectionHandle, handle == link?.handle { try noteChange(event, at: time) }
    }
  }

  /// Frees the buffers of packets that were completed (Vol 4, Part E, 7.7.19).
  private func noteCompleted(_ completed: CompletedPackets) {
    let pairs = decoder.copyBytes(of: completed.pairs)
    for pair in stride(from: 0, to: pairs.count - 3, by: 4) {
      let handle = ConnectionHandle(rawValue: UInt16(pairs[pair]) | UInt16(pairs[pair + 1]) << 8)
      guard handle == link?.handle else { continue }
      buffers.complete(Int(pairs[pair + 2]) | Int(pairs[pair + 3]) << 8)
    }
  }

  private func noteConnection(_ complete: LEConnectionComplete, at time: MonotonicTime) throws(ReplayError) {
    guard complete.status == .success else {
      if expectsLink { outcomes.connectFailure = complete.status }
      return
    }
    // Some controllers send both forms of the event.
    if complete.connectionHandle == link?.handle { return }
    guard expectsLink, link == nil else {
      return disconnect(complete.connectionHandle)
    }
    expectsLink = false
    buffers.inFlight = 0
    outgoing.removeAll()
    outcomes = HCIOutcomes()
    if complete.role == 1 { isAdvertising = false }
    link = HCILink(
      handle: complete.connectionHandle, role: complete.role == 1 ? .peripheral : .central,
      peer: complete.peer, peerType: complete.peerType, own: ownAddress.address, ownType: ownAddress.type,
      opened: time, parameters: complete.parameters)
    resetSecurity()
  }

  private func noteDisconnection(_ reason: ErrorCode, at time: MonotonicTime) throws(ReplayError) {
    link = nil
    buffers.inFlight = 0
    outgoing.removeAll()
    outcomes.disconnected = reason
    resetSecurity()
    try add(.disconnected(reason: reason, at: time))
  }

  /// Ends a link without waiting for it.
  func disconnect(_ handle: ConnectionHandle) {
    enqueue(
      HCICommandPacket(.disconnect) {
        $0.handle(handle)
        $0.u8(ErrorCode.remoteUserTerminated.rawValue)
      })
  }

  /// Notes a change of the link, and answers what the peer's controller asks.
  private func noteChange(_ event: HCIEvent, at time: MonotonicTime) throws(ReplayError) {
    switch event.details {
    case .connectionUpdateComplete(let status, _, let parameters):
      outcomes.parameterUpdate = status
      guard status == .success else { return }
      link?.parameters = parameters
      try add(
        .changed(
          .parameters(
            interval: parameters.interval, latency: parameters.latency, timeout: parameters.supervisionTimeout
          ),
          at: time))
    case .remoteParameterRequest(let handle, let wanted): acceptParameters(handle, wanted)
    case .dataLengthChange(_, let lengths):
      outcomes.dataLengthChanged = true
      link?.dataLength = lengths.maxTxOctets
      try add(.changed(.dataLength(lengths.maxTxOctets), at: time))
    case .phyUpdateComplete(let status, _, let txPHY, _):
      outcomes.phyUpdate = status
      if status == .success { try add(.changed(.phy(txPHY), at: time)) }
    case .encryptionChange(let status, _, let enabled):
      try noteEncryption(status, isOn: enabled != 0, at: time)
    case .encryptionKeyRefresh(let status, _): try noteEncryption(status, isOn: status == .success, at: time)
    case .longTermKeyRequest:
      answerKeyRequest(decoder.copyBytes(of: event.parameters))
    default: break
    }
  }

  /// Grants what the peer's controller asks for (LE Remote Connection Parameter Request).
  private func acceptParameters(_ handle: ConnectionHandle, _ wanted: RequestedParameters) {
    enqueue(
      HCICommandPacket(.leRemoteParameterRequestReply) {
        $0.handle(handle)
        $0.u16(wanted.minInterval)
        $0.u16(wanted.maxInterval)
        $0.u16(wanted.latency)
        $0.u16(wanted.supervisionTimeout)
        $0.u16(0)
        $0.u16(0)
      })
  }
}
