public import ATTParser

extension Connection {
  /// Which of the two devices is the server that has an attribute.
  public enum Server: Hashable, Sendable {
    /// The other device.
    case peer
    /// The recording host.
    case local

    /// The server of a PDU, by the side that sends such PDUs and the way this one went.
    init(isSender: Bool, _ direction: Direction) {
      self = isSender == (direction == .received) ? .peer : .local
    }
  }

  /// What an attribute was in a frame, nil when nothing tells.
  ///
  /// Until a server says that a range has changed, its attributes are what was known of them before.
  public func meaning(
    of handle: AttributeHandle, server: Server, in frame: Int
  ) -> GATTTable.Meaning? {
    if let change = firstChange(of: handle, server, after: frame) {
      return serviceChanges[change].forgotten.meaning(of: handle)
    }
    // Not through ``table(of:)``, which copies.
    return server == .peer ? peerTable.meaning(of: handle) : localTable.meaning(of: handle)
  }

  /// What the attribute of a stream was when the stream began, nil when nothing tells.
  public func meaning(of stream: ValueStream) -> GATTTable.Meaning? {
    meaning(of: stream.attributeHandle, server: stream.server, in: stream.first.frame)
  }

  /// The characteristic of a stream's values when the stream began, nil when nothing tells of one.
  ///
  /// What ``meaning(of:)`` is for a value, for a part of the cost: rules ask it of every stream.
  func characteristic(of stream: ValueStream) -> GATTTable.Characteristic? {
    characteristic(at: stream.attributeHandle, stream.server, in: stream.first.frame)
  }

  /// The characteristic that a write to a CCCD governs, nil when nothing tells of one.
  func characteristic(of change: SubscriptionChange) -> GATTTable.Characteristic? {
    characteristic(at: change.value, change.server, in: change.moment.frame)
  }

  private func characteristic(
    at handle: AttributeHandle, _ server: Server, in frame: Int
  ) -> GATTTable.Characteristic? {
    if let change = firstChange(of: handle, server, after: frame) {
      return serviceChanges[change].forgotten.characteristic(at: handle)
    }
    return server == .peer ? peerTable.characteristic(at: handle) : localTable.characteristic(at: handle)
  }

  /// What the attribute that an Error Response names was; nil for a range, and when nothing tells.
  public func meaning(of error: ATTErrorEvent) -> GATTTable.Meaning? {
    if error.isEndOfRange { return nil }
    return meaning(of: error.attributeHandle, server: error.server, in: error.moment.frame)
  }

  /// What the attribute of a transaction was when it began; nil for a range, and when nothing tells.
  public func meaning(of transaction: Transaction) -> GATTTable.Meaning? {
    guard let handle = transaction.attributeHandle else { return nil }
    return meaning(of: handle, server: transaction.server, in: transaction.began.frame)
  }

  /// What the attribute of a long write was when it began, nil when nothing tells.
  public func meaning(of write: LongWrite) -> GATTTable.Meaning? {
    meaning(of: write.attributeHandle, server: write.server, in: write.firstFrame)
  }

  /// What the value was that a write to a CCCD governs, nil when nothing tells.
  public func meaning(of change: SubscriptionChange) -> GATTTable.Meaning? {
    meaning(of: change.value, server: change.server, in: change.moment.frame)
  }

  /// The attributes of one of the devices, as they are at the end.
  public func table(of server: Server) -> GATTTable { server == .peer ? peerTable : localTable }

  /// True when values are of a server of which no discovery told anything.
  var usesUndiscovered: Bool {
    Self.isUndiscovered(
      streams, isPeerKnown: hasDiscovery || peerTable.isDiscovered, isLocalKnown: localTable.isDiscovered)
  }

  /// True when one of some streams is of a server of which nothing is known.
  static func isUndiscovered(_ streams: [ValueStream], isPeerKnown: Bool, isLocalKnown: Bool) -> Bool {
    streams.contains { $0.server == .peer ? !isPeerKnown : !isLocalKnown }
  }

  /// Handles of the other device that were used and that nothing in its table explains, in their order.
  public var unexplainedHandles: [AttributeHandle] {
    var unexplained: Set<AttributeHandle> = []
    for stream in streams where stream.server == .peer && meaning(of: stream) == nil {
      unexplained.insert(stream.attributeHandle)
    }
    return unexplained.sorted()
  }

  /// The place of the first change of an attribute after a frame, nil when it did not change any more.
  @inline(__always)
  private func firstChange(of handle: AttributeHandle, _ server: Server, after frame: Int) -> Int? {
    rare.isEmpty || rare[0].serviceChanges.isEmpty ? nil : firstOfSome(of: handle, server, after: frame)
  }

  @inline(never)
  private func firstOfSome(of handle: AttributeHandle, _ server: Server, after frame: Int) -> Int? {
    serviceChanges.firstIndex { change in
      change.moment.frame > frame && change.start <= handle && handle <= change.end
        && change.server == server
    }
  }
}

// MARK: - What was inferred

extension Connection {
  /// An attribute between two changes that concern it.
  private struct Era: Hashable {
    var server: Server
    var handle: AttributeHandle
    /// The place of the change that ends it, nil for the last one.
    var change: Int?
  }

  /// Looks again at what was inferred once more is known of the other device than when the connection ended.
  @inline(__always)
  mutating func settleBorrowed() { if hasBorrowedTable { settleInferred() } }

  /// Looks again at what was inferred while the traffic and discovery had not told everything yet.
  mutating func settleInferred() {
    // Most connections tell everything, and there may be thousands.
    if peerTable.hasInferred || localTable.hasInferred || !serviceChanges.isEmpty { withdrawInferred() }
    guard subscriptions.contains(where: \.isInferred) else { return }
    subscriptions = subscriptions.compactMap { change in
      guard change.isInferred else { return change }
      let known = meaning(of: change.descriptor, server: change.server, in: change.moment.frame)
      guard let known else { return change }
      guard case .descriptor(let attribute, let owner) = known,
        attribute.uuid == .clientCharacteristicConfiguration
      else { return nil }
      var settled = change
      settled.isInferred = attribute.isInferred
      if !attribute.isInferred, let owner { settled.value = owner.value }
      return settled
    }
  }

  /// Withdraws CCCDs that were inferred from one write and then used as no CCCD is.
  private mutating func withdrawInferred() {
    let tables = [peerTable, localTable] + serviceChanges.map(\.forgotten)
    let inferred = Set(tables.flatMap { $0.attributes.filter(\.isInferred).map(\.handle) })
    if inferred.isEmpty { return }
    var others: Set<Era> = []
    for stream in streams where inferred.contains(stream.attributeHandle) && !stream.isLikeConfiguration {
      others.insert(era(of: stream.attributeHandle, stream.server, in: stream.first.frame))
    }
    if others.isEmpty { return }
    for era in others {
      switch (era.change, era.server) {
      case (let place?, _): serviceChanges[place].forgotten.withdraw(era.handle)
      case (nil, .peer): peerTable.withdraw(era.handle)
      case (nil, .local): localTable.withdraw(era.handle)
      }
    }
    subscriptions = subscriptions.filter { change in
      !change.isInferred
        || !others.contains(era(of: change.descriptor, change.server, in: change.moment.frame))
    }
  }

  private func era(of handle: AttributeHandle, _ server: Server, in frame: Int) -> Era {
    Era(server: server, handle: handle, change: firstChange(of: handle, server, after: frame))
  }
}

extension ValueStream {
  /// Which device has the attribute.
  public var server: Connection.Server { Connection.Server(isSender: kind.isFromServer, direction) }

  /// True for transfers that a CCCD may take part in: it has two bytes, and is never sent unasked.
  var isLikeConfiguration: Bool {
    switch kind {
    case .notification, .indication, .multipleNotification: false
    case .writeRequest, .writeCommand, .signedWrite, .longWrite: bytes == 2 * count
    // Reads that fail bring nothing.
    case .read, .readBlob: bytes <= 2 * count
    }
  }
}

extension SubscriptionChange {
  /// Which device has the attribute.
  public var server: Connection.Server { Connection.Server(isSender: false, direction) }
}

extension ServiceChange {
  /// Which device has changed.
  public var server: Connection.Server { Connection.Server(isSender: true, direction) }
}
