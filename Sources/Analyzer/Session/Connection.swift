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

  /// How a connection ended.
  public struct Closing: Hashable, Sendable {
    /// Who ended it.
    public enum Side: UInt8, Sendable {
      /// The recording host or its controller.
      case local
      /// The other device.
      case peer
      /// Nobody: the link was lost.
      case link
    }

    /// The frame that says so.
    public var moment: Moment
    /// The reason given; nil when the adapter was reset or removed instead.
    public var reason: ErrorCode?
    /// Who ended it.
    public var by: Side
  }

  /// Connection parameters from a moment on.
  public struct ParameterChange: Hashable, Sendable {
    /// The frame they are in force from.
    public var moment: Moment
    /// The parameters.
    public var parameters: ConnectionParameters
  }

  /// PHYs from a moment on; 1 = 1M, 2 = 2M, 3 = Coded.
  public struct PHYChange: Hashable, Sendable {
    /// The frame they are in force from.
    public var moment: Moment
    /// The local controller's PHY for sending.
    public var tx: UInt8
    /// The local controller's PHY for receiving.
    public var rx: UInt8
  }

  /// Payload lengths from a moment on.
  public struct DataLengthChange: Hashable, Sendable {
    /// The frame they are in force from.
    public var moment: Moment
    /// The lengths.
    public var lengths: DataLength
  }

  /// What the Exchange MTU PDUs on the fixed channel said.
  public struct MTUExchange: Hashable, Sendable {
    /// Client Rx MTU of the last request, in bytes; nil when no request is in the capture.
    public var client: UInt16?
    /// Server Rx MTU of the last response, in bytes; nil when no response is in the capture.
    public var server: UInt16?
    /// ATT_MTU from `moment` on, in bytes; nil while one half of the exchange is missing.
    public var effective: UInt16?
    /// The frame the values are from.
    public var moment: Moment
  }

  /// The last word on encryption.
  public struct Encryption: Hashable, Sendable {
    /// The frame that says so.
    public var moment: Moment
    /// Whether turning it on succeeded.
    public var status: ErrorCode
    /// 0 off, 1 on (AES-CCM on LE links), 2 AES-CCM on BR/EDR links.
    public var enabled: UInt8
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
  /// The MTU exchange on the fixed channel, nil when no part of one is in the capture.
  public internal(set) var mtu: MTUExchange?
  /// Encryption, nil when nothing was said about it.
  public internal(set) var encryption: Encryption?

  /// ATT PDUs the recording host sent.
  public internal(set) var pdusSent = 0
  /// ATT PDUs it received.
  public internal(set) var pdusReceived = 0
  /// True once a discovery response was seen.
  public internal(set) var hasDiscovery = false
  /// True once a PDU named an attribute by its handle outside discovery.
  public internal(set) var usesHandles = false

  /// Values kept per list of changes; a connection that changes more often is forged or broken.
  static let mostChanges = 4096

  init(id: Int, transport: Transport, adapter: UInt16, handle: ConnectionHandle, firstSeen: Moment) {
    self.id = id
    self.transport = transport
    self.adapter = adapter
    self.handle = handle
    self.firstSeen = firstSeen
    lastSeen = firstSeen
  }
}

/// A connection attempt that the controller reported as failed.
public struct FailedConnection: Hashable, Sendable {
  /// The frame that says so.
  public var moment: Moment
  /// LE or BR/EDR.
  public var transport: Transport
  /// The controller's index on the recording machine.
  public var adapter: UInt16
  /// Why it failed.
  public var status: ErrorCode
  /// The device it was to, nil when the event does not tell.
  public var peer: DeviceAddress?
}

/// An ATT Error Response.
public struct ATTErrorEvent: Hashable, Sendable, BitwiseCopyable {
  /// The connection it came on.
  public var connection: Int
  /// The frame that carries it.
  public var moment: Moment
  /// The request it answers.
  public var request: ATTOpcode
  /// The attribute it names.
  public var attributeHandle: AttributeHandle
  /// The error.
  public var code: ATTErrorCode
}
