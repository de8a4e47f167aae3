public import ATTParser

/// One connection instance: from its opening, or the first sign of it, to its end.
///
/// Connection handles are re-used within a capture; instances are numbered from 1 in the order they appear.
public struct Connection: Sendable {
  /// The part the recording host plays.
  public enum Role: UInt8, Sendable {
    /// It opened the connection.
    case central
    /// It advertised and was connected to.
    case peripheral
    /// The opening is not in the capture, or the link is BR/EDR.
    case unknown
  }

  private let number: UInt32
  /// LE, BR/EDR, or unknown when nothing told.
  public internal(set) var transport: Transport
  /// The controller's index on the recording machine.
  public let adapter: UInt16
  /// The handle, re-used by other instances.
  public let handle: ConnectionHandle
  /// The recording host's part.
  public internal(set) var role = Role.unknown
  /// The other device, nil when the opening is not in the capture.
  public internal(set) var peer: DeviceAddress?
  /// The type of `peer`.
  public internal(set) var peerType: AddressType?
  /// How it ended, as far as ``closedAt`` says that it did.
  private var closedBy = Closing.Side.local
  private var closedFor: ErrorCode?
  // There may be thousands of connections: moments are packed, and counts have 32 bits.
  private let firstSeenAt: PackedMoment
  private var lastSeenAt: PackedMoment
  private var openedAt = PackedMoment()
  private var closedAt = PackedMoment()
  private var lastSentAt = PackedMoment()
  private var lastReceivedAt = PackedMoment()
  private var lossFrame: UInt32 = 0
  /// Parameters, in the order they came into force.
  public internal(set) var parameters: [ParameterChange] = []
  /// PHYs, in the order they came into force.
  public internal(set) var phys: [PHYChange] = []
  /// Payload lengths, in the order they came into force.
  public internal(set) var dataLengths: [DataLengthChange] = []
  /// Wishes for other settings of the link, in the order they were made.
  public internal(set) var requests: [LinkRequest] = []
  /// Exchanges of the MTU on the fixed channel, in the order of their first PDUs.
  public internal(set) var mtuExchanges: [MTUExchange] = []

  /// ATT PDUs the recording host sent.
  public internal(set) var pdusSent = 0
  /// ATT PDUs it received.
  public internal(set) var pdusReceived = 0
  /// PDUs by opcode, in the order of the opcodes; undefined opcodes above 0x23 are summed under nil.
  public internal(set) var opcodeCounts = OpcodeCounts()
  /// Error Responses.
  public internal(set) var errors: [ATTErrorEvent] = []
  /// How long the other device's answers took.
  public internal(set) var latencies = LatencySamples()
  /// Streams of values, in the order they begin.
  public internal(set) var streams: [ValueStream] = []
  /// Writes to CCCDs, in their order.
  public internal(set) var subscriptions: [SubscriptionChange] = []
  /// The other device's attributes, as discovery tells.
  public internal(set) var peerTable = GATTTable()
  /// True when responses on this connection told something about the other device's attributes.
  public internal(set) var hasDiscovery = false
  /// True when part of `peerTable` is from another connection, another capture or a saved file.
  public internal(set) var hasBorrowedTable = false
  /// The last value read of attributes of the other device.
  public internal(set) var values = AttributeValues()
  /// What happened when, in the order it began.
  public internal(set) var phases: [Phase] = []
  /// What few connections have; empty, or one.
  ///
  /// An array is the box that is shared when it is copied and changed in place when it is not shared.
  var rare: [RareFacts] = []

  /// Begins a connection with the first sign of it.
  init(id: Int, transport: Transport, adapter: UInt16, handle: ConnectionHandle, firstSeen: Moment) {
    number = UInt32(truncatingIfNeeded: id)
    self.transport = transport
    self.adapter = adapter
    self.handle = handle
    firstSeenAt = PackedMoment(firstSeen)
    lastSeenAt = firstSeenAt
  }

  /// Number within the capture, from 1.
  public var id: Int { Int(number) }

  /// The first frame that names the connection.
  public var firstSeen: Moment { firstSeenAt.unpacked }

  /// The last frame that carries data of it.
  public internal(set) var lastSeen: Moment {
    get { lastSeenAt.unpacked }
    set { lastSeenAt = PackedMoment(newValue) }
  }

  /// The event that opened it, nil when it began before the capture.
  public internal(set) var opened: Moment? {
    get { openedAt.ifAny }
    set { openedAt.ifAny = newValue }
  }

  /// How it ended, nil when it outlives the capture.
  public internal(set) var closed: Closing? {
    get { closedAt.ifAny.map { Closing(moment: $0, reason: closedFor, by: closedBy) } }
    set {
      closedAt.ifAny = newValue?.moment
      closedFor = newValue?.reason
      if let newValue { closedBy = newValue.by }
    }
  }

  /// The last frame with data that the recording host sent; fragments after the first do not count.
  public internal(set) var lastSent: Moment? {
    get { lastSentAt.ifAny }
    set { lastSentAt.ifAny = newValue }
  }

  /// The last frame with data that it received; fragments after the first do not count.
  public internal(set) var lastReceived: Moment? {
    get { lastReceivedAt.ifAny }
    set { lastReceivedAt.ifAny = newValue }
  }

  /// The last frame at which a PDU of it is missing from the capture, or cannot be read; 0 for none.
  public internal(set) var lastLoss: Int {
    get { Int(lossFrame) }
    set { lossFrame = UInt32(truncatingIfNeeded: newValue) }
  }

  /// All ATT PDUs.
  public var pduCount: Int { opcodeCounts.sum }

  /// The exchange whose ATT_MTU is in force at the end: the last complete one, or the last of all.
  @inline(__always)
  public var mtu: MTUExchange? { mtuExchanges.last { $0.effective != nil } ?? mtuExchanges.last }
}
