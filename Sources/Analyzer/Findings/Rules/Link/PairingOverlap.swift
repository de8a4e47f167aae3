import ATTParser

extension FindingRule {
  /// Two pairings at once, of which one failed.
  static let pairingOverlap = FindingRule(
    "link.pairing-overlap", .warning, "pairings at the same time",
    what: "A pairing fails while the same adapter pairs on another connection.",
    why: "Many stacks have one Security Manager at a time, and refuse or mix up the second.",
    evidence: "Pairing Failed, and the other connection's pairing",
    advice: "Pair one device after the other.",
    source: "Vol 3, Part H, 2.4 (pairing is a procedure of one link)",
    about: .pairing,
    connection: { connection, context in
      guard let failed = connection.pairingSteps.last(where: { $0.failure != nil }),
        let phase = connection.phase(.pairing)
      else { return [] }
      let connections = context.analysis.connections
      for index in connections.indices where connections[index].id != connection.id {
        guard connections[index].adapter == connection.adapter,
          let other = connections[index].phase(.pairing), other.start.frame < phase.end.frame,
          phase.start.frame < other.end.frame
        else { continue }
        return [
          Observation(
            "the pairing failed while connection \(connections[index].id) paired", failed.moment,
            frames: [other.start.frame, other.end.frame], confidence: .possible)
        ]
      }
      return []
    })
}
