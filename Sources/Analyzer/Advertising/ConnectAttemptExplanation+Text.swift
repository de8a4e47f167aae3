import ATTParser

extension ConnectAttemptExplanation {
  /// The frames that a reason is concluded from.
  static func frames(_ reason: Reason, _ attempt: ConnectAttempt) -> [Int] {
    var frames = [attempt.started.frame]
    if let ended = attempt.ended { frames.append(ended.frame) }
    switch reason {
    case .unknown: break
    case .notSeen(let later):
      if let scan = attempt.scan { frames.append(scan.started.frame) }
      if let later { frames.append(later.frame) }
    case .otherDevice(_, _, _, let last):
      frames.append(last.frame)
      if let sighting = attempt.after ?? attempt.before { frames.append(sighting.last.frame) }
    case .lastSeen(_, let last, let connected, _):
      frames.append(last.frame)
      if let connected { frames.append(connected.frame) }
    case .notConnectable(let since, let last): frames += [since.frame, last.frame]
    case .neverConnectable(let moment), .weak(_, let moment),
      .noneVisible(_, let moment):
      frames.append(moment.frame)
    }
    return frames.sorted()
  }

  /// A reason in words.
  static func sentence(_ reason: Reason, _ attempt: ConnectAttempt) -> String {
    let device: String
    if case .device(let address, let type) = attempt.target {
      device = "\(address) (\(type.name))"
    } else {
      device = "the target"
    }
    switch reason {
    case .unknown(let unknown):
      return "cannot be concluded from this capture: \(text(unknown, device))\(inVain(attempt))"
    case .notSeen(let later):
      let others =
        attempt.reportsDuring > 0
        ? "\(count(attempt.reportsDuring, "report")) of other devices came in during the attempt"
        : "the host was scanning"
      let then =
        later.map { "; it was first heard \(span(attempt.started, $0)) after the attempt began" } ?? ""
      return "\(device) was not heard at all, although \(others)\(then)"
    case .otherDevice(let similarity, let address, let type, let last):
      return
        "\(device) \(absence(attempt)), but \(address) (\(type.name)), \(text(similarity)), was (last in frame \(last.frame))"
    case .neverConnectable(let last):
      return "\(device) advertises, but never as connectable (last in frame \(last.frame))"
    case .notConnectable(let since, let last):
      return
        "\(device) advertised without being connectable for \(span(since, last)) until frame \(last.frame): it may be connected to another central"
    case .lastSeen(let seconds, let last, let connected, let isListening):
      let then = connected.map { ", before the host was connected to it in frame \($0.frame)" } ?? ""
      let since =
        isListening
        ? "and not since, although the host listened"
        : "and the host has not scanned since, so whether it still advertised is unknown"
      return
        "\(device) was last heard \(text(seconds)) before the attempt (frame \(last.frame)\(then)), \(since)\(inVain(attempt))"
    case .weak(let rssi, let moment):
      return
        "\(device) was heard at \(rssi) dBm (frame \(moment.frame)): too weak for a connection to be likely"
    case .noneVisible(let rssi, let moment):
      let strength = rssi.map { " at \($0) dBm" } ?? ""
      return
        "no reason is visible: \(device) was heard\(strength) shortly before (frame \(moment.frame))\(inVain(attempt))"
    }
  }

  /// The attempt itself is a search: until it ends the controller listens for the target.
  private static func inVain(_ attempt: ConnectAttempt) -> String {
    guard attempt.isCancelled, let ended = attempt.ended, attempt.target != .filterList else { return "" }
    return "; the controller listened for it during the attempt, \(span(attempt.started, ended)) in vain"
  }

  private static func absence(_ attempt: ConnectAttempt) -> String {
    guard let sighting = attempt.after ?? attempt.before else { return "was not heard" }
    return "was not heard after frame \(sighting.last.frame)"
  }

  private static func text(_ unknown: Unknown, _ device: String) -> String {
    switch unknown {
    case .filterList:
      "the attempt was to any device of the filter accept list, which the capture does not show"
    case .noReports: "it holds no advertising reports, so whether \(device) was there is unknown"
    case .notScanning: "\(device) was not heard, but the host was not scanning around the attempt"
    case .scanFiltered: "\(device) was not heard, but only devices of the filter accept list were reported"
    case .advertisersNotKept: "\(device) is not among the advertisers kept, of which there were too many"
    }
  }

  private static func text(_ similarity: Similarity) -> String {
    switch similarity {
    case .addressOfOtherType: "the same address of the other type"
    case .neighbouringAddress: "the neighbouring address, as bootloaders use it"
    case .name(let name): "of the same name \"\(name)\""
    }
  }

  private static func span(_ start: Moment, _ end: Moment) -> String {
    text(end.time.seconds(since: start.time))
  }

  /// Seconds with one decimal.
  private static func text(_ seconds: Double) -> String {
    let tenths = Int(max(0, min(seconds, 1e12)) * 10 + 0.5)
    return "\(tenths / 10).\(tenths % 10) s"
  }

  private static func count(_ number: Int, _ noun: String) -> String {
    number == 1 ? "1 \(noun)" : "\(number) \(noun)s"
  }
}
