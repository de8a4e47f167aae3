import ATTParser
import Analyzer

/// An advertising PDU of the air.
struct AdvertisingPDUDocument: Encodable {
  let type: Int
  let advertiser: String?
  let advertiser_type: String?
  let other: String?
  let other_type: String?
  let data: String?
  let sid: Int?
  let did: Int?
  let tx_power: Int?
  let aux_channel: Int?
  let aux_offset_us: Int?
  let aux_phy: String?
  let periodic_access_address: Int?
  let request: ConnectionRequestDocument?

  init(_ pdu: AdvertisingPDU, _ reader: borrowing CaptureReader) {
    type = Int(pdu.type)
    advertiser = pdu.advertiser?.description
    advertiser_type = pdu.advertiser == nil ? nil : pdu.advertiserType.name
    other = pdu.other?.description
    other_type = pdu.other == nil ? nil : pdu.otherType.name
    data = pdu.data.isEmpty ? nil : Numbers.hex(reader.copyBytes(of: pdu.data))
    sid = pdu.sid.map { Int($0) }
    did = pdu.dataID.map { Int($0) }
    tx_power = pdu.txPower.map { Int($0) }
    aux_channel = pdu.pointer.map { Int($0.channel) }
    aux_offset_us = pdu.pointer.map { Int($0.offset) }
    aux_phy = pdu.pointer.map { PHYName.text($0.phy) }
    periodic_access_address = pdu.train.map { Int($0.accessAddress.rawValue) }
    request = pdu.opensConnection ? ConnectionRequestDocument(pdu.request) : nil
  }
}

/// What a CONNECT_IND says of the connection it opens.
struct ConnectionRequestDocument: Encodable {
  let access_address: Int
  let crc_init: Int
  let window_size: Int
  let window_offset: Int
  let interval_ms: Double
  let latency: Int
  let timeout_ms: Int
  let channel_map: String
  let hop: Int
  let sca: Int

  init(_ request: ConnectionRequest) {
    access_address = Int(request.accessAddress.rawValue)
    crc_init = Int(request.crcInit)
    window_size = Int(request.windowSize)
    window_offset = Int(request.windowOffset)
    interval_ms = request.parameters.intervalMilliseconds
    latency = Int(request.parameters.latency)
    timeout_ms = request.parameters.timeoutMilliseconds
    channel_map = Numbers.hex(request.channelMap, digits: 10)
    hop = Int(request.hop)
    sca = Int(request.sleepClockAccuracy)
  }
}

extension PacketDocument {
  /// Fills in what a packet of the air and its sniffer tell.
  mutating func fill(_ air: LinkLayerFrame, _ kind: DecodedFrame.Kind, _ reader: borrowing CaptureReader) {
    guard air.channel != .unknown else { return }
    access_address = Int(air.accessAddress.rawValue)
    channel_index = air.radio.channel.map { Int($0) }
    rssi = air.radio.rssi.map { Int($0) }
    phy = air.radio.phy.map { PHYName.text($0) }
    switch air.radio.crc {
    case .unknown: crc = nil
    case .good: crc = "good"
    case .bad: crc = "bad"
    }
    packet_counter = air.radio.packetCounter.map { Int($0) }
    board = air.radio.board.map { Int($0) }
    length = air.length
    if air.channel == .data { fillData(air) }
    switch kind {
    case .advertising: advertising = AdvertisingPDUDocument(air.advertising, reader)
    case .linkControl:
      opcode = Int(air.control.opcode.rawValue)
      parameters = Numbers.hex(reader.copyBytes(of: air.control.data))
      fields = Dictionary(air.controlFields(reader).map { ($0.name, $0.value) }) { first, _ in first }
    default:
      if kind == .linkLayer, air.payload.count > 0 { value = Numbers.hex(reader.copyBytes(of: air.payload)) }
    }
  }

  private mutating func fillData(_ air: LinkLayerFrame) {
    llid = Int(air.llid)
    sn = Int(air.sequenceNumber)
    nesn = Int(air.nextExpectedSequenceNumber)
    md = air.hasMoreData
    if air.notes.contains(.hasEventCounter) { event_counter = Int(air.eventCounter) }
    if air.notes.contains(.isRetransmission) { retransmission = true }
    if air.notes.contains(.isCiphertext) { encrypted = true }
    if air.notes.contains(.isDecrypted) { decrypted = true }
    if air.missed > 0 { missed = Int(air.missed) }
    if air.missedOther > 0 { missed_other = Int(air.missedOther) }
    if air.missedEvents > 0 { missed_events = Int(air.missedEvents) }
  }
}
