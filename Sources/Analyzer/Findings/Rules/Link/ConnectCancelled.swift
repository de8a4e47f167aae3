import ATTParser

extension FindingRule {
  /// Attempts that the host gave up.
  static let connectCancelled = FindingRule(
    "link.connect-cancelled", .warning, "connection attempt given up",
    what:
      "The recording host cancelled its attempt to connect to a device, and did not begin another within 1 s.",
    why:
      "The device was not heard in time: Android gives up after 30 s with status 133 or 147, Core Bluetooth when the app cancels.",
    evidence: "the command, the event that ends it, and reports of the device",
    advice:
      "Look whether the device advertises, connectable, at that address; scan before connecting, and try again.",
    source: "Vol 4, Part E, 7.8.13 (LE Create Connection Cancel) and 7.1.7 (Create Connection Cancel)",
    capture: { context in
      context.failures("was given up") { $0.isGivenUp && !context.wentOn($0) }
    })
}
