extension FindingRule {
  /// Connections with a whole discovery from which on it is worth a word.
  private static let discoveries = 3

  /// The whole table at each connection.
  static let discoveryRepeated = FindingRule(
    "gatt.discovery-repeated", .info, "everything discovered at each connection",
    what: "Three and more connections to one device each discover all primary services to the end.",
    why: "It costs the first seconds of each connection, although nothing said that the table has changed.",
    evidence: "the end of the discovery in each connection",
    advice: "Bond and remember the table, and let the server have Service Changed or a Database Hash.",
    source: "Vol 3, Part G, 2.5.2 (attribute caching)",
    capture: { context in
      context.stories.compactMap { story -> Observation? in
        if story.chapters.count < discoveries { return nil }
        let ends: [Moment] = story.chapters.compactMap { chapter in
          context.analysis.connections[chapter.connection - 1].endOfServices?.moment
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
