/// Says of every nanosecond what one side of a connection was waiting for.
///
/// Time is given to a limiter when it is over: a wait for an acknowledgement is only known to have been too
/// long when it ends. What is not settled yet is in `open`. Every nanosecond is in one place, so sums are exact.
struct PaceClock {
  /// What the time that runs belongs to.
  private enum State {
    case full, response, acknowledgement, procedure, idle
  }

  /// Gaps up to this count as handing values over: a host needs some time for each.
  static let handOver: Int64 = 4_000_000

  /// Settled times.
  private(set) var times = LimiterTimes()
  /// False for a side whose controller is not seen to take packets.
  var knowsCredits = false
  /// True while the controller has no buffer left.
  private(set) var isFull = false
  /// True while a request of this side waits for its answer.
  private(set) var isRequesting = false
  /// True while the transfer's protocol waits for the other side.
  private(set) var isAwaiting = false
  /// True while a procedure goes on that keeps values back.
  private(set) var isInProcedure = false
  /// The connection interval in nanoseconds, 0 while it is unknown.
  var interval: Int64 = 0

  private var last: Int64?
  private var state = State.idle
  /// Unsettled time in the present state.
  private var open: Int64 = 0
  private var responses = UsualWait()
  private var acknowledgements = UsualWait()

  /// Moves on to a time.
  mutating func advance(to time: Int64) {
    if let last {
      // A clock that goes back takes no time away.
      if time > last {
        open &+= time &- last
        self.last = time
      }
    } else {
      last = time
    }
  }

  // MARK: - What happens

  /// This side sends a value.
  mutating func send(_ time: Int64) {
    advance(to: time)
    settle()
  }

  /// The controller's buffers are full, or no longer.
  mutating func setFull(_ isFull: Bool, _ time: Int64) {
    guard isFull != self.isFull else { return }
    advance(to: time)
    change { $0.isFull = isFull }
  }

  /// The controller says that it has sent packets of this link.
  mutating func complete(_ packets: Int, _ time: Int64) {
    advance(to: time)
    guard state == .full else { return }
    // One packet an event is as much as the interval lets through.
    let limiter: Limiter = packets <= 1 ? .interval : .credits
    let usual = interval > 0 ? 4 &* interval : 400_000_000
    if open > usual, interval > 0 {
      times[.link] &+= open &- interval
      times[limiter] &+= interval
    } else {
      times[limiter] &+= open
    }
    open = 0
  }

  /// A request of this side begins or ends.
  mutating func setRequesting(_ isRequesting: Bool, _ time: Int64) {
    guard isRequesting != self.isRequesting else { return }
    advance(to: time)
    change { $0.isRequesting = isRequesting }
  }

  /// The transfer's protocol begins or ends to wait for the other side.
  mutating func setAwaiting(_ isAwaiting: Bool, _ time: Int64) {
    guard isAwaiting != self.isAwaiting else { return }
    advance(to: time)
    change { $0.isAwaiting = isAwaiting }
  }

  /// A procedure that keeps values back begins or ends.
  mutating func setInProcedure(_ isInProcedure: Bool, _ time: Int64) {
    guard isInProcedure != self.isInProcedure else { return }
    advance(to: time)
    change { $0.isInProcedure = isInProcedure }
  }

  private mutating func change(_ change: (inout PaceClock) -> Void) {
    change(&self)
    let next: State =
      isFull
      ? .full : isRequesting ? .response : isAwaiting ? .acknowledgement : isInProcedure ? .procedure : .idle
    guard next != state else { return }
    settle()
    state = next
  }

  /// Gives the time that is open to a limiter.
  private mutating func settle() {
    defer { open = 0 }
    guard open > 0 else { return }
    switch state {
    case .full: times[.credits] &+= open
    case .response: settle(.response, responses.add(open, interval))
    case .acknowledgement: settle(.acknowledgement, acknowledgements.add(open, interval))
    case .procedure: times[.procedure] &+= open
    case .idle:
      times[open <= Self.handOver ? .transmission : knowsCredits ? .sender : .unknown] &+= open
    }
  }

  private mutating func settle(_ limiter: Limiter, _ usual: Int64) {
    times[limiter] &+= min(open, usual)
    times[.peerBusy] &+= max(0, open &- usual)
  }
}

/// How long waits of one kind usually are: what is longer than twice the median of the last ones is not usual.
struct UsualWait {
  /// Waits looked back at.
  private static let depth = 31
  private var waits: [Int64] = []
  private var next = 0

  /// Adds a wait and returns how much of it is usual.
  mutating func add(_ wait: Int64, _ interval: Int64) -> Int64 {
    // Until there is a history, an answer may take a few connection events.
    let floor = max(4 &* interval, 60_000_000)
    var usual = floor
    if waits.count >= 4 {
      let sorted = waits.sorted()
      usual = max(floor, 2 &* sorted[sorted.count / 2])
    } else if let shortest = waits.min() {
      usual = max(floor, 2 &* shortest)
    }
    if waits.count < Self.depth {
      waits.append(wait)
    } else {
      waits[next] = wait
      next = (next + 1) % Self.depth
    }
    return usual
  }
}
