import ATTParser

extension FindingContext {
  /// Seconds after a cancelled attempt in which another one goes on with it.
  private static let continuation = 1.0
  /// Attempts and connections after a cancelled attempt that are looked at.
  private static let lookahead = 16

  /// Failed attempts to connect, one observation a device, with what the advertising tells.
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

  /// True for a cancelled attempt that another one followed at once, or that reached the device all the same.
  ///
  /// A host has to cancel an attempt to change its filter accept list (Vol 4, Part E, 7.8.16); what becomes of the
  /// last attempt counts.
  func wentOn(_ failure: FailedConnection) -> Bool {
    func follows(_ moment: Moment?) -> Bool {
      guard let moment, moment.frame > failure.moment.frame,
        let gap = seconds(from: failure.moment, to: moment)
      else { return false }
      return gap <= Self.continuation
    }
    let failures = analysis.failedConnections
    let nextFailure = Self.firstPlace(in: failures.indices) {
      failures[$0].moment.frame > failure.moment.frame
    }
    let isTriedAgain = failures[nextFailure...].prefix(Self.lookahead).contains { other in
      other.adapter == failure.adapter && other.transport == failure.transport && follows(other.began)
    }
    if isTriedAgain { return true }
    let connections = analysis.connections
    let next = Self.firstPlace(in: connections.indices) {
      connections[$0].firstSeen.frame > failure.moment.frame
    }
    return (next..<min(connections.count, next + Self.lookahead)).contains { place in
      connections[place].adapter == failure.adapter && connections[place].role == .central
        && (failure.peer == nil || connections[place].peer == failure.peer)
        && (follows(connections[place].opened) || follows(connections[place].phase(.connecting)?.start))
    }
  }

  /// The first place of which something holds that holds of all places after it too; the end if of none.
  private static func firstPlace(in places: Range<Int>, where holds: (Int) -> Bool) -> Int {
    var (low, high) = (places.lowerBound, places.upperBound)
    while low < high {
      let middle = (low + high) / 2
      if holds(middle) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

extension FailedConnection {
  /// True for an attempt that the host gave up, by LE Create Connection Cancel or Create Connection Cancel.
  var isGivenUp: Bool { isCancelled || status.rawValue == 0x02 }
}
