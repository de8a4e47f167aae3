extension FindingRule {
  /// Short connections in a row that make a storm.
  private static let storm = 5

  /// Reconnecting at once, over and over.
  static let reconnectStorm = FindingRule(
    "link.reconnect-storm", .warning, "reconnecting without a pause",
    what:
      "Five and more connections to one device follow each other within 1 s, each shorter than 10 s and not ended by the recording host.",
    why: "What ended the first connection ends the next one too; both batteries pay for it.",
    evidence: "the ends of these connections",
    advice: "Find out why the first one ended, and wait longer after each failure.",
    source: "Core Bluetooth and Android guides: back off between attempts",
    capture: { context in
      context.stories.compactMap { story -> Observation? in
        if story.chapters.count < storm { return nil }
        var best: [Connection] = []
        var run: [Connection] = []
        for chapter in story.chapters {
          let connection = context.analysis.connections[chapter.connection - 1]
          let isShort = connection.closed.map { $0.by != .local } ?? false && connection.seconds < 10
          let follows = chapter.gap.map { $0 < 1 } ?? false
          if !follows { run = [] }
          if isShort { run.append(connection) } else { run = [] }
          if run.count > best.count { best = run }
        }
        guard best.count >= storm, let last = best.last, let closed = last.closed else { return nil }
        return Observation(
          "\(best.count) connections\(story.address.map { " to \($0)" } ?? ""), each lost within 10 s, followed each other within 1 s",
          closed.moment,
          frames: best.compactMap { $0.closed?.moment.frame }, confidence: .likely, connection: last.id)
      }
    })
}
