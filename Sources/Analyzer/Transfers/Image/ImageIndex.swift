/// Where in an image bytes are: a table of its blocks of eight bytes, looked up with a window that rolls over
/// whatever is searched for.
///
/// Every stretch of 15 bytes or more of the image has a whole block in it, so it is found wherever it begins.
struct ImageIndex: Sendable {
  /// Bytes of a block.
  static let block = 8
  /// Marks a block whose bytes are in the image several times, or tell nothing, as padding does.
  private static let mark: UInt32 = 1 << 31

  /// The image.
  let bytes: [UInt8]
  /// Numbers of blocks plus one, 0 for none, at the place that their hash gives or behind it.
  private var table: [UInt32]
  private let shift: UInt64

  /// Indexes an image of no more than ``ReferenceImage/limit`` bytes; the rest is not found.
  init(_ bytes: [UInt8]) {
    self.bytes = bytes.count > ReferenceImage.limit ? Array(bytes.prefix(ReferenceImage.limit)) : bytes
    let blocks = self.bytes.count / Self.block
    var bits: UInt64 = 4
    while 1 << bits < 2 * blocks { bits += 1 }
    table = Array(repeating: 0, count: 1 << bits)
    shift = 64 - bits
    for number in 0..<blocks { add(UInt32(number)) }
  }

  private mutating func add(_ number: UInt32) {
    let key = key(at: Int(number) * Self.block)
    var place = home(key)
    while table[place] != 0 {
      if self.key(at: offset(table[place])) == key {
        table[place] |= Self.mark
        return
      }
      place = (place + 1) & (table.count - 1)
    }
    let isPadding = key == (key & 0xFF) &* 0x0101_0101_0101_0101
    table[place] = (number + 1) | (isPadding ? Self.mark : 0)
  }

  private func offset(_ entry: UInt32) -> Int { Int(entry & ~Self.mark) * Self.block - Self.block }

  private func home(_ key: UInt64) -> Int { Int(truncatingIfNeeded: (key &* 0x9E37_79B9_7F4A_7C15) >> shift) }

  private func key(at offset: Int) -> UInt64 {
    bytes[offset..<(offset + Self.block)].reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// Where the image has the eight bytes that a window holds, the oldest in its top byte, and whether that is
  /// the only place; nil when no block has them.
  func find(_ window: UInt64) -> (offset: Int, isOnly: Bool)? {
    guard bytes.count >= Self.block else { return nil }
    var place = home(window)
    while table[place] != 0 {
      let offset = offset(table[place])
      if key(at: offset) == window { return (offset, table[place] & Self.mark == 0) }
      place = (place + 1) & (table.count - 1)
    }
    return nil
  }

  /// A stretch of a value that the image has.
  struct Match: Hashable, Sendable {
    /// Where in the value.
    var range: Range<Int>
    /// Where the image has the value's first byte; negative when the value has more in front.
    var origin: Int
    /// True when a block in it is in the image only once.
    var isOnly: Bool
  }

  /// The longest stretch of a value that the image has; of equal ones the first, those in one place only before
  /// others.
  func longestMatch(in value: [UInt8]) -> Match? {
    var best: Match?
    var current: Match?
    var window: UInt64 = 0
    for (place, byte) in value.enumerated() {
      window = window << 8 | UInt64(byte)
      let start = place + 1 - Self.block
      // Padding is everywhere.
      guard start >= 0, window != (window & 0xFF) &* 0x0101_0101_0101_0101, let found = find(window) else {
        continue
      }
      if var match = current, start < match.range.upperBound {
        guard !match.isOnly else { continue }
        if found.offset - start == match.origin {
          match.isOnly = found.isOnly
          current = match
          best = Self.better(best, match)
          continue
        }
      }
      let match = extended(value, start, found.offset, isOnly: found.isOnly)
      current = match
      best = Self.better(best, match)
    }
    return best
  }

  private static func better(_ one: Match?, _ other: Match) -> Match {
    guard let one, (one.isOnly ? 1 : 0, one.range.count) >= (other.isOnly ? 1 : 0, other.range.count) else {
      return other
    }
    return one
  }

  /// Extends eight bytes that agree to both sides.
  private func extended(_ value: [UInt8], _ start: Int, _ offset: Int, isOnly: Bool) -> Match {
    let origin = offset - start
    var low = start
    while low > 0, origin + low > 0, value[low - 1] == bytes[origin + low - 1] { low -= 1 }
    var high = start + Self.block
    while high < value.count, origin + high < bytes.count, value[high] == bytes[origin + high] { high += 1 }
    return Match(range: low..<high, origin: origin, isOnly: isOnly)
  }
}
