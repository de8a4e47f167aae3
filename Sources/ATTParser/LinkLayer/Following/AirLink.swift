/// A connection that is heard on the air.
struct AirLink: BitwiseCopyable {
  /// The parties of a connection whose CONNECT_IND was heard.
  struct Parties: BitwiseCopyable, Equatable {
    /// InitA, the address of the device that asked for the connection.
    var central: DeviceAddress
    /// What kind of address ``central`` is.
    var centralType: AddressType
    /// AdvA, the address of the device that advertised.
    var peripheral: DeviceAddress
    /// What kind of address ``peripheral`` is.
    var peripheralType: AddressType
  }

  /// What every packet of it begins with.
  let accessAddress: AccessAddress
  /// The last frame of the link.
  var lastFrame: Int
  /// What its CRCs begin with; nil when the CONNECT_IND was not heard.
  var crcInit: UInt32?
  /// Who is connected; nil when the CONNECT_IND was not heard.
  var parties: Parties?
  /// The request that opened it; of no meaning without ``parties``.
  var request = ConnectionRequest()
  /// A data PDU was heard.
  var hasData = false
  /// Its connection events.
  var events = EventTracker()
  /// What the central sends.
  var central = SequenceTracker()
  /// What the peripheral sends.
  var peripheral = SequenceTracker()
  /// Its encryption.
  var encryption = LinkEncryption()
  /// The instant from which new PHYs are in force, nil when none are announced.
  var phyInstant: UInt16?
  /// The instant from which a new channel map is in force, nil when none is announced.
  var channelMapInstant: UInt16?

  /// Makes a link of which nothing but a frame was heard.
  init(_ accessAddress: AccessAddress, frame: Int) {
    self.accessAddress = accessAddress
    lastFrame = frame
  }

  /// Puts a good PDU to the sequence of its direction.
  @inline(__always)
  mutating func noteSequence(
    _ number: UInt8, nextExpected: UInt8, _ direction: Direction, _ fingerprint: UInt64
  ) -> SequenceTracker.Outcome {
    direction == .sent
      ? central.note(sequenceNumber: number, nextExpected: nextExpected, fingerprint, &peripheral)
      : peripheral.note(sequenceNumber: number, nextExpected: nextExpected, fingerprint, &central)
  }

  /// Notes the time of a PDU, and what that tells of its direction and its connection event.
  @inline(__always)
  mutating func noteEvent(
    start: Int64, duration: Int64, channel: UInt8?, given: (direction: Direction, counter: UInt16?),
    _ notes: inout LinkLayerFrame.Notes
  ) -> EventTracker.Finding {
    let finding = events.note(start: start, duration: duration, channel: channel, given: given)
    var found = notes
    if given.direction == .unknown { found.insert(.isDirectionInferred) }
    if events.hasCounter { found.insert(.hasEventCounter) }
    if finding.beginsEvent {
      found.insert(.beginsEvent)
      if finding.hasDrift { found.insert(.hasDrift) }
      if finding.updatesInterval { found.insert(.parametersInForce) }
      if phyInstant != nil || channelMapInstant != nil { found.formUnion(noteInstants()) }
    }
    notes = found
    return finding
  }

  @inline(never)
  private mutating func noteInstants() -> LinkLayerFrame.Notes {
    var notes: LinkLayerFrame.Notes = []
    if let instant = phyInstant, events.hasReached(instant) {
      phyInstant = nil
      notes.insert(.physInForce)
    }
    if let instant = channelMapInstant, events.hasReached(instant) {
      channelMapInstant = nil
      notes.insert(.channelMapInForce)
    }
    return notes
  }
}

/// The connections and periodic trains that are followed, by access address.
struct AirLinkTable: ~Copyable {
  /// Links followed at once; the one longest silent makes room for another.
  static let limit = 1024
  /// Access addresses of periodic advertising known at most.
  static let periodicLimit = 256

  private var links = PackedArray<AirLink>()
  private var places = IntegerMap()
  private var periodic = IntegerMap()
  private var lastAddress = AccessAddress.advertising
  private var lastPlace = -1

  /// The link at a place.
  subscript(place: Int) -> AirLink {
    @inline(__always)
    get { links[place] }
    @inline(__always)
    _modify { yield &links[place] }
  }

  /// The place of the link with an access address, -1 when it is not followed.
  @inline(__always)
  mutating func place(_ address: AccessAddress) -> Int {
    if address == lastAddress { return lastPlace }
    let place = places.find(UInt64(address.rawValue))
    if place >= 0 { (lastAddress, lastPlace) = (address, place) }
    return place
  }

  /// Begins to follow a link, in the place of an earlier one with the same access address if there is one.
  @inline(never)
  mutating func open(_ address: AccessAddress, frame: Int) -> Int {
    var place = self.place(address)
    if place < 0 {
      if links.count < Self.limit {
        place = links.count
        links.append(AirLink(address, frame: frame))
      } else {
        place = longestSilent()
        places.remove(UInt64(links[place].accessAddress.rawValue))
      }
      places.set(UInt64(address.rawValue), place)
    }
    links[place] = AirLink(address, frame: frame)
    (lastAddress, lastPlace) = (address, place)
    return place
  }

  private func longestSilent() -> Int {
    var oldest = 0
    for place in 0..<links.count where links[place].lastFrame < links[oldest].lastFrame { oldest = place }
    return oldest
  }

  /// Notes a train of periodic advertising.
  mutating func add(_ train: AdvertisingPDU.PeriodicTrain) {
    guard periodic.count < Self.periodicLimit else { return }
    periodic.set(UInt64(train.accessAddress.rawValue), Int(train.crcInit))
  }

  // Mutating, because a borrowed table would be copied for the call.
  /// What the CRCs of a periodic train begin with, nil for other access addresses.
  @inline(__always)
  mutating func periodicCRC(_ address: AccessAddress) -> UInt32? {
    guard periodic.count > 0 else { return nil }
    let value = periodic.find(UInt64(address.rawValue))
    return value < 0 ? nil : UInt32(value)
  }
}
