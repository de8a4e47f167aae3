import ATTParser

/// The two sides of a connection, and what its controller still has to send.
struct LinkPace {
  /// The recording host's side.
  var local = PaceClock()
  /// The other device's side.
  var peer = PaceClock()
  /// The connection's number.
  let connection: Int
  /// The adapter.
  let adapter: UInt16
  /// Packets that were sent to the controller and not yet completed.
  private(set) var inFlight = 0
  /// What the controller said it had sent; on the air, what the central was heard to send.
  var radio = RadioCount()
  /// On the air: what the peripheral was heard to send.
  var peerRadio = RadioCount()
  /// It was recorded by a sniffer.
  var isOfTheAir = false
  /// On the air: where the sides are in their connection events.
  var air = AirPace()
  /// The longest time that the other device was not heard although packets were under way.
  private(set) var silence: LinkSilence?

  /// Payload octets of a packet on the air at most, 0 while they are unknown.
  private var octets = 0
  private var timeout: Int64 = 0
  private var packetsInFlight = 0
  /// Packets of the PDU under way, and of the one before.
  private var pieces = 0
  private var lastPieces = 1
  /// Since when packets are under way and the other device was not heard.
  private var unheard: Moment?
  private var busySince: Int64 = 0

  /// Begins with a connection on which nothing was sent.
  init(connection: Int, adapter: UInt16) {
    self.connection = connection
    self.adapter = adapter
    peer.tempo.isReceived = true
  }

  // MARK: - Settings

  /// Connection parameters come into force, in the units of HCI: 1.25 ms, connection events, 10 ms.
  mutating func set(interval: UInt16, latency: UInt16, timeout: UInt16) {
    local.tempo.interval = Int64(interval) &* 1_250_000
    local.tempo.latency = Int64(latency)
    peer.tempo.interval = local.tempo.interval
    peer.tempo.latency = local.tempo.latency
    self.timeout = Int64(timeout) &* 10_000_000
  }

  /// The longest payload on the air changes.
  mutating func set(octets: Int) { self.octets = octets }

  // MARK: - What happens

  /// A side sends a value.
  mutating func send(_ isLocal: Bool, _ time: Int64) {
    if isLocal { local.send(time) } else { peer.send(time) }
  }

  /// A side hears a value of the other one.
  mutating func hear(_ isLocal: Bool, _ time: Int64) {
    if isLocal { local.hear(time) } else { peer.hear(time) }
  }

  /// A request of a side begins or ends.
  mutating func setRequesting(_ isLocal: Bool, _ isRequesting: Bool, _ time: Int64) {
    if isLocal { local.setRequesting(isRequesting, time) } else { peer.setRequesting(isRequesting, time) }
  }

  /// A procedure that keeps values back begins or ends.
  mutating func setInProcedure(_ isInProcedure: Bool, _ time: Int64) {
    local.setInProcedure(isInProcedure, time)
    peer.setInProcedure(isInProcedure, time)
  }

  /// What the clock of a side shows.
  func reading(_ isLocal: Bool) -> PaceReading {
    isLocal
      ? PaceReading(times: local.times, elapsed: local.elapsed, radio: radio)
      : PaceReading(times: peer.times, elapsed: peer.elapsed, radio: peerRadio)
  }

  /// Packets to the controller that a PDU takes, as far as was seen.
  var packetsPerPDU: Int { max(pieces, lastPieces) }

  /// A packet with so many bytes of data went to the controller.
  mutating func sent(_ bytes: Int, isContinuation: Bool = false, _ moment: Moment) {
    if isContinuation {
      pieces += 1
    } else {
      lastPieces = max(1, pieces)
      pieces = 1
    }
    let time = moment.time.nanoseconds
    let fragments = octets > 0 ? max(1, (bytes + octets - 1) / octets) : 1
    local.tempo.fragments = Int64(fragments)
    if inFlight == 0 {
      busySince = time
      unheard = moment
      local.setQueued(true, time)
    }
    inFlight += 1
    packetsInFlight += fragments
  }

  /// The controller has sent packets.
  mutating func completed(_ count: Int, _ moment: Moment) {
    let time = moment.time.nanoseconds
    local.knowsCredits = true
    let done = min(count, inFlight)
    let packets = inFlight > 0 ? packetsInFlight * done / inFlight : 0
    inFlight -= done
    packetsInFlight -= packets
    local.complete(packets, time)
    radio.packets += packets
    let busy = done > 0 ? max(0, min(time &- busySince, 1 << 40)) : 0
    let interval = local.tempo.interval
    if interval > 0 { radio.events += Double(busy) / Double(interval) }
    busySince = time
    heard(moment)
    if inFlight == 0 {
      unheard = nil
      local.setQueued(false, time)
    }
  }

  /// The other device gave a sign of life.
  mutating func heard(_ moment: Moment) {
    guard let since = unheard else { return }
    unheard = moment
    let nanoseconds = moment.time.nanoseconds(since: since.time)
    guard timeout > 0, nanoseconds > silence?.nanoseconds ?? 0 else { return }
    silence = LinkSilence(
      connection: connection, from: since, to: moment, nanoseconds: nanoseconds, timeout: timeout)
  }
}

/// What was measured of one side of a connection up to a time.
struct PaceReading: Sendable, Hashable {
  /// What it waited for.
  var times = LimiterTimes()
  /// All time so far, in nanoseconds.
  var elapsed: Int64 = 0
  /// What its controller sent.
  var radio = RadioCount()
}

/// What one side sent on a link so far, as its controller said or as it was heard on the air.
struct RadioCount: Sendable, Hashable {
  /// Packets on the air.
  var packets = 0
  /// Connection events in which there were any to send.
  var events = 0.0
  /// On the air: packets that were sent before, not among ``packets``.
  var repeated = 0
  /// On the air: packets that the sniffer missed, at least; they may have been empty.
  var missed = 0
}

/// A time in which packets were under way and the other device was not heard.
public struct LinkSilence: Sendable, Hashable {
  /// The connection's number.
  public let connection: Int
  /// The last sign of it, or the first packet that was under way.
  public let from: Moment
  /// The next sign of it.
  public let to: Moment
  /// How long it took.
  public let nanoseconds: Int64
  /// The supervision timeout that would have ended the connection, in nanoseconds.
  public let timeout: Int64

  /// The share of the supervision timeout, 1 when the connection was about to end.
  public var share: Double { Double(nanoseconds) / Double(timeout) }
  /// True when it is worth a remark: half of the supervision timeout.
  public var isLong: Bool { share >= 0.5 }
}
