import ATTParser

extension Connection {
  /// The parameters in force when a frame was recorded, nil when unknown.
  func parameters(at frame: Int) -> ParameterChange? { parameters.last { $0.moment.frame <= frame } }

  /// The ATT_MTU in force at the end, 23 without an exchange; nil when unknown.
  var knownMTU: Int? {
    if let effective = mtuExchanges.last(where: { $0.effective != nil })?.effective { return Int(effective) }
    return opened != nil && mtuExchanges.allSatisfy(\.isRefused) ? 23 : nil
  }

  /// The frames of the exchanges of the MTU when both sides asked for one; empty otherwise.
  var mtuExchangedByBoth: [Int] {
    guard Set(mtuExchanges.filter { $0.client != nil }.map(\.direction)).count > 1 else { return [] }
    return mtuExchanges.flatMap(\.frames)
  }

  /// The largest stream of values, when it is a bulk of them and at least `bytes` long.
  func bulk(of bytes: Int) -> ValueStream? {
    guard phases.contains(where: { $0.name == .transferring }) else { return nil }
    return streams.max { $0.bytes < $1.bytes }.flatMap { $0.bytes >= bytes ? $0 : nil }
  }

  /// The stretch of one kind, nil when there was none.
  func phase(_ name: Phase.Name) -> Phase? { phases.first { $0.name == name } }

  /// Who sent what went this way: `the recording host`, or `the central` where it is the air that was recorded.
  func sender(_ direction: Direction) -> String {
    switch direction {
    case .sent: air == nil ? "the recording host" : "the central"
    case .received: air == nil ? "the other device" : "the peripheral"
    case .unknown: "a device"
    }
  }

  /// Who made a wish.
  func asker(_ request: LinkRequest) -> String { sender(request.isLocal ? .sent : .received) }

  /// How long it was open, in seconds, as far as the capture shows.
  var seconds: Double {
    (closed?.moment ?? lastSeen).time.seconds(since: (opened ?? firstSeen).time)
  }

  /// True when the link was encrypted, as far as the capture shows.
  var wasEncrypted: Bool { encryptions.contains { $0.enabled != 0 && $0.status == .success } }
}

extension ConnectionParameters {
  /// True for a supervision timeout that is not larger than (1 + latency) × interval × 2, as it has to be
  /// (Vol 6, Part B, 4.5.2).
  var isTimeoutTooShort: Bool {
    Double(timeoutMilliseconds) <= (1 + Double(latency)) * intervalMilliseconds * 2
  }
}
