/// What a sender was waiting for, or doing, at a time.
public enum Limiter: Int, Sendable, Hashable, CaseIterable {
  /// Values were handed over one after the other.
  case transmission
  /// The controller had no buffer left, and several packets went out in each connection event.
  case credits
  /// The controller had no buffer left, and one packet went out in each connection event.
  case interval
  /// The controller had no buffer left for much longer than an interval: packets had to be sent again.
  case link
  /// The response to a request, or the confirmation of an indication, was awaited.
  case response
  /// The acknowledgement of the transfer's own protocol was awaited.
  case acknowledgement
  /// The same, for longer than this peer usually takes: it was busy with something else, such as flash.
  case peerBusy
  /// Nothing kept the sender, and it sent nothing.
  case sender
  /// Pairing or an update of parameters was going on.
  case procedure
  /// There was no connection.
  case reconnecting
  /// The capture does not tell.
  case unknown

  /// The name in documents.
  public var name: String {
    switch self {
    case .transmission: "transmission"
    case .credits: "credits"
    case .interval: "interval"
    case .link: "link_trouble"
    case .response: "att_response"
    case .acknowledgement: "application_ack"
    case .peerBusy: "peer_busy"
    case .sender: "sender_silent"
    case .procedure: "procedure"
    case .reconnecting: "reconnecting"
    case .unknown: "unknown"
    }
  }

  /// What it is, for people.
  public var explanation: String {
    switch self {
    case .transmission: "values were handed over one after the other"
    case .credits: "the controller's buffers were full: the link carried what it could"
    case .interval: "one packet went out in each connection event"
    case .link: "packets waited for much longer than an interval: they had to be sent again"
    case .response: "waiting for ATT responses or confirmations"
    case .acknowledgement: "waiting for the peer's acknowledgements"
    case .peerBusy: "the peer took longer than it usually does: flash, or other work"
    case .sender: "the sender sent nothing although nothing kept it: app or system"
    case .procedure: "pairing or an update of parameters was going on"
    case .reconnecting: "there was no connection"
    case .unknown: "the capture does not tell"
    }
  }
}

/// Times by limiter, in nanoseconds; differences of two sums are what lies between.
public struct LimiterTimes: Sendable, Hashable {
  private var times = SIMD16<Int64>(repeating: 0)

  /// All zero.
  public init() {}

  /// The time of one limiter, in nanoseconds.
  public subscript(_ limiter: Limiter) -> Int64 {
    get { times[limiter.rawValue] }
    set { times[limiter.rawValue] = newValue }
  }

  /// The times in seconds, by the limiters' places.
  var seconds: SIMD16<Float> { SIMD16<Float>(times) / 1e9 }

  /// All of them together.
  public var total: Int64 { times.wrappedSum() }

  /// The one that took longest, nil when all are zero.
  public var greatest: Limiter? {
    Limiter.allCases.max { self[$0] < self[$1] }.flatMap { self[$0] > 0 ? $0 : nil }
  }

  /// Those that took any time, the longest first.
  public var shares: [(limiter: Limiter, nanoseconds: Int64)] {
    Limiter.allCases.map { ($0, self[$0]) }.filter { $0.1 > 0 }.sorted { $0.1 > $1.1 }
  }

  /// What lies between two sums.
  public static func - (left: LimiterTimes, right: LimiterTimes) -> LimiterTimes {
    var result = left
    result.times = left.times &- right.times
    return result
  }

  /// Both together.
  public static func + (left: LimiterTimes, right: LimiterTimes) -> LimiterTimes {
    var result = left
    result.times = left.times &+ right.times
    return result
  }
}
