public import ATTParser

/// A connection attempt that came to nothing.
public struct FailedConnection: Sendable {
  /// The frame that says so.
  public var moment: Moment
  /// LE or BR/EDR.
  public var transport: Transport
  /// The controller's index on the recording machine.
  public var adapter: UInt16
  /// Why it failed.
  public var status: ErrorCode
  /// The device it was to, nil when neither the event nor the command tells.
  public var peer: DeviceAddress?
  /// What was known of it, nil when the command that began it is not in the capture.
  public var attempt: ConnectAttempt?

  /// The command that began it, nil when it is not in the capture.
  public var began: Moment? { attempt?.started }
  /// True when the host gave up with LE Create Connection Cancel.
  public var isCancelled: Bool { attempt?.isCancelled ?? false }
}
