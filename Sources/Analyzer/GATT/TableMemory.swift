import ATTParser

/// The attribute tables that the connections of a capture learn and share.
struct TableMemory {
  /// Whose attributes are remembered: a device under its address, or for one connection when it has none.
  private struct Server: Hashable {
    // An address has 48 bits; the numbers of connections are above them.
    private let key: UInt64

    init(_ device: DeviceAddress) { key = device.value }

    init(_ peer: DeviceAddress?, _ connection: Int) {
      key = peer?.value ?? 1 << 63 | UInt64(connection)
    }
  }

  /// A range of handles that a server said has changed, and what was known of it until then.
  private struct Change {
    var connection: Int
    var range: ClosedRange<AttributeHandle>
    var forgotten: GATTTable
  }

  /// Everything that a server said has changed.
  private struct History {
    var changes: [Change] = []
    /// Connections before this one ended before a change that was not kept.
    var firstKept = 0
  }

  /// Attributes at most of what has changed, of tables that are shared, and of tables that are lent: each.
  static let attributeLimit = 1 << 20

  private var known = KnownTables()
  // Each in an array of one, which equal tables share: there may be thousands of devices of one kind.
  private var learned: [Server: [GATTTable]] = [:]
  private var histories: [Server: History] = [:]
  private var changeCount = 0
  /// Attributes kept of what has changed.
  private(set) var forgottenCount = 0
  /// Equal tables once: thousands of connections to devices of one kind share their memory.
  private var shared: Set<GATTTable> = []
  /// The table shared last: comparing it costs much less than looking for a table by its hash.
  private var lastShared = [GATTTable()]
  private var sharedCount = 0
  /// The values shared last: many devices of one kind answer reads alike.
  private var lastValues = AttributeValues()

  /// Makes a memory that begins with what was learned elsewhere.
  init(_ known: KnownTables = KnownTables()) { self.known = known }

  /// The table that tells what a handle is, of those that a connection to `peer` may borrow; nil when there
  /// is none.
  ///
  /// What was learned in the capture goes first, and alone once a device says that it has changed.
  ///
  /// - Parameter connection: its number, which stands for a device without an address.
  func table(for peer: DeviceAddress?, in connection: Int, telling handle: AttributeHandle) -> GATTTable? {
    let server = Server(peer, connection)
    guard let own = learned[server]?.first else {
      return histories[server] == nil ? known.table(for: peer) : nil
    }
    if histories[server] != nil || own.meaning(of: handle) != nil { return own }
    return known.table(for: peer) ?? own
  }

  /// Remembers what a connection that ended has learned.
  mutating func remember(_ connection: inout Connection) {
    guard !connection.peerTable.isEmpty else { return }
    let server = Server(connection.peer, connection.id)
    // A device that is connected to again shows the same table again.
    let before = learned[server]?.first
    if let before, before == connection.peerTable {
      connection.peerTable = before
      return
    }
    share(&connection.peerTable)
    guard connection.peer != nil else { return }
    if before != nil {
      learned[server]?[0].merge(connection.peerTable)
    } else if learned.count < SessionBuilder.tableLimit {
      learned[server] = lastShared
    }
  }

  /// Values that were read on a connection, in memory that fits, or in that of the connection before.
  mutating func shared(_ values: AttributeValues) -> AttributeValues {
    if values != lastValues { lastValues = values.fitted }
    return lastValues
  }

  private mutating func share(_ table: inout GATTTable) {
    if table == lastShared[0] {
      table = lastShared[0]
      return
    }
    defer { lastShared = [table] }
    if let place = shared.firstIndex(of: table) {
      table = shared[place]
    } else if shared.count < SessionBuilder.tableLimit, sharedCount + table.count <= Self.attributeLimit {
      sharedCount += table.count
      shared.insert(table)
    }
  }

  // MARK: - Changes

  /// Forgets a range of handles of a server that says it has changed.
  ///
  /// - Parameters:
  ///   - connection: the number of the connection on which it says so.
  ///   - own: what that connection has learned itself.
  /// - Returns: what was known of the range until then.
  mutating func forget(
    _ range: ClosedRange<AttributeHandle>, of peer: DeviceAddress?, in connection: Int, own: inout GATTTable
  ) -> GATTTable {
    let server = Server(peer, connection)
    if histories[server] == nil {
      histories[server] = History()
      adoptKnown(server, peer)
    }
    var forgotten = own.take(range)
    if let part = learned[server]?[0].take(range) { forgotten.merge(part) }
    if peer != nil { note(range, forgotten, of: server, in: connection) }
    return forgotten
  }

  /// Takes what was known before the capture into what is learned, from which it can be forgotten in part.
  private mutating func adoptKnown(_ server: Server, _ peer: DeviceAddress?) {
    guard let table = known.table(for: peer), sharedCount + table.count <= Self.attributeLimit,
      learned[server] != nil || learned.count < SessionBuilder.tableLimit
    else { return }
    sharedCount += table.count
    learned[server, default: [GATTTable()]][0].merge(table)
  }

  private mutating func note(
    _ range: ClosedRange<AttributeHandle>, _ forgotten: GATTTable, of server: Server, in connection: Int
  ) {
    // Between two changes on one connection no other one borrows.
    if let last = histories[server]?.changes.last, last.connection == connection,
      last.range.lowerBound <= range.lowerBound, range.upperBound <= last.range.upperBound
    {
      return
    }
    guard changeCount < SessionBuilder.tableLimit, forgottenCount + forgotten.count <= Self.attributeLimit
    else {
      histories[server]?.firstKept = connection
      return
    }
    changeCount += 1
    forgottenCount += forgotten.count
    histories[server]?.changes.append(
      Change(connection: connection, range: range, forgotten: forgotten))
  }

  // MARK: - Lending

  /// The table of a server as it was when a connection ended, for connections from the last to the first.
  private struct Past {
    var table: GATTTable
    var history: History
    /// The last table lent from and what came of it; the next connection is likely to ask for the same.
    var lent: (own: GATTTable, whole: GATTTable)?

    /// Goes back to before all changes on later connections; false when one of them was not kept.
    mutating func goBack(to connection: Int) -> Bool {
      guard history.firstKept <= connection else { return false }
      while let last = history.changes.last, last.connection > connection {
        lent = nil
        table.replace(last.range, with: last.forgotten)
        history.changes.removeLast()
      }
      return true
    }
  }

  /// Gives connections without discovery what is known of their peer.
  mutating func complete(_ connections: inout [Connection]) {
    unite(connections)
    var pasts: [Server: Past] = [:]
    var elsewhere: Past?
    var room = Self.attributeLimit
    for place in connections.indices.reversed() where !connections[place].streams.isEmpty {
      let server = Server(connections[place].device, connections[place].id)
      // Most know themselves all that is known, and there may be thousands.
      if let table = learned[server]?.first, histories[server] != nil || connections[place].peerTable != table
      {
        var past =
          pasts.removeValue(forKey: server) ?? Past(table: table, history: histories[server] ?? History())
        if past.goBack(to: connections[place].id) { lend(&past, to: &connections[place], &room) }
        pasts[server] = past
      }
      // Of a device that has changed it is part of what is learned.
      guard histories[server] == nil, let more = knownTable(for: connections[place]),
        !connections[place].unexplainedHandles.isEmpty
      else { continue }
      var past = elsewhere.flatMap { $0.table == more ? $0 : nil } ?? Past(table: more, history: History())
      lend(&past, to: &connections[place], &room)
      elsewhere = past
    }
  }

  /// Puts together what was learned of one device at several private addresses.
  private mutating func unite(_ connections: [Connection]) {
    var identities: [DeviceAddress: DeviceAddress] = [:]
    for place in connections.indices {
      guard let identity = connections[place].identity, let peer = connections[place].peer else { continue }
      identities[peer] = identity
    }
    // In an order that is the same each time: of two tables that differ the first one goes first.
    for (peer, identity) in identities.sorted(by: { $0.key.value < $1.key.value }) where peer != identity {
      let (from, to) = (Server(peer), Server(identity))
      if let table = learned.removeValue(forKey: from)?.first {
        learned[to, default: [GATTTable()]][0].merge(table)
      }
      guard let history = histories.removeValue(forKey: from) else { continue }
      var whole = histories[to] ?? History()
      whole.changes = (whole.changes + history.changes).sorted { $0.connection < $1.connection }
      whole.firstKept = max(whole.firstKept, history.firstKept)
      histories[to] = whole
    }
  }

  /// What was learned elsewhere of a connection's device, under either address.
  private func knownTable(for connection: Connection) -> GATTTable? {
    connection.device.flatMap { known.byPeer[$0] } ?? known.table(for: connection.peer)
  }

  /// Adds a table to that of a connection, unless there is no room left for another copy.
  private func lend(_ past: inout Past, to connection: inout Connection, _ room: inout Int) {
    let own = connection.peerTable
    if past.lent?.own != own {
      guard past.table.count <= room else { return }
      room -= past.table.count
      var whole = own
      whole.merge(past.table)
      // Equal tables share their memory.
      past.lent = (own, whole == past.table ? past.table : whole)
    }
    guard let whole = past.lent?.whole, whole != own else { return }
    connection.peerTable = whole
    connection.hasBorrowedTable = true
  }
}
