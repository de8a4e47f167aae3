/// What limits how fast values travel over a link, and the most that it lets through.
public struct LinkSettings: Sendable, Hashable {
  /// Bytes of an attribute value at most (Vol 3, Part F, 3.2.9).
  public static let longestValue = 512
  /// Bytes before the value: L2CAP header 4, opcode 1, attribute handle 2.
  private static let headers = 7

  /// The PHY of the sender.
  public var phy: LinkPHY
  /// Payload octets of a packet at most.
  public var octets: Int
  /// ATT_MTU, in bytes.
  public var attMTU: Int
  /// Connection interval in microseconds; nil when it is unknown.
  public var interval: Int?
  /// Whether packets carry a MIC.
  public var isEncrypted: Bool
  /// Whether each value waits for a response or a confirmation.
  public var isAcknowledged: Bool

  /// Makes settings.
  public init(
    phy: LinkPHY = .le1M, octets: Int = 27, attMTU: Int = 23, interval: Int? = nil,
    isEncrypted: Bool = false, isAcknowledged: Bool = false
  ) {
    self.phy = phy
    self.octets = octets
    self.attMTU = attMTU
    self.interval = interval
    self.isEncrypted = isEncrypted
    self.isAcknowledged = isAcknowledged
  }

  /// Bytes of the longest value that is sent in one PDU.
  public var valueBytes: Int { max(1, min(attMTU - 3, Self.longestValue)) }

  /// The exchanges that one PDU with the longest value takes, in microseconds each.
  private var exchanges: [Int] {
    var rest = valueBytes + Self.headers
    var list: [Int] = []
    let size = max(1, octets)
    while rest > 0 {
      list.append(AirTime.exchange(min(rest, size), phy, isEncrypted: isEncrypted))
      rest -= size
    }
    return list
  }

  /// Packets that one PDU with the longest value takes.
  public var packetsPerValue: Int { (valueBytes + Self.headers + max(1, octets) - 1) / max(1, octets) }

  /// Bytes a second without any pause between connection events.
  public var continuousCeiling: Double {
    Double(valueBytes) * 1e6 / Double(exchanges.reduce(0, +))
  }

  /// Bytes a second with connection events every interval, in which as many exchanges are made as fit.
  ///
  /// A value waits two events for its response when it is acknowledged. Without an interval it is the continuous
  /// ceiling; 0 when no packet fits into an interval.
  ///
  /// - Parameter packetsPerEvent: at most so many in each connection event; nil for as many as fit.
  public func ceiling(packetsPerEvent: Double? = nil) -> Double {
    guard let interval, interval > 0 else { return continuousCeiling }
    if isAcknowledged { return Double(valueBytes) * 1e6 / Double(2 * interval) }
    var rate = simulated(interval)
    if let packetsPerEvent, packetsPerEvent > 0 {
      rate = min(
        rate, Double(valueBytes) * packetsPerEvent * 1e6 / (Double(interval) * Double(packetsPerValue)))
    }
    return rate
  }

  /// Packs exchanges into connection events until the pattern repeats; PDUs may begin in one and end in another.
  private func simulated(_ interval: Int) -> Double {
    let exchanges = exchanges
    guard let longest = exchanges.max(), longest <= interval else { return 0 }
    var next = 0
    var values = 0
    var events = 0
    // The event in which each exchange was the first, and the values sent by then.
    var firsts: [Int: (event: Int, values: Int)] = [:]
    while true {
      if let before = firsts[next] {
        return Double((values - before.values) * valueBytes) * 1e6
          / Double((events - before.event) * interval)
      }
      firsts[next] = (events, values)
      var left = interval
      while exchanges[next] <= left {
        left -= exchanges[next]
        next += 1
        if next == exchanges.count {
          next = 0
          values += 1
        }
      }
      events += 1
    }
  }

  /// A setting that could be better, and what the link would let through then.
  public struct Improvement: Sendable, Hashable {
    /// What would be changed, in a few words.
    public var change: String
    /// Bytes a second.
    public var ceiling: Double
  }

  /// What each setting would bring if it alone were better; an estimate, by the same arithmetic.
  ///
  /// - Parameter packetsPerEvent: at most so many in each connection event; nil for as many as fit.
  public func improvements(packetsPerEvent: Double? = nil) -> [Improvement] {
    let now = ceiling(packetsPerEvent: packetsPerEvent)
    var list: [(String, LinkSettings)] = []
    func with(_ what: String, _ change: (inout LinkSettings) -> Void) {
      var better = self
      change(&better)
      list.append((what, better))
    }
    if isAcknowledged { with("writes without response") { $0.isAcknowledged = false } }
    if attMTU < 247 { with("ATT_MTU 247") { $0.attMTU = 247 } }
    if octets < 251 { with("data length 251") { $0.octets = 251 } }
    if attMTU < 247, octets < 251 {
      with("ATT_MTU 247 and data length 251") {
        $0.attMTU = 247
        $0.octets = 251
      }
    }
    if phy != .le2M { with("2M PHY") { $0.phy = .le2M } }
    if let interval {
      for wanted in [15_000, 7_500] where wanted < interval {
        with("interval \(wanted == 15_000 ? "15" : "7.5") ms") { $0.interval = wanted }
      }
    }
    return list.compactMap { what, better in
      let rate = better.ceiling(packetsPerEvent: packetsPerEvent)
      return rate > now * 1.02 ? Improvement(change: what, ceiling: rate) : nil
    }
  }
}
