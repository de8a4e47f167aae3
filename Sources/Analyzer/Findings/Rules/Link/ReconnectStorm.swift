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
        if !story.isAboutSeveral || story.chapters.count < storm { return nil }
        // Places of chapters, not their connections: a device may have thousands, and they are large to copy.
        var best = 0..<0
        var run = 0..<0
        for (place, chapter) in story.chapters.enumerated() {
          let follows = chapter.gap.map { $0 < 1 } ?? false
          let begin = follows ? run.lowerBound : place
          run = isShort(chapter.connection, context) ? begin..<place + 1 : place + 1..<place + 1
          if run.count > best.count { best = run }
        }
        guard best.count >= storm, let last = story.chapters[best].last,
          let closed = context.analysis.connections[last.connection - 1].closed
        else { return nil }
        return Observation(
          "\(best.count) connections\(story.address.map { " to \($0)" } ?? ""), each lost within 10 s, followed each other within 1 s",
          closed.moment,
          frames: story.chapters[best].compactMap {
            context.analysis.connections[$0.connection - 1].closed?.moment.frame
          }, confidence: .likely, connection: last.connection)
      }
    })

  /// True for a connection that was lost within 10 s.
  private static func isShort(_ number: Int, _ context: FindingContext) -> Bool {
    let place = number - 1
    guard let closed = context.analysis.connections[place].closed else { return false }
    return closed.by != .local && context.analysis.connections[place].seconds < 10
  }
}
