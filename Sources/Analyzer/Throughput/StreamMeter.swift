public import ATTParser

/// How fast the values of one stream travelled, and what kept them.
public struct StreamMeter: Sendable {
  /// Stalls kept of a stream; more are counted.
  static let stallLimit = 1024

  /// The connection's number.
  public let connection: Int
  /// How the values travel.
  public let kind: ValueStream.Kind
  /// Which way.
  public let direction: Direction
  /// The attribute.
  public let attributeHandle: AttributeHandle
  /// The first value.
  public let first: Moment
  /// The last value.
  public private(set) var last: Moment
  /// Values.
  public private(set) var count = 0
  /// Their bytes.
  public private(set) var bytes = 0
  /// The longest value.
  public private(set) var longest = 0
  /// Bytes over time.
  public private(set) var bins = RateBins()
  /// The gaps that were long for this stream.
  public private(set) var stalls: [Stall] = []
  /// Stalls that were not kept.
  public private(set) var stallsNotKept = 0
  /// Values that followed the one before within ``PaceClock/handOver``.
  public private(set) var closelyFollowing = 0
  /// What the sender waited for from the first value to the last one.
  public var times: LimiterTimes { atLast - atFirst }
  /// Packets of the link that the controller said it had sent meanwhile, and the time it had any, in nanoseconds;
  /// zero when it was not seen to say so.
  public var completed: (packets: Int, nanoseconds: Int64) {
    (radioAtLast.packets - radioAtFirst.packets, radioAtLast.busy - radioAtFirst.busy)
  }

  /// The sender's times up to the first value.
  let atFirst: LimiterTimes
  /// The sender's times up to the last value.
  private(set) var atLast: LimiterTimes
  private let radioAtFirst: RadioCount
  private var radioAtLast: RadioCount
  private var detector: StallDetector

  init(
    connection: Int, _ kind: ValueStream.Kind, _ direction: Direction, _ handle: AttributeHandle,
    _ moment: Moment, _ times: LimiterTimes, _ radio: RadioCount, stallFloor: Int64
  ) {
    self.connection = connection
    self.kind = kind
    self.direction = direction
    attributeHandle = handle
    first = moment
    last = moment
    atFirst = times
    atLast = times
    radioAtFirst = radio
    radioAtLast = radio
    detector = StallDetector(floor: stallFloor)
  }

  /// Adds a value.
  ///
  /// - Parameter times: the sender's settled times up to this value.
  mutating func add(_ size: Int, _ moment: Moment, _ times: LimiterTimes, _ radio: RadioCount) {
    let gap = moment.time.nanoseconds(since: last.time)
    if count > 0 {
      if gap <= PaceClock.handOver { closelyFollowing &+= 1 }
      if detector.add(gap) { keepStall(to: moment, times) }
    }
    count &+= 1
    bytes &+= size
    if size > longest { longest = size }
    bins.add(size, at: moment.time.nanoseconds(since: first.time))
    // A clock that goes back does not end the stream earlier.
    if moment.time >= last.time { last = moment }
    atLast = times
    radioAtLast = radio
  }

  private mutating func keepStall(to moment: Moment, _ times: LimiterTimes) {
    guard stalls.count < Self.stallLimit else {
      stallsNotKept &+= 1
      return
    }
    stalls.append(Stall(from: last, to: moment, offset: bytes, times: times - atLast))
  }

  /// Seconds from the first value to the last one.
  public var seconds: Double { max(0, last.time.seconds(since: first.time)) }
  /// Bytes a second from the first value to the last one; nil for a single moment.
  public var rate: Double? { seconds > 0 ? Double(bytes) / seconds : nil }
  /// Bytes a second without the stalls; nil for a single moment.
  public var activeRate: Double? {
    let active = seconds - stalls.reduce(0) { $0 + $1.seconds }
    return active > 0 ? Double(bytes) / active : nil
  }
  /// Values that were handed over together, on average.
  public var burst: Double { Double(count) / Double(max(1, count - closelyFollowing)) }
  /// What is regular about the stalls, nil when nothing is.
  public var pattern: StallPattern? { StallPattern.of(stalls, chunk: longest) }
}

/// What the controller said it had sent on a link so far.
struct RadioCount: Sendable, Hashable {
  /// Packets that were sent.
  var packets = 0
  /// Nanoseconds in which it had any to send.
  var busy: Int64 = 0
}
