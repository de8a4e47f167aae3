public import ATTParser

/// Attribute tables learned elsewhere: from another capture or a saved file.
public struct KnownTables: Sendable {
  /// Tables of devices whose address is known.
  public var byPeer: [DeviceAddress: GATTTable] = [:]
  /// The table for all other devices, nil when there is none.
  public var fallback: GATTTable?

  /// Makes an empty collection.
  public init() {}

  /// The table for a device, nil when there is none.
  public func table(for peer: DeviceAddress?) -> GATTTable? {
    peer.flatMap { byPeer[$0] } ?? fallback
  }
}

/// The attribute tables that the connections of a capture learn and share.
struct TableMemory {
  private var known = KnownTables()
  private var learned: [DeviceAddress: GATTTable] = [:]
  /// What was known of a device until a connection told that it has changed.
  private var outdated: [DeviceAddress: [(connection: Int, table: GATTTable)]] = [:]
  private var outdatedCount = 0
  /// Equal tables once: thousands of connections to devices of one kind share their memory.
  private var shared: Set<GATTTable> = []

  /// Makes a memory that begins with what was learned elsewhere.
  init(_ known: KnownTables = KnownTables()) { self.known = known }

  /// The table for a connection whose own discovery is not in the capture.
  func table(for connection: Connection) -> GATTTable? {
    connection.peer.flatMap { learned[$0] } ?? known.table(for: connection.peer)
  }

  /// The table that tells what a handle is, of those that a connection to `peer` may borrow; nil when there is none.
  ///
  /// What was learned in the capture goes first, and alone once a device says that it has changed.
  func table(for peer: DeviceAddress?, telling handle: AttributeHandle) -> GATTTable? {
    guard let peer, let own = learned[peer] else { return known.table(for: peer) }
    if outdated[peer] != nil || own.meaning(of: handle) != nil { return own }
    return known.table(for: peer) ?? own
  }

  /// Remembers what a connection that ended has learned.
  mutating func remember(_ connection: inout Connection) {
    guard !connection.peerTable.isEmpty else { return }
    // A device that is connected to again shows the same table again.
    if let peer = connection.peer, let table = learned[peer], table == connection.peerTable {
      connection.peerTable = table
      return
    }
    share(&connection.peerTable)
    guard let peer = connection.peer, learned.count < SessionBuilder.tableLimit else { return }
    if var table = learned[peer] {
      table.merge(connection.peerTable)
      share(&table)
      learned[peer] = table
    } else {
      learned[peer] = connection.peerTable
    }
  }

  /// Forgets a range of handles of a device that says it has changed.
  ///
  /// - Parameter own: what the connection on which it says so has learned itself.
  mutating func remove(
    from start: AttributeHandle, to end: AttributeHandle, of connection: Connection, own: GATTTable
  ) {
    guard let peer = connection.peer else { return }
    var table = own
    if let shared = self.table(for: connection) { table.merge(shared) }
    guard !table.isEmpty else { return }
    if outdatedCount < SessionBuilder.tableLimit {
      outdatedCount += 1
      outdated[peer, default: []].append((connection.id, table))
    }
    table.remove(from: start, to: end)
    // What was learned hides what was known before.
    learned[peer] = table
  }

  private mutating func share(_ table: inout GATTTable) {
    if let place = shared.firstIndex(of: table) {
      table = shared[place]
    } else if shared.count < SessionBuilder.tableLimit {
      shared.insert(table)
    }
  }

  /// Gives connections without discovery what is known of their peer.
  func complete(_ connections: inout [Connection]) {
    for place in connections.indices where !connections[place].streams.isEmpty {
      let connection = connections[place]
      let before = connection.peer.flatMap { outdated[$0] }?.first { $0.connection > connection.id }
      guard let table = before?.table ?? table(for: connection) else { continue }
      if connection.peerTable.isEmpty {
        connections[place].peerTable = table
        connections[place].hasBorrowedTable = true
      } else if connection.peerTable != table {
        var merged = connection.peerTable
        merged.merge(table)
        connections[place].hasBorrowedTable = merged != connection.peerTable
        connections[place].peerTable = merged
      }
      let isOutdated = connection.peer.map { outdated[$0] != nil } ?? false
      if !isOutdated, let more = known.table(for: connection.peer),
        !connections[place].unexplainedHandles.isEmpty
      {
        let before = connections[place].peerTable
        connections[place].peerTable.merge(more)
        if connections[place].peerTable != before { connections[place].hasBorrowedTable = true }
      }
    }
  }
}
