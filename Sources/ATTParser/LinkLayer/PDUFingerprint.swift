/// Tells the PDUs of one direction of a link apart, to know one that is heard again.
enum PDUFingerprint {
  /// That of the whole data PDU at a place, whose header has two bytes.
  static func of(pduAt place: Int, in bytes: RawSpan) -> UInt64 {
    let header = bytes.u16LE(place)
    let start = place &+ 2
    return of(
      bytes.extracting(start..<(start &+ Int(header &>> 8))), llid: UInt8(truncatingIfNeeded: header & 3))
  }

  /// Tells payloads apart: the length, the LLID and all bytes, mixed.
  static func of(_ bytes: RawSpan, llid: UInt8) -> UInt64 {
    let factor: UInt64 = 0x9E37_79B9_7F4A_7C15
    let count = bytes.byteCount
    let start = UInt64(count) << 8 | UInt64(llid)
    if count < 8 {
      var few: UInt64 = 0
      for offset in 0..<count { few = few &<< 8 | UInt64(bytes.u8(offset)) }
      return mix(start ^ factor, few ^ factor)
    }
    // Two pairs at a time that do not wait for each other.
    var (first, second) = (start, start ^ factor)
    var offset = 0
    while offset &+ 32 <= count {
      first = mix(first ^ bytes.u64LE(offset), bytes.u64LE(offset &+ 8) ^ factor)
      second = mix(second ^ bytes.u64LE(offset &+ 16), bytes.u64LE(offset &+ 24) ^ factor)
      offset &+= 32
    }
    while offset &+ 8 <= count {
      first = mix(first ^ bytes.u64LE(offset), factor)
      offset &+= 8
    }
    // The last eight, of which some may have had their turn.
    second = mix(second ^ bytes.u64LE(count &- 8), factor)
    return mix(first ^ (second &<< 32 | second &>> 32), factor)
  }

  @inline(__always)
  private static func mix(_ left: UInt64, _ right: UInt64) -> UInt64 {
    let product = (left ^ 0x2545_F491_4F6C_DD1D).multipliedFullWidth(by: right)
    return product.high ^ product.low
  }
}
