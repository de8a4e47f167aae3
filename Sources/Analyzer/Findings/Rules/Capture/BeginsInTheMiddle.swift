extension FindingRule {
  /// Connections that began before the capture.
  static let beginsInTheMiddle = FindingRule(
    "capture.begins-in-the-middle", .info, "a connection began before the capture",
    what: "Data of a connection is in the file and the event that opened it is not.",
    why:
      "Peer, role, parameters, ATT_MTU, encryption and subscriptions that were agreed on before are unknown; rules that need them are not applied.",
    evidence: "the first frame of each such connection",
    advice: "Start recording before connecting, and do not filter HCI events out of the file.",
    source: "Vol 4, Part E, 7.7.65.1 (LE Connection Complete)",
    capture: { context in
      context.observation(
        of: .connectionStart, frames: context.frames(where: { $0.opened == nil }) { $0.firstSeen.frame })
    })
}
