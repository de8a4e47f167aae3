import ATTParser

extension LiveConnection {
  // MARK: - MTU

  /// Notes an Exchange MTU Request.
  mutating func addMTURequest(_ mtu: UInt16, _ direction: Direction, _ moment: Moment) {
    keep(Connection.MTUExchange(client: mtu, server: nil, moment: moment, direction: direction))
  }

  /// Notes an Exchange MTU Response: with the request it answers, or alone.
  mutating func addMTUResponse(_ mtu: UInt16, _ direction: Direction, _ moment: Moment) {
    let requestDirection = direction.opposite
    guard
      let place = exchanges.lastIndex(where: {
        $0.direction == requestDirection && $0.server == nil && !$0.isRefused
      }),
      let client = exchanges[place].client
    else {
      keep(Connection.MTUExchange(client: nil, server: mtu, moment: moment, direction: requestDirection))
      return
    }
    exchanges[place].server = mtu
    exchanges[place].answer(moment)
    // In force from the response on (Vol 3, Part F, 3.4.2.2); 23 is the least either side may name.
    exchanges[place].effective = max(23, min(client, mtu))
  }

  /// Notes an Error Response to an Exchange MTU Request.
  mutating func refuseMTU(_ direction: Direction, _ moment: Moment) {
    let requestDirection = direction.opposite
    guard
      let place = exchanges.lastIndex(where: { $0.direction == requestDirection && $0.server == nil })
    else { return }
    exchanges[place].isRefused = true
    exchanges[place].answer(moment)
  }

  // MARK: - Values and subscriptions

  /// Keeps the value read of an attribute, put together from the parts that blob reads bring.
  mutating func keepValue(of handle: AttributeHandle, _ bytes: [UInt8], offset: Int) {
    guard values.count < Self.valueLimit || values[handle] != nil else { return }
    if offset == 0 {
      values.set(handle, bytes)
    } else if let start = values[handle], start.count == offset, offset < Self.valueLength {
      values.set(handle, Array((start + bytes).prefix(Self.valueLength)))
    }
  }

  /// Notes whether the server took a write to a CCCD.
  mutating func settleSubscription(_ transaction: inout Transaction) {
    guard
      let place = subscriptions.lastIndex(where: {
        $0.descriptor == transaction.attributeHandle && $0.direction == transaction.direction
          && $0.isAccepted == nil
      })
    else { return }
    subscriptions[place].isAccepted = transaction.outcome == .answered
  }

  /// Takes back that an attribute is a CCCD, if that was only inferred.
  mutating func withdrawConfiguration(_ handle: AttributeHandle, _ server: Connection.Server) {
    if !hasInferred { return }
    guard server == .peer ? peerTable.withdraw(handle) : localTable.withdraw(handle) else { return }
    subscriptions.removeAll { $0.isInferred && $0.descriptor == handle && $0.server == server }
  }

  /// Forgets how a range of attributes was used and what was read of it, for they are others from now on.
  mutating func forgetUse(_ range: ClosedRange<AttributeHandle>, _ server: Connection.Server) {
    if !unlikeConfiguration.isEmpty {
      unlikeConfiguration = unlikeConfiguration.filter { $0.server != server || !range.contains($0.handle) }
    }
    if server == .peer { values.remove(range) }
  }

  /// What is known of an attribute that is written to: ``GATTTable/written(_:)``.
  mutating func written(
    _ handle: AttributeHandle, of server: Connection.Server
  ) -> (type: BluetoothUUID?, isDiscovered: Bool, owner: AttributeHandle?) {
    server == .peer ? peerTable.written(handle) : localTable.written(handle)
  }

  /// The attributes of one of the devices as far as they are known.
  func table(of server: Connection.Server) -> GATTTable { server == .peer ? peerTable : localTable }

  // MARK: - Link settings

  /// Notes the requests and responses of signalling that concern the connection's parameters.
  mutating func add(_ command: SignalingCommand, _ direction: Direction, _ moment: Moment) {
    switch command.details {
    case .parameterUpdateRequest(let wanted):
      keep(
        LinkRequest(moment: moment, what: .parameters(wanted), isLocal: direction == .sent, way: .l2cap))
    case .parameterUpdateResponse(let result):
      let isLocalRequest = direction == .received
      guard
        let place = requests.lastIndex(where: {
          $0.way == .l2cap && $0.isLocal == isLocalRequest && $0.outcome == .unanswered
        })
      else { return }
      requests[place].outcome = result == 0 ? .accepted : .refused(nil)
      requests[place].answered = moment
    default: break
    }
  }

  /// Notes what came of the oldest request of a kind that the host made or the link layer passed on.
  mutating func settle(_ kind: LinkRequest.Kind, _ status: ErrorCode, _ moment: Moment) {
    guard
      let place = requests.firstIndex(where: {
        $0.way != .l2cap && $0.outcome == .unanswered && $0.kind == kind
      })
    else { return }
    requests[place].outcome = status == .success ? .accepted : .refused(status)
    requests[place].answered = moment
  }

  /// Notes that the controller would not take the command of a frame.
  mutating func refuseRequest(inFrame frame: Int, _ status: ErrorCode, _ moment: Moment) {
    guard
      let place = requests.lastIndex(where: {
        $0.moment.frame == frame && $0.way == .hci && $0.outcome == .unanswered
      })
    else { return }
    requests[place].outcome = .refused(status)
    requests[place].answered = moment
  }

  /// Notes that the host said no to the request that the link layer passed on.
  mutating func refuseRemoteRequest(_ reason: ErrorCode, _ moment: Moment) {
    guard
      let place = requests.lastIndex(where: { $0.way == .linkLayer && $0.outcome == .unanswered })
    else { return }
    requests[place].outcome = .refused(reason)
    requests[place].answered = moment
  }
}

extension Connection {
  /// Takes over what was under way when the connection ended; of what is much, a copy that fits.
  ///
  /// - Parameter opcodes: PDUs of the connection in `slot`, apart from those of streams of bulk values.
  mutating func take(
    _ ended: inout LiveConnection, _ streams: [ValueStream], _ opcodes: inout OpcodeTally, _ slot: Int
  ) {
    self.streams = streams
    lastSeen = ended.lastSeen
    lastSent = ended.lastSent
    lastReceived = ended.lastReceived
    lastLoss = ended.lastLoss
    pdusSent = ended.sent
    pdusReceived = ended.received
    for stream in streams {
      let opcode: ATTOpcode
      switch stream.kind {
      case .notification: opcode = .handleValueNotification
      case .writeCommand: opcode = .writeCommand
      default: continue
      }
      // Of these two, PDUs are counted with their stream alone.
      opcodes.add(opcode, stream.count, in: slot)
      if stream.direction == .sent { pdusSent += stream.count }
      if stream.direction == .received { pdusReceived += stream.count }
      if stream.last.frame > lastSeen.frame { lastSeen = stream.last }
      if stream.direction == .sent { lastSent = max(lastSent ?? stream.last, stream.last) }
      if stream.direction == .received { lastReceived = max(lastReceived ?? stream.last, stream.last) }
    }
    opcodeCounts = opcodes.take(slot)
    errors = LiveConnection.fitting(ended.errors)
    latencies = ended.latencies.fitted
    subscriptions = LiveConnection.fitting(ended.subscriptions)
    peerTable = ended.peerTable
    hasDiscovery = peerTable.isDiscovered
    mtuExchanges = LiveConnection.fitting(ended.exchanges)
    parameters = LiveConnection.fitting(parameters)
    dataLengths = LiveConnection.fitting(dataLengths)
    requests = LiveConnection.fitting(ended.requests)
    phases = ended.marks.phases(streams: streams, end: closed?.moment ?? lastSeen)
    if ended.hasRare { takeRare(&ended) }
  }

  /// Takes over what few connections have.
  @inline(never)
  private mutating func takeRare(_ ended: inout LiveConnection) {
    unanswered = LiveConnection.fitting(ended.unanswered)
    anomalies = ended.anomalies
    serviceChanges = ended.serviceChanges
    longWrites = ended.longWrites.writes
    pairingSteps = LiveConnection.fitting(ended.pairingSteps)
    keyUses = ended.keyUses
    oversized = ended.oversized
    firstEnhanced = ended.firstEnhanced
    localLatencies = ended.localLatencies.fitted
    localTable = ended.localTable
  }
}
