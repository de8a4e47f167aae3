import ATTParser

extension FindingContext {
  /// Failed attempts to connect, one observation a device, with what the advertising tells.
  ///
  /// A device that was connected to later in the capture was reached after all.
  func failures(_ text: String, where holds: (FailedConnection) -> Bool) -> [Observation] {
    var order: [DeviceAddress?] = []
    var groups: [DeviceAddress?: [FailedConnection]] = [:]
    for failure in analysis.failedConnections where holds(failure) {
      if groups[failure.peer] == nil { order.append(failure.peer) }
      groups[failure.peer, default: []].append(failure)
    }
    return order.compactMap { peer -> Observation? in
      guard let list = groups[peer], let first = list.first else { return nil }
      let target = peer.map { " to \($0)" } ?? ""
      let status = "\(TransferRule.hexadecimal(first.status.rawValue)) \(first.status.name)"
      let explanation = first.attempt.map { ConnectAttemptExplanation($0, analysis.advertising) }
      let why = explanation.map { ": \($0.sentence)" } ?? ""
      let frames = list.flatMap { [$0.moment.frame] + [$0.began?.frame].compactMap(\.self) }
      return Observation(
        "connecting\(target) \(text) \(Self.times(list.count)) (\(status))\(why)", first.moment,
        frames: frames + (explanation?.frames.prefix(4) ?? []))
    }
  }
}
