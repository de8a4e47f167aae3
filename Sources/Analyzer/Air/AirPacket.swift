import ATTParser

/// What is counted of a data channel packet of the air, whether a frame was made of it or not.
struct AirPacket: BitwiseCopyable {
  /// Wireshark's `frame.number`.
  let number: Int
  /// When it was recorded.
  let time: Timestamp
  /// The central sent it.
  let isCentral: Bool
  /// What became of it.
  let notes: LinkLayerFrame.Notes
  /// The sender has more to send in this event.
  let hasMoreData: Bool
  /// It has no payload.
  let isEmpty: Bool
  /// Bytes of payload, as far as they were captured.
  let payloadCount: Int
  /// The CRC does not fit.
  let isDamaged: Bool
  /// How strong it was heard, in dBm; nil when it is not told.
  let rssi: Int8?
  /// The channel's index; nil when it is not told.
  let channel: UInt8?
  /// PDUs missed before it, of its direction and of the other one.
  let missed, missedOther: UInt8
  /// Events missed before the one that it begins.
  let missedEvents: UInt16
  /// Nanoseconds since the anchor of the event before, where it begins one.
  let sinceAnchor: Int64
  /// How much later than the interval says that event began, in nanoseconds.
  let drift: Int64

  /// Makes it of a frame; `inout`, because a borrowed one would be copied.
  @inline(__always)
  init(_ frame: inout DecodedFrame) {
    number = frame.record.number
    time = frame.record.timestamp
    isCentral = frame.record.direction == .sent
    notes = frame.air.notes
    hasMoreData = frame.air.hasMoreData
    isEmpty = frame.air.isEmpty
    payloadCount = frame.air.payload.count
    isDamaged = frame.air.isDamaged
    rssi = frame.air.radio.rssi
    channel = frame.air.radio.channel
    (missed, missedOther) = (frame.air.missed, frame.air.missedOther)
    missedEvents = frame.air.missedEvents
    sinceAnchor = frame.air.sinceAnchor
    drift = frame.air.drift
  }

  /// Makes it of a bulk packet, which is never damaged.
  @inline(__always)
  init(_ packet: inout BulkPacket) {
    number = packet.number
    time = packet.time
    isCentral = packet.direction == .sent
    notes = packet.notes
    hasMoreData = packet.header & 0x10 != 0
    isEmpty = packet.header &>> 8 == 0
    payloadCount = Int(packet.header &>> 8)
    isDamaged = false
    rssi = packet.radio.rssi
    channel = packet.radio.channel
    (missed, missedOther) = (packet.missed, packet.missedOther)
    missedEvents = packet.missedEvents
    sinceAnchor = packet.sinceAnchor
    drift = packet.drift
  }
}
