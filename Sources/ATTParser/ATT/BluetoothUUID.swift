/// A UUID off the air: 16, 32 or 128 bits (Vol 3, Part B, 2.5.1).
public struct BluetoothUUID: Hashable, Sendable, BitwiseCopyable {
  /// The upper and lower half of the 128-bit value.
  public let high: UInt64
  /// The lower half of the 128-bit value.
  public let low: UInt64

  /// The Bluetooth Base UUID's lower half; its upper half is 0x0000_0000_0000_1000.
  private static let baseLow: UInt64 = 0x8000_0080_5F9B_34FB
  private static let baseHigh: UInt64 = 0x0000_1000

  /// Makes a UUID from an assigned 16-bit number.
  @inline(__always)
  public init(_ short: UInt16) { self.init(short32: UInt32(short)) }

  /// Makes a UUID from an assigned 32-bit number.
  @inline(__always)
  public init(short32: UInt32) {
    high = UInt64(short32) &<< 32 | Self.baseHigh
    low = Self.baseLow
  }

  /// Makes a UUID from its two halves.
  @inline(__always)
  public init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// The assigned 16-bit number, nil for a UUID outside the Bluetooth Base.
  @inline(__always)
  public var short: UInt16? {
    guard low == Self.baseLow, high & 0xFFFF_0000_FFFF_FFFF == Self.baseHigh else { return nil }
    return UInt16(truncatingIfNeeded: high &>> 32)
  }
}

extension BluetoothUUID: CustomStringConvertible {
  /// `2a37` for an assigned 16-bit number, the 8-4-4-4-12 form otherwise; lower case.
  public var description: String {
    if let short { return Self.digits(UInt64(short), 4) }
    return [
      Self.digits(high >> 32, 8), Self.digits(high >> 16 & 0xFFFF, 4), Self.digits(high & 0xFFFF, 4),
      Self.digits(low >> 48, 4), Self.digits(low & 0xFFFF_FFFF_FFFF, 12),
    ].joined(separator: "-")
  }

  private static func digits(_ value: UInt64, _ count: Int) -> String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: max(0, count - digits.count)) + digits
  }

  /// Reads `2a37`, `0x2A37`, eight digits or the full form, in either case; nil for anything else.
  public init?(text: String) {
    var digits = text.lowercased()
    if digits.hasPrefix("0x") { digits.removeFirst(2) }
    let groups = digits.split(separator: "-", omittingEmptySubsequences: false).map(\.count)
    guard groups == [8, 4, 4, 4, 12] || groups.count == 1 else { return nil }
    digits.removeAll { $0 == "-" }
    guard digits.allSatisfy({ $0.isASCII && $0.isHexDigit }) else { return nil }
    switch digits.count {
    case 4, 8:
      guard let value = UInt32(digits, radix: 16) else { return nil }
      self.init(short32: value)
    case 32:
      guard let high = UInt64(digits.prefix(16), radix: 16), let low = UInt64(digits.suffix(16), radix: 16)
      else { return nil }
      self.init(high: high, low: low)
    default: return nil
    }
  }
}

extension BluetoothUUID {
  /// The UUID of 2 or 16 bytes, least significant byte first, that `bytes` are; nil for another number of bytes.
  @inline(__always)
  init?(_ bytes: RawSpan) {
    switch bytes.byteCount {
    case 2: self.init(bytes.u16LE(0))
    case 16: self.init(high: bytes.u64LE(8), low: bytes.u64LE(0))
    default: return nil
    }
  }

  /// Reads a UUID of 2 or 16 bytes, least significant byte first, that fills the rest of a reader; ATT has
  /// no form of 4 bytes (Vol 3, Part F, 3.2.1).
  init(_ reader: inout ByteReader) throws(DecodeError) {
    switch reader.remaining {
    case 2: self.init(try reader.u16(.attributeType))
    case 16:
      let lowWord = try reader.u32(.attributeType)
      let low = UInt64(lowWord) | UInt64(try reader.u32(.attributeType)) << 32
      let highWord = try reader.u32(.attributeType)
      let high = UInt64(highWord) | UInt64(try reader.u32(.attributeType)) << 32
      self.init(high: high, low: low)
    case 0, 1: throw reader.shortage(2, .attributeType)
    case let count where count < 16: throw reader.shortage(16, .attributeType)
    case let count:
      throw DecodeError(.att, .attributeType, reader.rest, .trailing(Int32(truncatingIfNeeded: count &- 16)))
    }
  }

  /// The little-endian bytes as sent: 2 for an assigned 16-bit number, 16 otherwise.
  public func encoded() -> [UInt8] {
    short?.littleEndianBytes ?? low.littleEndianBytes + high.littleEndianBytes
  }
}
