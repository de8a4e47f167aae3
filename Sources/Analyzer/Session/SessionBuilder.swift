public import ATTParser

/// Walks the frames of a capture once and builds its connections and their streams.
///
/// The only mutable walk over a capture. What it keeps grows with connections, attributes and errors, not
/// with packets, and each of those has a limit that only a forged capture reaches.
public struct SessionBuilder: ~Copyable {
  /// Connection instances kept at most; those beyond are counted and reported as not kept.
  static let connectionLimit = 1 << 18
  /// Error Responses and failed connection attempts kept at most.
  static let eventLimit = 1 << 18

  /// What PDUs change of their connection, apart from the rest so that they touch plain integers only.
  ///
  /// Notifications and Write Commands, of which there are millions, change their stream alone; ``finish(_:)``
  /// adds the streams up.
  private struct Tally: BitwiseCopyable {
    var lastSeen: Moment
    var sent = 0
    var received = 0
    var newestStream: Int32 = -1
  }

  private var connections: [Connection] = []
  private var tallies = PackedArray<Tally>()
  private var live = IntegerMap()
  /// PDUs by opcode, one row of ``ATTOpcode/indexCount`` a connection.
  private var opcodeCounts = PackedArray<UInt32>()
  private var streams = ValueStreamTable()
  private var reads: [PendingReads] = []
  private var errors: [ATTErrorEvent] = []
  private var failures: [FailedConnection] = []
  private var quality = CaptureQuality()
  private var notKept = Analysis.NotKept()

  private var firstTime: Timestamp?
  private var previousTime = Timestamp(nanoseconds: .min)
  // Up to the last time that the clock went back; since then time has only grown.
  private var earliest = Timestamp(nanoseconds: .max)
  private var latest = Timestamp(nanoseconds: .min)

  // The connection of the frame before, which is that of this one most of the time.
  private var lastKey = UInt64.max
  private var lastPlace = 0

  /// Makes a builder that has seen nothing.
  public init() {}

  /// Adds every frame that is left in a capture.
  public mutating func addAll(_ reader: inout CaptureReader) {
    var frame = DecodedFrame()
    while reader.next(into: &frame) { _ = addHot(&frame) }
  }

  /// Adds the next frame and returns the number of its connection instance, 0 when it belongs to none.
  @discardableResult
  public mutating func add(_ frame: DecodedFrame) -> Int {
    var frame = frame
    return addHot(&frame)
  }

  // `inout`, although nothing is changed: a borrowed argument of this size is copied for every frame.
  @inline(__always)
  private mutating func addHot(_ frame: inout DecodedFrame) -> Int {
    let time = frame.record.timestamp
    if time < previousTime || firstTime == nil { noteTime(time) }
    previousTime = time
    if frame.problem != nil { noteProblem(of: &frame) }
    if frame.kind == .att {
      let link = Self.key(frame.record.adapter, frame.aclHeader.connectionHandle)
      let connection: Int
      switch frame.att.pdu {
      case .handleValueNotification(let handle, let value):
        let key = ValueStreamTable.key(link, .notification, frame.record.direction, handle)
        connection = streams.add(to: key, bytes: value.count &+ Int(frame.att.missingBytes), &frame)
      case .writeCommand(let handle, let value):
        let key = ValueStreamTable.key(link, .writeCommand, frame.record.direction, handle)
        connection = streams.add(to: key, bytes: value.count &+ Int(frame.att.missingBytes), &frame)
      default: connection = 0
      }
      return connection != 0 ? connection : addRareATT(&frame)
    }
    if frame.kind == .event {
      switch frame.event.details {
      case .advertisingReports: return 0
      case .completedPackets(let packets) where packets.count == 1:
        let key = Self.key(frame.record.adapter, packets.firstHandle)
        return key == lastKey ? lastPlace &+ 1 : live.find(key) &+ 1
      default: return addEvent(frame.event, frame.record)
      }
    }
    if frame.kind == .fragment {
      return place(frame.record.adapter, frame.aclHeader.connectionHandle, &frame) &+ 1
    }
    return addRare(&frame)
  }

  @inline(never)
  private mutating func noteTime(_ time: Timestamp) {
    if firstTime == nil {
      firstTime = time
      earliest = time
      return
    }
    quality.timeWentBack += 1
    latest = max(latest, previousTime)
    earliest = min(earliest, time)
  }

  @inline(never)
  private mutating func noteProblem(of frame: inout DecodedFrame) {
    guard let problem = frame.problem else { return }
    if frame.record.missingBytes > 0 { quality.truncatedFrames += 1 }
    quality.add(problem, frame: frame.record.number)
  }

  // MARK: - Finding connections

  /// The place of the connection that data on a handle belongs to; a handle nobody opened opens one.
  @inline(__always)
  private mutating func place(
    _ adapter: UInt16, _ handle: ConnectionHandle, _ frame: inout DecodedFrame
  ) -> Int {
    let key = Self.key(adapter, handle)
    if key == lastKey { return lastPlace }
    let found = live.find(key)
    lastPlace = found >= 0 ? found : append(.unknown, adapter, handle, frame.record)
    lastKey = key
    return lastPlace
  }

  /// The number of the connection open on a handle, 0 when none is.
  private func liveNumber(_ adapter: UInt16, _ handle: ConnectionHandle) -> Int {
    live.find(Self.key(adapter, handle)) + 1
  }

  private static func key(_ adapter: UInt16, _ handle: ConnectionHandle) -> UInt64 {
    UInt64(adapter) &<< 12 | UInt64(handle.rawValue)
  }

  @inline(never)
  private mutating func append(
    _ transport: Transport, _ adapter: UInt16, _ handle: ConnectionHandle, _ record: Record
  ) -> Int {
    if connections.count >= Self.connectionLimit {
      // The last one takes the rest, so that nothing is lost without being said.
      notKept.connections += 1
      return connections.count - 1
    }
    let connection = Connection(
      id: connections.count + 1, transport: transport, adapter: adapter, handle: handle,
      firstSeen: Moment(record))
    connections.append(connection)
    tallies.append(Tally(lastSeen: Moment(record)))
    reads.append(PendingReads())
    for _ in 0..<ATTOpcode.indexCount { opcodeCounts.append(0) }
    live.set(Self.key(adapter, handle), connections.count - 1)
    lastKey = .max
    return connections.count - 1
  }

  /// Ends the connection on a handle, if one is open.
  private mutating func close(
    _ adapter: UInt16, _ handle: ConnectionHandle, _ closing: Connection.Closing?
  ) -> Int {
    let key = Self.key(adapter, handle)
    let place = live.find(key)
    guard place >= 0 else { return 0 }
    connections[place].closed = closing
    streams.close(newest: tallies[place].newestStream)
    live.remove(key)
    lastKey = .max
    return place + 1
  }

  /// Ends every connection of an adapter, which was reset or removed.
  private mutating func closeAll(_ adapter: UInt16, _ record: Record) {
    for place in connections.indices.reversed() {
      let connection = connections[place]
      guard connection.adapter == adapter, connection.closed == nil,
        live.find(Self.key(adapter, connection.handle)) == place
      else { continue }
      let closing = Connection.Closing(moment: Moment(record), reason: nil, by: .local)
      _ = close(adapter, connection.handle, closing)
    }
  }

  // MARK: - ATT

  /// Adds an ATT PDU that is not one more of a stream that is there.
  @inline(never)
  private mutating func addRareATT(_ frame: inout DecodedFrame) -> Int {
    let place = place(frame.record.adapter, frame.aclHeader.connectionHandle, &frame)
    let att = frame.att
    let missing = Int(att.missingBytes)
    switch att.pdu {
    case .handleValueNotification(let handle, let value):
      // Counted as part of its stream, unless that is not kept.
      if addValue(.notification, handle, value.count + missing, &frame, place) >= 0 { return place + 1 }
    case .writeCommand(let handle, let value):
      if addValue(.writeCommand, handle, value.count + missing, &frame, place) >= 0 { return place + 1 }
    case .writeRequest(let handle, let value):
      addValue(.writeRequest, handle, value.count + missing, &frame, place)
    case .handleValueIndication(let handle, let value):
      addValue(.indication, handle, value.count + missing, &frame, place)
    case .signedWriteCommand(let handle, let value, _):
      addValue(.signedWrite, handle, value.count + missing, &frame, place)
    case .prepareWriteRequest(let handle, _, let value):
      addValue(.longWrite, handle, value.count + missing, &frame, place)
    case .readRequest(let handle):
      addRead(.read, handle, &frame, place)
    case .readBlobRequest(let handle, _):
      addRead(.readBlob, handle, &frame, place)
    case .readResponse(let value), .readBlobResponse(let value):
      let pending = reads[place].take(
        bearer: att.bearer, requestDirection: frame.record.direction.opposite, answer: att.opcode)
      if let pending { streams.addBytes(pending.stream, value.count + missing) }
    case .errorResponse(let request, let handle, let code):
      reads[place].remove(bearer: att.bearer, direction: frame.record.direction.opposite)
      add(
        ATTErrorEvent(
          connection: place + 1, moment: Moment(frame.record), request: request, attributeHandle: handle,
          code: code))
    case .exchangeMTURequest(let mtu) where att.bearer == 0:
      addMTU(place, frame.record, client: mtu, server: nil)
    case .exchangeMTUResponse(let mtu) where att.bearer == 0:
      addMTU(place, frame.record, client: nil, server: mtu)
    case .readByTypeResponse, .readByGroupTypeResponse, .findInformationResponse, .findByTypeValueResponse:
      connections[place].hasDiscovery = true
    default:
      break
    }
    opcodeCounts[place * ATTOpcode.indexCount + att.opcode.index] &+= 1
    tallies[place].lastSeen = Moment(frame.record)
    if frame.record.direction == .sent { tallies[place].sent &+= 1 }
    if frame.record.direction == .received { tallies[place].received &+= 1 }
    return place + 1
  }

  @discardableResult
  private mutating func addValue(
    _ kind: ValueStream.Kind, _ handle: AttributeHandle, _ bytes: Int, _ frame: inout DecodedFrame,
    _ place: Int
  ) -> Int {
    let link = Self.key(frame.record.adapter, frame.aclHeader.connectionHandle)
    let direction = frame.record.direction
    return streams.add(
      ValueStreamTable.key(link, kind, direction, handle),
      ValueStream(place + 1, kind, direction, handle, Moment(frame.record)),
      newest: &tallies[place].newestStream, bytes: bytes, &frame)
  }

  private mutating func addRead(
    _ kind: ValueStream.Kind, _ handle: AttributeHandle, _ frame: inout DecodedFrame, _ place: Int
  ) {
    let stream = addValue(kind, handle, 0, &frame, place)
    reads[place].add(
      PendingRead(
        bearer: frame.att.bearer, direction: frame.record.direction, opcode: frame.att.opcode, stream: stream)
    )
  }

  private mutating func add(_ error: ATTErrorEvent) {
    guard errors.count < Self.eventLimit else {
      notKept.errors += 1
      return
    }
    errors.append(error)
  }

  private mutating func addMTU(_ place: Int, _ record: Record, client: UInt16?, server: UInt16?) {
    var exchange =
      connections[place].mtu
      ?? Connection.MTUExchange(client: nil, server: nil, effective: nil, moment: Moment(record))
    if let client {
      exchange.client = client
      exchange.moment = Moment(record)
    }
    if let server {
      exchange.server = server
      exchange.moment = Moment(record)
      // In force from the response on (Vol 3, Part F, 3.4.2.2); 23 is the least either side may name.
      exchange.effective = exchange.client.map { max(23, min($0, server)) }
    }
    connections[place].mtu = exchange
  }

  // MARK: - Everything else

  @inline(never)
  private mutating func addRare(_ frame: inout DecodedFrame) -> Int {
    let record = frame.record
    switch frame.kind {
    case .note:
      quality.notes += 1
      // The Linux monitor says when an adapter goes away: opcodes 1 (deleted) and 9 (closed).
      if record.packetType == .monitorNote, record.code == 1 || record.code == 9 {
        closeAll(record.adapter, record)
      }
      return 0
    case .command:
      if frame.command.opcode == .reset { closeAll(record.adapter, record) }
      guard let handle = frame.command.connectionHandle else { return 0 }
      return liveNumber(record.adapter, handle)
    case .controllerDebug:
      quality.controllerDebugFrames += 1
      return 0
    case .acl, .segment, .signaling, .smp, .sdu, .other:
      let place = place(record.adapter, frame.aclHeader.connectionHandle, &frame)
      tallies[place].lastSeen = Moment(record)
      learnTransport(&frame, place)
      return place + 1
    case .synchronous, .iso, .event, .att, .fragment:
      return 0
    }
  }

  /// A connection that began before the capture shows its transport by its fixed channels.
  private mutating func learnTransport(_ frame: inout DecodedFrame, _ place: Int) {
    guard connections[place].transport == .unknown, let header = frame.l2cap else { return }
    switch header.channelID {
    case .leSignaling, .securityManager: connections[place].transport = .le
    case .signaling: connections[place].transport = .brEDR
    default: break
    }
  }

  @inline(never)
  private mutating func addEvent(_ event: HCIEvent, _ record: Record) -> Int {
    let moment = Moment(record)
    switch event.details {
    case .leConnectionComplete(let complete):
      return open(complete, record)
    case .connectionComplete(let status, let handle, let peer, let linkType):
      guard status == .success else {
        fail(
          FailedConnection(
            moment: moment, transport: .brEDR, adapter: record.adapter, status: status, peer: peer))
        return 0
      }
      guard linkType == 1 else { return 0 }
      _ = close(record.adapter, handle, nil)
      let place = append(.brEDR, record.adapter, handle, record)
      connections[place].opened = moment
      connections[place].peer = peer
      return place + 1
    case .disconnectionComplete(let status, let handle, let reason):
      guard status == .success else { return liveNumber(record.adapter, handle) }
      return close(
        record.adapter, handle, Connection.Closing(moment: moment, reason: reason, by: .init(reason)))
    case .connectionUpdateComplete(let status, let handle, let parameters):
      return change(record.adapter, handle) { connection in
        guard status == .success, connection.parameters.count < Connection.mostChanges else { return }
        connection.parameters.append(.init(moment: moment, parameters: parameters))
      }
    case .phyUpdateComplete(let status, let handle, let tx, let rx):
      return change(record.adapter, handle) { connection in
        guard status == .success, connection.phys.count < Connection.mostChanges else { return }
        connection.phys.append(.init(moment: moment, tx: tx, rx: rx))
      }
    case .dataLengthChange(let handle, let lengths):
      return change(record.adapter, handle) { connection in
        guard connection.dataLengths.count < Connection.mostChanges else { return }
        connection.dataLengths.append(.init(moment: moment, lengths: lengths))
      }
    case .encryptionChange(let status, let handle, let enabled):
      return change(record.adapter, handle) {
        $0.encryption = .init(moment: moment, status: status, enabled: enabled)
      }
    case .encryptionKeyRefresh(let status, let handle):
      return change(record.adapter, handle) {
        $0.encryption = .init(moment: moment, status: status, enabled: status == .success ? 1 : 0)
      }
    default:
      guard let handle = event.connectionHandle else { return 0 }
      return liveNumber(record.adapter, handle)
    }
  }

  private mutating func open(_ complete: LEConnectionComplete, _ record: Record) -> Int {
    guard complete.status == .success else {
      let peer = complete.peer.value == 0 ? nil : complete.peer
      fail(
        FailedConnection(
          moment: Moment(record), transport: .le, adapter: record.adapter, status: complete.status, peer: peer
        ))
      return 0
    }
    _ = close(record.adapter, complete.connectionHandle, nil)
    let place = append(.le, record.adapter, complete.connectionHandle, record)
    connections[place].opened = Moment(record)
    connections[place].role = complete.role == 0 ? .central : complete.role == 1 ? .peripheral : .unknown
    connections[place].peer = complete.peer
    connections[place].peerType = complete.peerType
    connections[place].parameters = [.init(moment: Moment(record), parameters: complete.parameters)]
    return place + 1
  }

  private mutating func fail(_ failure: FailedConnection) {
    guard failures.count < Self.eventLimit else {
      notKept.failures += 1
      return
    }
    failures.append(failure)
  }

  /// Changes the connection open on a handle and returns its number; a handle nobody opened opens none.
  private mutating func change(
    _ adapter: UInt16, _ handle: ConnectionHandle, _ body: (inout Connection) -> Void
  ) -> Int {
    let place = live.find(Self.key(adapter, handle))
    guard place >= 0 else { return 0 }
    body(&connections[place])
    return place + 1
  }

  // MARK: - The result

  /// Adds to each connection what only its streams were told.
  private mutating func addUpStreams() {
    for place in connections.indices {
      connections[place].lastSeen = tallies[place].lastSeen
      connections[place].pdusSent = tallies[place].sent
      connections[place].pdusReceived = tallies[place].received
    }
    for stream in streams.all {
      let place = stream.connection - 1
      connections[place].usesHandles = true
      let opcode: ATTOpcode
      switch stream.kind {
      case .notification: opcode = .handleValueNotification
      case .writeCommand: opcode = .writeCommand
      default: continue
      }
      opcodeCounts[place * ATTOpcode.indexCount + opcode.index] &+= UInt32(truncatingIfNeeded: stream.count)
      if stream.direction == .sent { connections[place].pdusSent += stream.count }
      if stream.direction == .received { connections[place].pdusReceived += stream.count }
      if stream.last.frame > connections[place].lastSeen.frame { connections[place].lastSeen = stream.last }
    }
  }

  /// Ends the walk and returns what it found.
  public consuming func finish(_ facts: SourceFacts = SourceFacts()) -> Analysis {
    addUpStreams()
    quality.conclude(connections, facts)
    notKept.streamPDUs = streams.overflow
    latest = max(latest, previousTime)
    return Analysis(
      connections: connections, opcodeCounts: opcodeCounts.toArray(), streams: streams.all, errors: errors,
      failedConnections: failures, quality: quality, notKept: notKept,
      firstTime: firstTime, duration: firstTime == nil ? 0 : latest.seconds(since: earliest))
  }
}

extension Connection.Closing.Side {
  /// Who ended a connection, by the reason given (Vol 1, Part F, 1.3).
  init(_ reason: ErrorCode) {
    switch reason.rawValue {
    case 0x13, 0x14, 0x15: self = .peer
    case 0x16: self = .local
    default: self = .link
    }
  }
}
