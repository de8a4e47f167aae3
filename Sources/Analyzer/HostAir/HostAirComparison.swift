import ATTParser

/// One session as the host logged it and as a sniffer heard it, brought together.
public struct HostAirComparison: Sendable {
  /// A connection in both captures.
  public struct Pair: Sendable {
    /// Its number in the host's log.
    public var host: Int
    /// Its number in the capture of the air.
    public var air: Int
    /// PDUs in both.
    public var matched = 0
    /// Seconds to add to the sniffer's times to get the host's, at the first matched PDU.
    public var offset = 0.0
    /// Parts per million by which the sniffer's clock is slow against the host's; nil over less than a second.
    public var drift: Double?
    /// Seconds from the host's log to the air, of what the host sent: median and longest.
    public var outbound: (median: Double, longest: Double)?
    /// Seconds from the air to the host's log, of what it received: median and longest.
    public var inbound: (median: Double, longest: Double)?
    /// Frames of the air with PDUs of the host's device that are not in the host's log.
    public var notSentByHost: [Int] = []
    /// Frames of the log with PDUs that were not heard on the air.
    public var notOnAir: [Int] = []
    /// Frames of the air with PDUs of the host's device that the other one was not heard to acknowledge.
    public var notAcknowledged: [Int] = []
    /// Frames of the air with PDUs of the other device that did not reach the log.
    public var notDelivered: [Int] = []
    /// PDUs that the sniffer missed on this connection, at least: what is not on the air may be among them.
    public var missedBySniffer = 0
    /// The host's device is the central.
    public var isHostCentral = true
  }

  /// The connections that are in both captures.
  public private(set) var pairs: [Pair] = []

  /// Seconds before and after its place by the clocks in which a PDU is looked for.
  private static let slack = 5.0
  /// PDUs looked through for one, and pairs of connections compared, at most; only forged captures have more.
  private static let limits = (lookAhead: 2048, comparisons: 4096)

  /// Compares the analyses of a host's log and of a capture of the air, with the PDUs of both.
  public init(host: Analysis, hostTrace: PDUTrace, air: Analysis, airTrace: PDUTrace) {
    let hostPDUs = Self.byConnection(hostTrace)
    let airPDUs = Self.byConnection(airTrace)
    var taken: Set<Int> = []
    var comparisons = 0
    for connection in host.connections {
      guard let own = hostPDUs[connection.id], !own.isEmpty else { continue }
      var best: Pair?
      for heard in air.connections where heard.air != nil && !taken.contains(heard.id) {
        guard Self.mayBeSame(connection, heard), let other = airPDUs[heard.id], !other.isEmpty else {
          continue
        }
        for isCentral in Self.roles(connection) where comparisons < Self.limits.comparisons {
          comparisons += 1
          let pair = Self.compare(connection.id, own, heard, other, isHostCentral: isCentral)
          if pair.matched > best?.matched ?? 0 { best = pair }
        }
      }
      guard let best else { continue }
      taken.insert(best.air)
      pairs.append(best)
    }
  }

  private static func byConnection(_ trace: PDUTrace) -> [Int: [PDUTrace.Entry]] {
    Dictionary(grouping: trace.entries, by: \.connection)
  }

  private static func roles(_ connection: Connection) -> [Bool] {
    switch connection.role {
    case .central: [true]
    case .peripheral: [false]
    case .unknown: [true, false]
    }
  }

  /// False when both captures tell the addresses, and they differ.
  ///
  /// Private addresses are resolved in the host's log, so those are no reason.
  private static func mayBeSame(_ host: Connection, _ heard: Connection) -> Bool {
    guard let peer = host.peer, host.role != .unknown else { return true }
    let other = host.role == .central ? heard.peer : heard.air?.central
    let type = host.role == .central ? heard.peerType : heard.air?.centralType
    guard let other, !DeviceIdentity.isResolvable(other, type) else { return true }
    return other == peer || host.identity == other
  }

  // MARK: - One connection

  private static func compare(
    _ host: Int, _ own: [PDUTrace.Entry], _ heard: Connection, _ other: [PDUTrace.Entry], isHostCentral: Bool
  ) -> Pair {
    var pair = Pair(host: host, air: heard.id)
    pair.isHostCentral = isHostCentral
    if let facts = heard.air { pair.missedBySniffer = facts.fromCentral.missed + facts.fromPeripheral.missed }
    let clock = Clock(own, other, isHostCentral: isHostCentral)
    var delays: (out: [Double], back: [Double]) = ([], [])
    for isSent in [true, false] {
      let mine = own.filter { $0.direction == (isSent ? .sent : .received) }
      let theirs = other.filter { ($0.direction == .sent) == (isSent == isHostCentral) }
      var next = 0
      var isMatched = [Bool](repeating: false, count: theirs.count)
      for entry in mine {
        let found = theirs[next..<min(theirs.count, next + limits.lookAhead)].firstIndex {
          $0.fingerprint == entry.fingerprint && clock.hostTime($0.moment.time, near: entry.moment.time)
        }
        guard let found else {
          if isSent { pair.notOnAir.append(entry.moment.frame) }
          continue
        }
        isMatched[found] = true
        next = found + 1
        pair.matched += 1
        let delay = entry.moment.time.seconds(since: clock.toHost(theirs[found].moment.time))
        if isSent { delays.out.append(-delay) } else { delays.back.append(delay) }
        if isSent, !theirs[found].isAcknowledged { pair.notAcknowledged.append(theirs[found].moment.frame) }
      }
      for (place, entry) in theirs.enumerated() where !isMatched[place] {
        if isSent {
          pair.notSentByHost.append(entry.moment.frame)
        } else {
          pair.notDelivered.append(entry.moment.frame)
        }
      }
    }
    pair.offset = clock.offset
    pair.drift = clock.drift
    pair.outbound = summary(delays.out)
    pair.inbound = summary(delays.back)
    return pair
  }

  private static func summary(_ delays: [Double]) -> (median: Double, longest: Double)? {
    let sorted = delays.sorted()
    guard let longest = sorted.last else { return nil }
    return (sorted[sorted.count / 2], longest)
  }

  /// How the sniffer's clock is to be read to get the host's.
  private struct Clock {
    var offset = 0.0
    var drift: Double?
    private var start = Timestamp(nanoseconds: 0)

    /// Compares the times of PDUs that are in both captures and come once in each.
    init(_ own: [PDUTrace.Entry], _ other: [PDUTrace.Entry], isHostCentral: Bool) {
      let mine = Self.single(own) { $0.direction == .sent }
      let theirs = Self.single(other) { ($0.direction == .sent) == isHostCentral }
      var points: [Point] = []
      for (key, entry) in theirs {
        guard let twin = mine[key] else { continue }
        points.append(
          Point(
            time: entry.moment.time, difference: twin.moment.time.seconds(since: entry.moment.time),
            isFromHost: key.isFromHost))
      }
      points.sort { $0.time < $1.time }
      guard let first = points.first else { return }
      start = first.time
      let middle = points.map(\.difference).sorted()[points.count / 2]
      offset = middle
      // A retransmission or a full queue makes single PDUs late; they are no clock.
      fit(points.filter { ($0.difference - middle).magnitude < 0.5 })
    }

    /// A PDU that is in both captures.
    private struct Point {
      var time: Timestamp
      var difference: Double
      var isFromHost: Bool
    }

    /// Fits a line through the differences of each direction, with one slope: what the host sends is on the air
    /// after it is in the log, what it receives before.
    private mutating func fit(_ points: [Point]) {
      guard points.count > 2, let last = points.last, last.time.seconds(since: start) >= 1 else { return }
      var (spread, joint) = (0.0, 0.0)
      var means: [(x: Double, y: Double)] = []
      for isFromHost in [true, false] {
        let some = points.filter { $0.isFromHost == isFromHost }
        guard !some.isEmpty else { continue }
        let xs = some.map { $0.time.seconds(since: start) }
        let x = xs.reduce(0, +) / Double(xs.count)
        let y = some.reduce(0) { $0 + $1.difference } / Double(some.count)
        means.append((x, y))
        for (place, point) in some.enumerated() {
          spread += (xs[place] - x) * (xs[place] - x)
          joint += (xs[place] - x) * (point.difference - y)
        }
      }
      guard spread > 0 else { return }
      let slope = joint / spread
      drift = slope * 1e6
      offset = means.reduce(0) { $0 + $1.y - slope * $1.x } / Double(means.count)
    }

    private struct Key: Hashable {
      var fingerprint: UInt64
      var isFromHost: Bool
    }

    private static func single(
      _ entries: [PDUTrace.Entry], isFromHost: (PDUTrace.Entry) -> Bool
    ) -> [Key: PDUTrace.Entry] {
      var found: [Key: PDUTrace.Entry?] = [:]
      for entry in entries {
        let key = Key(fingerprint: entry.fingerprint, isFromHost: isFromHost(entry))
        found[key] = found[key] == nil ? entry : .some(nil)
      }
      return found.compactMapValues { $0 }
    }

    /// A time of the sniffer as the host's clock has it.
    func toHost(_ time: Timestamp) -> Timestamp {
      let elapsed = time.seconds(since: start)
      let shift = (offset + (drift ?? 0) * 1e-6 * elapsed) * 1e9
      guard shift.magnitude < 9e18 else { return time }
      let (sum, overflow) = time.nanoseconds.addingReportingOverflow(Int64(shift))
      return overflow ? time : Timestamp(nanoseconds: sum)
    }

    /// True when a time of the sniffer is near enough to one of the host's.
    func hostTime(_ time: Timestamp, near other: Timestamp) -> Bool {
      toHost(time).seconds(since: other).magnitude < HostAirComparison.slack
    }
  }
}
