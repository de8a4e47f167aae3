extension FindingRule {
  /// Attributes are used that nothing explains.
  static let discoveryMissing = FindingRule(
    "capture.discovery-missing", .info, "no discovery in the capture",
    what: "A connection uses attribute handles and no discovery in the capture says what they are.",
    why:
      "Which characteristics are used is unknown; rules about properties, subscriptions and unknown handles are not applied.",
    evidence: "the first value of each such connection",
    advice:
      "Record the first connection after pairing anew or clearing the cache, or give a table: --gatt FILE.",
    source: "Vol 3, Part G, 4.4 to 4.7 (discovery)",
    capture: { context in
      context.observation(
        of: .discovery,
        frames: context.frames(where: { $0.usesUndiscovered }) { $0.streams.first?.first.frame })
    })
}
