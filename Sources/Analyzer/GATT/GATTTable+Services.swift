public import ATTParser

extension GATTTable {
  /// A service with what lies in its range.
  public struct ServiceContents: Sendable {
    /// The service; nil for what lies in no service that is known.
    public var service: Service?
    /// Include declarations.
    public var includes: [Include]
    /// Characteristics with their descriptors.
    public var characteristics: [(characteristic: Characteristic, descriptors: [Attribute])]
    /// Attributes that belong to no characteristic that is known.
    public var loose: [Attribute]
  }

  /// The table as services, in the order of their handles; at the end what lies in none of them.
  public func contents() -> [ServiceContents] {
    var all = services.map { ServiceContents(service: $0, includes: [], characteristics: [], loose: []) }
    all.append(ServiceContents(service: nil, includes: [], characteristics: [], loose: []))
    func place(_ handle: AttributeHandle) -> Int {
      service(containing: handle).flatMap { found in services.firstIndex(of: found) } ?? all.count - 1
    }
    for include in includes { all[place(include.declaration)].includes.append(include) }
    for characteristic in characteristics {
      all[place(characteristic.value)].characteristics.append((characteristic, []))
    }
    for attribute in attributes {
      let index = place(attribute.handle)
      let owner = characteristic(governing: attribute.handle)
      let position = owner.flatMap { owner in
        all[index].characteristics.firstIndex { $0.characteristic == owner }
      }
      if let position {
        all[index].characteristics[position].descriptors.append(attribute)
      } else {
        all[index].loose.append(attribute)
      }
    }
    if let last = all.last, last.includes.isEmpty, last.characteristics.isEmpty, last.loose.isEmpty {
      all.removeLast()
    }
    return all
  }
}

extension Connection {
  /// Handles of the other device that were used and that nothing in its table explains, in their order.
  public var unexplainedHandles: [AttributeHandle] {
    var unexplained: Set<AttributeHandle> = []
    for stream in streams where isPeersAttribute(stream) && meaning(of: stream) == nil {
      unexplained.insert(stream.attributeHandle)
    }
    return unexplained.sorted()
  }

  /// What the attribute of a stream was when the stream began, nil when nothing tells.
  public func meaning(of stream: ValueStream) -> GATTTable.Meaning? {
    meaning(of: stream.attributeHandle, isPeers: isPeersAttribute(stream), in: stream.first.frame)
  }

  /// What an attribute of one of the devices was in a frame.
  private func meaning(
    of handle: AttributeHandle, isPeers: Bool, in frame: Int
  ) -> GATTTable.Meaning? {
    let change = serviceChanges.first { change in
      (change.direction == .received) == isPeers && change.moment.frame > frame
        && change.start <= handle && handle <= change.end
    }
    return (change?.forgotten ?? (isPeers ? peerTable : localTable)).meaning(of: handle)
  }

  /// Looks again at what was inferred while discovery had not told everything yet.
  mutating func settleInferred() {
    subscriptions = subscriptions.compactMap { change in
      guard change.isInferred else { return change }
      let isPeers = change.direction == .sent
      let known = meaning(of: change.descriptor, isPeers: isPeers, in: change.moment.frame)
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

  /// True for a stream on an attribute of the other device.
  private func isPeersAttribute(_ stream: ValueStream) -> Bool {
    stream.kind.isFromServer == (stream.direction == .received)
  }

  /// The table of the server whose attribute a stream is about.
  public func table(for stream: ValueStream) -> GATTTable {
    isPeersAttribute(stream) ? peerTable : localTable
  }
}
