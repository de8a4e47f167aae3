/// The header of link type 272, the nRF Sniffer's messages to the computer (LINKTYPE_NORDIC_BLE).
///
/// ```
/// version 0   0xBE 0xEF | type u8 | packet counter u16 | unused 16 | payload length u8 | …
/// version 1   board u8 | header length u8 = 6 | payload length u8 | version u8 | packet counter u16 | type u8 | …
/// version 2, 3  board u8 | payload length u16 | version u8 | packet counter u16 | type u8 | …
///
/// payload of a packet, type 6, in version 3 also 2 for advertising
///   length u8 = 10 | flags u8 | channel u8 | RSSI u8, negative | event counter u16 | time u32 | packet
///   flags of data         0 CRC fits | 1 from the central | 2 encrypted | 3 MIC fits | 4–6 PHY
///   flags of advertising  0 CRC fits | 1–2 type of auxiliary PDU | 4–6 PHY
///   time                  µs since the end of the packet before; in version 3 of the firmware's clock
/// ```
enum NordicHeader {
  private static let headerLength = 7
  private static let legacyLength = 8
  private static let eventLength = 10

  /// Reads the header; returns its length, nil for a message that is no packet of the air.
  static func read(_ record: ByteReader, into radio: inout RadioInfo) throws(DecodeError) -> Int? {
    let bytes = record.bytes
    guard record.remaining >= headerLength else { throw record.shortage(headerLength, .radioHeader) }
    let isLegacy = bytes.u16LE(0) == 0xEFBE
    let header = isLegacy ? legacyLength : headerLength
    guard record.remaining >= header else { throw record.shortage(header, .radioHeader) }
    let version = isLegacy ? 0 : bytes.u8(3)
    let type = bytes.u8(isLegacy ? 2 : 6)
    let isPacket = type == 6 || (type == 2 && version >= 3)
    radio.packetCounter = bytes.u16LE(isLegacy ? 3 : 4)
    if !isLegacy { radio.board = bytes.u8(0) }
    guard isPacket else { return nil }
    let start = header + eventLength
    guard record.remaining >= start + 4 else { throw record.shortage(start + 4, .radioHeader) }
    readPacket(bytes, header, version: version, type: type, into: &radio)
    return start
  }

  /// The header of a data packet, to know others by that say the same of all that seldom changes.
  struct Pattern: BitwiseCopyable {
    /// Board, version, type and the length of what follows; all bits are set before the first packet, as in none.
    fileprivate var head = UInt64.max
    fileprivate var flags: UInt8 = 0
    fileprivate var radio = RadioInfo()
  }

  /// All of the first eight bytes but the length of the payload and the counter of packets.
  private static let headMask: UInt64 = 0xFFFF_0000_FF00_00FF
  /// All flags of a data packet but its direction.
  private static let flagMask: UInt8 = 0xFD

  /// Reads what is in front of a data packet, at least one access address long, behind a header of seven bytes.
  ///
  /// - Parameters:
  ///   - count: bytes of the record; what is loaded from behind it is not used.
  ///   - pattern: the header of the last such packet, which most are like.
  /// - Returns: the bytes in front of the access address; nil for a record of any other kind.
  @inline(__always)
  static func readPlain(
    _ bytes: RawSpan, _ count: Int, like pattern: inout Pattern, into radio: inout RadioInfo
  ) -> Int? {
    let head = bytes.u64LE(0) & headMask
    let word = bytes.u64LE(headerLength + 1)
    let channel = UInt8(truncatingIfNeeded: word &>> 8)
    let attenuation = UInt8(truncatingIfNeeded: word &>> 16)
    guard count >= headerLength + eventLength + 4 else { return nil }
    guard head == pattern.head, UInt8(truncatingIfNeeded: word) & flagMask == pattern.flags, channel < 40,
      attenuation <= 128
    else { return readOther(bytes, head, like: &pattern, into: &radio) }
    radio = pattern.radio
    radio.packetCounter = bytes.u16LE(4)
    radio.channel = channel
    radio.rssi = Int8(truncatingIfNeeded: 0 &- Int(attenuation))
    radio.direction = word & 2 != 0 ? .sent : .received
    radio.eventCounter = UInt16(truncatingIfNeeded: word &>> 24)
    radio.time = UInt64(bytes.u32LE(headerLength + 6))
    return headerLength + eventLength
  }

  /// Reads a header that is not like the last one, and makes it the pattern.
  @inline(never)
  private static func readOther(
    _ bytes: RawSpan, _ head: UInt64, like pattern: inout Pattern, into radio: inout RadioInfo
  ) -> Int? {
    let type = bytes.u8(6)
    guard type == 6, bytes.u16LE(0) != 0xEFBE else { return nil }
    radio = RadioInfo()
    radio.packetCounter = bytes.u16LE(4)
    radio.board = bytes.u8(0)
    readPacket(bytes, headerLength, version: bytes.u8(3), type: type, into: &radio)
    guard radio.isOrdinary else { return nil }
    pattern.head = head
    pattern.flags = bytes.u8(headerLength + 1) & flagMask
    pattern.radio = radio
    return headerLength + eventLength
  }

  /// Reads what is told of a packet behind a header of `header` bytes.
  @inline(__always)
  private static func readPacket(
    _ bytes: RawSpan, _ header: Int, version: UInt8, type: UInt8, into radio: inout RadioInfo
  ) {
    // flags | channel | RSSI | event counter u16 | the first bytes of the time
    let word = bytes.u64LE(header + 1)
    let flags = UInt8(truncatingIfNeeded: word)
    let channel = UInt8(truncatingIfNeeded: word &>> 8)
    radio.channel = channel < 40 ? channel : nil
    let attenuation = UInt8(truncatingIfNeeded: word &>> 16)
    radio.rssi = attenuation <= 128 ? Int8(truncatingIfNeeded: 0 &- Int(attenuation)) : nil
    radio.crc = flags & 1 != 0 ? .good : .bad
    let phy = flags >> 4 & 7
    radio.phy = phy < 3 ? phy + 1 : nil
    radio.time = UInt64(bytes.u32LE(header + 6))
    radio.clock = version >= 3 ? .microseconds : .delta
    let isAdvertising =
      version >= 3
      ? type == 2 : AccessAddress(rawValue: bytes.u32LE(header + eventLength)) == .advertising
    if isAdvertising {
      radio.pduType = .advertising
      if channel < 37 { radio.auxiliaryType = flags >> 1 & 3 }
    } else {
      radio.pduType = .data
      radio.direction = flags & 2 != 0 ? .sent : .received
      radio.eventCounter = UInt16(truncatingIfNeeded: word &>> 24)
      radio.wasEncrypted = flags & 4 != 0
      if radio.wasEncrypted { radio.isMICGood = flags & 8 != 0 }
    }
  }
}
