public import ATTParser

/// What a host over HCI does that nobody asks it for step by step.
public struct HCIOptions: Sendable {
  /// The address that we connect and advertise with; nil takes the controller's public one, or a random one where it has none.
  public var ownRandomAddress: DeviceAddress?
  /// Shortest connection interval asked for when connecting, in 1.25 ms steps.
  public var minInterval: UInt16 = 12
  /// Longest connection interval asked for when connecting, in 1.25 ms steps.
  public var maxInterval: UInt16 = 24
  /// Connection events that the peripheral may leave out.
  public var latency: UInt16 = 0
  /// Supervision timeout, in 10 ms steps.
  public var supervisionTimeout: UInt16 = 400
  /// The passkey that both sides type in, or that the peer shows; nil pairs without one (Just Works).
  public var passkey: UInt32?
  /// False pairs by LE legacy pairing only.
  public var pairsSecurely = true
  /// Milliseconds that the controller has for the answer to one command.
  public var commandTimeout = 2000

  /// Makes options that suit most devices.
  public init() {}
}
