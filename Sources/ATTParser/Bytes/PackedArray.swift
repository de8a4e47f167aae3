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
    unsafe base = .allocate(capacity: 16)
  }

  /// Makes room for `count` elements, all of them there and alike.
  init(repeating element: Element, count: Int) {
    precondition(count > 0)
    self.count = count
    capacity = count
    unsafe base = .allocate(capacity: count)
    unsafe base.initialize(repeating: element, count: count)
  }

  @inlinable
  deinit { unsafe base.deallocate() }

  /// The element at `index`, which must be below ``count``.
  @inlinable
  public subscript(index: Int) -> Element {
    @inline(__always)
    get {
      precondition(index >= 0 && index < count)
      // Unsafe: the index was checked.
      return unsafe base[index]
    }
    @inline(__always)
    _modify {
      precondition(index >= 0 && index < count)
      // Unsafe: the index was checked.
      yield unsafe &base[index]
    }
  }

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
    let larger = UnsafeMutablePointer<Element>.allocate(capacity: capacity * 2)
    // Unsafe: both blocks hold at least `count` elements.
    unsafe larger.initialize(from: base, count: count)
    unsafe base.deallocate()
    unsafe base = larger
    capacity *= 2
  }

  /// A copy of the elements as an ordinary array.
  @inlinable
  public func toArray() -> [Element] {
    (0..<count).map { self[$0] }
  }
}
