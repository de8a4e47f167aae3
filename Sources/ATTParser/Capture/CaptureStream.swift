#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// The owner of a capture's bytes: one buffer that slides over a file, a pipe or an array.
///
/// Records are decoded in place in the buffer. Its memory does not grow with the capture, and a file that
/// shrinks while it is read is a short read, not a fault.
@safe
public struct CaptureStream: ~Copyable {
  /// Bytes the buffer holds; also the longest run that ``require(_:)`` can make contiguous.
  static let capacity = 65 << 12

  /// Bytes that ``UpcomingBytes/ahead`` shows, more than the longest event and the header of its record have;
  /// there is room for them behind the buffer, where zeros are.
  static let aheadCount = 320

  private let buffer: UnsafeMutableRawPointer
  private let size: Int
  /// The file to read on from, or -1 when all bytes are in the buffer already.
  private var descriptor: Int32
  private let ownsDescriptor: Bool
  private var start = 0
  private var end = 0
  /// Bytes of the record handed out last, which stay readable until the next one.
  private var held = 0
  /// Bytes after the held ones that nobody wants, still to be passed over.
  private var pendingSkip = 0
  /// Bytes that were to be skipped but are beyond the end of the input.
  private(set) var skippedBeyondEnd = 0
  private var reachedEnd = false
  /// File offset of the first byte in the buffer.
  private var bufferOffset = 0
  /// The errno of a failed read, 0 when none failed.
  private(set) var readError: Int32 = 0

  /// Reads from an open file descriptor, closing it at the end of its life when `closing` is true.
  public init(descriptor: Int32, closing: Bool) {
    // Unsafe: raw memory owned by this value alone and released in `deinit`.
    unsafe buffer = .allocate(byteCount: Self.capacity + Self.aheadCount, alignment: 4096)
    size = Self.capacity
    self.descriptor = descriptor
    ownsDescriptor = closing
    clearAhead()
  }

  /// Reads from bytes in memory, which are copied once.
  public init(bytes: [UInt8]) {
    let count = bytes.count
    // Unsafe: raw memory owned by this value alone, filled with exactly the array's bytes.
    unsafe buffer = .allocate(byteCount: max(1, count) + Self.aheadCount, alignment: 16)
    let target = unsafe buffer
    unsafe bytes.withUnsafeBytes { source in
      if let base = source.baseAddress { unsafe target.copyMemory(from: base, byteCount: count) }
    }
    size = max(1, count)
    descriptor = -1
    ownsDescriptor = false
    end = count
    reachedEnd = true
    clearAhead()
  }

  deinit {
    // Unsafe: releases what `init` allocated.
    unsafe buffer.deallocate()
    if ownsDescriptor, descriptor >= 0 { close(descriptor) }
  }

  /// File offset of the next byte, in bytes.
  @inline(__always)
  var position: Int { bufferOffset &+ start }

  /// Bytes in the buffer from ``position`` on.
  @inline(__always)
  var available: Int { end &- start }

  /// The bytes from ``position`` on that are in the buffer.
  var bytes: RawSpan {
    @_lifetime(borrow self)
    @inline(__always)
    get {
      // Unsafe: `start..<end` lies within the buffer, and the borrow of `self` keeps it alive and unchanged.
      let span = unsafe RawSpan(_unsafeStart: buffer + start, byteCount: end &- start)
      return unsafe _overrideLifetime(span, borrowing: self)
    }
  }

  /// File offset of the byte after the held ones.
  @inline(__always)
  var upcomingPosition: Int { bufferOffset &+ start &+ held }

  /// The bytes in the buffer after the held ones, for records that are only looked at.
  var upcoming: UpcomingBytes {
    @_lifetime(borrow self)
    @inline(__always)
    get {
      let first = start &+ held
      precondition(first <= end)
      // Unsafe: what is held lies within `start..<end`, so `first..<end` does, and behind `end` there are the
      // zeros; see ``bytes``.
      let upcoming = unsafe UpcomingBytes(base: UnsafeRawPointer(buffer + first), count: end &- first)
      return unsafe _overrideLifetime(upcoming, borrowing: self)
    }
  }

  /// Puts zeros behind what was read.
  private func clearAhead() {
    // Unsafe: `end` is at most the size, and the buffer has so many bytes more.
    unsafe (buffer + end).initializeMemory(as: UInt8.self, repeating: 0, count: Self.aheadCount)
  }

  /// The first `count` bytes from ``position`` on; fewer only when fewer are in the buffer.
  @_lifetime(borrow self)
  @inline(__always)
  func prefix(_ count: Int) -> RawSpan {
    let length = min(count, end &- start)
    // Unsafe: `length` is at most what lies between `start` and `end`; see ``bytes``.
    let span = unsafe RawSpan(_unsafeStart: buffer + start, byteCount: length)
    return unsafe _overrideLifetime(span, borrowing: self)
  }

  /// The last `count` of the bytes held, all of them when there are fewer: encapsulations are in front.
  @_lifetime(borrow self)
  @inline(__always)
  func heldSuffix(_ count: Int) -> RawSpan {
    let length = min(count, held)
    // Unsafe: `start ..< start + held` lies within the buffer, and `length` is at most `held`.
    let span = unsafe RawSpan(_unsafeStart: buffer + (start &+ held &- length), byteCount: length)
    return unsafe _overrideLifetime(span, borrowing: self)
  }

  /// The bytes of a range in the file, empty when they are not in the buffer any more.
  @_lifetime(borrow self)
  @inline(__always)
  func bytes(of range: ByteRange) -> RawSpan {
    let first = range.offset &- bufferOffset
    let isHeld = first >= 0 && first <= end && range.count <= end &- first
    // Unsafe: the comparison above keeps the span within `0..<end` of the buffer.
    let span = unsafe RawSpan(
      _unsafeStart: buffer + (isHeld ? first : 0), byteCount: isHeld ? range.count : 0)
    return unsafe _overrideLifetime(span, borrowing: self)
  }

  /// Makes `count` bytes from ``position`` on contiguous in the buffer; false when the input ends before.
  @inline(__always)
  mutating func require(_ count: Int) -> Bool {
    if count <= available { return true }
    return refill(count)
  }

  /// Lets go of the record handed out last and of what was to be skipped after it.
  @inline(__always)
  mutating func beginRecord() {
    start &+= held
    held = 0
    if pendingSkip != 0 { passOver() }
  }

  /// ``beginRecord()`` for formats that never skip anything behind a record.
  @inline(__always)
  mutating func beginPlainRecord() {
    start &+= held
    held = 0
  }

  /// Passes over `count` bytes that are in the buffer.
  @inline(__always)
  mutating func consume(_ count: Int) {
    start &+= min(max(0, count), available)
  }

  /// Passes over a record's header and keeps the `count` bytes after it readable until ``beginRecord()``,
  /// skipping `following` more after them.
  ///
  /// Called after ``require(_:)`` promised `header + count` bytes; with fewer, nothing is held.
  @inline(__always)
  mutating func hold(header: Int = 0, _ count: Int, following: Int = 0) {
    guard header &+ count <= available else { return }
    start &+= header
    held = count
    if following > 0 { pendingSkip = following }
  }

  /// Lets go of what is held and passes over `count` bytes in ``upcoming``, which stay in the buffer until more
  /// are read.
  @inline(__always)
  mutating func consumeUpcoming(_ count: Int) {
    beginPlainRecord()
    consume(count)
  }

  private mutating func passOver() {
    while pendingSkip > 0 {
      let step = min(pendingSkip, available)
      start &+= step
      pendingSkip &-= step
      if pendingSkip > 0, !refill(1) { (skippedBeyondEnd, pendingSkip) = (pendingSkip, 0) }
    }
  }

  @inline(never)
  private mutating func refill(_ count: Int) -> Bool {
    guard !reachedEnd, count <= size else { return false }
    if start > 0 {
      let remaining = end &- start
      // Unsafe: moves `remaining` bytes down within the buffer; `start + remaining == end <= size`.
      if remaining > 0 { unsafe memmove(buffer, buffer + start, remaining) }
      bufferOffset &+= start
      start = 0
      end = remaining
    }
    defer { clearAhead() }
    while end < count {
      // Unsafe: reads at most `size - end` bytes to `buffer + end`.
      let got = unsafe read(descriptor, buffer + end, size &- end)
      if got < 0, errno == EINTR { continue }
      if got <= 0 {
        reachedEnd = true
        if got < 0 { readError = errno }
        return false
      }
      end &+= got
    }
    return true
  }
}

/// A walk over the bytes in a ``CaptureStream``'s buffer, behind which there are ``CaptureStream/aheadCount`` zeros.
///
/// So at each place as many bytes can be looked at, a number that is known when this is compiled: loads at known
/// offsets are not checked again, and one comparison a record is left.
@safe
struct UpcomingBytes: ~Escapable {
  // Unsafe: the bytes begin at `first` and end at `end`, where the zeros begin; `next` is between them.
  private let first: UnsafeRawPointer
  private var next: UnsafeRawPointer
  private let end: UnsafeRawPointer
  /// The last place at which there are as many bytes as ``ahead`` shows.
  private let lastRoomy: UInt

  /// - Parameters:
  ///   - base: the first of the bytes, which stay unchanged as long as this lives.
  ///   - count: their number, without the zeros.
  @unsafe
  @_lifetime(immortal)
  @inline(__always)
  fileprivate init(base: UnsafeRawPointer, count: Int) {
    unsafe first = unsafe base
    unsafe next = unsafe base
    unsafe end = unsafe base + count
    lastRoomy = unsafe UInt(bitPattern: end) &- UInt(CaptureStream.aheadCount)
  }

  /// Bytes walked over.
  @inline(__always)
  var place: Int { unsafe next - first }

  /// True when all bytes that ``ahead`` shows are there.
  @inline(__always)
  var isRoomy: Bool { unsafe UInt(bitPattern: next) <= lastRoomy }

  /// The first ``CaptureStream/aheadCount`` bytes from ``place`` on.
  var ahead: RawSpan {
    @_lifetime(copy self)
    @inline(__always)
    get {
      // Unsafe: behind the end there are so many zeros.
      let span = unsafe RawSpan(_unsafeStart: next, byteCount: CaptureStream.aheadCount)
      return unsafe _overrideLifetime(span, copying: self)
    }
  }

  /// All bytes from ``place`` on.
  var rest: RawSpan {
    @_lifetime(copy self)
    @inline(__always)
    get {
      // Unsafe: so many are there before the end.
      let span = unsafe RawSpan(_unsafeStart: next, byteCount: end - next)
      return unsafe _overrideLifetime(span, copying: self)
    }
  }

  /// True when a header and a packet of so many bytes come from ``place`` on.
  @inline(__always)
  func has(header: UInt8, _ packet: UInt32) -> Bool {
    unsafe Int(header) &+ Int(packet) <= end - next
  }

  /// Walks over a header and a packet that are there.
  @_lifetime(self: copy self)
  @inline(__always)
  mutating func move(header: UInt8, _ packet: UInt32) {
    precondition(has(header: header, packet))
    // Unsafe: this is not behind the end.
    unsafe next = unsafe next + (Int(header) &+ Int(packet))
  }

  /// Walks over as many bytes of those that ``ahead`` shows, all of which are there.
  @_lifetime(self: copy self)
  @inline(__always)
  mutating func move(ahead count: Int) {
    precondition(isRoomy && count >= 0 && count <= CaptureStream.aheadCount)
    // Unsafe: this is not behind the end.
    unsafe next = unsafe next + count
  }
}
