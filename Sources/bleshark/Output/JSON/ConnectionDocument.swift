import ATTParser
import Analyzer

/// One connection instance in the analysis document.
struct ConnectionDocument: Encodable {
  let id: Int
  let transport: String
  let adapter: Int
  let handle: Int?
  let access_address: Int?
  let central: String?
  let central_type: String?
  let role: String
  let peer: String?
  let peer_type: String?
  let identity: String?
  let first_seen: MomentDocument
  let last_seen: MomentDocument
  let opened: MomentDocument?
  let closed: ClosingDocument?
  let parameters: [ParametersDocument]
  let phy: [PHYDocument]
  let data_length: [DataLengthDocument]
  let requests: [LinkRequestDocument]
  let mtu: MTUDocument?
  let encryption: EncryptionDocument?
  let encryptions: [EncryptionDocument]
  let phases: [PhaseDocument]
  let att: ATTDocument
  let gatt: GATTDocument
  let local_gatt: GATTDocument?
  let subscriptions: [SubscriptionDocument]
  let service_changes: [ServiceChangeDocument]
  let long_writes: [LongWriteDocument]
  let streams: [StreamDocument]
  let transfers: [TransferDocument]
  let air: AirDocument?

  init(_ connection: Connection, _ analysis: Analysis) {
    id = connection.id
    transport = connection.transport.name
    adapter = connection.air == nil ? Int(connection.adapter) : 0
    handle = connection.air == nil ? Int(connection.handle.rawValue) : nil
    access_address = connection.air.map { Int($0.accessAddress.rawValue) }
    central = connection.air?.central?.description
    central_type = connection.air?.centralType?.name
    role = connection.role.name
    peer = connection.peer?.description
    peer_type = connection.peerType?.name
    identity = connection.identity?.description
    first_seen = MomentDocument(connection.firstSeen, analysis)
    last_seen = MomentDocument(connection.lastSeen, analysis)
    opened = connection.opened.map { MomentDocument($0, analysis) }
    closed = connection.closed.map { ClosingDocument($0, connection.sides, analysis) }
    parameters = connection.parameters.map { ParametersDocument($0, analysis) }
    phy = connection.phys.map { PHYDocument($0, analysis) }
    data_length = connection.dataLengths.map { DataLengthDocument($0, analysis) }
    requests = connection.requests.map { LinkRequestDocument($0, connection.sides, analysis) }
    mtu = connection.mtu.map { MTUDocument($0, connection.mtuExchanges, connection.sides) }
    encryption = connection.encryption.map { EncryptionDocument($0) }
    encryptions = connection.encryptions.map { EncryptionDocument($0) }
    phases = connection.phases.map { PhaseDocument($0, analysis) }
    att = ATTDocument(connection)
    gatt = GATTDocument(connection.peerTable, connection)
    local_gatt = connection.localTable.isEmpty ? nil : GATTDocument(connection.localTable, nil)
    subscriptions = connection.subscriptions.map { SubscriptionDocument($0, connection.sides, analysis) }
    service_changes = connection.serviceChanges.map { ServiceChangeDocument($0, connection.sides, analysis) }
    long_writes = connection.longWrites.map { LongWriteDocument($0, connection) }
    streams = connection.streams.map { StreamDocument($0, connection, analysis) }
    transfers = analysis.transfers(beginningOn: connection.id).map { TransferDocument($0, analysis) }
    air = connection.air.map { AirDocument($0, analysis) }
  }
}

/// How a connection ended.
struct ClosingDocument: Encodable {
  let frame: Int
  let time_s: Double
  let reason: Int?
  let reason_name: String?
  let by: String

  init(_ closing: Connection.Closing, _ sides: LinkSides, _ analysis: Analysis) {
    frame = closing.moment.frame
    time_s = Numbers.rounded(analysis.seconds(closing.moment.time))
    reason = closing.reason.map { Int($0.rawValue) }
    reason_name = closing.reason?.name
    by = sides.name(closing.by)
  }
}

/// A stretch of a connection's life.
struct PhaseDocument: Encodable {
  let name: String
  let start_s: Double
  let end_s: Double
  let start_frame: Int
  let end_frame: Int

  init(_ phase: Phase, _ analysis: Analysis) {
    name = phase.name.rawValue
    start_s = Numbers.rounded(analysis.seconds(phase.start.time))
    end_s = Numbers.rounded(analysis.seconds(phase.end.time))
    start_frame = phase.start.frame
    end_frame = phase.end.frame
  }
}

/// The ATT traffic of a connection.
struct ATTDocument: Encodable {
  let pdus: [String: Int]
  let errors: [ATTErrorDocument]
  let unanswered: [UnansweredDocument]
  let anomalies: [AnomalyDocument]
  let latency_ms: LatencyDocument?
  let local_latency_ms: LatencyDocument?

  init(_ connection: Connection) {
    pdus = Dictionary(
      uniqueKeysWithValues: connection.opcodeCounts.map { entry in
        (entry.opcode.map { Numbers.hex($0.rawValue, digits: 2) } ?? "undefined", entry.count)
      })
    errors = connection.errors.map { ATTErrorDocument($0, connection) }
    unanswered = connection.unanswered.map { UnansweredDocument($0, connection) }
    anomalies = connection.anomalies.map { AnomalyDocument($0, connection.sides) }
    latency_ms = LatencyDocument(connection.latencies)
    local_latency_ms = LatencyDocument(connection.localLatencies)
  }
}

/// An ATT Error Response.
struct ATTErrorDocument: Encodable {
  let frame: Int
  let request: Int
  let by: String
  let bearer: Int
  let handle: Int
  let uuid: String?
  let code: Int
  let name: String

  init(_ error: ATTErrorEvent, _ connection: Connection) {
    frame = error.moment.frame
    by = connection.sides.sender(error.direction)
    bearer = Int(error.bearer)
    uuid = connection.meaning(of: error)?.uuid.description
    request = Int(error.request.rawValue)
    handle = Int(error.attributeHandle.rawValue)
    code = Int(error.code.rawValue)
    name = error.code.name
  }
}

/// A request or indication that was never answered.
struct UnansweredDocument: Encodable {
  let frame: Int
  let opcode: Int
  let by: String
  let bearer: Int
  let handle: Int?
  let uuid: String?
  let why: String

  init(_ transaction: Transaction, _ connection: Connection) {
    by = transaction.sides.sender(transaction.direction)
    bearer = Int(transaction.bearer)
    uuid = connection.meaning(of: transaction)?.uuid.description
    frame = transaction.began.frame
    opcode = Int(transaction.request.rawValue)
    handle = transaction.firstHandle.map { Int($0.rawValue) }
    if case .unanswered(let reason) = transaction.outcome { why = reason.rawValue } else { why = "" }
  }
}

/// Something about the order of requests and answers that the protocol does not allow.
struct AnomalyDocument: Encodable {
  let kind: String
  let frame: Int
  let by: String
  let bearer: Int
  let opcode: Int
  let request_frame: Int?

  init(_ anomaly: ATTAnomaly, _ sides: LinkSides) {
    kind = anomaly.kind.rawValue
    frame = anomaly.moment.frame
    by = sides.sender(anomaly.direction)
    bearer = Int(anomaly.bearer)
    opcode = Int(anomaly.opcode.rawValue)
    request_frame = anomaly.requestFrame
  }
}

/// How long answers took.
struct LatencyDocument: Encodable {
  let count: Int
  let median: Double
  let p95: Double
  let max: Double
  let max_frame: Int

  /// Nil when nothing was answered.
  init?(_ samples: LatencySamples) {
    guard let median = samples.quantile(0.5), let p95 = samples.quantile(0.95),
      let greatest = samples.greatestMoment
    else { return nil }
    count = samples.count
    self.median = median
    self.p95 = p95
    max = samples.max
    max_frame = greatest.frame
  }
}

/// All transfers of one kind on one attribute.
struct StreamDocument: Encodable {
  let kind: String
  let handle: Int
  let uuid: String?
  let name: String?
  let sender: String
  let count: Int
  let bytes: Int
  let first_frame: Int
  let last_frame: Int
  let first_s: Double
  let last_s: Double
  let longest_gap_s: Double
  let longest_gap_frame: Int?

  init(_ stream: ValueStream, _ connection: Connection, _ analysis: Analysis) {
    kind = stream.kind.name
    handle = Int(stream.attributeHandle.rawValue)
    let meaning = connection.meaning(of: stream)
    uuid = meaning?.uuid.description
    name = meaning?.name
    sender = connection.sides.sender(stream)
    count = stream.count
    bytes = stream.bytes
    first_frame = stream.first.frame
    last_frame = stream.last.frame
    first_s = Numbers.rounded(analysis.seconds(stream.first.time))
    last_s = Numbers.rounded(analysis.seconds(stream.last.time))
    longest_gap_s = Numbers.rounded(Double(stream.longestGap) / 1e9)
    longest_gap_frame = stream.longestGapFrame == 0 ? nil : stream.longestGapFrame
  }
}
