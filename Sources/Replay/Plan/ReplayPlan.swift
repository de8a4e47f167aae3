public import ATTParser

/// A captured session as a script: what to send to a device, in which order, and what has to come back.
///
/// The same plan serves both roles: the central sends its steps and compares the answers, the peripheral answers them.
public struct ReplayPlan: Hashable, Sendable {
  /// The version of the plan's JSON.
  public static let schema = "bleshark.replay-plan/1"
  /// Steps of a plan at most.
  public static let stepLimit = 1_048_576

  /// One connection of the session.
  public struct Connection: Hashable, Sendable {
    /// Its number in the capture.
    public var id: Int
    /// The attributes of the captured device.
    public var layout: AttributeLayout
    /// What is done, in order.
    public var steps: [ReplayStep]
    /// How an image travels on it, nil where none does or its framing is not known.
    public var transfer: PlannedTransfer?
    /// What is not part of the replay, and what to know of it.
    public var remarks: [String]

    /// Makes a connection.
    public init(id: Int, layout: AttributeLayout, steps: [ReplayStep], remarks: [String] = []) {
      self.id = id
      self.layout = layout
      self.steps = steps
      self.remarks = remarks
    }
  }

  /// The capture it is made from, nil when that is not known.
  public var source: String?
  /// The captured device.
  public var device: DeviceAddress?
  /// The kind of its address.
  public var isRandom: Bool?
  /// What it advertised with, for the role of the peripheral; empty when the capture does not tell.
  public var advertisingData: [UInt8] = []
  /// What is not compared.
  public var volatile: [VolatileValue]
  /// Attributes that take an image: by what is known of transfers, and by how much was written.
  public var transferAttributes: Set<AttributeKey>
  /// The connections, in order.
  public var connections: [Connection]

  /// Makes a plan.
  public init(
    source: String? = nil, device: DeviceAddress? = nil, isRandom: Bool? = nil,
    volatile: [VolatileValue] = VolatileValue.known, transferAttributes: Set<AttributeKey> = [],
    connections: [Connection] = []
  ) {
    self.source = source
    self.device = device
    self.isRandom = isRandom
    self.volatile = volatile
    self.transferAttributes = transferAttributes
    self.connections = connections
  }

  /// Steps of all connections.
  public var stepCount: Int { connections.reduce(0) { $0 + $1.steps.count } }
}
