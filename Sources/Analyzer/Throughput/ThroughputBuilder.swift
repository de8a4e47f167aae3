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
  /// Streams measured at most; when there are more, the short ones of connections that ended are forgotten.
  static let streamLimit = 2048
  /// Values that a stream of a connection that ended has to have when there are too many.
  private static let fewestValues = 8
  /// Connections measured at the same time; of more the first ones are.
  static let linkLimit = 4096
  /// Stalls kept of all streams; more are counted.
  static let stallLimit = 65_536
  /// Silences of links that are kept.
  static let silenceLimit = 4096
  /// Gaps of less are no stalls, unless told otherwise: nanoseconds.
  public static let standardFloor: Int64 = 250_000_000

  private let stallFloor: Int64
  private var meters: [StreamMeter] = []
  private var places = IntegerMap()
  /// The connections that are measured; the places of those that are over are used again.
  var links: [LinkPace] = []
  /// The place of each connection in `links`; `Self.ended` for those that are over or not measured.
  private var linkPlaces = IntegerMap()
  private var freePlaces: [Int] = []
  private var adapters: [AdapterCredits] = []
  private var adapterPlaces = IntegerMap()
  private var silences: [LinkSilence] = []
  private var stallsKept = 0
  private var notMeasured = 0
  private var fullAt = 0

  private static let ended = 1 << 30

  /// - Parameter stallFloor: nanoseconds that a stall has at least.
  public init(stallFloor: Int64 = standardFloor) { self.stallFloor = stallFloor }

  /// Adds the frame that the session builder has just taken.
  ///
  /// - Parameter connection: the connection's number, 0 when it belongs to none.
  public mutating func add(
    _ frame: inout DecodedFrame, _ connection: Int, _ builder: inout SessionBuilder,
    _ reader: inout CaptureReader
  ) {
    switch frame.packet {
    case .event(let event): add(event, frame.record, connection, &builder, &reader)
    case .command(let command): add(command, frame.record, connection)
    case .acl(let header) where connection != 0: add(header, &frame, connection, &builder)
    case .linkLayer where connection != 0: addAir(&frame, connection, &builder)
    default: break
    }
  }

  /// Ends the walk.
  public consuming func finish() -> ThroughputMeters {
    for link in links { Self.keep(link.silence, &silences) }
    for place in meters.indices { meters[place].finish() }
    return ThroughputMeters(
      streams: meters, silences: silences.sorted { $0.from < $1.from }, notMeasured: notMeasured)
  }

  // MARK: - Packets

  private mutating func add(
    _ header: ACLHeader, _ frame: inout DecodedFrame, _ connection: Int, _ builder: inout SessionBuilder
  ) {
    let place = link(connection, frame.record.adapter)
    guard place >= 0 else { return }
    let moment = Moment(frame.record)
    let time = moment.time.nanoseconds
    let usesCredits = frame.record.direction == .sent && !builder.isClassic(connection)
    if usesCredits {
      links[place].sent(Int(header.dataTotalLength), isContinuation: header.isContinuation, moment)
      let adapter = adapter(frame.record.adapter)
      adapters[adapter].inFlight += 1
      adapters[adapter].packetsPerPDU = links[place].packetsPerPDU
    } else {
      links[place].heard(moment)
    }
    switch frame.payload {
    case .att(let att): add(att, frame.record, place, &builder)
    case .smp(let command): add(command, place, time)
    default: break
    }
    // A packet that fills the buffers keeps the next one back, not itself.
    if usesCredits { updateFull(frame.record.adapter, time) }
  }

  /// From Pairing Request to the change of encryption, or to Pairing Failed.
  mutating func add(_ command: SMPCommand, _ place: Int, _ time: Int64) {
    if command.code == .pairingRequest { links[place].setInProcedure(true, time) }
    if command.code == .pairingFailed { links[place].setInProcedure(false, time) }
  }

  /// Adds an ATT PDU of a link.
  mutating func add(
    _ att: ATTFrame, _ record: Record, _ link: Int, _ builder: inout SessionBuilder
  ) {
    let isSent = record.direction == .sent
    let moment = Moment(record)
    let time = moment.time.nanoseconds
    let connection = links[link].connection
    let value = Self.value(att)
    if let (kind, handle, count) = value {
      links[link].hear(!isSent, time)
      links[link].send(isSent, time)
      let place = place(link, kind, record.direction, handle, moment)
      if place >= 0 {
        let isKept = meters[place].add(
          count, moment, links[link].reading(isSent), keepsStall: stallsKept < Self.stallLimit)
        if isKept { stallsKept += 1 }
      }
    }
    switch att.opcode.kind {
    case .request, .indication: links[link].setRequesting(isSent, true, time)
    case .response, .confirmation: links[link].setRequesting(!isSent, false, time)
    case .command, .notification, .unknown: break
    }
    guard let awaited = builder.awaitedAnswer(connection) else { return }
    let isOperation = awaited.isErasing || value?.1 != awaited.dataHandle
    links[link].local.setAwaiting(awaited.client == .local, isOperation: isOperation, time)
    links[link].peer.setAwaiting(awaited.client == .peer, isOperation: isOperation, time)
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

  // MARK: - Commands and events

  private mutating func add(_ command: HCICommand, _ record: Record, _ connection: Int) {
    guard connection != 0 else { return }
    switch command.details {
    case .connectionUpdate, .enableEncryption:
      let place = link(connection, record.adapter)
      if place >= 0 { links[place].setInProcedure(true, record.timestamp.nanoseconds) }
    default: break
    }
  }

  private mutating func add(
    _ event: HCIEvent, _ record: Record, _ connection: Int, _ builder: inout SessionBuilder,
    _ reader: inout CaptureReader
  ) {
    switch event.details {
    case .completedPackets(let packets):
      for index in 0..<Int(packets.count) {
        guard let handle = reader.u16(of: packets.pairs, at: 4 * index),
          let count = reader.u16(of: packets.pairs, at: 4 * index + 2)
        else { break }
        let number = builder.connectionNumber(record.adapter, ConnectionHandle(rawValue: handle))
        if !builder.isClassic(number) { complete(Int(count), number, record) }
      }
    case .commandComplete(_, _, .leBufferSize(let length, let packets)) where packets > 0:
      let place = adapter(record.adapter)
      adapters[place].buffers = Int(packets)
      adapters[place].bufferLength = Int(length)
    case .leConnectionComplete, .connectionUpdateComplete, .encryptionChange, .encryptionKeyRefresh,
      .dataLengthChange, .disconnectionComplete:
      if connection != 0 { change(event, record, connection) }
    default: break
    }
  }

  private mutating func change(_ event: HCIEvent, _ record: Record, _ connection: Int) {
    let place = link(connection, record.adapter)
    guard place >= 0 else { return }
    let time = record.timestamp.nanoseconds
    switch event.details {
    case .leConnectionComplete(let complete) where complete.status == .success:
      set(complete.parameters, place)
      links[place].set(octets: 27)
    case .connectionUpdateComplete(let status, _, let parameters):
      links[place].setInProcedure(false, time)
      if status == .success { set(parameters, place) }
    case .encryptionChange, .encryptionKeyRefresh: links[place].setInProcedure(false, time)
    case .dataLengthChange(_, let lengths): links[place].set(octets: Int(lengths.maxTxOctets))
    case .disconnectionComplete(.success, _, _): end(place, record)
    default: break
    }
  }

  /// Connection parameters come into force.
  mutating func set(_ parameters: ConnectionParameters, _ place: Int) {
    links[place].set(
      interval: parameters.interval, latency: parameters.latency, timeout: parameters.supervisionTimeout)
  }

  private mutating func complete(_ count: Int, _ connection: Int, _ record: Record) {
    guard connection != 0 else { return }
    let place = link(connection, record.adapter)
    guard place >= 0 else { return }
    links[place].completed(count, Moment(record))
    adapters[adapter(record.adapter)].complete(count, on: place)
    updateFull(record.adapter, record.timestamp.nanoseconds)
  }

  // MARK: - Places

  /// The place of a connection's link; -1 when it is over, or one too many.
  mutating func link(_ connection: Int, _ adapter: UInt16) -> Int {
    let key = UInt64(connection)
    let known = linkPlaces.find(key)
    if known >= 0 { return known == Self.ended ? -1 : known }
    if let free = freePlaces.popLast() {
      links[free] = LinkPace(connection: connection, adapter: adapter)
      linkPlaces.set(key, free)
      return free
    }
    guard links.count < Self.linkLimit else {
      linkPlaces.set(key, Self.ended)
      notMeasured += 1
      return -1
    }
    links.append(LinkPace(connection: connection, adapter: adapter))
    linkPlaces.set(key, links.count - 1)
    return links.count - 1
  }

  /// A connection ends, and what its controller had to send is gone.
  mutating func end(_ place: Int, _ record: Record) {
    let link = links[place]
    adapters[adapter(link.adapter)].lose(link.inFlight, on: place)
    Self.keep(link.silence, &silences)
    linkPlaces.set(UInt64(link.connection), Self.ended)
    links[place] = LinkPace(connection: 0, adapter: 0)
    freePlaces.append(place)
    updateFull(record.adapter, record.timestamp.nanoseconds)
  }

  private static func keep(_ silence: LinkSilence?, _ silences: inout [LinkSilence]) {
    if let silence, silence.isLong, silences.count < silenceLimit { silences.append(silence) }
  }

  private mutating func adapter(_ index: UInt16) -> Int {
    let known = adapterPlaces.find(UInt64(index))
    if known >= 0 { return known }
    adapters.append(AdapterCredits())
    adapterPlaces.set(UInt64(index), adapters.count - 1)
    return adapters.count - 1
  }

  /// Tells the links of an adapter whether its controller has buffers left.
  private mutating func updateFull(_ index: UInt16, _ time: Int64) {
    let place = adapter(index)
    let isFull = adapters[place].isFull
    guard adapters[place].wasFull != isFull else { return }
    adapters[place].wasFull = isFull
    for link in adapters[place].links { links[link].local.setFull(isFull, time) }
  }

  /// The place of the stream that a value belongs to; -1 when there are too many.
  private mutating func place(
    _ link: Int, _ kind: ValueStream.Kind, _ direction: Direction, _ handle: AttributeHandle,
    _ moment: Moment
  ) -> Int {
    let key = ValueStreamTable.key(UInt64(links[link].connection), kind, direction, handle)
    let known = places.find(key)
    if known >= 0 { return known }
    if meters.count >= Self.streamLimit { forgetShortStreams() }
    guard meters.count < Self.streamLimit else {
      notMeasured += 1
      return -1
    }
    let isSent = direction == .sent
    var meter = StreamMeter(
      connection: links[link].connection, kind, direction, handle, moment, links[link].reading(isSent),
      stallFloor: stallFloor)
    meter.isOfTheAir = links[link].isOfTheAir
    if isSent, !meter.isOfTheAir { meter.bufferLength = adapters[adapter(links[link].adapter)].bufferLength }
    meters.append(meter)
    places.set(key, meters.count - 1)
    return meters.count - 1
  }

  /// Makes room: short streams of connections that are over tell nothing about throughput.
  private mutating func forgetShortStreams() {
    guard notMeasured >= fullAt else { return }
    meters = meters.filter { meter in
      meter.count >= Self.fewestValues || linkPlaces.find(UInt64(meter.connection)) != Self.ended
    }
    // Not again for every stream of a capture that has nothing but long ones.
    if meters.count > Self.streamLimit / 8 * 7 { fullAt = notMeasured + Self.streamLimit / 8 }
    places.removeAll()
    for (place, meter) in meters.enumerated() {
      places.set(
        ValueStreamTable.key(UInt64(meter.connection), meter.kind, meter.direction, meter.attributeHandle),
        place)
    }
  }
}

/// What a ``ThroughputBuilder`` measured.
public struct ThroughputMeters: Sendable {
  /// The streams, in the order they begin.
  public let streams: [StreamMeter]
  /// The longest silence of each link that had a long one, in order.
  public let silences: [LinkSilence]
  /// Streams and connections that were too many to be measured.
  public let notMeasured: Int
}
