import ATTParser

extension FindingRule {
  /// An attribute that is used while services are still being discovered.
  static let usedBeforeDiscoveryEnded = FindingRule(
    "app.used-before-discovery-ended", .info, "used before discovery ended",
    what:
      "A value outside Generic Access and Generic Attribute is read or written before all primary services were discovered, on the first connection to the device.",
    why:
      "The app uses handles that it remembers or was given, or does not wait for the end of the discovery: after a firmware update they are others.",
    evidence: "the first use and the end of the discovery of services",
    advice:
      "Begin after the last didDiscoverCharacteristicsFor (Core Bluetooth) or onServicesDiscovered (Android).",
    source: "Core Bluetooth and Android guides: discovery comes first",
    about: .errors,
    connection: { connection, context in
      guard connection.opened != nil, let server = connection.discoveredServer,
        let end = connection.endOfServices(of: server), context.before(connection) == nil,
        let phase = connection.phase(.discovering)
      else { return [] }
      var seen: [Observation] = []
      for stream in connection.streams {
        guard stream.server == server, !stream.kind.isFromServer, stream.first.frame > phase.start.frame,
          stream.first.frame < end.moment.frame,
          let service = connection.table(of: server).service(containing: stream.attributeHandle),
          service.uuid?.short != 0x1800, service.uuid?.short != 0x1801
        else { continue }
        seen.append(
          Observation(
            "\(FindingContext.name(stream.attributeHandle)) is used, and the services were discovered until frame \(end.moment.frame)",
            stream.first, frames: [end.moment.frame], confidence: .likely))
      }
      return seen
    })
}
