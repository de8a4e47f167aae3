/// Reads the fields of a characteristic's value, least significant byte first; nil when bytes are missing.
struct ValueReader {
  private var rest: ArraySlice<UInt8>

  /// Makes a reader that stands before the first byte.
  init(_ bytes: [UInt8]) { rest = bytes[...] }

  /// Bytes that were not read yet.
  var remaining: Int { rest.count }

  /// Reads as many bytes.
  mutating func bytes(_ count: Int) -> ArraySlice<UInt8>? {
    guard rest.count >= count else { return nil }
    defer { rest = rest.dropFirst(count) }
    return rest.prefix(count)
  }

  /// Reads what is left, which may be nothing.
  mutating func remainder() -> ArraySlice<UInt8> {
    defer { rest = [] }
    return rest
  }

  /// Reads an unsigned integer of up to 8 bytes.
  mutating func unsigned(_ count: Int) -> UInt64? {
    bytes(count)?.reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// Reads a signed integer of up to 8 bytes.
  mutating func signed(_ count: Int) -> Int64? {
    guard let value = unsigned(count) else { return nil }
    let unused = UInt64(64 - 8 * count)
    return Int64(bitPattern: value << unused) >> Int64(unused)
  }

  /// Reads one byte.
  mutating func u8() -> UInt8? { unsigned(1).map { UInt8($0) } }

  /// Reads an unsigned integer of 2 bytes.
  mutating func u16() -> UInt16? { unsigned(2).map { UInt16($0) } }

  /// Reads an unsigned integer of 4 bytes.
  mutating func u32() -> UInt32? { unsigned(4).map { UInt32($0) } }

  /// Reads one signed byte.
  mutating func i8() -> Int8? { signed(1).map { Int8($0) } }

  /// Reads a 16-bit IEEE 11073 SFLOAT: 12 bits of mantissa, 4 of exponent.
  mutating func medicalShortFloat() -> String? {
    guard let raw = u16() else { return nil }
    switch raw {
    case 0x07FE: return "+infinity"
    case 0x07FF: return "not a number"
    case 0x0800: return "not at this resolution"
    case 0x0801: return nil
    case 0x0802: return "-infinity"
    default:
      let value = Int16(bitPattern: raw)
      return FixedPoint(Int16(bitPattern: raw << 4) >> 4, Int(value >> 12)).description
    }
  }

  /// Reads a 32-bit IEEE 11073 FLOAT: 24 bits of mantissa, 8 of exponent.
  mutating func medicalFloat() -> String? {
    guard let raw = u32() else { return nil }
    switch raw {
    case 0x007F_FFFE: return "+infinity"
    case 0x007F_FFFF: return "not a number"
    case 0x0080_0000: return "not at this resolution"
    case 0x0080_0001: return nil
    case 0x0080_0002: return "-infinity"
    default:
      let value = Int32(bitPattern: raw)
      return FixedPoint(Int32(bitPattern: raw << 8) >> 8, Int(value >> 24)).description
    }
  }
}
