/// Tells PDUs apart: on the air one that is heard again, and those of two captures of one session.
enum PDUFingerprint {
  /// That of the whole data PDU at a place, whose header has two bytes.
  static func of(pduAt place: Int, in bytes: RawSpan) -> UInt64 {
    let header = bytes.u16LE(place)
    let start = place &+ 2
    return of(
      bytes.extracting(start..<(start &+ Int(header &>> 8))), llid: UInt8(truncatingIfNeeded: header & 3))
  }

  /// True when two whole data PDUs at their places would have the same fingerprint.
  static func areAlike(_ first: Int, _ second: Int, in bytes: RawSpan) -> Bool {
    // The length and the LLID.
    let header = bytes.u16LE(first) & 0xFF03
    guard header == bytes.u16LE(second) & 0xFF03 else { return false }
    let end = 2 &+ Int(header &>> 8)
    var offset = 2
    while offset &+ 32 <= end {
      // Extracted, so that what lies in them is loaded without looking whether it is there.
      let one = bytes.extracting((first &+ offset)..<(first &+ offset &+ 32))
      let other = bytes.extracting((second &+ offset)..<(second &+ offset &+ 32))
      guard one.u64LE(0) == other.u64LE(0), one.u64LE(8) == other.u64LE(8), one.u64LE(16) == other.u64LE(16),
        one.u64LE(24) == other.u64LE(24)
      else { return false }
      offset &+= 32
    }
    while offset &+ 8 <= end {
      guard bytes.u64LE(first &+ offset) == bytes.u64LE(second &+ offset) else { return false }
      offset &+= 8
    }
    while offset < end {
      guard bytes.u8(first &+ offset) == bytes.u8(second &+ offset) else { return false }
      offset &+= 1
    }
    return true
  }

  /// Tells payloads apart: the length, the LLID and all bytes, mixed.
  static func of(_ bytes: RawSpan, llid: UInt8) -> UInt64 {
    of(bytes, start: UInt64(bytes.byteCount) << 8 | UInt64(llid))
  }

  /// All bytes, and what else tells them apart, mixed.
  @inline(__always)
  static func of(_ bytes: RawSpan, start: UInt64) -> UInt64 {
    let factor: UInt64 = 0x9E37_79B9_7F4A_7C15
    let count = bytes.byteCount
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

extension CaptureReader {
  /// Tells the bytes of a range of the current frame from others, together with what else is to differ in `start`.
  public func fingerprint(of range: ByteRange, start: UInt64) -> UInt64 {
    PDUFingerprint.of(bytes(of: range), start: start)
  }
}
