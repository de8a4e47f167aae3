/// Reads Apple PacketLogger records (.pklg), which have no file header.
///
/// ```
/// record  length u32 (of all that follows) | seconds u32 | microseconds u32 | type u8 | packet
/// ```
struct PacketLoggerReader: BitwiseCopyable {
  private let isBigEndian: Bool

  /// How the packets are wrapped.
  var linkType: LinkType { .packetLogger }

  /// Looks at the first records to find the byte order.
  init(start bytes: RawSpan) throws(CaptureError) {
    guard let isBigEndian = Self.isBigEndian(bytes) else {
      throw .notACapture(looksLike: "no PacketLogger record at its start", advice: "")
    }
    self.isBigEndian = isBigEndian
  }

  /// The byte order in which the first records make sense, nil when they do in neither.
  static func isBigEndian(_ bytes: RawSpan) -> Bool? {
    if isPlausible(bytes, isBigEndian: true) { return true }
    if isPlausible(bytes, isBigEndian: false) { return false }
    return nil
  }

  /// True when up to four records in a row have possible lengths, times and types.
  private static func isPlausible(_ bytes: RawSpan, isBigEndian: Bool) -> Bool {
    var offset = 0
    for index in 0..<4 {
      guard bytes.byteCount &- offset >= 13 else { return index > 0 }
      let length = isBigEndian ? bytes.u32BE(offset) : bytes.u32LE(offset)
      let microseconds = isBigEndian ? bytes.u32BE(offset &+ 8) : bytes.u32LE(offset &+ 8)
      guard length >= 9, length <= 65_549, microseconds < 1_000_000 else { return false }
      guard isKnown(bytes.u8(offset &+ 12)) else { return false }
      offset &+= 4 &+ Int(length)
    }
    return true
  }

  private static func isKnown(_ type: UInt8) -> Bool {
    type <= 0x1F || type == 0x21 || type >= 0xF7
  }

  /// Reads the next record and leaves its packet held in the stream.
  mutating func next(_ stream: inout CaptureStream, number: Int, into record: inout Record) -> RecordOutcome {
    stream.beginRecord()
    guard stream.require(13) else { return .endOrCut(headerLength: 13) }
    let length = isBigEndian ? stream.bytes.u32BE(0) : stream.bytes.u32LE(0)
    let seconds = isBigEndian ? stream.bytes.u32BE(4) : stream.bytes.u32LE(4)
    let microseconds = isBigEndian ? stream.bytes.u32BE(8) : stream.bytes.u32LE(8)
    let type = stream.bytes.u8(12)
    guard length >= 9 else {
      return .damaged(.invalidRecord("a record claims \(length) bytes, 9 are the least"))
    }
    guard length <= RecordReader.longestPacket else { return .damaged(.recordTooLong(length)) }
    let count = Int(length) &- 9
    guard stream.require(13 &+ count) else {
      return .damaged(.cutInPacket(has: stream.available &- 13, needs: count))
    }
    stream.hold(header: 13, count)
    let time = Int64(seconds) &* 1_000_000_000 &+ Int64(microseconds) &* 1000
    record = Record(
      number: number, timestamp: Timestamp(nanoseconds: time), direction: .unknown,
      packetType: .packetLoggerNote, code: UInt16(type),
      payload: ByteRange(offset: stream.position, count: count))
    switch type {
    case 0: (record.packetType, record.direction) = (.command, .sent)
    case 1: (record.packetType, record.direction) = (.event, .received)
    case 2: (record.packetType, record.direction) = (.aclData, .sent)
    case 3: (record.packetType, record.direction) = (.aclData, .received)
    case 8: (record.packetType, record.direction) = (.synchronousData, .sent)
    case 9: (record.packetType, record.direction) = (.synchronousData, .received)
    default: break
    }
    return .record
  }
}
