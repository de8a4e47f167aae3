/// What a CONNECT_IND or AUX_CONNECT_REQ says of the connection it opens (Vol 6, Part B, 2.3.3.1).
///
/// ```
/// 0                    4                7              8                10               12            14
/// | access address u32 | CRC init 24 | window size u8 | window offset u16 | interval u16 | latency u16 | timeout u16 …
/// 16                  21
/// … channel map 37 bits, 3 unused | hop 5 bits | sleep clock accuracy 3 bits |
/// ```
public struct ConnectionRequest: Hashable, Sendable, BitwiseCopyable {
  /// The access address of the connection.
  public var accessAddress = AccessAddress(rawValue: 0)
  /// What its CRCs begin with.
  public var crcInit: UInt32 = 0
  /// Length of the window for the first packet, in 1.25 ms steps.
  public var windowSize: UInt8 = 0
  /// When that window begins, in 1.25 ms steps.
  public var windowOffset: UInt16 = 0
  /// Interval, latency and timeout.
  public var parameters = ConnectionParameters(interval: 0, latency: 0, supervisionTimeout: 0)
  /// Bit n is set when data channel n is used.
  public var channelMap: UInt64 = 0
  /// Channels to go on by from event to event, in Channel Selection Algorithm #1.
  public var hop: UInt8 = 0
  /// The central's clock: 0 = 251–500 ppm … 7 = 0–20 ppm.
  public var sleepClockAccuracy: UInt8 = 0

  /// Bytes of the fields.
  static let length = 22

  /// Makes a request in which every field is 0.
  init() {}

  /// Reads LLData, which begins with the access address.
  init(_ reader: inout ByteReader) throws(DecodeError) {
    guard reader.remaining >= Self.length else { throw reader.shortage(Self.length, .llData) }
    let bytes = reader.inner(.linkLayer).bytes
    _ = try reader.take(Self.length, .llData)
    accessAddress = AccessAddress(rawValue: bytes.u32LE(0))
    crcInit = bytes.u32LE(4) & 0xFF_FFFF
    windowSize = bytes.u8(7)
    windowOffset = bytes.u16LE(8)
    parameters = ConnectionParameters(
      interval: bytes.u16LE(10), latency: bytes.u16LE(12), supervisionTimeout: bytes.u16LE(14))
    channelMap = (UInt64(bytes.u32LE(16)) | UInt64(bytes.u8(20)) << 32) & 0x1F_FFFF_FFFF
    hop = bytes.u8(21) & 0x1F
    sleepClockAccuracy = bytes.u8(21) >> 5
  }
}
