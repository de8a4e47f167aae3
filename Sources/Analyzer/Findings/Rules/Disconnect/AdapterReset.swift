extension FindingRule {
  /// The adapter went away in the middle of something.
  static let disconnectAdapterReset = FindingRule(
    "disconnect.adapter-reset", .warning, "the adapter was reset in the middle",
    what: "The recording host reset or removed its adapter while a request or an indication was under way.",
    why: "Bluetooth was turned off, or its stack restarted: every connection ends without a word.",
    evidence: "what was under way, the last data in each direction, the reset",
    advice: "Look at the host's log for a crash of its Bluetooth stack.",
    source: "Vol 4, Part E, 7.3.2 (Reset)",
    end: .adapterReset,
    look: { end, _ in end.observation() })
}
