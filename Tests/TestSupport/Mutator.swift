/// Changes captures at random in the ways that break decoders.
public struct Mutator: Sendable {
  /// Where the changes come from.
  public var random: SeededRandom

  /// Makes one whose changes follow from a seed.
  public init(random: SeededRandom) { self.random = random }

  /// Lengths and counts at the edges of what decoders compare.
  private static let edges: [UInt32] = [
    0, 1, 2, 3, 4, 7, 8, 12, 23, 24, 27, 28, 0x7F, 0x80, 0xFF, 0x100, 0x7FFF, 0x8000, 0xFFFF, 0x10000,
    0x4_0000,
    0x4_0001, 0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFFC, 0xFFFF_FFFF,
  ]

  /// One to six changes to `bytes`; a splice takes from `other`.
  public mutating func mutate(_ bytes: [UInt8], splicing other: [UInt8]) -> [UInt8] {
    var result = bytes
    for _ in 0...random.below(6) {
      guard !result.isEmpty else { return result }
      change(&result, other)
    }
    return result
  }

  private mutating func change(_ bytes: inout [UInt8], _ other: [UInt8]) {
    let place = random.below(bytes.count)
    switch random.below(10) {
    case 0: bytes[place] ^= 1 << UInt8(random.below(8))
    case 1: bytes[place] = [0, 1, 0x7F, 0x80, 0xFF, 0x40][random.below(6)]
    case 2: bytes[place] = UInt8(random.below(256))
    case 3: bytes.insert(contentsOf: random.bytes(1 + random.below(9)), at: place)
    case 4: bytes.removeSubrange(place..<min(bytes.count, place + 1 + random.below(30)))
    case 5: bytes.removeLast(1 + random.below(min(bytes.count, 64)))
    case 6:
      guard !other.isEmpty else { return }
      let start = random.below(other.count)
      let piece = other[start..<min(other.count, start + 1 + random.below(120))]
      bytes.insert(contentsOf: piece, at: place)
    case 7:  // The same bytes again: records, fragments and commands that repeat.
      let piece = Array(bytes[place..<min(bytes.count, place + 1 + random.below(90))])
      bytes.insert(contentsOf: piece, at: place)
    default: tweakInteger(&bytes, place)
    }
  }

  /// Overwrites an integer of 2 or 4 bytes with a length at an edge, in either byte order.
  private mutating func tweakInteger(_ bytes: inout [UInt8], _ place: Int) {
    let value = Self.edges[random.below(Self.edges.count)]
    let order: ByteOrder = random.below(2) == 0 ? .little : .big
    let new = random.below(2) == 0 ? UInt16(truncatingIfNeeded: value).bytes(order) : value.bytes(order)
    guard place + new.count <= bytes.count else { return }
    bytes.overwrite(at: place, with: new)
  }
}
