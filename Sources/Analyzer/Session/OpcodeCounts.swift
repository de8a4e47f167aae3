public import ATTParser

/// How often PDUs of one opcode were seen.
public struct OpcodeCount: Hashable, Sendable {
  /// The opcode; nil for those that are not defined and share a place.
  public let opcode: ATTOpcode?
  /// How many PDUs.
  public let count: Int
}

/// PDUs by opcode, in the order of the opcodes; undefined opcodes above 0x23 are summed under nil.
///
/// Four bytes for each opcode that was seen: there may be thousands of connections.
public struct OpcodeCounts: Sequence, Sendable {
  /// Bit `n` is set for the opcode whose ``ATTOpcode/index`` is `n`.
  private var seen: UInt64 = 0
  /// A number for each bit that is set, the lowest first.
  private var numbers: [UInt32] = []

  /// No PDUs.
  init() {}

  /// Takes PDUs by the opcode's ``ATTOpcode/index`` out of an array, from a place on.
  fileprivate init(taking counts: inout PackedArray<UInt32>, from start: Int) {
    for index in 0..<ATTOpcode.indexCount where counts[start &+ index] != 0 { seen |= 1 &<< UInt64(index) }
    numbers.reserveCapacity(seen.nonzeroBitCount)
    var left = seen
    while left != 0 {
      let place = start &+ left.trailingZeroBitCount
      numbers.append(counts[place])
      counts[place] = 0
      left &= left &- 1
    }
  }

  /// True when no PDU was seen.
  public var isEmpty: Bool { numbers.isEmpty }

  /// All PDUs.
  public var sum: Int { numbers.reduce(0) { $0 + Int($1) } }

  /// Each opcode that was seen, with its count.
  public func makeIterator() -> Iterator { Iterator(left: seen, numbers: numbers) }

  /// Goes through the opcodes that were seen.
  public struct Iterator: IteratorProtocol {
    /// Bits of the opcodes that are to come.
    private var left: UInt64
    private let numbers: [UInt32]
    private var place = 0

    fileprivate init(left: UInt64, numbers: [UInt32]) {
      self.left = left
      self.numbers = numbers
    }

    /// The next one, nil after the last.
    public mutating func next() -> OpcodeCount? {
      guard left != 0, place < numbers.count else { return nil }
      defer {
        left &= left - 1
        place += 1
      }
      return OpcodeCount(
        opcode: ATTOpcode(index: left.trailingZeroBitCount), count: Int(numbers[place]))
    }
  }
}

/// PDUs by opcode of the connections that are open, by the slots of those.
///
/// Apart from the connections, because nearly every PDU is counted here: an array of each would be asked each
/// time whether it is shared.
struct OpcodeTally: ~Copyable {
  private var counts = PackedArray<UInt32>()

  /// Makes room for another slot.
  mutating func addSlot() {
    for _ in 0..<ATTOpcode.indexCount { counts.append(0) }
  }

  /// Counts PDUs of the connection in a slot.
  @inline(__always)
  mutating func add(_ opcode: ATTOpcode, _ count: Int = 1, in slot: Int) {
    counts[slot &* ATTOpcode.indexCount &+ opcode.index] &+= UInt32(truncatingIfNeeded: count)
  }

  /// Takes the counts of a slot, whose next connection begins with none.
  mutating func take(_ slot: Int) -> OpcodeCounts {
    OpcodeCounts(taking: &counts, from: slot &* ATTOpcode.indexCount)
  }
}
