import ATTParser

extension FindingRule {
  /// A handle that lies in no service.
  static let unknownHandle = FindingRule(
    "gatt.unknown-handle", .warning, "handle that discovery says does not exist",
    what:
      "A handle is used that lies in none of the services, after the primary services were discovered to the end on this connection.",
    why:
      "The client uses handles from elsewhere: of another device, another firmware, or written into the app.",
    evidence: "the first use, and the end of the discovery",
    advice: "Take handles from this device's discovery; clear the cache after a firmware update.",
    source: "Vol 3, Part G, 4.4.1 (Discover All Primary Services)",
    connection: { connection, _ in
      guard connection.serviceChanges.isEmpty, !connection.hasBorrowedTable,
        let last = connection.peerTable.services.last, let end = connection.endOfServices,
        end.attributeHandle.rawValue == last.end.rawValue &+ 1
      else { return [] }
      var seen: [Observation] = []
      for stream in connection.streams {
        guard stream.server == .peer, stream.first.frame > end.moment.frame,
          connection.peerTable.service(containing: stream.attributeHandle) == nil,
          connection.meaning(of: stream) == nil
        else { continue }
        seen.append(
          Observation(
            "\(FindingContext.name(stream.attributeHandle)) is used, and no service has it",
            stream.first, frames: [end.moment.frame], confidence: .likely))
      }
      return seen
    })
}
