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
      for change in connection.serviceChanges where discovered < change.moment.frame {
        for stream in connection.streams where stream.server == change.server {
          guard stream.first.frame > change.moment.frame, change.start <= stream.attributeHandle,
            stream.attributeHandle <= change.end, !stream.kind.isFromServer
          else { continue }
          seen.append(
            Observation(
              "\(FindingContext.name(stream.attributeHandle)) is used after Service Changed named it in frame \(change.moment.frame), without discovering again",
              stream.first, frames: [change.moment.frame], confidence: .likely))
        }
      }
      return seen
    })
}
