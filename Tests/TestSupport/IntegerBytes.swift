/// The order in which a format writes the bytes of an integer.
public enum ByteOrder: Sendable, CaseIterable {
  /// Least significant byte first.
  case little
  /// Most significant byte first.
  case big
}

extension FixedWidthInteger {
  /// The integer's bytes in the given order.
  public func bytes(_ order: ByteOrder = .little) -> [UInt8] {
    let little = (0..<Self.bitWidth / 8).map { UInt8(truncatingIfNeeded: self >> Self($0 * 8)) }
    return order == .little ? little : little.reversed()
  }
}

extension [UInt8] {
  /// Overwrites the bytes from `offset` on, as many as `replacement` has.
  public mutating func overwrite(at offset: Int, with replacement: [UInt8]) {
    replaceSubrange(offset..<(offset + replacement.count), with: replacement)
  }

  /// Adds zeros until the count is a multiple of `alignment`.
  public mutating func pad(to alignment: Int) {
    while count % alignment != 0 { append(0) }
  }
}
