import ATTParser
import Analyzer

/// One connection instance in the analysis document.
struct ConnectionDocument: Encodable {
  let id: Int
  let transport: String
  let adapter: Int
  let handle: Int
  let role: String
  let peer: String?
  let peer_type: String?
  let first_seen: MomentDocument
  let last_seen: MomentDocument
  let opened: MomentDocument?
  let closed: ClosingDocument?
  let parameters: [ParametersDocument]
  let phy: [PHYDocument]
  let data_length: [DataLengthDocument]
  let mtu: MTUDocument?
  let encryption: EncryptionDocument?
  let att: ATTDocument
  let streams: [StreamDocument]

  init(_ connection: Connection, _ analysis: Analysis) {
    id = connection.id
    transport = connection.transport.name
    adapter = Int(connection.adapter)
    handle = Int(connection.handle.rawValue)
    role = connection.role.name
    peer = connection.peer?.description
    peer_type = connection.peerType?.name
    first_seen = MomentDocument(connection.firstSeen, analysis)
    last_seen = MomentDocument(connection.lastSeen, analysis)
    opened = connection.opened.map { MomentDocument($0, analysis) }
    closed = connection.closed.map { ClosingDocument($0, analysis) }
    parameters = connection.parameters.map { ParametersDocument($0, analysis) }
    phy = connection.phys.map { PHYDocument($0, analysis) }
    data_length = connection.dataLengths.map { DataLengthDocument($0, analysis) }
    mtu = connection.mtu.map(MTUDocument.init)
    encryption = connection.encryption.map { EncryptionDocument($0) }
    att = ATTDocument(connection, analysis)
    streams = analysis.streams(of: connection).map { StreamDocument($0, analysis) }
  }
}

/// How a connection ended.
struct ClosingDocument: Encodable {
  let frame: Int
  let time_s: Double
  let reason: Int?
  let reason_name: String?
  let by: String

  init(_ closing: Connection.Closing, _ analysis: Analysis) {
    frame = closing.moment.frame
    time_s = Numbers.rounded(analysis.seconds(closing.moment.time))
    reason = closing.reason.map { Int($0.rawValue) }
    reason_name = closing.reason?.name
    by = closing.by.name
  }
}

/// Connection parameters from a frame on.
struct ParametersDocument: Encodable {
  let frame: Int
  let time_s: Double
  let interval_ms: Double
  let latency: Int
  let timeout_ms: Int

  init(_ change: Connection.ParameterChange, _ analysis: Analysis) {
    frame = change.moment.frame
    time_s = Numbers.rounded(analysis.seconds(change.moment.time))
    interval_ms = change.parameters.intervalMilliseconds
    latency = Int(change.parameters.latency)
    timeout_ms = change.parameters.timeoutMilliseconds
  }
}

/// PHYs from a frame on.
struct PHYDocument: Encodable {
  let frame: Int
  let time_s: Double
  let tx: String
  let rx: String

  init(_ change: Connection.PHYChange, _ analysis: Analysis) {
    frame = change.moment.frame
    time_s = Numbers.rounded(analysis.seconds(change.moment.time))
    tx = PHYName.text(change.tx)
    rx = PHYName.text(change.rx)
  }
}

/// Payload lengths from a frame on.
struct DataLengthDocument: Encodable {
  let frame: Int
  let time_s: Double
  let max_tx_octets: Int
  let max_tx_time_us: Int
  let max_rx_octets: Int
  let max_rx_time_us: Int

  init(_ change: Connection.DataLengthChange, _ analysis: Analysis) {
    frame = change.moment.frame
    time_s = Numbers.rounded(analysis.seconds(change.moment.time))
    max_tx_octets = Int(change.lengths.maxTxOctets)
    max_tx_time_us = Int(change.lengths.maxTxTime)
    max_rx_octets = Int(change.lengths.maxRxOctets)
    max_rx_time_us = Int(change.lengths.maxRxTime)
  }
}

/// What the Exchange MTU PDUs said.
struct MTUDocument: Encodable {
  let client: Int?
  let server: Int?
  let effective: Int?
  let frame: Int

  init(_ exchange: Connection.MTUExchange) {
    client = exchange.client.map(Int.init)
    server = exchange.server.map(Int.init)
    effective = exchange.effective.map(Int.init)
    frame = exchange.moment.frame
  }
}

/// The last word on encryption.
struct EncryptionDocument: Encodable {
  let frame: Int
  let status: Int
  let enabled: Bool

  init(_ encryption: Connection.Encryption) {
    frame = encryption.moment.frame
    status = Int(encryption.status.rawValue)
    enabled = encryption.enabled != 0 && encryption.status == .success
  }
}

/// The ATT traffic of a connection.
struct ATTDocument: Encodable {
  let pdus: [String: Int]
  let errors: [ATTErrorDocument]

  init(_ connection: Connection, _ analysis: Analysis) {
    let counts = analysis.opcodeCounts(of: connection)
    pdus = Dictionary(
      uniqueKeysWithValues: counts.map { entry in
        (entry.opcode.map { Numbers.hex($0.rawValue, digits: 2) } ?? "undefined", entry.count)
      })
    errors = analysis.errors(of: connection).map(ATTErrorDocument.init)
  }
}

/// An ATT Error Response.
struct ATTErrorDocument: Encodable {
  let frame: Int
  let request: Int
  let handle: Int
  let code: Int
  let name: String

  init(_ error: ATTErrorEvent) {
    frame = error.moment.frame
    request = Int(error.request.rawValue)
    handle = Int(error.attributeHandle.rawValue)
    code = Int(error.code.rawValue)
    name = error.code.name
  }
}

/// All transfers of one kind on one attribute.
struct StreamDocument: Encodable {
  let kind: String
  let handle: Int
  let sender: String
  let count: Int
  let bytes: Int
  let first_frame: Int
  let last_frame: Int
  let first_s: Double
  let last_s: Double

  init(_ stream: ValueStream, _ analysis: Analysis) {
    kind = stream.kind.name
    handle = Int(stream.attributeHandle.rawValue)
    sender = stream.direction.senderName
    count = stream.count
    bytes = stream.bytes
    first_frame = stream.first.frame
    last_frame = stream.last.frame
    first_s = Numbers.rounded(analysis.seconds(stream.first.time))
    last_s = Numbers.rounded(analysis.seconds(stream.last.time))
  }
}
