/// Cuts a stream of bytes into HCI packets by their headers (Vol 4, Part A, 2; Part E, 5.4).
///
/// ```
/// 0              1        the header's last byte or two are the length of what follows it
/// | indicator u8 | header | payload …
/// ```
///
/// H4 has no way to find the next packet once a byte is lost. An indicator that a controller does not send
/// ends the reading, instead of guessing.
struct H4Framer {
  /// Bytes between the indicator and the payload of a packet, where the length is in them, and its bits.
  private struct Header {
    var size: Int
    var lengthOffset: Int
    var lengthMask: Int
  }

  private var buffer: [UInt8] = []
  private var start = 0

  /// True when part of a packet is there.
  var isInPacket: Bool { start < buffer.count }

  /// Bytes that are kept, those of packets handed out included.
  var keptBytes: Int { buffer.count }

  /// Adds bytes as they come, in pieces of any length.
  mutating func append(_ bytes: ArraySlice<UInt8>) {
    if start > 0, start == buffer.count || start > 65_536 {
      buffer.removeFirst(start)
      start = 0
    }
    buffer.append(contentsOf: bytes)
  }

  /// The next whole packet, the indicator first; nil until more bytes come.
  ///
  /// - Parameter subject: whose stream it is, for the message.
  /// - Throws: ``ReplayError`` for an indicator that no controller sends.
  mutating func next(_ subject: String) throws(ReplayError) -> [UInt8]? {
    guard start < buffer.count else { return nil }
    let indicator = buffer[start]
    guard let header = Self.header(indicator) else {
      throw ReplayError(
        .transport, subject, "byte 0x\(hexadecimal(indicator)) where an H4 packet begins",
        advice: "this is no H4 stream, the baud rate or the flow control is another, or bytes were lost")
    }
    let available = buffer.count - start - 1
    guard available >= header.size else { return nil }
    var length = Int(buffer[start + 1 + header.lengthOffset])
    if header.lengthMask > 0xFF { length |= Int(buffer[start + 2 + header.lengthOffset]) << 8 }
    length &= header.lengthMask
    guard available - header.size >= length else { return nil }
    let end = start + 1 + header.size + length
    defer { start = end }
    return Array(buffer[start..<end])
  }

  /// The header of what a controller sends; nil for commands, which only hosts send, and for what means nothing.
  private static func header(_ indicator: UInt8) -> Header? {
    switch indicator {
    case 0x02: Header(size: 4, lengthOffset: 2, lengthMask: 0xFFFF)
    case 0x03: Header(size: 3, lengthOffset: 2, lengthMask: 0xFF)
    case 0x04: Header(size: 2, lengthOffset: 1, lengthMask: 0xFF)
    case 0x05: Header(size: 4, lengthOffset: 2, lengthMask: 0x3FFF)
    default: nil
    }
  }
}

/// Two lower-case hexadecimal digits.
func hexadecimal(_ byte: UInt8) -> String {
  let digits = String(byte, radix: 16)
  return byte < 16 ? "0" + digits : digits
}
