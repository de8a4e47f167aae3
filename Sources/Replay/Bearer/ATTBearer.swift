public import ATTParser

/// A way to one device that carries ATT PDUs: over a controller, a kernel socket, a system's Bluetooth service, or none at all.
///
/// Everything here is synchronous and has a time limit: a bearer never waits longer than it was told to, and what happens in between
/// is kept in order until ``next(until:)`` asks for it. One bearer serves one device, and may be opened again after its link ended.
public protocol ATTBearer: AnyObject {
  /// What this bearer can do; asked before a run, so that a plan that cannot be played without more is refused whole.
  var capabilities: BearerCapabilities { get }

  /// The link that is open, nil before ``open(_:until:)`` and after the link ended.
  var link: BearerLink? { get }

  /// Connects to a device, or waits to be connected to.
  ///
  /// - Throws: ``ReplayError`` when no link stood at `deadline`, or none can be.
  func open(_ target: LinkTarget, until deadline: MonotonicTime) throws(ReplayError) -> BearerLink

  /// Sends one ATT PDU, the opcode first; returns when the way below has taken it, which flow control may delay.
  ///
  /// - Throws: ``ReplayError`` when the link is gone, the PDU is longer than the bearer takes, or `deadline` passed.
  func send(_ pdu: [UInt8], until deadline: MonotonicTime) throws(ReplayError)

  /// The next thing that happened, in order; nil when nothing did before `deadline`.
  ///
  /// - Throws: ``ReplayError`` when the way below broke. That the device hung up is an event, not an error.
  func next(until deadline: MonotonicTime) throws(ReplayError) -> BearerEvent?

  /// Asks for a change of the link and waits for its outcome; events that arrive meanwhile are kept.
  ///
  /// - Throws: ``ReplayError`` when it cannot be asked for here, was refused, or has no outcome by `deadline`.
  func change(_ change: LinkChange, until deadline: MonotonicTime) throws(ReplayError)

  /// Ends the link if there is one, and gives back what was taken (advertising, sockets) within a second or so.
  func close()
}

/// What a device does on a link.
public enum LinkRole: String, Hashable, Sendable {
  /// It connected.
  case central
  /// It advertised and was connected to.
  case peripheral
}

/// Whom to reach, or as whom to be found.
public enum LinkTarget: Hashable, Sendable {
  /// Connect to the device at an address; `isRandom` nil when the kind of address is not known (then what advertises decides).
  case address(DeviceAddress, isRandom: Bool?)
  /// Connect to the first device that advertises this complete or shortened local name.
  case name(String)
  /// Connect to the first device that advertises this service.
  case service(BluetoothUUID)
  /// Advertise with these data (AD structures, at most 31 bytes each), connectable, until somebody connects.
  case advertise(data: [UInt8], scanResponse: [UInt8])
}

/// A link that stands.
public struct BearerLink: Hashable, Sendable {
  /// Our role.
  public var role: LinkRole
  /// The other device, nil where the bearer does not tell.
  public var peer: DeviceAddress?
  /// True when that address is a random one; nil where the bearer does not tell.
  public var peerIsRandom: Bool?
  /// When it stood.
  public var opened: MonotonicTime
  /// The ATT_MTU that the bearer's system has agreed on by itself, nil when that is left to us.
  public var attMTU: Int?
  /// The connection parameters that it stands with, nil where the bearer does not tell.
  public var parameters: LinkChange?

  /// Makes the value.
  public init(
    role: LinkRole, peer: DeviceAddress?, peerIsRandom: Bool?, opened: MonotonicTime, attMTU: Int? = nil,
    parameters: LinkChange? = nil
  ) {
    self.parameters = parameters
    self.role = role
    self.peer = peer
    self.peerIsRandom = peerIsRandom
    self.opened = opened
    self.attMTU = attMTU
  }
}

/// What happened on a link.
public enum BearerEvent: Hashable, Sendable {
  /// An ATT PDU came, the opcode first.
  case pdu([UInt8], at: MonotonicTime)
  /// The link ended. `reason` is an HCI error code, nil where the bearer does not tell.
  case disconnected(reason: ErrorCode?, at: MonotonicTime)
  /// The link changed, whoever asked for it.
  case changed(LinkChange, at: MonotonicTime)
}

/// A change of a link below ATT.
public enum LinkChange: Hashable, Sendable {
  /// Connection interval (1.25 ms steps), peripheral latency (events) and supervision timeout (10 ms steps).
  case parameters(interval: UInt16, latency: UInt16, timeout: UInt16)
  /// Bytes of a link-layer payload towards the peer.
  case dataLength(UInt16)
  /// 1 for LE 1M, 2 for LE 2M, 3 for LE Coded, in both directions.
  case phy(UInt8)
  /// The link is, or shall be, encrypted, with pairing first where there is no key.
  case encryption
}
