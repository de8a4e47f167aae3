extension FindingRule {
  /// Parts that were queued and never written.
  static let longWriteNotExecuted = FindingRule(
    "gatt.long-write-not-executed", .warning, "long write never executed",
    what: "Prepare Write Requests were taken, and no Execute Write Request came before the link ended.",
    why: "Nothing was written: the server forgets the queue with the link.",
    evidence: "the parts and the end of the connection",
    advice: "Send Execute Write after the last part.",
    source: "Vol 3, Part F, 3.4.6.3 (Execute Write Request)",
    about: .longWrites,
    connection: { connection, context in
      guard !connection.longWrites.isEmpty, let closed = connection.closed, context.isOrderKnown(connection)
      else { return [] }
      return connection.longWrites.compactMap { write -> Observation? in
        guard write.execution == .never,
          context.isWhole(connection, since: write.parts.compactMap(\.requestFrame).min() ?? 0),
          write.parts.contains(where: { $0.echo == .same })
        else { return nil }
        return Observation(
          "\(write.parts.count == 1 ? "1 part" : "\(write.parts.count) parts") for \(FindingContext.name(write.attributeHandle)) queued and never executed",
          nil, frames: write.parts.compactMap(\.requestFrame) + [closed.moment.frame])
      }
    })
}
