import ATTParser

/// What is under way on a connection that is open; folded into its ``Connection`` when it ends.
struct LiveConnection {
  /// Entries kept in each list of one connection; a connection that has more is forged or broken.
  static let listLimit = 4096
  /// Service Changed indications kept: every attribute that is used is looked for in all of them.
  static let serviceChangeLimit = 256
  /// Attributes whose last value read is kept.
  static let valueLimit = 256
  /// Bytes kept of each.
  static let valueLength = 512
  /// Bytes of a list that stay with its place when a connection ends.
  private static let mostBytesKept = 4096

  /// The place of its ``Connection``.
  private(set) var place: Int
  /// The link's key.
  private(set) var key: UInt64
  /// The newest of its live streams, -1 for none.
  var newestStream: Int32 = -1
  /// The last frame that carries data, apart from bulk values.
  var lastSeen: Moment
  /// ATT PDUs sent, apart from bulk values.
  var sent = 0
  /// ATT PDUs received, apart from bulk values.
  var received = 0
  /// Transactions under way.
  var ledger = ATTLedger()
  /// Latencies of those the other device answered.
  var latencies = LatencySamples()
  /// Latencies of those the recording host answered.
  var localLatencies = LatencySamples()
  /// Transactions that were never answered.
  var unanswered: [Transaction] = []
  /// What the order of PDUs does not allow.
  var anomalies: [ATTAnomaly] = []
  /// Error Responses.
  var errors: [ATTErrorEvent] = []
  /// The other device's attributes.
  var peerTable = GATTTable()
  /// The recording host's attributes.
  var localTable = GATTTable()
  /// Writes to CCCDs.
  var subscriptions: [SubscriptionChange] = []
  /// True once a write to an attribute was taken for one to a CCCD although nothing told of it.
  var hasInferred = false
  /// Attributes that nothing tells of and to which was written what no CCCD takes.
  var unlikeConfiguration: Set<UsedAttribute> = []
  /// The last value read of each attribute of the other device.
  var values = AttributeValues()
  /// Service Changed indications.
  var serviceChanges: [ServiceChange] = []
  /// Long writes.
  var longWrites = LongWriteBook()
  /// Exchanges of the MTU.
  var exchanges: [Connection.MTUExchange] = []
  /// Wishes for other link settings.
  var requests: [LinkRequest] = []
  /// The reason with which the recording host asked to disconnect, nil while it has not.
  var disconnectReason: ErrorCode?
  /// What was announced on the air and is not in force yet.
  var air = AirAnnouncements()
  /// Commands of the Security Manager.
  var pairingSteps: [PairingStep] = []
  /// Keys that links were encrypted with.
  var keyUses: [KeyUse] = []
  /// PDUs that are too long, apart from those of bulk values after the first.
  var oversized: [OversizedPDU] = []
  /// The last frame with data that was sent, apart from bulk values.
  var lastSent: Moment?
  /// The last frame with data that was received, apart from bulk values.
  var lastReceived: Moment?
  /// The last frame at which a PDU is missing from the capture, or cannot be read; 0 for none.
  var lastLoss = 0
  /// The first ATT PDU on an enhanced bearer.
  var firstEnhanced: Moment?
  /// Items that full lists did not take.
  var notKept = 0
  /// Where phases begin and end.
  var marks = PhaseMarks()
  /// What finds its transfers; empty until the first value that could be part of one.
  var transfers: [TransferTracker] = []

  /// Begins with the first sign of a connection.
  init(place: Int, key: UInt64, firstSeen: Moment) {
    self.place = place
    self.key = key
    lastSeen = firstSeen
  }

  /// Begins another connection where one has ended and everything of it is forgotten.
  mutating func begin(place: Int, key: UInt64, firstSeen: Moment) {
    self.place = place
    self.key = key
    lastSeen = firstSeen
    if !transfers.isEmpty { transfers[0].begin(connection: place + 1) }
  }

  /// Forgets everything, but keeps the memory of what nearly every connection has.
  mutating func clear() {
    if hasRare { forgetRare() }
    newestStream = -1
    sent = 0
    received = 0
    lastSent = nil
    lastReceived = nil
    lastLoss = 0
    disconnectReason = nil
    air = AirAnnouncements()
    notKept = 0
    ledger.clear()
    latencies.clear()
    Self.clear(&errors)
    peerTable.clear()
    Self.clear(&subscriptions)
    values.clear()
    Self.clear(&exchanges)
    Self.clear(&requests)
    marks.clear()
  }

  /// True when it has something of what few connections have.
  @inline(__always)
  var hasRare: Bool {
    mutating get {
      let hasNone =
        unanswered.isEmpty && anomalies.isEmpty && serviceChanges.isEmpty && longWrites.isEmpty
        && pairingSteps.isEmpty && keyUses.isEmpty && oversized.isEmpty && firstEnhanced == nil
        && localLatencies.count == 0 && localTable.isEmpty && unlikeConfiguration.isEmpty && !hasInferred
      return !hasNone
    }
  }

  @inline(never)
  private mutating func forgetRare() {
    unanswered = []
    anomalies = []
    serviceChanges = []
    longWrites = LongWriteBook()
    pairingSteps = []
    keyUses = []
    oversized = []
    firstEnhanced = nil
    localLatencies = LatencySamples()
    localTable = GATTTable()
    unlikeConfiguration = []
    hasInferred = false
  }

  /// Empties a list whose memory the next connection may use; much of it is given back.
  @inline(__always)
  static func clear<Item>(_ list: inout [Item]) {
    let isSmall = list.capacity &* MemoryLayout<Item>.stride <= mostBytesKept
    // To empty what is empty takes long.
    if !isSmall || !list.isEmpty { list.removeAll(keepingCapacity: isSmall) }
  }

  /// An attribute that the traffic alone tells of.
  struct UsedAttribute: Hashable {
    /// The side whose attribute it is.
    let server: Connection.Server
    /// Its handle on that side.
    let handle: AttributeHandle
  }

  /// Notes the last frame with data of a direction.
  @inline(__always)
  mutating func noteData(_ direction: Direction, _ moment: Moment) {
    lastSeen = moment
    if direction == .sent { lastSent = moment }
    if direction == .received { lastReceived = moment }
  }

  /// Counts an ATT PDU that is not counted with its stream, and returns the connection's number.
  @inline(__always)
  mutating func count(_ direction: Direction, _ moment: Moment) -> Int {
    noteData(direction, moment)
    if direction == .sent { sent &+= 1 }
    if direction == .received { received &+= 1 }
    return place &+ 1
  }

  /// A copy of a list that fits: lists grow by doubling, and there may be thousands of connections.
  static func fitting<Item>(_ list: [Item]) -> [Item] {
    if list.isEmpty { return [] }
    if list.capacity == list.count { return list }
    var copy: [Item] = []
    copy.reserveCapacity(list.count)
    copy += list
    return copy
  }

  // One function a list, all alike: what a full list does not take is counted. Key paths would do with one
  // function, at 500 instructions a call.

  /// Adds a transaction that was never answered.
  mutating func keep(_ item: Transaction) { if hasRoom(unanswered) { unanswered.append(item) } }

  /// Adds something that the order of PDUs does not allow.
  mutating func keep(_ item: ATTAnomaly) { if hasRoom(anomalies) { anomalies.append(item) } }

  /// Adds a write to a CCCD.
  mutating func keep(_ item: SubscriptionChange) {
    if subscriptions.isEmpty { subscriptions.reserveCapacity(8) }
    if hasRoom(subscriptions) { subscriptions.append(item) }
  }

  /// Adds a Service Changed indication.
  mutating func keep(_ item: ServiceChange) {
    if hasRoom(serviceChanges, limit: Self.serviceChangeLimit) { serviceChanges.append(item) }
  }

  /// Adds an exchange of the MTU.
  mutating func keep(_ item: Connection.MTUExchange) { if hasRoom(exchanges) { exchanges.append(item) } }

  /// Adds a wish for other link settings.
  mutating func keep(_ item: LinkRequest) { if hasRoom(requests) { requests.append(item) } }

  /// Adds a command of the Security Manager.
  mutating func keep(_ item: PairingStep) { if hasRoom(pairingSteps) { pairingSteps.append(item) } }

  /// Adds a key.
  mutating func keep(_ item: KeyUse) { if hasRoom(keyUses) { keyUses.append(item) } }

  /// Adds a PDU that is too long.
  mutating func keep(_ item: OversizedPDU) { if hasRoom(oversized) { oversized.append(item) } }

  /// True when a list takes another item; false is counted.
  mutating func hasRoom<Item>(_ list: [Item], limit: Int = listLimit) -> Bool {
    if list.count < limit { return true }
    notKept += 1
    return false
  }
}
