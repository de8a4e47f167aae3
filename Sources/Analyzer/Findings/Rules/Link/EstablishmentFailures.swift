import ATTParser

extension FindingRule {
  /// Several connections in a row that were never established.
  static let establishmentFailures = FindingRule(
    "link.establishment-failures", .warning, "connections fail to be established again and again",
    what: "Two and more connections or attempts to one device end with 0x3E.",
    why: "Once is chance; several times the device is at the edge of range, or does not hear the central.",
    evidence: "the ends",
    advice:
      "Move closer; look at the device's antenna and clock (sleep clock accuracy), and at its advertising interval.",
    source: "Vol 6, Part B, 4.5 (six connection intervals); Vol 1, Part F, 2.62",
    capture: { context in
      var order: [DeviceAddress] = []
      var ends: [DeviceAddress: [(moment: Moment, connection: Int?)]] = [:]
      func add(_ peer: DeviceAddress?, _ moment: Moment, _ connection: Int?) {
        guard let peer else { return }
        if ends[peer] == nil { order.append(peer) }
        ends[peer, default: []].append((moment, connection))
      }
      for index in context.analysis.connections.indices {
        guard let closed = context.analysis.connections[index].closed, closed.reason?.rawValue == 0x3E else {
          continue
        }
        let connection = context.analysis.connections[index]
        add(connection.device, closed.moment, connection.id)
      }
      for failure in context.analysis.failedConnections where failure.status.rawValue == 0x3E {
        add(failure.peer, failure.moment, nil)
      }
      return order.compactMap { peer -> Observation? in
        guard let list = ends[peer], list.count > 1 else { return nil }
        return Observation(
          "\(list.count) connections to \(peer) failed to be established", list[0].moment,
          frames: list.map(\.moment.frame), connection: list.compactMap(\.connection).last)
      }
    })
}
