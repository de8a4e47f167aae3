/// The header of link type 192, Per-Packet Information, as Ubertooth writes it.
///
/// ```
/// version u8 = 0 | flags u8 | length u16 | link type of the packet u32 | fields … | packet
/// field   type u16 | length u16 | value
/// type 30006  version u8 | MHz u16 | clock high u8 | clock in 100 ns u32 | RSSI most, least, mean i8 | count u8
/// ```
///
/// The clock's low part turns over at 3,276,800,000. The RSSI values are not in dBm and are left alone.
enum PPIHeader {
  private static let ubertoothField: UInt16 = 30_006
  private static let clockPeriod: UInt64 = 3_276_800_000

  /// Reads the header and the field of Ubertooth, and returns the length of the header with all fields.
  static func read(_ record: ByteReader, into radio: inout RadioInfo) throws(DecodeError) -> Int? {
    let bytes = record.bytes
    guard record.remaining >= 8 else { throw record.shortage(8, .radioHeader) }
    let length = Int(bytes.u16LE(2))
    guard length >= 8, length <= record.remaining else { throw record.shortage(max(8, length), .radioHeader) }
    let linkType = bytes.u32LE(4)
    guard linkType == 147 || linkType == 251 else {
      throw DecodeError(.radio, .radioHeader, record.whole, .invalidValue(linkType))
    }
    var offset = 8
    while offset + 4 <= length {
      let count = Int(bytes.u16LE(offset + 2))
      guard count <= length - offset - 4 else { break }
      if bytes.u16LE(offset) == ubertoothField, count >= 8 {
        let megahertz = Int(bytes.u16LE(offset + 5))
        if megahertz & 1 == 0 { radio.channel = RadioInfo.index(ofRFChannel: (megahertz - 2402) / 2) }
        radio.clock = .hundredNanoseconds
        radio.time = UInt64(bytes.u8(offset + 7)) * clockPeriod + UInt64(bytes.u32LE(offset + 8))
      }
      offset += 4 + count
    }
    return length
  }
}
