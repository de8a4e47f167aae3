/// The checksum of packets on the air (Vol 6, Part B, 3.1.1): x²⁴ + x¹⁰ + x⁹ + x⁶ + x⁴ + x³ + x + 1.
///
/// Kept bit-reversed, because bits are sent from the lowest on.
enum CRC24 {
  /// The initial value on advertising channels.
  static let advertising: UInt32 = 0x55_5555

  private static let table: [UInt32] = (0..<256).map { byte in
    (0..<8).reduce(UInt32(byte)) { value, _ in value >> 1 ^ (value & 1 != 0 ? 0xDA_6000 : 0) }
  }

  /// The checksum of a PDU as the three bytes after it say it, the first one lowest.
  static func checksum(_ pdu: RawSpan, initial: UInt32) -> UInt32 {
    var value = reversed(initial)
    for index in 0..<pdu.byteCount {
      value = value >> 8 ^ table[Int((value ^ UInt32(pdu.u8(index))) & 0xFF)]
    }
    return value
  }

  private static func reversed(_ value: UInt32) -> UInt32 {
    (0..<24).reduce(UInt32(0)) { $0 | (value >> UInt32($1) & 1) << UInt32(23 - $1) }
  }
}
