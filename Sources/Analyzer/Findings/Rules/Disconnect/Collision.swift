extension FindingRule {
  /// Two procedures met, or an instant passed.
  static let disconnectCollision = FindingRule(
    "disconnect.collision", .error, "ended by colliding procedures",
    what: "The link ended with reason 0x23, 0x2A (collisions) or 0x28 (Instant Passed).",
    why:
      "Both sides began procedures at once that exclude each other, or one missed the moment from which a change was in force.",
    evidence: "the last wishes for other settings, the end",
    advice:
      "Let one side alone ask for parameters, PHY and data length, one after the other; an instant that passed is a matter of range or of a controller too busy.",
    source: "Vol 6, Part B, 5.3 (collisions) and 5.5.2 (instant)",
    end: .collision,
    look: { end, _ in
      let last = end.connection.requests.suffix(3)
      let words = last.map { "\($0.name) asked for in frame \($0.moment.frame)" }.joined(separator: ", ")
      return end.observation(words.isEmpty ? nil : words, frames: last.map(\.moment.frame))
    })
}
