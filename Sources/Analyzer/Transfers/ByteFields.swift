extension Array where Element == UInt8 {
  /// An unsigned integer of up to 8 bytes, least significant byte first; nil when bytes are missing.
  func littleEndian(at offset: Int, _ count: Int) -> UInt64? {
    guard offset >= 0, count >= 0, count <= 8, offset <= self.count, self.count - offset >= count else {
      return nil
    }
    return (0..<count).reduce(0) { $0 | UInt64(self[offset + $1]) << UInt64(8 * $1) }
  }

  /// An unsigned integer of up to 8 bytes, most significant byte first; nil when bytes are missing.
  func bigEndian(at offset: Int, _ count: Int) -> UInt64? {
    guard offset >= 0, count >= 0, count <= 8, offset <= self.count, self.count - offset >= count else {
      return nil
    }
    return (0..<count).reduce(0) { $0 << 8 | UInt64(self[offset + $1]) }
  }
}

extension UInt32 {
  /// Its four bytes, most significant byte first.
  var bigEndianBytes: [UInt8] { (0..<4).reversed().map { UInt8(truncatingIfNeeded: self >> UInt32(8 * $0)) } }
}
