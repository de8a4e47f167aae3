/// A map from packed integer keys to indices: open addressing, no hashing protocol, no allocation a look-up.
///
/// `Dictionary` hashes with SipHash, which costs more than decoding a packet. Its members are inlinable: the
/// analysis looks up every packet's connection and stream in it.
public struct IntegerMap: ~Copyable {
  /// One place of the table; key 0 is an empty place, so keys are stored plus one.
  @usableFromInline
  struct Slot: BitwiseCopyable {
    /// The key plus one.
    @usableFromInline var key: UInt64 = 0
    /// The index that is stored for the key.
    @usableFromInline var value: Int32 = 0
    /// Makes an empty place.
    @inlinable
    init() {}
  }

  /// Below so many places no more than a quarter of them is used.
  private static let sparseMask = 1 << 14

  /// An odd number drawn once a process: whoever writes a capture cannot know which keys meet.
  ///
  /// Drawn from the seed of the standard library's own hashing, so that one setting of the environment
  /// (`SWIFT_DETERMINISTIC_HASHING`) makes a whole run repeatable: instructions are counted like that.
  static let drawn = UInt64(truncatingIfNeeded: Hasher().finalize()) | 1

  /// The table, with a power of two of places.
  @usableFromInline var slots: PackedArray<Slot>
  /// The number of places less one: keeps a place within the table when the search goes on.
  @usableFromInline var mask: Int
  /// Moves the highest bits of a product down to a place of the table.
  @usableFromInline var shift: UInt64
  /// Odd, and the same in maps that grew from this one.
  @usableFromInline let multiplier: UInt64
  /// Number of keys in the map.
  public private(set) var count = 0

  /// Makes an empty map.
  public init() {
    self.init(places: 64, multiplier: Self.drawn)
  }

  /// Makes an empty map with room for so many keys.
  public init(expecting keys: Int) {
    var places = 64
    while keys &* (places <= Self.sparseMask ? 4 : 2) >= places { places *= 2 }
    self.init(places: places, multiplier: Self.drawn)
  }

  /// Makes an empty map with a power of two of places and an odd multiplier.
  init(places: Int, multiplier: UInt64) {
    slots = PackedArray(repeating: Slot(), count: places)
    mask = places - 1
    shift = UInt64(places.leadingZeroBitCount + 1)
    self.multiplier = multiplier
  }

  /// The place at which the search for a key as stored begins.
  @inlinable
  @inline(__always)
  func home(_ key: UInt64) -> Int {
    // The highest bits depend on all bits of the key.
    Int(truncatingIfNeeded: (key &* multiplier) &>> shift)
  }

  /// The index stored for `key`, which is below `UInt64.max`; -1 when there is none.
  @inlinable
  @inline(__always)
  public func find(_ key: UInt64) -> Int {
    let stored = key &+ 1
    var place = home(stored)
    while true {
      let slot = slots[place]
      if slot.key == stored { return Int(slot.value) }
      if slot.key == 0 { return -1 }
      place = (place &+ 1) & mask
    }
  }

  /// Stores `value` for `key`, replacing what was there.
  public mutating func set(_ key: UInt64, _ value: Int) {
    // A quarter of the places: most look-ups then find their key at once, of which the processor makes a habit.
    // Where there are so many that the nearest caches do not hold them, half.
    if count &* (mask < Self.sparseMask ? 4 : 2) > mask { grow() }
    let stored = key &+ 1
    var place = home(stored)
    while slots[place].key != 0, slots[place].key != stored { place = (place &+ 1) & mask }
    if slots[place].key == 0 { count &+= 1 }
    slots[place].key = stored
    slots[place].value = Int32(truncatingIfNeeded: value)
  }

  /// Takes `key` out of the map, if it is there.
  public mutating func remove(_ key: UInt64) {
    let stored = key &+ 1
    var hole = home(stored)
    while slots[hole].key != stored {
      if slots[hole].key == 0 { return }
      hole = (hole &+ 1) & mask
    }
    count &-= 1
    // Close the gap: later entries of the run move up unless that would put them before their home.
    var place = hole
    while true {
      slots[hole] = Slot()
      while true {
        place = (place &+ 1) & mask
        if slots[place].key == 0 { return }
        let home = self.home(slots[place].key)
        let staysReachable = hole <= place ? (home > hole && home <= place) : (home > hole || home <= place)
        if !staysReachable { break }
      }
      slots[hole] = slots[place]
      hole = place
    }
  }

  /// Empties the map and gives its memory back.
  public mutating func removeAll() { self = IntegerMap() }

  private mutating func grow() {
    var larger = IntegerMap(places: (mask + 1) * 2, multiplier: multiplier)
    for place in 0...mask where slots[place].key != 0 {
      larger.set(slots[place].key &- 1, Int(slots[place].value))
    }
    self = larger
  }
}
