/// A list of numbers of 32 bits that takes two bytes for each until one of them needs more.
///
/// Most are small, and there may be thousands of lists.
struct SmallNumbers: RandomAccessCollection, Sendable {
  // One of the two is empty, and an empty array takes no memory.
  private var short: [UInt16] = []
  private var long: [UInt32] = []

  /// Makes an empty list.
  init() {}

  /// The given numbers, in no more memory than they need.
  init(fitting numbers: some Sequence<UInt32>) {
    for number in numbers { append(number) }
    self = fitted
  }

  /// The same numbers in no more memory than they need.
  var fitted: SmallNumbers {
    var copy = SmallNumbers()
    copy.short = LiveConnection.fitting(short)
    copy.long = LiveConnection.fitting(long)
    return copy
  }

  /// Forgets all numbers, but keeps the memory, unless it is much.
  mutating func clear() {
    LiveConnection.clear(&short)
    LiveConnection.clear(&long)
  }

  // Counted by the protocol's own means, numbers would be asked for the distance between two of their places.
  var count: Int { endIndex }
  var startIndex: Int { 0 }
  var endIndex: Int { long.isEmpty ? short.count : long.count }

  subscript(place: Int) -> UInt32 { long.isEmpty ? UInt32(short[place]) : long[place] }

  /// Adds a number.
  @inline(__always)
  mutating func append(_ number: UInt32) {
    if long.isEmpty {
      if let fitting = UInt16(exactly: number) { return short.append(fitting) }
    }
    appendLong(number)
  }

  /// Adds a number to those that take four bytes, as all do from then on.
  @inline(never)
  private mutating func appendLong(_ number: UInt32) {
    if long.isEmpty {
      long = short.map { UInt32($0) }
      short = []
    }
    long.append(number)
  }
}
