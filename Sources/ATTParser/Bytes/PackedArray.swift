/// A growing array of plain values that belongs to one owner.
///
/// An `Array` asks before every write whether it is shared, which costs more than the write; this one cannot
/// be shared. Indices are checked. Like ``IntegerMap`` it is inlinable, because the analysis writes to it for
/// every packet.
@safe
public struct PackedArray<Element: BitwiseCopyable>: ~Copyable {
  // Unsafe: memory for `capacity` elements, of which the first `count` are initialized; owned by this value
  // alone and released in `deinit`.
  @usableFromInline var base: UnsafeMutablePointer<Element>
  @usableFromInline var capacity: Int
  /// Number of elements.
  public var count: Int

  /// Makes an empty array.
  @inlinable
  public init() {
    count = 0
    capacity = 16
    unsafe base = Self.allocate(16)
  }

  /// Makes room for `count` elements, all of them there and alike.
  init(repeating element: Element, count: Int) {
    precondition(count > 0)
    self.count = count
    capacity = count
    unsafe base = Self.allocate(count)
    unsafe base.initialize(repeating: element, count: count)
  }

  @inlinable
  deinit { unsafe UnsafeMutableRawPointer(base).deallocate() }

  /// Memory at the beginning of a cache line, so that elements of 64 bytes fill one each.
  @inlinable
  static func allocate(_ count: Int) -> UnsafeMutablePointer<Element> {
    // Unsafe: exactly `count` elements fit into the bytes, which are bound to their type.
    unsafe UnsafeMutableRawPointer.allocate(byteCount: count * MemoryLayout<Element>.stride, alignment: 64)
      .bindMemory(to: Element.self, capacity: count)
  }

  /// The element at `index`, which must be below ``count``.
  @inlinable
  public subscript(index: Int) -> Element {
    @inline(__always)
    get {
      // One comparison for both ends: a negative index is a large one.
      precondition(UInt(bitPattern: index) < UInt(bitPattern: count))
      // Unsafe: the index was checked.
      return unsafe base[index]
    }
    @inline(__always)
    _modify {
      precondition(UInt(bitPattern: index) < UInt(bitPattern: count))
      // Unsafe: the index was checked.
      yield unsafe &base[index]
    }
  }

  /// True when there is an element at `index`.
  @inlinable
  @inline(__always)
  public func has(_ index: Int) -> Bool { UInt(bitPattern: index) < UInt(bitPattern: count) }

  /// Adds an element.
  @inlinable
  public mutating func append(_ element: Element) {
    if count == capacity { grow() }
    // Unsafe: `grow` made room for one more.
    unsafe (base + count).initialize(to: element)
    count += 1
  }

  @inlinable
  mutating func grow() {
    let larger = unsafe Self.allocate(capacity * 2)
    // Unsafe: both blocks hold at least `count` elements.
    unsafe larger.initialize(from: base, count: count)
    unsafe UnsafeMutableRawPointer(base).deallocate()
    unsafe base = larger
    capacity *= 2
  }

  /// A copy of the elements as an ordinary array.
  @inlinable
  public func toArray() -> [Element] {
    (0..<count).map { self[$0] }
  }
}
