import ATTParser

extension FindingRule {
  /// A handle that lies in no service.
  static let unknownHandle = FindingRule(
    "gatt.unknown-handle", .warning, "handle that discovery says does not exist",
    what:
      "The server refuses a handle with 0x01 that lies in none of the services, after the primary services were discovered to the end on this connection.",
    why:
      "The client uses handles from elsewhere: of another device, another firmware, or written into the app.",
    evidence: "the first use, the Error Response, and the end of the discovery",
    advice: "Take handles from this device's discovery; clear the cache after a firmware update.",
    source: "Vol 3, Part G, 4.4.1 (Discover All Primary Services)",
    about: .refusals,
    connection: { connection, _ in
      // Only the server knows: secondary services, and included ones, are not among the primary ones.
      // Most errors are about something else, such as the end of a discovery.
      guard connection.errors.contains(where: { $0.code.rawValue == 0x01 }) else { return [] }
      let refusals = Refusals(connection)
      return [Connection.Server.peer, .local].flatMap { server -> [Observation] in
        let table = connection.table(of: server)
        guard !connection.serviceChanges.contains(where: { $0.server == server }),
          server == .local || !connection.hasBorrowedTable, let last = table.services.last,
          let end = connection.endOfServices(of: server),
          end.attributeHandle.rawValue == last.end.rawValue &+ 1
        else { return [] }
        return connection.streams.compactMap { stream -> Observation? in
          guard stream.server == server, !stream.kind.isFromServer, stream.first.frame > end.moment.frame,
            table.service(containing: stream.attributeHandle) == nil, connection.meaning(of: stream) == nil,
            let refusal = refusals.first(of: stream, with: 0x01)
          else { return nil }
          return Observation(
            "\(FindingContext.name(stream.attributeHandle)) is used, is in no service, and is refused as invalid",
            stream.first, frames: [end.moment.frame, refusal.moment.frame], confidence: .likely)
        }
      }
    })
}
