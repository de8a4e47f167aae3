public import ATTParser

/// What several connections tell of one device's attributes.
public struct DeviceTable: Sendable {
  /// A subscription and the connection it was made on.
  public struct Subscription: Sendable {
    /// The connection's number.
    public let connection: Int
    /// The write to the CCCD.
    public let change: SubscriptionChange
  }

  /// The device; nil when no connection names it.
  public let address: DeviceAddress?
  /// The connections it was seen on, with their captures.
  public private(set) var connections: [(path: String, id: Int)] = []
  /// Its attributes.
  public private(set) var table = GATTTable()
  /// The values read last.
  public private(set) var values = AttributeValues()
  /// Writes to its CCCDs.
  public private(set) var subscriptions: [Subscription] = []
  /// Streams on attributes that nothing explains.
  public private(set) var unexplained: [AttributeHandle] = []

  /// Adds a connection to its device's table, which begins with it if it is the first.
  public static func add(_ connection: Connection, of path: String, to devices: inout [DeviceTable]) {
    guard !connection.streams.isEmpty || !connection.peerTable.isEmpty else { return }
    let place =
      connection.device.flatMap { device in devices.firstIndex { $0.address == device } } ?? devices.count
    if place == devices.count { devices.append(DeviceTable(address: connection.device)) }
    devices[place].connections.append((path, connection.id))
    devices[place].table.merge(connection.peerTable)
    for (handle, bytes) in connection.values { devices[place].values.set(handle, bytes) }
    devices[place].subscriptions += connection.subscriptions.filter { $0.direction == .sent }.map {
      Subscription(connection: connection.id, change: $0)
    }
    let known = Set(devices[place].unexplained).union(connection.unexplainedHandles)
    devices[place].unexplained = known.filter { devices[place].table.meaning(of: $0) == nil }.sorted()
  }

  private init(address: DeviceAddress?) { self.address = address }
}
