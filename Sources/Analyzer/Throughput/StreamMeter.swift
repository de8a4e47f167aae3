public import ATTParser

/// How fast the values of one stream travelled, and what kept them.
public struct StreamMeter: Sendable {
  /// Stalls kept of a stream; more are counted.
  static let stallLimit = 256

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
  /// Nanoseconds over time in which the sender rested although nothing kept it, by when each rest began.
  public private(set) var rests = RateBins()
  /// What the sender waited for over time.
  public private(set) var waits = LimiterBins()
  /// The gaps that were long for this stream.
  public private(set) var stalls: [Stall] = []
  /// Stalls that were not kept.
  public private(set) var stallsNotKept = 0
  /// Nanoseconds of all stalls.
  public private(set) var stalled: Int64 = 0
  /// Values that followed the one before within ``PaceClock/handOver``.
  public private(set) var closelyFollowing = 0
  /// Bytes that a packet to the controller may have, 0 when it is not in the capture or does not matter.
  public internal(set) var bufferLength = 0

  /// It was recorded by a sniffer.
  public internal(set) var isOfTheAir = false

  private let atFirst: PaceReading
  private var atLast: PaceReading
  private var detector: StallDetector

  /// Makes a meter of a stream whose first value comes at `moment`, and is still to be added.
  init(
    connection: Int, _ kind: ValueStream.Kind, _ direction: Direction, _ handle: AttributeHandle,
    _ moment: Moment, _ reading: PaceReading, stallFloor: Int64
  ) {
    self.connection = connection
    self.kind = kind
    self.direction = direction
    attributeHandle = handle
    first = moment
    last = moment
    atFirst = reading
    atLast = reading
    detector = StallDetector(floor: stallFloor)
  }

  /// Adds a value.
  ///
  /// - Parameters:
  ///   - reading: the sender's clock, settled up to this value.
  ///   - keepsStall: false when there is no room for more stalls.
  /// - Returns: whether a stall was kept.
  mutating func add(_ size: Int, _ moment: Moment, _ reading: PaceReading, keepsStall: Bool = true) -> Bool {
    let gap = reading.elapsed &- atLast.elapsed
    let isStall = count > 0 && detector.add(gap)
    if count > 0, gap <= PaceClock.handOver { closelyFollowing &+= 1 }
    if isStall { stalled &+= gap }
    let isKept = isStall && keepsStall && stalls.count < Self.stallLimit
    if isKept {
      stalls.append(Stall(from: last, to: moment, offset: bytes, times: reading.times - atLast.times))
    } else if isStall {
      stallsNotKept &+= 1
    }
    waits.add(
      reading.times - atLast.times, from: atLast.elapsed &- atFirst.elapsed,
      to: reading.elapsed &- atFirst.elapsed)
    let rest = reading.times[.sender] &- atLast.times[.sender]
    if rest > 0 { rests.add(Int(rest), at: atLast.elapsed &- atFirst.elapsed, frame: last.frame) }
    bins.add(size, at: reading.elapsed &- atFirst.elapsed, frame: moment.frame)
    count &+= 1
    bytes &+= size
    if size > longest { longest = size }
    last = moment
    atLast = reading
    return isKept
  }

  /// Ends the stream: stalls that are nothing special in view of the whole are none.
  mutating func finish() {
    let threshold = detector.finalThreshold
    stalls.removeAll { stall in
      guard stall.times.total <= threshold else { return false }
      stalled &-= stall.times.total
      return true
    }
  }

  /// True when the stalls take most of the time: then they are the pauses of a stream that does not flow.
  public var isMostlyStalled: Bool { stalled > duration / 2 }
  /// What the sender waited for from the first value to the last one.
  public var times: LimiterTimes { atLast.times - atFirst.times }
  /// Nanoseconds from the first value to the last one.
  public var duration: Int64 { atLast.elapsed &- atFirst.elapsed }
  /// Seconds from the first value to the last one.
  public var seconds: Double { Double(duration) / 1e9 }
  /// Bytes a second from the first value to the last one; nil for a single moment.
  public var rate: Double? { duration > 0 ? Double(bytes) / seconds : nil }
  /// Bytes a second without the stalls; nil for a single moment.
  public var activeRate: Double? {
    let active = duration &- stalled
    return active > 0 ? Double(bytes) / (Double(active) / 1e9) : nil
  }
  /// Values that were handed over together, on average.
  public var burst: Double { Double(count) / Double(max(1, count - closelyFollowing)) }
  /// Packets of the link on the air in each connection event in which there were any; nil when unknown.
  public var packetsPerEvent: Double? {
    let events = atLast.radio.events - atFirst.radio.events
    let packets = atLast.radio.packets - atFirst.radio.packets
    // On the air the first value's own packet and event count; a controller reports both later.
    if isOfTheAir { return events > 0 ? Double(packets + 1) / (events + 1) : nil }
    return packets > 0 && events > 0 ? Double(packets) / events : nil
  }
  /// Of the packets of its sender on the air, the part that was sent before; nil when nothing of the air was recorded.
  public var repeatedShare: Double? {
    guard isOfTheAir else { return nil }
    let repeated = atLast.radio.repeated - atFirst.radio.repeated
    let packets = atLast.radio.packets - atFirst.radio.packets
    return packets + repeated > 0 ? Double(repeated) / Double(packets + repeated) : nil
  }
  /// Packets of its sender that the sniffer missed, at least.
  public var missedPackets: Int { atLast.radio.missed - atFirst.radio.missed }
  /// What is regular about the stalls, nil when nothing is.
  public var pattern: StallPattern? { StallPattern.of(stalls, chunk: longest) }
  /// The usual time between two bursts of values in nanoseconds, nil when it varies.
  public var beat: Int64? { detector.beat }

  /// What the sender waited for from the first value of this stream to the last one of another of its connection.
  func times(untilLastOf other: StreamMeter) -> LimiterTimes { other.atLast.times - atFirst.times }
}
