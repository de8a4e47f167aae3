extension FindingRule {
  /// Records that are not read.
  static let linkTypesNotRead = FindingRule(
    "capture.link-types-not-read", .info, "records of link types that are not read",
    what: "A mixed file has records of link types that bleshark does not read.",
    why: "What they hold is not part of any statement.",
    evidence: "none; the number of records is told",
    advice: "Save the Bluetooth interface alone.",
    source: "pcapng: Interface Description Block",
    capture: { $0.observation(of: .unreadLinkTypes) })
}
