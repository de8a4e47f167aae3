import ATTParser

extension FindingRule {
  /// Attempts that failed.
  static let connectFailed = FindingRule(
    "link.connect-failed", .warning, "connection attempt failed",
    what: "An attempt to connect failed for another reason than that it was given up or not established.",
    why: "No connection came about.",
    evidence: "the command, the event that says so, and reports of the device",
    advice: "Look the status up; of BR/EDR pages that time out, the device is off or out of range.",
    source: "Vol 1, Part F, 1.3; Vol 4, Part E, 7.7.65.1",
    capture: { context in
      context.failures("failed") { failure in
        !failure.isGivenUp && failure.status.rawValue != 0x3E && failure.status.rawValue != 0x3C
      }
    })
}
