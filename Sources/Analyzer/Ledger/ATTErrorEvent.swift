public import ATTParser

/// An ATT Error Response.
public struct ATTErrorEvent: Hashable, Sendable, BitwiseCopyable {
  /// The frame that carries it.
  public var moment: Moment
  /// Which way it went.
  public var direction: Direction
  /// 0 for the fixed channel, else the L2CAP channel that is the bearer.
  public var bearer: UInt16
  /// The request it answers.
  public var request: ATTOpcode
  /// The attribute it names.
  public var attributeHandle: AttributeHandle
  /// The error.
  public var code: ATTErrorCode
  /// The frame of the request, nil when it is not in the capture.
  public var requestFrame: Int?

  /// True when a range of handles has no more of what was asked for, which is how discovery ends; the handle
  /// is where the range began.
  public var isEndOfRange: Bool {
    code == .attributeNotFound && [0x04, 0x06, 0x08, 0x10].contains(request.rawValue)
  }

  /// Which device has the attribute.
  public var server: Connection.Server { Connection.Server(isSender: true, direction) }
}
