/// Buffers in which PDUs that arrive in pieces are put together, one for each stream of pieces.
///
/// The only bytes of a capture that are copied. A buffer grows with the bytes that arrived, not with the
/// length that a header claims.
@safe
struct PDUBuffers: ~Copyable {
  /// Streams of pieces kept at most; idle ones make room for new ones.
  static let mostStreams = 1024

  /// One stream of pieces; only the table touches its memory.
  @safe
  private struct Buffer: BitwiseCopyable {
    // Unsafe: memory owned by the table, released in its `deinit` and in `makeRoom`.
    var base: UnsafeMutableRawPointer?
    var capacity = 0
    var have = 0
    /// Bytes of the whole PDU without the lost ones, 0 while none is under way.
    var need = 0
    /// Bytes of the PDU under way that the capture did not keep.
    var lost = 0
    let key: UInt64

    init(key: UInt64) { self.key = key }

    /// See ``PDUBuffers/appendInside(_:_:_:)``.
    @inline(__always)
    mutating func appendInside(_ packet: RawSpan, _ range: Range<Int>) -> Bool {
      let count = range.count
      let after = have &+ count
      guard count > 0, after < need, after <= capacity, need != .max, let base = unsafe base else {
        return false
      }
      guard range.lowerBound >= 0, range.upperBound <= packet.byteCount else { return false }
      // Unsafe: `have + count` is at most the capacity, and the range was compared with the packet.
      unsafe packet.withUnsafeBytes { source in
        guard let from = source.baseAddress else { return }
        unsafe (base + have).copyMemory(from: from + range.lowerBound, byteCount: count)
      }
      have = after
      return true
    }
  }

  private var buffers = PackedArray<Buffer>()
  private var index = IntegerMap()
  // The stream of the piece before, which is that of this one most of the time.
  private var lastKey = UInt64.max
  private var lastStream = -1
  /// The buffer whose PDU was completed last; its bytes stay readable until the next piece.
  private var completed = -1
  /// PDUs under way.
  private(set) var pending = 0

  /// Makes buffers with nothing under way.
  init() {}

  deinit { for stream in 0..<buffers.count { unsafe buffers[stream].base?.deallocate() } }

  /// The number of the stream behind `key`, -1 when it never had a piece.
  @inline(__always)
  mutating func stream(_ key: UInt64) -> Int {
    if key == lastKey { return lastStream }
    let stream = index.find(key)
    if stream >= 0 { (lastKey, lastStream) = (key, stream) }
    return stream
  }

  /// Bytes that the PDU under way on a stream has and needs; nil when none is.
  @inline(__always)
  func progress(_ stream: Int) -> (have: Int, need: Int)? {
    guard stream >= 0, buffers[stream].need > 0 else { return nil }
    return (buffers[stream].have, buffers[stream].need)
  }

  /// Gives up the PDU under way on a stream.
  @inline(__always)
  mutating func abandon(_ stream: Int) {
    guard stream >= 0, buffers[stream].need > 0 else { return }
    buffers[stream].need = 0
    pending &-= 1
  }

  /// Begins a PDU of `need` bytes on the stream behind `key` with its first piece.
  mutating func start(_ key: UInt64, need: Int, _ piece: RawSpan) {
    var stream = index.find(key)
    if stream < 0 {
      if buffers.count >= Self.mostStreams { makeRoom() }
      stream = buffers.count
      buffers.append(Buffer(key: key))
      index.set(key, stream)
    }
    abandon(stream)
    buffers[stream].have = 0
    buffers[stream].lost = 0
    buffers[stream].need = need
    pending &+= 1
    append(stream, piece)
  }

  /// Adds a piece, the bytes of `packet` in `range`, to the PDU under way.
  ///
  /// - Returns: false, with nothing done, when no PDU is under way, when the piece is all or more than the
  ///   PDU needs, while that is not known, and when the buffer is too small.
  @inline(__always)
  mutating func appendInside(_ stream: Int, _ packet: RawSpan, _ range: Range<Int>) -> Bool {
    guard stream >= 0 else { return false }
    return buffers[stream].appendInside(packet, range)
  }

  /// Adds a piece to the PDU under way, as much of it as the PDU needs.
  mutating func append(_ stream: Int, _ piece: RawSpan) {
    let have = buffers[stream].have
    let count = min(piece.byteCount, buffers[stream].need &- have)
    guard count > 0 else { return }
    if have &+ count > buffers[stream].capacity { grow(stream, to: have &+ count) }
    let base = unsafe buffers[stream].base
    // Unsafe: `grow` made room for `have + count` bytes, and the piece holds at least `count`.
    unsafe piece.withUnsafeBytes { source in
      guard let base = unsafe base, let from = source.baseAddress else { return }
      unsafe (base + have).copyMemory(from: from, byteCount: count)
    }
    buffers[stream].have = have &+ count
  }

  /// Bytes that the L2CAP PDU under way needs by its own header, nil while the header is incomplete.
  func needFromHeader(_ stream: Int) -> Int? {
    let buffer = buffers[stream]
    guard let base = unsafe buffer.base, buffer.have >= 4 else { return nil }
    // Unsafe: the buffer holds at least the four bytes of the header.
    return Int(unsafe RawSpan(_unsafeStart: UnsafeRawPointer(base), byteCount: 4).u16LE(0)) &+ 4
  }

  /// Changes how many bytes the PDU under way needs, once its header is complete.
  mutating func setNeed(_ stream: Int, _ need: Int) { buffers[stream].need = max(1, need) }

  /// Notes that `count` bytes of the PDU under way are lost, fewer than it still needs.
  mutating func noteLoss(_ stream: Int, _ count: Int) {
    buffers[stream].need = max(1, buffers[stream].need &- count)
    buffers[stream].lost &+= count
  }

  /// Ends the PDU under way as complete; ``bytes`` are its bytes until the next piece.
  ///
  /// - Returns: how many bytes of the PDU are lost; with any, what is there is not in place.
  @inline(__always)
  mutating func complete(_ stream: Int) -> Int {
    buffers[stream].need = 0
    pending &-= 1
    completed = stream
    return buffers[stream].lost
  }

  /// The bytes of the PDU completed last.
  var bytes: RawSpan {
    @_lifetime(borrow self)
    get {
      guard completed >= 0, completed < buffers.count, let base = unsafe buffers[completed].base else {
        return unsafe _overrideLifetime(RawSpan(), borrowing: self)
      }
      // Unsafe: `have` bytes were written to the buffer, and the borrow of `self` keeps it unchanged.
      let span = unsafe RawSpan(_unsafeStart: UnsafeRawPointer(base), byteCount: buffers[completed].have)
      return unsafe _overrideLifetime(span, borrowing: self)
    }
  }

  /// Gives up the PDUs under way on the streams whose key is one of those asked for.
  mutating func abandonAll(where isGone: (UInt64) -> Bool) {
    for stream in 0..<buffers.count where isGone(buffers[stream].key) { abandon(stream) }
  }

  /// Forgets the streams that have no PDU under way, or all of them when every one has.
  private mutating func makeRoom() {
    let keepsNone = pending >= Self.mostStreams
    var kept = PackedArray<Buffer>()
    index.removeAll()
    for stream in 0..<buffers.count {
      if keepsNone || buffers[stream].need == 0 {
        unsafe buffers[stream].base?.deallocate()
      } else {
        index.set(buffers[stream].key, kept.count)
        kept.append(buffers[stream])
      }
    }
    pending = kept.count
    buffers = kept
    completed = -1
    lastKey = .max
  }

  @inline(never)
  private mutating func grow(_ stream: Int, to count: Int) {
    let capacity = max(512, min(buffers[stream].need, count &* 2))
    let fresh = UnsafeMutableRawPointer.allocate(byteCount: max(capacity, count), alignment: 16)
    if let old = unsafe buffers[stream].base {
      unsafe fresh.copyMemory(from: old, byteCount: buffers[stream].have)
      unsafe old.deallocate()
    }
    unsafe buffers[stream].base = unsafe fresh
    buffers[stream].capacity = max(capacity, count)
  }
}
