/// A growing array that belongs to one owner.
///
/// An `Array` asks before every write whether it is shared, which costs more than the write; this one cannot
/// be shared. Indices are checked. Like ``IntegerMap`` it is inlinable, because the analysis writes to it for
/// every packet.
@safe
public struct PackedArray<Element>: ~Copyable {
  // Unsafe: memory for `capacity` elements, of which the first `filled` are initialized; owned by this value
  // alone and released in `deinit`.
  /// The first element.
  @usableFromInline var base: UnsafeMutablePointer<Element>
  /// Elements that there is memory for.
  @usableFromInline var capacity: Int
  /// Elements that there are.
  @usableFromInline var filled: Int

  /// Makes an empty array.
  @inlinable
  public init() {
    filled = 0
    capacity = 16
    unsafe base = Self.allocate(16)
  }

  @inlinable
  deinit {
    // Unsafe: so many elements are initialized.
    unsafe base.deinitialize(count: filled)
    unsafe UnsafeMutableRawPointer(base).deallocate()
  }

  /// Memory at the beginning of a cache line, so that elements of 64 bytes fill one each.
  @inlinable
  static func allocate(_ count: Int) -> UnsafeMutablePointer<Element> {
    // Unsafe: exactly `count` elements fit into the bytes, which are bound to their type.
    unsafe UnsafeMutableRawPointer.allocate(byteCount: count * MemoryLayout<Element>.stride, alignment: 64)
      .bindMemory(to: Element.self, capacity: count)
  }

  /// Number of elements.
  @inlinable
  public var count: Int {
    @inline(__always)
    get { filled }
  }

  /// The element at `index`, which must be below ``count``.
  @inlinable
  public subscript(index: Int) -> Element {
    @inline(__always)
    _read {
      // One comparison for both ends: a negative index is a large one.
      precondition(UInt(bitPattern: index) < UInt(bitPattern: filled))
      // Unsafe: the index was checked.
      yield unsafe base[index]
    }
    @inline(__always)
    _modify {
      precondition(UInt(bitPattern: index) < UInt(bitPattern: filled))
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
    if filled == capacity { grow() }
    // Unsafe: `grow` made room for one more.
    unsafe (base + filled).initialize(to: element)
    filled += 1
  }

  /// Moves the elements to memory for twice as many.
  @inlinable
  mutating func grow() {
    let larger = unsafe Self.allocate(capacity * 2)
    // Unsafe: both blocks hold at least `filled` elements, of which the first has none afterwards.
    unsafe larger.moveInitialize(from: base, count: filled)
    unsafe UnsafeMutableRawPointer(base).deallocate()
    unsafe base = larger
    capacity *= 2
  }

  /// A copy of the elements as an ordinary array.
  @inlinable
  public func toArray() -> [Element] {
    (0..<filled).map { self[$0] }
  }
}

extension PackedArray where Element: BitwiseCopyable {
  /// Makes room for `count` elements, all of them there and alike.
  init(repeating element: Element, count: Int) {
    precondition(count > 0)
    filled = count
    capacity = count
    unsafe base = Self.allocate(count)
    unsafe base.initialize(repeating: element, count: count)
  }

  /// Number of elements, which may be set to what there is room for: plain values need not be taken apart.
  @inlinable
  public var count: Int {
    @inline(__always)
    get { filled }
    @inline(__always)
    set {
      precondition(UInt(bitPattern: newValue) <= UInt(bitPattern: capacity))
      filled = newValue
    }
  }
}
