/// Says of every nanosecond what one side of a connection was waiting for.
///
/// Time is given to a limiter when the wait is over: only then is it known whether the side waited at all, and
/// whether the wait was long. What is not settled yet is in `open`. Every nanosecond is in one place, so sums are
/// exact.
///
/// A side that waits for a response or an acknowledgement waits for that, whether the controller's buffers are full
/// or not; if it sends a value all the same, it did not wait. Where no protocol tells, a side that rests until it hears
/// a value and goes on at once waited for that value.
struct PaceClock {
  /// Gaps up to this count as handing values over: a host needs some time for each.
  static let handOver: Int64 = 4_000_000
  /// A clock that goes back by more than this was set; by less, the records are a little out of order.
  private static let setBack: Int64 = 1_000_000_000
  /// Steps and sums of time that no capture has; more is not counted.
  private static let longestStep: Int64 = 1 << 50
  private static let longestTime: Int64 = 1 << 61
  /// Values heard in one rest; one that is ended by more of them just happens to be.
  private static let mostHeard = 2
  /// A procedure that takes longer has ended without a word (the response timeout of Vol 6, Part B, 5.2).
  private static let longestProcedure: Int64 = 40_000_000_000

  /// What the side waits for from the other one.
  private enum Wait {
    case none, response, acknowledgement
  }

  /// Time that is not settled yet: by what kept the controller, and how much of it had packets under way.
  private struct Open {
    /// The buffers are full, and nothing was completed yet since.
    var full: Int64 = 0
    var credits: Int64 = 0
    var interval: Int64 = 0
    var link: Int64 = 0
    var procedure: Int64 = 0
    var idle: Int64 = 0
    /// Of all these, the time with packets under way to the other side.
    var queued: Int64 = 0
    /// Values heard from the other side, and how much of the time had passed by the last of them.
    var heard = 0
    var untilHeard: Int64 = 0

    var busy: Int64 { full &+ credits &+ interval &+ link }
    var total: Int64 { busy &+ procedure &+ idle }
  }

  /// Settled times.
  private(set) var times = LimiterTimes()
  /// All time so far, in nanoseconds.
  private(set) var elapsed: Int64 = 0
  /// False for a side whose controller is not seen to take packets.
  var knowsCredits = false
  /// What is known of the link's rhythm.
  var tempo = LinkTempo()

  private var last: Int64?
  private var open = Open()
  private var isFull = false
  private var isQueued = false
  private var isRequesting = false
  private var isAwaiting = false
  private var isAwaitingOperation = false
  private var isInProcedure = false
  private var procedureLeft: Int64 = 0
  private var sinceCompletion: Int64 = 0
  private var responses = UsualWait(isPromptExpected: false)
  private var acknowledgements = UsualWait(isPromptExpected: false)
  private var operations = UsualWait(isPromptExpected: true)

  private var wait: Wait { isRequesting ? .response : isAwaiting ? .acknowledgement : .none }

  /// Moves on to a time.
  mutating func advance(to time: Int64) {
    guard let last else {
      last = time
      return
    }
    let (difference, overflow) = time.subtractingReportingOverflow(last)
    if overflow || difference < -Self.setBack {
      self.last = time
    } else if difference > 0 {
      self.last = time
      add(min(difference, Self.longestStep))
    }
  }

  private mutating func add(_ step: Int64) {
    guard elapsed < Self.longestTime else { return }
    elapsed &+= step
    if isFull {
      open.full &+= step
    } else if isInProcedure, procedureLeft > 0 {
      open.procedure &+= step
      procedureLeft &-= step
    } else {
      open.idle &+= step
    }
    if isQueued {
      open.queued &+= step
      sinceCompletion &+= step
    }
  }

  // MARK: - What happens

  /// This side sends a value.
  mutating func send(_ time: Int64) {
    advance(to: time)
    settleFree()
  }

  /// This side hears a value of the other one.
  mutating func hear(_ time: Int64) {
    advance(to: time)
    open.heard &+= 1
    open.untilHeard = open.total
  }

  /// The controller's buffers are full, or no longer.
  mutating func setFull(_ isFull: Bool, _ time: Int64) {
    guard isFull != self.isFull else { return }
    advance(to: time)
    self.isFull = isFull
  }

  /// Packets of this side are under way, or none are.
  mutating func setQueued(_ isQueued: Bool, _ time: Int64) {
    guard isQueued != self.isQueued else { return }
    advance(to: time)
    self.isQueued = isQueued
    sinceCompletion = 0
  }

  /// The controller says that it has sent packets of this link.
  ///
  /// - Parameter packets: packets on the air, 27 bytes each without a longer data length.
  mutating func complete(_ packets: Int, _ time: Int64) {
    advance(to: time)
    let since = sinceCompletion
    sinceCompletion = 0
    let trouble = since > tempo.patience ? max(0, since &- tempo.interval) : 0
    let lost = min(trouble, open.full)
    open.link &+= lost
    // One packet an event is as much as the interval lets through.
    if packets <= 1, tempo.interval > 0, since &* 4 >= tempo.interval &* 3 {
      open.interval &+= open.full &- lost
    } else {
      open.credits &+= open.full &- lost
    }
    open.full = 0
    if wait != .none {
      let more = min(trouble &- lost, open.idle)
      open.link &+= more
      open.idle &-= more
    }
  }

  /// On the air: the link carried packets of this side in a connection event, and had none since; now it has more.
  mutating func carry(_ packets: Int, _ time: Int64) {
    advance(to: time)
    if packets <= 1 { open.interval &+= open.full } else { open.credits &+= open.full }
    open.full = 0
    isFull = false
  }

  /// On the air: this side had nothing more to send after all.
  mutating func release(_ time: Int64) {
    advance(to: time)
    open.idle &+= open.full
    open.full = 0
    isFull = false
  }

  /// On the air: this side sends a packet again that it sent first, or last, at `since`.
  mutating func resend(since: Int64, _ time: Int64) {
    advance(to: time)
    let lost = max(0, min(time &- since, open.full &+ open.idle))
    let ofFull = min(lost, open.full)
    open.link &+= lost
    open.full &-= ofFull
    open.idle &-= lost &- ofFull
  }

  /// A request of this side begins or ends.
  mutating func setRequesting(_ isRequesting: Bool, _ time: Int64) {
    guard isRequesting != self.isRequesting else { return }
    change(time) { $0.isRequesting = isRequesting }
  }

  /// The transfer's protocol begins or ends to wait for the other side.
  ///
  /// - Parameter isOperation: whether it waits for the answer to a request, and not for an acknowledgement of data.
  mutating func setAwaiting(_ isAwaiting: Bool, isOperation: Bool, _ time: Int64) {
    guard isAwaiting != self.isAwaiting else { return }
    change(time) { $0.isAwaiting = isAwaiting }
    isAwaitingOperation = isOperation
  }

  /// A procedure that keeps values back begins or ends.
  mutating func setInProcedure(_ isInProcedure: Bool, _ time: Int64) {
    guard isInProcedure != self.isInProcedure else { return }
    advance(to: time)
    self.isInProcedure = isInProcedure
    procedureLeft = Self.longestProcedure
  }

  private mutating func change(_ time: Int64, _ change: (inout PaceClock) -> Void) {
    advance(to: time)
    let before = wait
    change(&self)
    guard wait != before else { return }
    switch before {
    case .none: settleFree()
    case .response: settle(.response) { $0.responses.add($1, interval: $0.tempo.interval) }
    case .acknowledgement:
      settle(.acknowledgement) { clock, wait in
        clock.isAwaitingOperation
          ? clock.operations.add(wait, interval: clock.tempo.interval)
          : clock.acknowledgements.add(wait, interval: clock.tempo.interval)
      }
    }
  }

  // MARK: - Settling

  /// Gives the open time to a wait that is over.
  private mutating func settle(_ limiter: Limiter, _ excess: (inout PaceClock, Int64) -> Int64) {
    let rest = open.total &- open.link
    // While packets are under way the other side cannot answer them.
    let own = max(0, rest &- max(0, open.queued &- open.link))
    let busy = min(own, excess(&self, own))
    times[.link] &+= open.link
    times[.peerBusy] &+= busy
    times[limiter] &+= rest &- busy
    open = Open()
  }

  /// Gives the open time to what kept a side that waited for nobody.
  private mutating func settleFree() {
    defer { open = Open() }
    times[.procedure] &+= open.procedure
    let afterHeard = open.total &- open.untilHeard
    if (1...Self.mostHeard).contains(open.heard), open.idle > tempo.handOver, afterHeard <= tempo.reaction {
      let wait = open.untilHeard &- open.procedure
      let busy = wait > 0 ? min(wait, acknowledgements.add(wait, interval: tempo.interval)) : 0
      times[.peerBusy] &+= busy
      times[.acknowledgement] &+= max(0, wait) &- busy
      // What was going on besides has been given its time already.
      times[.transmission] &+= open.total &- open.procedure &- max(0, wait)
      return
    }
    let rests = open.idle > max(tempo.handOver, knowsCredits ? open.busy : 0)
    if rests {
      // Who lets buffers go unused for longer than there were none did not wait for them.
      times[knowsCredits ? .sender : .unknown] &+= open.idle &+ open.busy
      return
    }
    times[.credits] &+= open.credits &+ open.full
    times[.interval] &+= open.interval
    times[.link] &+= open.link
    if open.idle <= tempo.handOver {
      times[.transmission] &+= open.idle
    } else {
      times[knowsCredits ? .sender : .unknown] &+= open.idle
    }
  }
}

/// What is known of how a link ticks, for one side.
struct LinkTempo: Sendable, Hashable {
  /// The connection interval in nanoseconds, 0 while it is unknown.
  var interval: Int64 = 0
  /// Connection events that the peripheral may sleep through.
  var latency: Int64 = 0
  /// Packets on the air that the last packet of the host takes.
  var fragments: Int64 = 1
  /// True for the side whose packets are seen only when they arrive: one connection event after the other.
  var isReceived = false

  /// How long a packet may be under way before something is wrong, in nanoseconds.
  var patience: Int64 {
    interval > 0 ? interval &* max(4, 2 &* fragments, 2 &* (latency &+ 1)) : 400_000_000
  }

  /// How long after something that was heard a side goes on at most if it waited for that.
  var reaction: Int64 { max(10_000_000, isReceived ? 2 &* interval &+ interval / 4 : 0) }
  /// Gaps up to this are no rest.
  var handOver: Int64 { max(PaceClock.handOver, isReceived ? interval &+ interval / 4 : 0) }
}
