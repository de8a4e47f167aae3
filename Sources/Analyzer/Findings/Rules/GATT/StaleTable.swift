import ATTParser

extension FindingRule {
  /// Handles from a table that is out of date.
  static let staleTable = FindingRule(
    "gatt.stale-table", .warning, "attribute table out of date",
    what:
      "A handle is refused as invalid on a connection without discovery, or handles of a range that Service Changed named are used without discovering again.",
    why: "The client remembers the attributes of another firmware: values go to the wrong place, or nowhere.",
    evidence: "the Error Response, or the Service Changed indication and the use after it",
    advice:
      "Send Service Changed after an update and let clients bond or read the Database Hash; on the client, clear the cache (iOS: turn Bluetooth off and on; Android: forget the device).",
    source: "Vol 3, Part G, 2.5.2 (attribute caching) and 7.1",
    consequenceOf: ["ota.stale-attributes"],
    about: [.refusals, .serviceChanges],
    connection: { connection, _ in
      let discovered = connection.phase(.discovering)?.end.frame ?? 0
      var seen: [Observation] = []
      if connection.opened != nil, discovered == 0 {
        seen += connection.errors.filter { $0.code.rawValue == 0x01 }.map {
          error in
          Observation(
            "\(FindingContext.name(error.attributeHandle)) is refused as invalid, and this connection has no discovery",
            error.moment, frames: [error.requestFrame], confidence: .likely)
        }
      }
      let changes = connection.serviceChanges.filter { $0.moment.frame > discovered }
      if changes.isEmpty { return seen }
      // One for each use, however often its attribute was said to change before it.
      for stream in connection.streams where !stream.kind.isFromServer {
        guard let change = changes.last(where: { $0.concerns(stream) && $0.moment < stream.first })
        else { continue }
        seen.append(
          Observation(
            "\(FindingContext.name(stream.attributeHandle)) is used after Service Changed named it in frame \(change.moment.frame), without discovering again",
            stream.first, frames: [change.moment.frame], confidence: .likely))
      }
      return seen
    })
}

extension ServiceChange {
  /// True when the attribute of a stream is in the range.
  fileprivate func concerns(_ stream: ValueStream) -> Bool {
    stream.server == server && start <= stream.attributeHandle && stream.attributeHandle <= end
  }
}
