/// Reads classic pcap records, in either byte order and with micro- or nanoseconds.
///
/// ```
/// file    magic u32 | version u16 u16 | zone i32 | accuracy u32 | snap length u32 | link type u32
/// record  seconds u32 | fraction u32 | captured length u32 | original length u32 | packet
/// ```
struct PCAPReader: BitwiseCopyable {
  /// Bytes of the file header.
  static let headerLength = 24
  /// Bytes in front of each packet.
  static let recordHeader: UInt8 = 16

  private let isBigEndian: Bool
  private let nanosecondsPerFraction: Int64
  /// How the packets are wrapped.
  let linkType: LinkType

  /// Reads the file header.
  init(header bytes: RawSpan) throws(CaptureError) {
    guard bytes.byteCount >= Self.headerLength else {
      throw .damagedHeader("the file ends inside the pcap header")
    }
    let magic = bytes.u32LE(0)
    isBigEndian = magic == 0xD4C3_B2A1 || magic == 0x4D3C_B2A1
    nanosecondsPerFraction = magic == 0xA1B2_3C4D || magic == 0x4D3C_B2A1 ? 1 : 1000
    let word = isBigEndian ? bytes.u32BE(20) : bytes.u32LE(20)
    // The upper bits tell the length of a frame check sequence, which HCI does not have.
    linkType = LinkType(pcap: UInt16(truncatingIfNeeded: word))
    guard linkType.isRead else { throw linkType.refusal }
  }

  /// Reads the next record and leaves its packet held in the stream.
  @inline(__always)
  mutating func next(_ stream: inout CaptureStream, number: Int, into record: inout Record) -> RecordOutcome {
    stream.beginRecord()
    guard stream.require(16) else { return .endOrCut(headerLength: 16) }
    let seconds = isBigEndian ? stream.bytes.u32BE(0) : stream.bytes.u32LE(0)
    let fraction = isBigEndian ? stream.bytes.u32BE(4) : stream.bytes.u32LE(4)
    let included = isBigEndian ? stream.bytes.u32BE(8) : stream.bytes.u32LE(8)
    let original = isBigEndian ? stream.bytes.u32BE(12) : stream.bytes.u32LE(12)
    guard included <= RecordReader.longestPacket else { return .damaged(.recordTooLong(included)) }
    let count = Int(included)
    guard stream.require(16 &+ count) else {
      return .damaged(.cutInPacket(has: stream.available &- 16, needs: count))
    }
    stream.hold(header: 16, count)
    record = Record(
      number: number, timestamp: time(seconds, fraction), direction: .unknown, packetType: .aclData,
      payload: ByteRange(offset: stream.position, count: count),
      missingBytes: original > included ? original &- included : 0)
    Encapsulation.read(&record, stream.prefix(count), linkType: linkType)
    return .record
  }

  @inline(__always)
  private func time(_ seconds: UInt32, _ fraction: UInt32) -> Timestamp {
    // At most 2^32 s and 2^32 fractions of 1000 ns: the sum stays below 2^63.
    Timestamp(
      nanoseconds: Int64(seconds) &* 1_000_000_000 &+ Int64(fraction) &* nanosecondsPerFraction)
  }

  /// How the packets of the air are wrapped, where records may be looked for with ``plainRecord(_:)``.
  var plainAir: RadioEncapsulation? { isBigEndian || linkType == .ppi ? nil : linkType.radio }

  /// A record about whose header nothing is out of the ordinary.
  struct PlainRecord: BitwiseCopyable {
    /// Bytes of the packet.
    let included: UInt32
    /// When it was recorded.
    let time: Timestamp
  }

  /// The header of the record at the start of the bytes; nil when its packet was cut.
  ///
  /// Whether the record is there to its end, and whether its length is possible, is not looked at.
  ///
  /// Only to be asked when ``plainAir`` is there.
  @inline(__always)
  func plainRecord(_ bytes: RawSpan) -> PlainRecord? {
    let included = bytes.u32LE(8)
    guard included == bytes.u32LE(12) else { return nil }
    return PlainRecord(included: included, time: time(bytes.u32LE(0), bytes.u32LE(4)))
  }
}
