import ATTParser
import Analyzer

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

/// A wish for other settings of the link.
struct LinkRequestDocument: Encodable {
  let frame: Int
  let time_s: Double
  let what: String
  let by: String
  let way: String
  let outcome: String
  let error: Int?
  let answer_frame: Int?
  var min_interval_ms: Double?
  var max_interval_ms: Double?
  var latency: Int?
  var timeout_ms: Int?
  var octets: Int?
  var tx_phys: [String]?
  var rx_phys: [String]?

  init(_ request: LinkRequest, _ sides: LinkSides, _ analysis: Analysis) {
    frame = request.moment.frame
    time_s = Numbers.rounded(analysis.seconds(request.moment.time))
    by = request.isLocal ? sides.local : sides.peer
    way = request.way.rawValue
    answer_frame = request.answered?.frame
    switch request.outcome {
    case .accepted: (outcome, error) = ("accepted", nil)
    case .refused(let code): (outcome, error) = ("refused", code.map { Int($0.rawValue) })
    case .unanswered: (outcome, error) = ("unanswered", nil)
    }
    switch request.what {
    case .parameters(let wanted):
      what = "parameters"
      min_interval_ms = Double(wanted.minInterval) * 1.25
      max_interval_ms = Double(wanted.maxInterval) * 1.25
      latency = Int(wanted.latency)
      timeout_ms = Int(wanted.supervisionTimeout) * 10
    case .dataLength(let count):
      what = "data_length"
      octets = Int(count)
    case .phy(let tx, let rx):
      what = "phy"
      tx_phys = PHYName.list(tx)
      rx_phys = PHYName.list(rx)
    }
  }
}

/// What the Exchange MTU PDUs said: the exchange in force, and all of them.
struct MTUDocument: Encodable {
  let client: Int?
  let server: Int?
  let effective: Int?
  let frame: Int
  let exchanges: [MTUExchangeDocument]

  init(_ exchange: Connection.MTUExchange, _ all: [Connection.MTUExchange], _ sides: LinkSides) {
    client = exchange.client.map(Int.init)
    server = exchange.server.map(Int.init)
    effective = exchange.effective.map(Int.init)
    frame = exchange.moment.frame
    exchanges = all.map { MTUExchangeDocument($0, sides) }
  }
}

/// One exchange of the MTU.
struct MTUExchangeDocument: Encodable {
  let client: Int?
  let server: Int?
  let effective: Int?
  let frame: Int
  let by: String
  let refused: Bool?

  init(_ exchange: Connection.MTUExchange, _ sides: LinkSides) {
    client = exchange.client.map(Int.init)
    server = exchange.server.map(Int.init)
    effective = exchange.effective.map(Int.init)
    frame = exchange.moment.frame
    by = sides.sender(exchange.direction)
    refused = exchange.isRefused ? true : nil
  }
}

/// What a frame says about encryption.
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
