/// Follows the connection events of a link: which PDU begins one, which way it goes, which were not heard.
struct EventTracker: BitwiseCopyable {
  /// What a PDU's time tells.
  struct Finding: BitwiseCopyable {
    /// Which way it went: as told, else by its place in the event.
    var direction = Direction.unknown
    /// True for the first PDU that was heard of an event.
    var beginsEvent = false
    /// Events before this one of which nothing was heard, since the last that was.
    var missedEvents: UInt16 = 0
    /// Counts when ``hasDrift`` is set.
    var drift: Int64 = 0
    /// The PDU is an anchor whose time fits the connection interval.
    var hasDrift = false
    /// Nanoseconds since the event before began.
    var sinceAnchor: Int64 = 0
    /// New connection parameters came into force with it.
    var updatesInterval = false
  }

  /// Silence after which a PDU on the same channel begins another event.
  private static let silence: Int64 = 3_000_000
  /// Least and most that a peripheral's first PDU comes after the anchor.
  private static let answerTimes: ClosedRange<Int64> = 180_000...2_500_000
  /// Silence within an event in which a PDU was missed: more than T_IFS and some jitter.
  private static let turnSilence: Int64 = 350_000
  /// Events in a row whose time has to fit before times are relied on.
  private static let trust: UInt8 = 4
  /// Deviation from the interval that counts as fitting.
  private static let jitter: Int64 = 60_000

  /// Nanoseconds of the connection interval, 0 while it is not known.
  private(set) var interval: Int64 = 0
  /// The number of the event under way.
  private(set) var counter: UInt16 = 0
  /// ``counter`` is known.
  private(set) var hasCounter = false

  private var anchor: Int64 = 0
  private var lastEnd: Int64 = 0
  /// 0xFF when it was not told, see ``RadioInfo/channelOrNone``.
  private var lastChannel: UInt8 = 0xFF
  private var lastDirection = Direction.unknown
  private var hasAnchor = false
  private var hasEvent = false
  private var fits: UInt8 = 0
  /// When the first event is due, counted from the end of the CONNECT_IND; nil after it.
  private var firstDue: Int64?

  private var nextInterval: Int64 = 0
  private var nextOffset: Int64 = 0
  private var nextInstant: UInt16?

  /// Begins with a CONNECT_IND that ended at `end`.
  mutating func open(_ request: ConnectionRequest, end: Int64, isAuxiliary: Bool) {
    self = EventTracker()
    interval = Int64(request.parameters.interval) * 1_250_000
    // transmitWindowDelay (Vol 6, Part B, 4.5.3); that of the Coded PHY is longer, which the interval forgives.
    let delay: Int64 = isAuxiliary ? 2_500_000 : 1_250_000
    firstDue = end &+ delay &+ Int64(request.windowOffset) * 1_250_000
  }

  /// Notes what comes into force at an instant.
  mutating func announce(_ parameters: ConnectionParameters, windowOffset: UInt16, instant: UInt16) {
    nextInterval = Int64(parameters.interval) * 1_250_000
    nextOffset = Int64(windowOffset) * 1_250_000
    nextInstant = instant
  }

  /// True when `instant` has been reached; also when events are not counted, which leaves no better guess.
  func hasReached(_ instant: UInt16) -> Bool {
    !hasCounter || Int16(bitPattern: counter &- instant) >= 0
  }

  /// Notes a PDU.
  ///
  /// - Parameters:
  ///   - start: its time in nanoseconds, by whichever clock the capture has.
  ///   - duration: how long it took.
  ///   - given: the direction and event counter that the header tells.
  @inline(__always)
  mutating func note(
    start: Int64, duration: Int64, channel: UInt8?, given: (direction: Direction, counter: UInt16?)
  ) -> Finding {
    let gap = start &- lastEnd
    var finding = Finding(direction: given.direction)
    if !beginsEvent(gap, channel, given.counter) {
      if given.direction == .unknown { finding.direction = nextDirection(gap) }
    } else if given.direction == .sent, let next = given.counter, isSteady {
      beginNext(start, next, &finding)
    } else {
      finding = begin(start, given.direction, given.counter)
    }
    lastEnd = start &+ duration
    lastChannel = channel ?? 0xFF
    lastDirection = finding.direction
    hasEvent = true
    return finding
  }

  @inline(__always)
  private func beginsEvent(_ gap: Int64, _ channel: UInt8?, _ given: UInt16?) -> Bool {
    guard hasEvent else { return true }
    if let given, hasCounter { return given != counter }
    if let channel, lastChannel != 0xFF, channel != lastChannel { return true }
    return gap > Self.silence || gap < -1_000_000_000
  }

  @inline(never)
  private func firstDirection(_ start: Int64) -> Direction {
    guard fits >= Self.trust, interval > 0 else { return .sent }
    // Events move by the window offset where new parameters come into force.
    if updateIsDue(start &- anchor, nil) { return .sent }
    let phase = (start &- anchor) % interval
    return Self.answerTimes.contains(phase) ? .received : .sent
  }

  @inline(__always)
  private func nextDirection(_ gap: Int64) -> Direction {
    gap > Self.turnSilence && fits >= Self.trust ? lastDirection : lastDirection.opposite
  }

  /// True when a PDU belongs to the event under way by the number that is told.
  @inline(__always)
  func isUnderWay(_ given: UInt16) -> Bool { given == counter && hasCounter && hasEvent }

  /// Notes a PDU whose direction is told: one for which ``isUnderWay(_:)`` holds.
  ///
  /// - Parameter channel: 0xFF when it is not told.
  @inline(__always)
  mutating func noteNext(start: Int64, duration: Int64, channel: UInt8, _ direction: Direction) {
    lastEnd = start &+ duration
    lastChannel = channel
    lastDirection = direction
  }

  /// Notes a PDU of the central, with which another event begins when ``isSteady`` holds.
  @inline(__always)
  mutating func noteNext(start: Int64, duration: Int64, channel: UInt8, counter given: UInt16) -> Finding {
    var finding = Finding(direction: .sent)
    beginNext(start, given, &finding)
    noteNext(start: start, duration: duration, channel: channel, .sent)
    hasEvent = true
    return finding
  }

  /// True when nothing about the next event is new, which is so for nearly all of them.
  @inline(__always)
  var isSteady: Bool { hasAnchor && hasCounter && nextInstant == nil && interval > 0 }

  /// Begins an event with its anchor and a number that is told, when ``isSteady`` holds: ``begin(_:_:_:)`` in short.
  @inline(__always)
  private mutating func beginNext(_ start: Int64, _ given: UInt16, _ finding: inout Finding) {
    let elapsed = max(0, start &- anchor)
    let count = intervals(in: elapsed)
    finding.beginsEvent = true
    finding.sinceAnchor = elapsed
    finding.missedEvents = max(given &- counter, 1) &- 1
    counter = given
    noteAnchor(start, true, count, elapsed &- count &* interval, &finding)
  }

  @inline(never)
  private mutating func begin(_ start: Int64, _ direction: Direction, _ given: UInt16?) -> Finding {
    var finding = Finding(direction: direction == .unknown ? firstDirection(start) : direction)
    finding.beginsEvent = true
    // The central's PDU is the anchor; where it was not heard, that lies a little before.
    let isAnchor = finding.direction == .sent
    let count: Int64
    let deviation: Int64
    if hasAnchor, nextInstant == nil {
      let elapsed = max(0, start &- anchor)
      finding.sinceAnchor = elapsed
      count = intervals(in: elapsed)
      deviation = interval > 0 ? elapsed &- count &* interval : 0
    } else {
      (count, deviation) = beginUnsteady(start, given, &finding)
    }
    let missed = hasAnchor ? count &- 1 : count
    if let given {
      finding.missedEvents = hasCounter && hasAnchor ? max(given &- counter, 1) &- 1 : 0
      counter = given
      hasCounter = true
    } else {
      finding.missedEvents = UInt16(clamping: missed)
      counter &+= UInt16(truncatingIfNeeded: count)
    }
    firstDue = nil
    noteAnchor(start, isAnchor, count, deviation, &finding)
    return finding
  }

  /// The intervals that a time is nearest to, but at least one.
  @inline(__always)
  private func intervals(in elapsed: Int64) -> Int64 {
    // One most of the time, which is found out without a division.
    let rounded = elapsed &+ interval &>> 1
    return rounded < 2 &* interval || interval <= 0 ? 1 : rounded / interval
  }

  /// Counts the intervals before an event that is the first, or around new parameters.
  ///
  /// - Returns: their number and the deviation from them, `.max` where it tells nothing.
  @inline(never)
  private mutating func beginUnsteady(
    _ start: Int64, _ given: UInt16?, _ finding: inout Finding
  ) -> (count: Int64, deviation: Int64) {
    if hasAnchor {
      let elapsed = max(0, start &- anchor)
      finding.sinceAnchor = elapsed
      if updateIsDue(elapsed, given) {
        let count = takeUpdate(elapsed)
        finding.updatesInterval = true
        fits = 0
        return (count, .max)
      }
      let count = intervals(in: elapsed)
      return (count, interval > 0 ? elapsed &- count &* interval : 0)
    }
    guard let due = firstDue, interval > 0 else { return (0, .max) }
    hasCounter = true
    counter = 0
    return (max(0, (start &- due) / interval), .max)
  }

  @inline(__always)
  private mutating func noteAnchor(
    _ start: Int64, _ isAnchor: Bool, _ count: Int64, _ deviation: Int64, _ finding: inout Finding
  ) {
    guard isAnchor || !hasAnchor || interval == 0 || deviation == .max else {
      anchor &+= count &* interval
      return
    }
    if deviation != .max, isAnchor, interval > 0 {
      // Both clocks may be off by 50 ppm, and the sniffer's as well.
      let isSmall = deviation.magnitude <= UInt64(Self.jitter)
      let allowed = isSmall ? 0 : Self.jitter &+ count &* (interval / 10_000)
      if isSmall || deviation.magnitude <= UInt64(allowed.magnitude) {
        if fits < .max { fits += 1 }
        finding.drift = deviation
        finding.hasDrift = true
      } else {
        fits = 0
      }
    }
    anchor = start
    hasAnchor = true
  }

  /// True when the announced interval is in force for an event `elapsed` after the last anchor.
  private func updateIsDue(_ elapsed: Int64, _ given: UInt16?) -> Bool {
    guard let instant = nextInstant else { return false }
    if let given { return Int16(bitPattern: given &- instant) >= 0 }
    guard interval > 0, hasCounter else {
      // Events are not counted: the time tells when it stops to fit.
      guard interval > 0 else { return true }
      let rest = elapsed % interval
      return min(rest, interval &- rest) > 600_000
    }
    let events = Int64(Int16(bitPattern: instant &- counter))
    return elapsed >= events &* interval &- interval / 2
  }

  /// Puts the announced interval in force; returns how many events lie between the last one and this one.
  private mutating func takeUpdate(_ elapsed: Int64) -> Int64 {
    let events = nextInstant.map { Int64(max(0, Int16(bitPattern: $0 &- counter))) } ?? 1
    let old = hasCounter ? max(1, events) : 1
    let rest = elapsed &- old &* interval &- nextOffset
    interval = nextInterval
    nextInstant = nil
    guard interval > 0, rest > 0 else { return old }
    return old &+ rest / interval
  }
}
