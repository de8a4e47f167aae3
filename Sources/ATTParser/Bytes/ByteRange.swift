/// Where some bytes of a capture are: an escapable handle that outlives the cursor which found them.
///
/// A range is evidence first (an offset in the file) and readable only while its frame is the current one,
/// through ``CaptureReader/bytes(of:)``. Whoever keeps bytes longer copies them on purpose.
public struct ByteRange: Hashable, Sendable, BitwiseCopyable {
  /// The memory a range points into.
  public enum Store: UInt8, Sendable, BitwiseCopyable {
    /// The capture itself; `offset` is a byte offset from the start of the file.
    case capture
    /// The buffer in which the current L2CAP PDU was recombined from ACL fragments.
    case recombined
    /// The buffer in which the current SDU was reassembled from K-frames.
    case reassembled
    /// The buffer in which the current data PDU of the air was decrypted.
    case decrypted
  }

  /// Offset of the first byte within `store`, in bytes.
  public var offset: Int
  /// Number of bytes as stored; `count` gives it as an `Int`.
  private var length: UInt32
  /// The memory `offset` counts from.
  public var store: Store

  /// Number of bytes in the range.
  @inline(__always)
  public var count: Int { Int(length) }

  /// Makes a range; a negative `count` is taken as 0.
  @inline(__always)
  public init(offset: Int, count: Int, store: Store = .capture) {
    self.offset = offset
    self.length = UInt32(truncatingIfNeeded: max(0, count))
    self.store = store
  }

  /// The range of no bytes at the start of the file.
  public static var empty: ByteRange { ByteRange(offset: 0, count: 0) }

  /// True when the range holds no byte.
  public var isEmpty: Bool { length == 0 }

  /// The same range without its first `count` bytes (all of them when there are fewer).
  @inline(__always)
  public func dropFirst(_ count: Int) -> ByteRange {
    let dropped = min(max(0, count), self.count)
    return ByteRange(offset: offset &+ dropped, count: self.count &- dropped, store: store)
  }
  /// The range without what lies behind its first `count` bytes.
  public func prefix(_ count: Int) -> ByteRange {
    ByteRange(offset: offset, count: min(max(0, count), self.count), store: store)
  }
}
