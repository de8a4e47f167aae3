/// A request or response of MCUmgr's Simple Management Protocol.
///
/// ```
/// version and operation u8 | flags u8 | length u16 | group u16 | sequence u8 | command u8 | one CBOR map
/// ```
///
/// Integers of the header are big-endian. Bits 3 and 4 of the first byte are the version (0 or 1), bits 0 to 2
/// the operation: 0 read, 1 its response, 2 write, 3 its response.
struct MCUmgrFrame {
  /// The longest payload that is put together; no device has such buffers.
  static let longest: UInt64 = 16_384
  /// Bytes of the header.
  static let headerSize = 8

  /// Read or write, without the bit that makes it a response.
  let isWrite: Bool
  /// True for what the device answers.
  let isResponse: Bool
  /// Which group of commands.
  let group: UInt16
  /// Repeated by the response.
  let sequence: UInt8
  /// Which command of the group.
  let command: UInt8
  /// What follows the header.
  let payload: [UInt8]
  /// Bytes at the end of the payload that the capture does not hold; they read as 0.
  let missing: Int

  /// Takes a frame that is complete, of at least a header.
  init(_ bytes: [UInt8], missing: Int) {
    isWrite = bytes[0] & 2 != 0
    isResponse = bytes[0] & 1 != 0
    group = UInt16(bytes[4]) << 8 | UInt16(bytes[5])
    sequence = bytes[6]
    command = bytes[7]
    payload = Array(bytes.dropFirst(Self.headerSize))
    self.missing = missing
  }

  /// The map; nil when the payload is none.
  var map: CBORItem? {
    var reader = CBORReader(payload)
    return try? reader.item()
  }

  /// Bytes of a frame whose header begins a value, header included; nil when that is no header.
  static func length(_ value: [UInt8], isResponse: Bool) -> Int? {
    guard value.count >= headerSize, value[0] & 0xE4 == 0, value[0] & 0x18 <= 0x08,
      value[0] & 1 == (isResponse ? 1 : 0), value[1] == 0, let length = value.bigEndian(at: 2, 2),
      length <= longest
    else { return nil }
    // What follows is a map; an empty one has a byte.
    guard value.count == headerSize || value[headerSize] & 0xE0 == 0xA0 else { return nil }
    return headerSize + Int(length)
  }
}

/// Puts the frames of one direction together, which may take several writes or notifications each.
struct MCUmgrAssembler {
  private let isResponse: Bool
  /// What has come of a frame, and how long it will be.
  private var bytes: [UInt8] = []
  private var missing = 0
  private var length = 0
  /// The longest value that the frame under way has come in.
  private(set) var longest = 0

  /// Makes an assembler of requests or of responses, with no frame under way.
  init(isResponse: Bool) { self.isResponse = isResponse }

  /// Bytes that the frame under way still lacks; 0 when there is none.
  var lacking: Int { length - bytes.count }
  /// The length of the frame under way; 0 when there is none.
  var expected: Int { length }

  /// Gives up the frame under way.
  mutating func clear() { self = MCUmgrAssembler(isResponse: isResponse) }

  /// True when a value begins a frame although another is not complete.
  func interrupts(_ value: [UInt8]) -> Bool {
    guard length > 0, let next = MCUmgrFrame.length(value, isResponse: isResponse) else { return false }
    // Data looks like this about once in 2^40 values: one group byte 0, a map, a length that fits.
    return value[4] == 0 && value.count > MCUmgrFrame.headerSize && next >= value.count
  }

  /// Takes a value, of which the capture may lack the last bytes; gives a frame when it is complete.
  mutating func take(_ value: [UInt8], missing: Int) -> MCUmgrFrame? {
    if length == 0 {
      guard let whole = MCUmgrFrame.length(value, isResponse: isResponse) else { return nil }
      length = whole
    }
    bytes += value
    longest = max(longest, value.count)
    if missing > 0 {
      self.missing += missing
      bytes += repeatElement(0, count: min(missing, max(0, length - bytes.count)))
    } else if self.missing > 0 {
      self.missing += value.count
    }
    guard bytes.count >= length else { return nil }
    let frame = MCUmgrFrame(Array(bytes.prefix(length)), missing: min(self.missing, length))
    clear()
    return frame
  }
}
