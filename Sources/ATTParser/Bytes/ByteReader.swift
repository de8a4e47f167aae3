/// A bounds-checked cursor over one layer's bytes that remembers where they are in the capture.
///
/// It cannot outlive the bytes it reads; what leaves it are integers and ``ByteRange``s. Every length is
/// compared with what is left before it is used.
struct ByteReader: ~Escapable {
  /// The bytes of this layer.
  let bytes: RawSpan
  /// Where `bytes` begins within `store`.
  let origin: Int
  /// The memory `origin` counts from.
  let store: ByteRange.Store
  /// The layer that errors are reported for.
  let layer: Layer
  /// Index into `bytes` of the next byte to read.
  private(set) var cursor = 0

  /// Makes a reader at the first of the bytes.
  @_lifetime(copy bytes)
  @inline(__always)
  init(_ bytes: RawSpan, origin: Int, store: ByteRange.Store, layer: Layer) {
    self.bytes = bytes
    self.origin = origin
    self.store = store
    self.layer = layer
  }

  /// Bytes not read yet.
  @inline(__always)
  var remaining: Int { bytes.byteCount &- cursor }

  /// The range of what has not been read yet, without reading it.
  @inline(__always)
  var rest: ByteRange { ByteRange(offset: origin &+ cursor, count: remaining, store: store) }

  /// The range of everything this reader covers.
  @inline(__always)
  var whole: ByteRange { ByteRange(offset: origin, count: bytes.byteCount, store: store) }

  /// Moves past `count` bytes and returns where they began.
  @_lifetime(self: copy self)
  @inline(__always)
  private mutating func advance(_ count: Int, _ field: Field) throws(DecodeError) -> Int {
    guard count <= remaining else { throw shortage(count, field) }
    let start = cursor
    cursor &+= count
    return start
  }

  /// The error for a field that needs `count` bytes here.
  @inline(never)
  func shortage(_ count: Int, _ field: Field) -> DecodeError {
    DecodeError(
      layer, field, rest,
      .needs(Int32(truncatingIfNeeded: count), has: Int32(truncatingIfNeeded: remaining)))
  }

  /// Reads one byte.
  @_lifetime(self: copy self)
  @inline(__always)
  mutating func u8(_ field: Field) throws(DecodeError) -> UInt8 {
    let start = try advance(1, field)
    return bytes.u8(start)
  }

  /// Reads a little-endian 16-bit value.
  @_lifetime(self: copy self)
  @inline(__always)
  mutating func u16(_ field: Field) throws(DecodeError) -> UInt16 {
    let start = try advance(2, field)
    return bytes.u16LE(start)
  }

  /// Reads a little-endian 32-bit value.
  @_lifetime(self: copy self)
  @inline(__always)
  mutating func u32(_ field: Field) throws(DecodeError) -> UInt32 {
    let start = try advance(4, field)
    return bytes.u32LE(start)
  }

  /// Reads a little-endian 48-bit device address.
  @_lifetime(self: copy self)
  @inline(__always)
  mutating func address(_ field: Field) throws(DecodeError) -> DeviceAddress {
    let start = try advance(6, field)
    return DeviceAddress(bytes.u48LE(start))
  }

  /// Takes the next `count` bytes as a range.
  @_lifetime(self: copy self)
  @inline(__always)
  mutating func take(_ count: Int, _ field: Field) throws(DecodeError) -> ByteRange {
    let start = try advance(count, field)
    return ByteRange(offset: origin &+ start, count: count, store: store)
  }

  /// Takes everything that is left as a range.
  @_lifetime(self: copy self)
  @inline(__always)
  mutating func takeRest() -> ByteRange {
    let range = rest
    cursor = bytes.byteCount
    return range
  }

  /// A reader for the remaining bytes on behalf of an inner layer, at most `limit` of them.
  @_lifetime(copy self)
  @inline(__always)
  func inner(_ layer: Layer, limit: Int = .max) -> ByteReader {
    let count = min(max(0, limit), remaining)
    return ByteReader(
      bytes.extracting(cursor..<(cursor &+ count)), origin: origin &+ cursor, store: store, layer: layer)
  }
}

extension RawSpan {
  // The only loads of the package. Each checks its bounds and traps on a violation, which callers rule out by
  // comparing with the count first. They are marked unsafe because the library's load takes any type;
  // integers have no invalid bit pattern.

  /// The byte at `offset`.
  @inline(__always)
  func u8(_ offset: Int) -> UInt8 { unsafe unsafeLoad(fromByteOffset: offset, as: UInt8.self) }

  /// The little-endian 16-bit value at `offset`.
  @inline(__always)
  func u16LE(_ offset: Int) -> UInt16 {
    UInt16(littleEndian: unsafe unsafeLoadUnaligned(fromByteOffset: offset, as: UInt16.self))
  }

  /// The little-endian 32-bit value at `offset`.
  @inline(__always)
  func u32LE(_ offset: Int) -> UInt32 {
    UInt32(littleEndian: unsafe unsafeLoadUnaligned(fromByteOffset: offset, as: UInt32.self))
  }

  /// The little-endian 48-bit value at `offset`.
  @inline(__always)
  func u48LE(_ offset: Int) -> UInt64 {
    UInt64(u32LE(offset)) | UInt64(u16LE(offset &+ 4)) &<< 32
  }

  /// The little-endian 64-bit value at `offset`.
  @inline(__always)
  func u64LE(_ offset: Int) -> UInt64 {
    UInt64(littleEndian: unsafe unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }

  /// The big-endian 16-bit value at `offset`.
  @inline(__always)
  func u16BE(_ offset: Int) -> UInt16 { u16LE(offset).byteSwapped }

  /// The big-endian 32-bit value at `offset`.
  @inline(__always)
  func u32BE(_ offset: Int) -> UInt32 { u32LE(offset).byteSwapped }

  /// The big-endian 64-bit value at `offset`.
  @inline(__always)
  func u64BE(_ offset: Int) -> UInt64 { u64LE(offset).byteSwapped }
}
