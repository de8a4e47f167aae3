public import ATTParser

extension Connection {
  /// How a connection ended.
  public struct Closing: Hashable, Sendable {
    /// Who ended it.
    public enum Side: UInt8, Sendable {
      /// The recording host or its controller; on the air the central.
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

  /// An exchange of the MTU on the fixed channel, or the half of one that is in the capture.
  public struct MTUExchange: Hashable, Sendable {
    /// Client Rx MTU of the request, in bytes; nil when the request is not in the capture.
    public var client: UInt16?
    /// Server Rx MTU of the response, in bytes; nil when the response is not in the capture.
    public var server: UInt16?
    /// ATT_MTU from `moment` on, in bytes; nil while one half of the exchange is missing.
    public var effective: UInt16?
    // Nearly every connection has one, and there may be thousands.
    private var packedMoment: PackedMoment
    private var packedRequestFrame: UInt32 = 0
    /// Which way the request went, or would have gone.
    public var direction: Direction
    /// True when an Error Response answered the request, so that ATT_MTU stayed what it was.
    public var isRefused = false

    /// Makes an exchange, or the half of one; nil stands for what is not in the capture.
    init(client: UInt16?, server: UInt16?, moment: Moment, direction: Direction) {
      self.client = client
      self.server = server
      packedMoment = PackedMoment(moment)
      self.direction = direction
    }

    /// The frame the values are from: the response's, or the request's while there is none.
    public var moment: Moment { packedMoment.unpacked }

    /// The frame of the request when ``moment`` is that of the answer.
    var requestFrame: Int? { packedRequestFrame == 0 ? nil : Int(packedRequestFrame) }

    /// Notes the frame of the answer.
    mutating func answer(_ moment: Moment) {
      packedRequestFrame = UInt32(truncatingIfNeeded: self.moment.frame)
      packedMoment = PackedMoment(moment)
    }

    /// The frames that it is in, request first.
    var frames: [Int] { [requestFrame, moment.frame].compactMap(\.self) }
  }

  /// What a frame says about encryption.
  public struct Encryption: Hashable, Sendable {
    /// The frame that says so.
    public var moment: Moment
    /// Whether turning it on succeeded.
    public var status: ErrorCode
    /// 0 off, 1 on (AES-CCM on LE links), 2 AES-CCM on BR/EDR links.
    public var enabled: UInt8
  }
}

extension Connection.Closing.Side {
  /// Who ended a connection, by the reason given (Vol 1, Part F, 1.3).
  ///
  /// The reasons that a host may give to HCI_Disconnect are what the other side is told (Vol 4, Part E, 7.1.6).
  init(_ reason: ErrorCode) {
    switch reason.rawValue {
    case 0x05, 0x13, 0x14, 0x15, 0x1A, 0x29, 0x3B: self = .peer
    case 0x16: self = .local
    default: self = .link
    }
  }
}
