extension FindingRule {
  /// Connections whose end is not in the capture.
  static let endsInTheMiddle = FindingRule(
    "capture.ends-in-the-middle", .info, "the end of a connection is not in the capture",
    what: "A connection is not ended by any frame.",
    why: "How it ended, and whether what was under way then came to anything, is unknown.",
    evidence: "the last frame of each such connection",
    advice: "Record until the device is disconnected, and do not filter HCI events out of the file.",
    source: "Vol 4, Part E, 7.7.5 (Disconnection Complete)",
    capture: { context in
      context.observation(
        of: .connectionEnd, frames: context.frames(where: { $0.closed == nil }) { $0.lastSeen.frame })
    })
}
