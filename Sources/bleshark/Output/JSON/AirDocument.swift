import ATTParser
import Analyzer

/// What the packets of the air add up to.
struct AirTotalsDocument: Encodable {
  let advertising_pdus: Int
  let data_pdus: Int
  let control_pdus: Int
  let isochronous_pdus: Int
  let damaged: Int
  let retransmissions: Int
  let missed: Int
  let lost_messages: Int
  let unattributed: Int

  init(_ totals: AirTotals) {
    advertising_pdus = totals.advertising
    data_pdus = totals.data
    control_pdus = totals.control
    isochronous_pdus = totals.isochronous
    damaged = totals.damaged
    retransmissions = totals.retransmissions
    missed = totals.missed
    lost_messages = totals.lostMessages
    unattributed = totals.unattributed
  }
}

/// What only a capture of the air tells of a connection.
struct AirDocument: Encodable {
  /// What one side sent.
  struct Side: Encodable {
    let pdus: Int
    let empty: Int
    let retransmissions: Int
    let empty_retransmissions: Int
    let retransmission_rate: Double?
    let damaged: Int
    let missed: Int
    let more_data: Int
    let bytes: Int
    let rssi_mean: Double?
    let rssi_min: Int?
    let rssi_max: Int?

    init(_ side: AirFacts.Side) {
      pdus = side.pdus
      empty = side.empty
      retransmissions = side.retransmissions
      empty_retransmissions = side.emptyRetransmissions
      retransmission_rate = side.retransmissionRate.map(Numbers.rounded)
      damaged = side.damaged
      missed = side.missed
      more_data = side.moreData
      bytes = side.bytes
      rssi_mean = side.rssi.map { Numbers.rounded($0.mean) }
      rssi_min = side.rssi?.least
      rssi_max = side.rssi?.most
    }
  }

  /// Connection events.
  struct Events: Encodable {
    let heard: Int
    let missed: Int
    let without_answer: Int
    let packets_mean: Double?
    let packets_max: Int
    let interval_ms: Interval?
    let drift: Drift?
  }

  /// The time between successive events.
  struct Interval: Encodable {
    let count: Int
    let mean: Double
    let min: Double
    let max: Double
  }

  /// The central's clock against the sniffer's.
  struct Drift: Encodable {
    let count: Int
    let max_us: Double
    let ppm: Double?
  }

  /// One RF channel.
  struct Channel: Encodable {
    /// Packets in one direction.
    struct Count: Encodable {
      let pdus: Int
      let retransmissions: Int
      let damaged: Int

      init(_ count: AirFacts.ChannelCount) {
        pdus = Int(count.pdus)
        retransmissions = Int(count.retransmissions)
        damaged = Int(count.damaged)
      }
    }

    let channel: Int
    let central: Count
    let peripheral: Count
  }

  /// The signal over a stretch of time.
  struct Signal: Encodable {
    let start_s: Double
    let central: Double?
    let peripheral: Double?
  }

  /// The channels in use from a frame on.
  struct ChannelMap: Encodable {
    let frame: Int
    let time_s: Double
    let channels: String
    let count: Int
  }

  let central: Side
  let peripheral: Side
  let events: Events
  let channels: [Channel]
  let signal: [Signal]
  let channel_maps: [ChannelMap]
  let direction_inferred: Bool
  let decrypted: Int
  let undecrypted: Int
  let secure_connections: Bool?
  let no_key_fits_frame: Int?
  let needs_passkey_frame: Int?

  init(_ facts: AirFacts, _ analysis: Analysis) {
    central = Side(facts.fromCentral)
    peripheral = Side(facts.fromPeripheral)
    let interval = facts.intervals.mean.map {
      Interval(
        count: facts.intervals.count, mean: Numbers.rounded($0), min: Double(facts.intervals.least) / 1e6,
        max: Double(facts.intervals.most) / 1e6)
    }
    let drift =
      facts.drift.count == 0
      ? nil
      : Drift(
        count: facts.drift.count, max_us: Double(facts.drift.greatest) / 1e3,
        ppm: facts.drift.partsPerMillion.map(Numbers.rounded))
    events = Events(
      heard: facts.events.heard, missed: facts.events.missed, without_answer: facts.events.withoutAnswer,
      packets_mean: facts.events.meanPackets.map(Numbers.rounded), packets_max: facts.events.mostPackets,
      interval_ms: interval, drift: drift)
    channels = facts.channels.map {
      Channel(channel: $0.index, central: .init($0.central), peripheral: .init($0.peripheral))
    }
    signal = facts.signal.map {
      Signal(
        start_s: Numbers.rounded(analysis.seconds($0.start)), central: $0.central.map(Numbers.rounded),
        peripheral: $0.peripheral.map(Numbers.rounded))
    }
    channel_maps = facts.channelMaps.map {
      ChannelMap(
        frame: $0.moment.frame, time_s: Numbers.rounded(analysis.seconds($0.moment.time)),
        channels: Numbers.hex($0.channels, digits: 10), count: $0.channels.nonzeroBitCount)
    }
    direction_inferred = facts.isDirectionInferred
    decrypted = facts.decrypted
    undecrypted = facts.undecrypted
    secure_connections = facts.usesSecureConnections ? true : nil
    no_key_fits_frame = facts.noKeyFits
    needs_passkey_frame = facts.needsPasskey
  }
}
