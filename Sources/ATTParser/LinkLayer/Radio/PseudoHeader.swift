/// The header of link type 256, which Sniffle, WHAD and Ubertooth write (LINKTYPE_BLUETOOTH_LE_LL_WITH_PHDR).
///
/// ```
/// 0             1           2          3                         4                             8
/// | RF channel u8 | signal i8 | noise i8 | address offenses u8 | reference access address u32 | flags u16 | packet
///
/// flags  0 dewhitened | 1 signal valid | 2 noise valid | 3 decrypted | 4 reference valid | 5 offenses valid | 6 aliased
///        7–9 PDU type: 1 auxiliary advertising, 2 central to peripheral, 3 peripheral to central, 4–6 isochronous
///        10 CRC checked | 11 CRC valid | 12 MIC checked | 13 MIC valid, or 12–13 type of auxiliary PDU | 14–15 PHY
/// ```
enum PseudoHeader {
  private static let length = 10

  /// Reads the header and returns its length.
  static func read(_ record: ByteReader, into radio: inout RadioInfo) throws(DecodeError) -> Int {
    guard record.remaining >= length else { throw record.shortage(length, .radioHeader) }
    read(record.bytes, into: &radio)
    return length
  }

  /// Reads the header of a record of `count` bytes; nil when it has fewer than that.
  @inline(__always)
  static func readPlain(_ bytes: RawSpan, _ count: Int, into radio: inout RadioInfo) -> Int? {
    guard count >= length else { return nil }
    read(bytes, into: &radio)
    return length
  }

  private static func read(_ bytes: RawSpan, into radio: inout RadioInfo) {
    let flags = bytes.u16LE(8)
    radio.channel = RadioInfo.index(ofRFChannel: Int(bytes.u8(0)))
    if flags & 0x0002 != 0 { radio.rssi = Int8(bitPattern: bytes.u8(1)) }
    if flags & 0x0004 != 0 { radio.noise = Int8(bitPattern: bytes.u8(2)) }
    if flags & 0x0400 != 0 { radio.crc = flags & 0x0800 != 0 ? .good : .bad }
    let phy = UInt8(flags >> 14)
    radio.phy = phy < 3 ? phy + 1 : nil
    switch flags >> 7 & 7 {
    case 1:
      radio.pduType = .advertising
      radio.auxiliaryType = UInt8(flags >> 12 & 3)
    case 2: (radio.pduType, radio.direction) = (.data, .sent)
    case 3: (radio.pduType, radio.direction) = (.data, .received)
    case 4...6: radio.pduType = .isochronous
    default: break
    }
    if radio.pduType != .advertising {
      radio.wasEncrypted = flags & 0x0008 != 0
      if flags & 0x1000 != 0 { radio.isMICGood = flags & 0x2000 != 0 }
    }
  }
}
