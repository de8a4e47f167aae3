import ATTParser

extension FindingRule {
  /// Connections with a whole discovery from which on it is worth a word.
  private static let discoveries = 3

  /// The whole table at each connection.
  static let discoveryRepeated = FindingRule(
    "gatt.discovery-repeated", .info, "everything discovered at each connection",
    what:
      "Three and more connections to one device each discover all primary services to the end, although the client may remember them: it is bonded, or the server has a Database Hash or no Service Changed.",
    why: "It costs the first seconds of each connection, although nothing said that the table has changed.",
    evidence: "the end of the discovery in each connection",
    advice: "Bond and remember the table, and let the server have Service Changed or a Database Hash.",
    source: "Vol 3, Part G, 2.5.2 (attribute caching)",
    capture: { context in
      context.stories.compactMap { story -> Observation? in
        if !story.isAboutSeveral || story.chapters.count < discoveries { return nil }
        let ends = story.chapters.compactMap { chapter -> Moment? in
          let connection = context.analysis.connections[chapter.connection - 1]
          guard let server = connection.discoveredServer, connection.mayRemember(server) else { return nil }
          return connection.endOfServices(of: server)?.moment
        }
        guard ends.count >= discoveries, let last = ends.last,
          let address = story.address, let connection = story.chapters.last?.connection
        else { return nil }
        return Observation(
          "\(ends.count) connections to \(address) each discovered everything", last,
          frames: ends.map(\.frame), confidence: .likely, connection: connection)
      }
    })
}

extension GATTTable {
  /// Whether the server has a characteristic of the Generic Attribute service; nil when that was not discovered.
  fileprivate func has(_ uuid: BluetoothUUID) -> Bool? {
    guard let service = services.first(where: { $0.uuid == .genericAttribute }) else { return false }
    let inside = characteristics.filter { service.start < $0.value && $0.value <= service.end }
    return inside.isEmpty ? nil : inside.contains { $0.uuid == uuid }
  }
}

extension Connection {
  /// True when the client may remember the attributes of a server from one connection to the next
  /// (Vol 3, Part G, 2.5.2).
  fileprivate func mayRemember(_ server: Server) -> Bool {
    let table = table(of: server)
    let isBonded = wasEncrypted && !pairingSteps.contains(where: \.isRequest)
    return isBonded || table.has(.databaseHash) == true || table.has(.serviceChanged) == false
  }
}
