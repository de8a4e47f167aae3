public import ATTParser

/// Walks the frames of a capture beside a ``SessionBuilder`` and measures every stream of values.
///
/// ```swift
/// while reader.next(into: &frame) {
///   let connection = builder.add(&frame, &reader)
///   meters.add(&frame, connection, &builder, &reader)
/// }
/// ```
public struct ThroughputBuilder: ~Copyable {
  /// Streams measured at most; of more the first ones are.
  static let limit = 1 << 12
  /// Gaps of less are no stalls, unless told otherwise: nanoseconds.
  public static let standardFloor: Int64 = 250_000_000

  private let stallFloor: Int64
  private var meters: [StreamMeter] = []
  private var places = IntegerMap()
  private var links: [Int: LinkPace] = [:]
  private var adapters: [UInt16: AdapterCredits] = [:]
  private var notKept = 0

  /// - Parameter stallFloor: nanoseconds that a stall has at least.
  public init(stallFloor: Int64 = standardFloor) { self.stallFloor = stallFloor }

  /// Adds the frame that the session builder has just taken.
  ///
  /// - Parameter connection: the connection's number, 0 when it belongs to none.
  public mutating func add(
    _ frame: inout DecodedFrame, _ connection: Int, _ builder: inout SessionBuilder,
    _ reader: inout CaptureReader
  ) {
    let time = frame.record.timestamp.nanoseconds
    switch frame.packet {
    case .event(let event): add(event, frame.record, connection, time, &builder, &reader)
    case .command(let command): add(command, connection, time)
    case .acl where connection != 0: addData(&frame, connection, time, &builder)
    default: break
    }
  }

  /// Ends the walk and returns the streams, in the order they begin.
  public consuming func finish() -> [StreamMeter] { meters }

  // MARK: - Packets

  private mutating func addData(
    _ frame: inout DecodedFrame, _ connection: Int, _ time: Int64, _ builder: inout SessionBuilder
  ) {
    let adapter = frame.record.adapter
    if frame.record.direction == .sent {
      link(connection) { $0.sent(time) }
      adapters[adapter, default: AdapterCredits()].inFlight += 1
    }
    switch frame.payload {
    case .att(let att): add(att, frame.record, connection, time, &builder)
    case .smp(let command):
      // From Pairing Request to the change of encryption, or to Pairing Failed.
      if command.code == 0x01 { procedure(connection, true, time) }
      if command.code == 0x05 { procedure(connection, false, time) }
    default: break
    }
    // A packet that fills the buffers keeps the next one back, not itself.
    updateFull(adapter, time)
  }

  private mutating func add(
    _ att: ATTFrame, _ record: Record, _ connection: Int, _ time: Int64, _ builder: inout SessionBuilder
  ) {
    let isSent = record.direction == .sent
    if let (kind, handle, count) = Self.value(att) {
      link(connection) { $0.send(isSent, time) }
      let place = place(connection, kind, record.direction, handle, Moment(record))
      if place >= 0, let pace = links[connection] {
        meters[place].add(count, Moment(record), pace.times(isSent), isSent ? pace.radio : RadioCount())
      }
    }
    switch att.opcode.kind {
    case .request, .indication: link(connection) { $0.setRequesting(isSent, true, time) }
    case .response, .confirmation: link(connection) { $0.setRequesting(!isSent, false, time) }
    case .command, .notification, .unknown: break
    }
    if let client = builder.waitingClient(connection) {
      link(connection) { pace in
        pace.local.setAwaiting(client == .local, time)
        pace.peer.setAwaiting(client == .peer, time)
      }
    }
  }

  /// The stream that a PDU is part of, and the bytes of its value.
  private static func value(_ att: ATTFrame) -> (ValueStream.Kind, AttributeHandle, Int)? {
    let missing = Int(att.missingBytes)
    switch att.pdu {
    case .handleValueNotification(let handle, let value):
      return (.notification, handle, value.count + missing)
    case .handleValueIndication(let handle, let value): return (.indication, handle, value.count + missing)
    case .writeCommand(let handle, let value): return (.writeCommand, handle, value.count + missing)
    case .writeRequest(let handle, let value): return (.writeRequest, handle, value.count + missing)
    case .prepareWriteRequest(let handle, _, let value): return (.longWrite, handle, value.count + missing)
    default: return nil
    }
  }

  private mutating func place(
    _ connection: Int, _ kind: ValueStream.Kind, _ direction: Direction, _ handle: AttributeHandle,
    _ moment: Moment
  ) -> Int {
    let key = ValueStreamTable.key(UInt64(connection), kind, direction, handle)
    let known = places.find(key)
    if known >= 0 { return known }
    guard meters.count < Self.limit else {
      notKept += 1
      return -1
    }
    let pace = links[connection] ?? LinkPace()
    let isSent = direction == .sent
    meters.append(
      StreamMeter(
        connection: connection, kind, direction, handle, moment,
        pace.times(isSent), isSent ? pace.radio : RadioCount(),
        stallFloor: stallFloor))
    places.set(key, meters.count - 1)
    return meters.count - 1
  }

  // MARK: - Commands and events

  private mutating func add(_ command: HCICommand, _ connection: Int, _ time: Int64) {
    guard connection != 0 else { return }
    if case .connectionUpdate = command.details { procedure(connection, true, time) }
  }

  private mutating func add(
    _ event: HCIEvent, _ record: Record, _ connection: Int, _ time: Int64, _ builder: inout SessionBuilder,
    _ reader: inout CaptureReader
  ) {
    switch event.details {
    case .commandComplete(_, _, .leBufferSize(_, let packets)) where packets > 0:
      adapters[record.adapter, default: AdapterCredits()].buffers = Int(packets)
    case .completedPackets(let packets):
      for index in 0..<Int(packets.count) {
        guard let handle = reader.u16(of: packets.pairs, at: 4 * index),
          let count = reader.u16(of: packets.pairs, at: 4 * index + 2)
        else { break }
        let number = builder.connectionNumber(record.adapter, ConnectionHandle(rawValue: handle))
        complete(Int(count), number, record.adapter, time)
      }
    case .leConnectionComplete(let complete) where complete.status == .success && connection != 0:
      link(connection) { $0.interval = Int64(complete.parameters.interval) &* 1_250_000 }
    case .connectionUpdateComplete(let status, _, let parameters) where connection != 0:
      procedure(connection, false, time)
      if status == .success { link(connection) { $0.interval = Int64(parameters.interval) &* 1_250_000 } }
    case .encryptionChange where connection != 0: procedure(connection, false, time)
    case .disconnectionComplete where connection != 0:
      let lost = links[connection]?.inFlight ?? 0
      adapters[record.adapter, default: AdapterCredits()].inFlight -= lost
      link(connection) { $0.inFlight = 0 }
      updateFull(record.adapter, time)
    default: break
    }
  }

  private mutating func complete(_ count: Int, _ connection: Int, _ adapter: UInt16, _ time: Int64) {
    guard connection != 0 else { return }
    link(connection) { pace in
      pace.completed(count, time)
      pace.adapter = adapter
    }
    adapters[adapter, default: AdapterCredits()].complete(count)
    updateFull(adapter, time)
  }

  /// Tells every link of an adapter whether its controller has buffers left.
  private mutating func updateFull(_ adapter: UInt16, _ time: Int64) {
    let isFull = adapters[adapter]?.isFull ?? false
    guard adapters[adapter]?.wasFull != isFull else { return }
    adapters[adapter]?.wasFull = isFull
    for connection in links.keys where links[connection]?.adapter == adapter {
      link(connection) { $0.local.setFull(isFull, time) }
    }
  }

  private mutating func procedure(_ connection: Int, _ isGoingOn: Bool, _ time: Int64) {
    link(connection) { pace in
      pace.local.setInProcedure(isGoingOn, time)
      pace.peer.setInProcedure(isGoingOn, time)
    }
  }

  private mutating func link(_ connection: Int, _ change: (inout LinkPace) -> Void) {
    change(&links[connection, default: LinkPace()])
  }
}

/// The buffers of a controller, which all links of an adapter share.
private struct AdapterCredits {
  /// Buffers, as LE Read Buffer Size tells; nil when that is not in the capture.
  var buffers: Int?
  /// Packets that were sent to the controller and not yet completed.
  var inFlight = 0
  /// Whether the links were told that it is full.
  var wasFull = false
  private var hasCompleted = false
  private var mostInFlight = 0

  /// True when no packet more fits; without a number, when as many are under way as ever were.
  var isFull: Bool {
    guard hasCompleted else { return false }
    if let buffers { return inFlight >= buffers }
    return mostInFlight >= 3 && inFlight >= mostInFlight
  }

  mutating func complete(_ count: Int) {
    mostInFlight = max(mostInFlight, inFlight)
    hasCompleted = true
    inFlight = max(0, inFlight - count)
  }
}

/// The two sides of a connection, and what its controller still has to send.
private struct LinkPace {
  /// The recording host's side.
  var local = PaceClock()
  /// The other device's side.
  var peer = PaceClock()
  /// The adapter, once packets of the link were completed.
  var adapter: UInt16?
  /// Packets that were sent to the controller and not yet completed.
  var inFlight = 0
  /// What the controller said it had sent.
  var radio = RadioCount()
  private var busySince: Int64?

  /// The connection interval in nanoseconds, 0 while it is unknown.
  var interval: Int64 {
    get { local.interval }
    set {
      local.interval = newValue
      peer.interval = newValue
    }
  }

  /// A side sends a value.
  mutating func send(_ isLocal: Bool, _ time: Int64) {
    if isLocal { local.send(time) } else { peer.send(time) }
  }

  /// A request of a side begins or ends.
  mutating func setRequesting(_ isLocal: Bool, _ isRequesting: Bool, _ time: Int64) {
    if isLocal { local.setRequesting(isRequesting, time) } else { peer.setRequesting(isRequesting, time) }
  }

  /// The settled times of a side.
  func times(_ isLocal: Bool) -> LimiterTimes { isLocal ? local.times : peer.times }

  /// A packet went to the controller.
  mutating func sent(_ time: Int64) {
    if inFlight == 0 { busySince = time }
    inFlight += 1
  }

  /// The controller has sent packets.
  mutating func completed(_ count: Int, _ time: Int64) {
    local.knowsCredits = true
    local.complete(count, time)
    radio.packets += count
    inFlight = max(0, inFlight - count)
    if let since = busySince {
      radio.busy &+= max(0, time &- since)
      busySince = inFlight > 0 ? time : nil
    }
  }
}
