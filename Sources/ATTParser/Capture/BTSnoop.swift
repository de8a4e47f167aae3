/// Reads btsnoop records, all of whose integers are big-endian.
///
/// ```
/// file    "btsnoop\0" | version u32 | data link u32
/// record  original length u32 | included length u32 | flags u32 | cumulative drops u32 | time i64 | packet
/// ```
struct BTSnoopReader: BitwiseCopyable {
  /// Bytes of the file header.
  static let headerLength = 16
  /// Bytes of the header of a record.
  static let recordHeader: UInt8 = 24
  /// Microseconds from the format's epoch, the year 0, to 1970.
  static let unixEpoch: Int64 = 0x00DC_DDB3_0F2F_8000
  /// Times that as microseconds since 1970 lie in 1990…2100; counted from the year 0 they would be Roman.
  private static let unixWriterTimes = Int64(631_152_000_000_000)..<Int64(4_102_444_800_000_000)

  private let dataLink: UInt32
  /// The highest drop counter seen; the format counts cumulatively.
  private(set) var drops: UInt32 = 0

  /// How the packets are wrapped.
  let linkType: LinkType

  /// Reads the file header.
  init(header bytes: RawSpan) throws(CaptureError) {
    guard bytes.byteCount >= Self.headerLength else {
      throw .damagedHeader("the file ends inside the btsnoop header")
    }
    let version = bytes.u32BE(8)
    guard version == 1 else {
      throw .unsupported(kind: "btsnoop version \(version)", advice: "only version 1 is known")
    }
    dataLink = bytes.u32BE(12)
    switch dataLink {
    case 1001: linkType = .hciH1
    case 1002: linkType = .hciH4
    case 2001: linkType = .linuxMonitor
    case 2002: linkType = .simulator
    case 1003:
      throw .unsupported(kind: "btsnoop data link 1003 (BCSP)", advice: "record as H4 or with btmon -w")
    case 1004:
      throw .unsupported(
        kind: "btsnoop data link 1004 (H5, three-wire)", advice: "record as H4 or with btmon -w")
    default:
      throw .unsupported(kind: "btsnoop data link \(dataLink)", advice: "1001, 1002, 2001 and 2002 are read")
    }
  }

  /// Reads the next record and leaves its packet held in the stream; false when ``failure(_:)`` tells why not.
  @inline(__always)
  mutating func next(_ stream: inout CaptureStream, number: Int, into record: inout Record) -> Bool {
    stream.beginPlainRecord()
    // A loop although it runs once at most: behind it the compiler knows that the whole record is there, and
    // drops the checks of the loads.
    while !Self.isWhole(stream.bytes) { guard Self.fetch(&stream) else { return false } }
    let fields = Header(stream.bytes)
    if fields.drops > drops { drops = fields.drops }
    let count = Int(fields.included)
    stream.hold(header: 24, count)
    record.number = number
    record.timestamp = Self.timestamp(fields.time)
    record.missingBytes = fields.original > fields.included ? fields.original &- fields.included : 0
    if dataLink == 1002, count > 0 {
      Encapsulation.readH4(
        &record, indicator: stream.bytes.u8(0), direction: fields.flags & 1 == 0 ? .sent : .received,
        payload: ByteRange(offset: stream.position &+ 1, count: count &- 1))
    } else {
      record.payload = ByteRange(offset: stream.position, count: count)
      applyFlags(fields.flags, to: &record)
    }
    return true
  }

  /// True when a possible record begins the bytes and is among them to its end.
  @inline(__always)
  private static func isWhole(_ bytes: RawSpan) -> Bool {
    guard bytes.byteCount >= 24 else { return false }
    let included = bytes.u32BE(4)
    guard included <= RecordReader.longestPacket else { return false }
    return Int(included) <= bytes.byteCount &- 24
  }

  /// True for the data link whose records need no more than their header.
  var isPlain: Bool { dataLink == 1002 }

  /// An H4 record about whose header nothing is out of the ordinary.
  struct PlainRecord: BitwiseCopyable {
    /// Bytes of the packet, the indicator included, as the file says.
    let included: UInt32
    /// When it was recorded, as the file says: microseconds since the year 0.
    let time: UInt64
    /// Which way it went, by the record's flags.
    let direction: Direction

    /// Bytes of the packet, the indicator included.
    @inline(__always)
    var count: Int { Int(included) }
  }

  /// The header of the H4 record at the start of the bytes; nil when it was cut, reports other drops than the
  /// most before, or has a time that is unusual or before `earliest`.
  ///
  /// Whether the record is there to its end, and whether its length is possible, is not looked at.
  ///
  /// Only to be asked when ``isPlain`` holds.
  ///
  /// - Parameter earliest: a time as the file says it, from ``plainTime(_:)``, or that of a record before.
  @inline(__always)
  func plainRecord(_ bytes: RawSpan, after earliest: UInt64) -> PlainRecord? {
    guard bytes.u32LE(12) == drops.byteSwapped, bytes.u32LE(0) == bytes.u32LE(4) else { return nil }
    let time = bytes.u64BE(16)
    guard time >= earliest, time <= Self.lastPlainTime &+ UInt64(Self.unixEpoch) else { return nil }
    return PlainRecord(
      included: bytes.u32BE(4), time: time, direction: bytes.u32BE(8) & 1 == 0 ? .sent : .received)
  }

  /// The first time of plain records that is not before another.
  static func plainTime(_ time: Timestamp) -> UInt64 {
    let (microseconds, rest) = max(0, time.nanoseconds).quotientAndRemainder(dividingBy: 1000)
    return UInt64(unixEpoch) &+ UInt64(microseconds) &+ (rest == 0 ? 0 : 1)
  }

  /// The time of a plain record.
  @inline(__always)
  static func timestamp(ofPlain time: UInt64) -> Timestamp {
    Timestamp(nanoseconds: (Int64(bitPattern: time) &- unixEpoch) &* 1000)
  }

  /// Brings the whole of the next record into the buffer; false when there is none, or an impossible one.
  @inline(never)
  private static func fetch(_ stream: inout CaptureStream) -> Bool {
    guard stream.require(24) else { return false }
    let included = stream.bytes.u32BE(4)
    return included <= RecordReader.longestPacket && stream.require(24 &+ Int(included))
  }

  /// Why ``next(_:number:into:)`` did not read a record.
  mutating func failure(_ stream: borrowing CaptureStream) -> RecordOutcome {
    guard stream.available >= 24 else { return .endOrCut(headerLength: 24) }
    let fields = Header(stream.bytes)
    drops = max(drops, fields.drops)
    return fields.included <= RecordReader.longestPacket
      ? .damaged(.cutInPacket(has: stream.available &- 24, needs: Int(fields.included)))
      : .damaged(.recordTooLong(fields.included))
  }

  /// Record header fields, checked once and read together.
  private struct Header: BitwiseCopyable {
    let original: UInt32
    let included: UInt32
    let flags: UInt32
    let drops: UInt32
    let time: Int64

    @inline(__always)
    init(_ bytes: RawSpan) {
      original = bytes.u32BE(0)
      included = bytes.u32BE(4)
      flags = bytes.u32BE(8)
      drops = bytes.u32BE(12)
      time = Int64(bitPattern: bytes.u64BE(16))
    }
  }

  /// The data links whose record flags tell more than a direction, and records without an H4 indicator.
  @inline(never)
  private func applyFlags(_ flags: UInt32, to record: inout Record) {
    record.direction = flags & 1 == 0 ? .sent : .received
    record.packetType = .aclData
    switch dataLink {
    case 1002: Encapsulation.noIndicator(&record, needs: 1)
    case 1001:
      if flags & 2 != 0 { record.packetType = flags & 1 == 0 ? .command : .event }
    case 2001:
      Encapsulation.readMonitor(&record, adapter: UInt16(flags &>> 16), opcode: UInt16(flags & 0xFFFF))
    default:
      record.packetType = .simulatorNote
      record.direction = .unknown
      record.code = UInt16(flags & 0xFFFF)
    }
  }

  @inline(__always)
  private static func timestamp(_ time: Int64) -> Timestamp {
    guard isUsual(time) else { return oddTimestamp(time) }
    return Timestamp(nanoseconds: (time &- unixEpoch) &* 1000)
  }

  /// True for times from 1970 on whose nanoseconds fit: all but those of odd writers.
  @inline(__always)
  private static func isUsual(_ time: Int64) -> Bool {
    UInt64(bitPattern: time &- unixEpoch) <= lastPlainTime
  }

  /// The last time whose nanoseconds fit, in microseconds since 1970.
  @inline(__always)
  private static var lastPlainTime: UInt64 { UInt64(Int64.max / 1000) }

  @inline(never)
  private static func oddTimestamp(_ time: Int64) -> Timestamp {
    let sinceUnixEpoch = time &- unixEpoch
    // Some writers count from 1970 instead of from the year 0.
    if sinceUnixEpoch < 0, unixWriterTimes.contains(time) { return Timestamp(microseconds: time) }
    return Timestamp(microseconds: sinceUnixEpoch)
  }
}
