public import ATTParser

/// Walks the frames of a capture once and builds its connections and their streams.
///
/// The only mutable walk over a capture. What it keeps grows with connections, attributes and errors, not
/// with packets, and each of those has a limit that only a forged capture reaches. This file is the packet
/// path and the opening and closing of connections; ATT, HCI and link matters are in extensions beside it.
public struct SessionBuilder: ~Copyable {
  /// Connection instances kept at most; those beyond are counted and reported as not kept.
  static let connectionLimit = 1 << 18
  /// Error Responses and failed connection attempts kept at most.
  static let eventLimit = 1 << 18
  /// Parts of transfers kept at most.
  static let transferLimit = 1 << 14
  /// Peers whose attributes are remembered for connections without discovery.
  static let tableLimit = 1 << 12

  /// ``connectionLimit``, which tests lower.
  var mostConnections = SessionBuilder.connectionLimit
  /// Every connection so far, open ones too; each number is the place plus one.
  var connections: [Connection] = []
  /// What is under way on open connections, by their slots, which are used again.
  var live = PackedArray<LiveConnection>()
  private var freeSlots: [Int] = []
  private var openSlots = OpenSlots()
  private var slots = IntegerMap()
  /// Streams of the connections that are open.
  var streams = ValueStreamTable()
  /// ATT PDUs that are counted by opcode.
  var opcodes = OpcodeTally()
  /// Connection attempts that came to nothing.
  var failures: [FailedConnection] = []
  /// What the capture does and does not hold, as far as it was seen.
  var quality = CaptureQuality()
  /// What went beyond the limits.
  var notKept = Analysis.NotKept()
  /// Error Responses kept, of all connections.
  var errorCount = 0
  /// Attribute tables by peer.
  var tables = TableMemory()
  /// Reports, scans and connection attempts.
  var advertising = AdvertisingBuilder()
  /// Identities handed over in pairings.
  var identities = IdentityBook()
  /// Commands whose acknowledgement will not name the connection.
  var awaitedStatuses = AwaitedStatuses()
  /// Parts of transfers on connections that have ended.
  var transferParts: [TransferPart] = []
  /// Bulk writes of no known protocol, on connections that have ended.
  var bulkStreams: [BulkStream] = []
  /// One for each image that is looked for.
  var aligners: [ImageAligner]
  /// The value that transfer protocols are shown; kept for its memory.
  var shownValue: [UInt8] = []
  /// The value read last; kept for its memory.
  var readValue: [UInt8] = []
  /// What is looked for and kept of transfers.
  let transferOptions: TransferOptions
  /// Counters of the air's open links.
  var airMeter = AirMeter()
  /// Counters of all packets of the air.
  var airTotals = AirTotals()
  /// Links of the air that were terminated since the last one opened; each of those followed at most once.
  var terminatedLinks: [ConnectionHandle] = []
  /// Finds messages of sniffers that are missing.
  var snifferCounters = SnifferCounters()

  /// Whether finished transactions are kept for ``takeTransactions()``.
  private let keepsTransactions: Bool
  private var finishedTransactions: [Transaction] = []
  private var firstTime: Timestamp?
  // The end of time before the first frame, so that no frame is passed over before it.
  /// The time of the frame before.
  var previousTime = Timestamp(nanoseconds: .max)
  // Up to the last time that the clock went back; since then time has only grown.
  private var earliest = Timestamp(nanoseconds: .max)
  private var latest = Timestamp(nanoseconds: .min)
  // The link of the frame before, which is that of this one most of the time.
  private var lastKey = UInt64.max
  private var lastSlot = 0

  /// Makes a builder that has seen nothing.
  ///
  /// - Parameters:
  ///   - known: attribute tables learned elsewhere, for connections whose discovery is not in the capture.
  ///   - keepsTransactions: whether ``takeTransactions()`` is going to be called after every frame.
  ///   - transfers: what is looked for and kept of transfers.
  public init(
    known: KnownTables = KnownTables(), keepsTransactions: Bool = false,
    transfers: TransferOptions = TransferOptions()
  ) {
    tables = TableMemory(known)
    self.keepsTransactions = keepsTransactions
    transferOptions = transfers
    aligners = transfers.images.map(ImageAligner.init)
  }

  /// Adds every frame that is left in a capture.
  public mutating func addAll(_ reader: inout CaptureReader) {
    if reader.hasBulkPackets { return addAllOfAir(&reader) }
    var frame = DecodedFrame()
    var bulk = BulkFrames()
    // After a piece of a value, or a value in pieces, more come.
    var bringsBulk = true
    while true {
      if bringsBulk || reader.mayBringBulk() {
        advertising.addBulk(&reader, into: &bulk, after: &previousTime)
        for place in 0..<bulk.values.count { add(place, &bulk.values, &frame, &reader) }
      }
      guard reader.next(into: &frame) else { return }
      bringsBulk = frame.kind == .fragment || frame.kind == .att && frame.att.isBulkValue
      add(&frame, &reader)
    }
  }

  /// Adds a value of which there are many, and whose frame is not made.
  ///
  /// - Parameter frame: memory to decode into.
  @inline(__always)
  private mutating func add(
    _ place: Int, _ values: inout PackedArray<BulkValue>, _ frame: inout DecodedFrame,
    _ reader: inout CaptureReader
  ) {
    let value = values[place]
    let key = ValueStreamTable.key(
      Self.key(0, value.connectionHandle), value.isWriteCommand ? .writeCommand : .notification,
      value.direction, value.attributeHandle)
    let moment = Moment(frame: value.number, time: value.time)
    let connection = streams.add(to: key, bytes: value.valueCount, moment)
    if connection <= 0 { addShown(place, &values, &frame, &reader, isCounted: connection < 0) }
  }

  /// Adds a value that more is wanted of than its count: the first one of a stream, or one that is watched.
  @inline(never)
  private mutating func addShown(
    _ place: Int, _ values: inout PackedArray<BulkValue>, _ frame: inout DecodedFrame,
    _ reader: inout CaptureReader, isCounted: Bool
  ) {
    reader.fill(&frame, withValue: values[place])
    _ = isCounted ? addWatched(&frame, &reader) : addRareATT(&frame, &reader)
  }

  /// Adds the next frame and returns the number of its connection instance, 0 when it belongs to none.
  ///
  /// Both arguments are `inout` although neither is changed: borrowed values of their size would be copied
  /// for every frame.
  @inline(__always)
  @discardableResult
  public mutating func add(_ frame: inout DecodedFrame, _ reader: inout CaptureReader) -> Int {
    let time = frame.record.timestamp
    if time < previousTime || firstTime == nil { noteTime(time, frame.record.number) }
    previousTime = time
    if frame.problem != nil { noteProblem(of: &frame) }
    if frame.record.packetType == .linkLayer { return addAir(&frame, &reader) }
    if frame.kind == .att { return addATT(&frame, &reader) }
    if frame.kind == .event {
      switch frame.event.details {
      case .advertisingReports:
        advertising.add(&frame, &reader)
        return 0
      case .completedPackets(let packets) where packets.count == 1:
        return openNumber(frame.record.adapter, packets.firstHandle)
      default: return addEvent(frame.event, frame.record)
      }
    }
    if frame.kind == .fragment {
      let slot = slot(&frame)
      return slot < 0 ? 0 : number(slot)
    }
    return addOther(&frame, &reader)
  }

  /// Adds an ATT PDU.
  @inline(__always)
  mutating func addATT(_ frame: inout DecodedFrame, _ reader: inout CaptureReader) -> Int {
    let link = Self.key(frame.record.adapter, frame.aclHeader.connectionHandle)
    let connection: Int
    switch frame.att.pdu {
    case .handleValueNotification(let handle, let value):
      let key = ValueStreamTable.key(link, .notification, frame.record.direction, handle)
      connection = streams.add(
        to: key, bytes: value.count &+ Int(frame.att.missingBytes), Moment(frame.record))
    case .writeCommand(let handle, let value):
      let key = ValueStreamTable.key(link, .writeCommand, frame.record.direction, handle)
      connection = streams.add(
        to: key, bytes: value.count &+ Int(frame.att.missingBytes), Moment(frame.record))
    default: connection = 0
    }
    if connection > 0 { return connection }
    return connection < 0 ? addWatched(&frame, &reader) : addRareATT(&frame, &reader)
  }

  @inline(never)
  private mutating func noteTime(_ time: Timestamp, _ frame: Int) {
    if firstTime == nil {
      firstTime = time
      earliest = time
      return
    }
    quality.timeWentBack.add(frame)
    if previousTime.nanoseconds(since: time) > CaptureQuality.clockTolerance { quality.clockSteps.add(frame) }
    latest = max(latest, previousTime)
    earliest = min(earliest, time)
  }

  @inline(never)
  private mutating func noteProblem(of frame: inout DecodedFrame) {
    guard let problem = frame.problem else { return }
    if frame.record.missingBytes > 0 { quality.truncatedFrames.add(frame.record.number) }
    quality.add(problem, frame: frame.record.number)
    if frame.isUnevenList { quality.entryListFrames.add(frame.record.number) }
    if frame.isLost, let slot = openSlot(frame.record.adapter, frame.aclHeader.connectionHandle) {
      live[slot].lastLoss = frame.record.number
    }
  }

  // MARK: - Finding connections

  /// The slot of the connection that a frame's data belongs to, -1 when it is not kept; a handle nobody
  /// opened opens one.
  @inline(__always)
  mutating func slot(_ frame: inout DecodedFrame) -> Int {
    let key = Self.key(frame.record.adapter, frame.aclHeader.connectionHandle)
    if key == lastKey { return lastSlot }
    let found = slots.find(key)
    lastSlot =
      found >= 0
      ? found
      : open(.unknown, frame.record.adapter, frame.aclHeader.connectionHandle, Moment(frame.record)) ?? -1
    lastKey = key
    return lastSlot
  }

  // Inlined: a borrowed builder would be copied for the call.
  /// The slot of the connection open on a handle, nil when none is.
  @inline(__always)
  func openSlot(_ adapter: UInt16, _ handle: ConnectionHandle) -> Int? {
    let slot = slots.find(Self.key(adapter, handle))
    return slot < 0 ? nil : slot
  }

  /// The number of the connection open on a handle, 0 when none is.
  @inline(__always)
  func openNumber(_ adapter: UInt16, _ handle: ConnectionHandle) -> Int {
    let key = Self.key(adapter, handle)
    let slot = key == lastKey ? lastSlot : slots.find(key)
    return slot < 0 ? 0 : number(slot)
  }

  /// Connections so far.
  public var connectionCount: Int { connections.count }

  /// The number of the connection in a slot.
  @inline(__always)
  func number(_ slot: Int) -> Int { live[slot].place &+ 1 }

  /// The integer by which the slot of an open connection is found.
  @inline(__always)
  static func key(_ adapter: UInt16, _ handle: ConnectionHandle) -> UInt64 {
    UInt64(adapter) &<< 12 | UInt64(handle.rawValue)
  }

  // MARK: - Opening and closing

  /// Begins a connection instance and returns its slot, nil when it is not kept.
  @inline(never)
  mutating func open(
    _ transport: Transport, _ adapter: UInt16, _ handle: ConnectionHandle, _ moment: Moment
  ) -> Int? {
    guard connections.count < mostConnections else {
      notKept.connections += 1
      return nil
    }
    connections.append(
      Connection(
        id: connections.count + 1, transport: transport, adapter: adapter, handle: handle, firstSeen: moment))
    let key = Self.key(adapter, handle)
    let slot = freeSlots.popLast() ?? live.count
    if slot == live.count {
      live.append(LiveConnection(place: connections.count - 1, key: key, firstSeen: moment))
      opcodes.addSlot()
    } else {
      live[slot].begin(place: connections.count - 1, key: key, firstSeen: moment)
    }
    slots.set(key, slot)
    openSlots.add(slot, of: adapter)
    lastKey = .max
    return slot
  }

  /// Ends the connection on a handle, if one is open, and returns its number, else 0.
  mutating func close(
    _ adapter: UInt16, _ handle: ConnectionHandle, _ closing: Connection.Closing?
  ) -> Int {
    guard let slot = openSlot(adapter, handle) else { return 0 }
    let number = number(slot)
    close(slot: slot, closing, why: .disconnected)
    return number
  }

  private mutating func close(
    slot: Int, _ closing: Connection.Closing?, why: Transaction.WhyUnanswered
  ) {
    let (place, key) = (live[slot].place, live[slot].key)
    let hasEnded = connections[place].closed != nil
    for var transaction in live[slot].ledger.giveUp(hasEnded ? .disconnected : why) {
      finish(&transaction, slot)
    }
    live[slot].longWrites.close()
    takeTransfers(slot)
    // On the air the end is heard before the last packets.
    if !hasEnded { connections[place].closed = closing }
    if var facts = connections[place].air {
      // On the air the handle is the link's place.
      airMeter.finish(Int(key & 0xFFF), into: &facts)
      connections[place].air = facts
    }
    notKept.listEntries += live[slot].notKept + live[slot].longWrites.notKept
    connections[place].take(&live[slot], streams.take(newest: live[slot].newestStream), &opcodes, slot)
    connections[place].values = tables.shared(live[slot].values)
    notKept.listEntries += connections[place].encryptionsNotKept
    connections[place].settleInferred()
    tables.remember(&connections[place])
    live[slot].clear()
    identities.forget(link: key)
    slots.remove(key)
    openSlots.remove(slot, of: connections[place].adapter)
    freeSlots.append(slot)
    lastKey = .max
  }

  /// Ends every connection of an adapter, which was reset or removed.
  mutating func closeAll(_ adapter: UInt16, _ moment: Moment) {
    let closing = Connection.Closing(moment: moment, reason: nil, by: .local)
    for slot in openSlots.slots(of: adapter).sorted() { close(slot: slot, closing, why: .disconnected) }
  }

  private func isOpen(_ slot: Int) -> Bool { slots.find(live[slot].key) == slot }

  // MARK: - Transactions

  /// Takes a transaction that has ended, however it did.
  mutating func finish(_ transaction: inout Transaction, _ slot: Int) {
    if let latency = transaction.latency, let ended = transaction.ended {
      if transaction.direction == .received {
        live[slot].localLatencies.add(latency, at: ended)
      } else {
        live[slot].latencies.add(latency, at: ended)
      }
    }
    guard case .unanswered = transaction.outcome else {
      if keepsTransactions { finishedTransactions.append(transaction) }
      return
    }
    if live[slot].lastLoss > transaction.began.frame { transaction.outcome = .unanswered(.captureLoss) }
    live[slot].keep(transaction)
    if keepsTransactions { finishedTransactions.append(transaction) }
  }

  /// The transactions that ended since the last call, in the order they ended.
  public mutating func takeTransactions() -> [Transaction] {
    guard !finishedTransactions.isEmpty else { return [] }
    defer { finishedTransactions.removeAll(keepingCapacity: true) }
    return finishedTransactions
  }

  // MARK: - The result

  /// Ends the connections that outlive the capture, and with them their unanswered transactions.
  ///
  /// Called by ``finish(_:)``; callers of ``takeTransactions()`` call it first, to see the last ones.
  public mutating func endConnections() {
    for slot in 0..<live.count where isOpen(slot) { close(slot: slot, nil, why: .captureEnded) }
  }

  /// Ends the walk and returns what it found.
  public consuming func finish(_ facts: SourceFacts = SourceFacts()) -> Analysis {
    endConnections()
    identities.resolve(&connections)
    tables.complete(&connections)
    for place in connections.indices { connections[place].settleBorrowed() }
    quality.conclude(connections, facts)
    notKept.streamPDUs = streams.overflow
    latest = max(latest, previousTime)
    let images = finishAlignments()
    return Analysis(
      connections: connections, failedConnections: failures, quality: quality, notKept: notKept,
      advertising: advertising.finish(), transferParts: transferParts, bulkStreams: bulkStreams,
      images: images, air: airTotals, firstTime: firstTime,
      duration: firstTime == nil ? 0 : latest.seconds(since: earliest))
  }
}
