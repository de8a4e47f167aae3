public import ATTParser

/// An ATT Error Response.
public struct ATTErrorEvent: Hashable, Sendable, BitwiseCopyable {
  private let packedMoment: PackedMoment
  // 0 for a request that is not in the capture: frames count from 1.
  private var packedRequestFrame: UInt32 = 0
  /// Which way it went.
  public let direction: Direction
  /// The request it answers.
  public let request: ATTOpcode
  /// The error.
  public let code: ATTErrorCode
  /// 0 for the fixed channel, else the L2CAP channel that is the bearer.
  public let bearer: UInt16
  /// The attribute it names.
  public let attributeHandle: AttributeHandle
  /// The first handle that the request names, 0 when it names none or is not in the capture.
  var requestedHandle = AttributeHandle(rawValue: 0)

  /// Makes an event of which the request's frame and handle are not known.
  init(
    moment: Moment, direction: Direction, bearer: UInt16, request: ATTOpcode,
    attributeHandle: AttributeHandle, code: ATTErrorCode
  ) {
    packedMoment = PackedMoment(moment)
    self.direction = direction
    self.bearer = bearer
    self.request = request
    self.attributeHandle = attributeHandle
    self.code = code
  }

  /// The frame that carries it.
  public var moment: Moment { packedMoment.unpacked }

  /// The frame of the request, nil when it is not in the capture.
  public internal(set) var requestFrame: Int? {
    get { packedRequestFrame == 0 ? nil : Int(packedRequestFrame) }
    set { packedRequestFrame = UInt32(truncatingIfNeeded: newValue ?? 0) }
  }

  /// True when a range of handles has no more of what was asked for, which is how discovery ends; the handle
  /// is where the range began.
  public var isEndOfRange: Bool {
    code == .attributeNotFound && request.looksInRange
  }

  /// True when a long read ends where the value does: its end was reached, or the value is not long.
  public var isEndOfValue: Bool {
    request == .readBlobRequest && (code == .invalidOffset || code == .attributeNotLong)
  }

  /// Which device has the attribute.
  public var server: Connection.Server { Connection.Server(isSender: true, direction) }
}
