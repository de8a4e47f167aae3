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

  /// Number within the capture, from 1.
  public let id: Int
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
  /// The first frame that names the connection.
  public let firstSeen: Moment
  /// The last frame that carries data of it.
  public internal(set) var lastSeen: Moment
  /// The event that opened it, nil when it began before the capture.
  public internal(set) var opened: Moment?
  /// How it ended, nil when it outlives the capture.
  public internal(set) var closed: Closing?
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
  public internal(set) var opcodeCounts: [OpcodeCount] = []
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
  /// The last frame with data that the recording host sent; fragments after the first do not count.
  public internal(set) var lastSent: Moment?
  /// The last frame with data that it received; fragments after the first do not count.
  public internal(set) var lastReceived: Moment?
  /// The last frame at which a PDU of it is missing from the capture, or cannot be read; 0 for none.
  public internal(set) var lastLoss = 0
  /// What few connections have; empty, or one.
  ///
  /// An array is the box that is shared when it is copied and changed in place when it is not shared.
  var rare: [RareFacts] = []

  init(id: Int, transport: Transport, adapter: UInt16, handle: ConnectionHandle, firstSeen: Moment) {
    self.id = id
    self.transport = transport
    self.adapter = adapter
    self.handle = handle
    self.firstSeen = firstSeen
    lastSeen = firstSeen
  }

  /// All ATT PDUs.
  public var pduCount: Int { opcodeCounts.reduce(0) { $0 + $1.count } }

  /// The exchange whose ATT_MTU is in force at the end: the last complete one, or the last of all.
  public var mtu: MTUExchange? { mtuExchanges.last { $0.effective != nil } ?? mtuExchanges.last }

}

/// How often PDUs of one opcode were seen.
public struct OpcodeCount: Hashable, Sendable {
  private let index: UInt8
  private let number: UInt32

  /// - Parameter index: the opcode's ``ATTOpcode/index``.
  init(index: Int, _ number: UInt32) {
    self.index = UInt8(index)
    self.number = number
  }

  /// The opcode; nil for those that are not defined and share a place.
  public var opcode: ATTOpcode? { ATTOpcode(index: Int(index)) }
  /// How many PDUs.
  public var count: Int { Int(number) }
}
