/// One entry of a discovery response: a handle, where groups are listed their end, and what follows.
public struct AttributeEntry: Hashable, Sendable, BitwiseCopyable {
  /// The attribute's handle.
  public var handle: AttributeHandle
  /// The last handle of the group, in lists of groups.
  public var endGroupHandle: AttributeHandle?
  /// The rest of the entry: a value, or a UUID in Find Information Responses.
  public var value: ByteRange
}

extension AttributeEntry {
  /// Reads the entry at `index` of a list, whose bytes are `bytes`; nil beyond the end.
  @inline(__always)
  init?(_ index: Int, of list: EntryList, in bytes: RawSpan) {
    let length = Int(list.entryLength)
    let fixed = list.handlesLength
    // The number of entries would be a division for each of them.
    guard index >= 0, index < list.entries.count, length >= fixed else { return nil }
    let start = index &* length
    guard start &+ length <= bytes.byteCount else { return nil }
    handle = AttributeHandle(rawValue: bytes.u16LE(start))
    endGroupHandle = list.listsGroups ? AttributeHandle(rawValue: bytes.u16LE(start &+ 2)) : nil
    value = ByteRange(
      offset: list.entries.offset &+ start &+ fixed, count: length &- fixed, store: list.entries.store)
  }
}

extension CaptureReader {
  /// The entry at `index` of a list of the current frame, nil beyond the end.
  @inline(__always)
  public func entry(_ index: Int, of list: EntryList) -> AttributeEntry? {
    AttributeEntry(index, of: list, in: bytes(of: list.entries))
  }

  // The same for the walk of the analysis, which has the reader to itself: a borrowed reader would be copied
  // for every call.

  /// ``entry(_:of:)``.
  package mutating func readEntry(_ index: Int, of list: EntryList) -> AttributeEntry? {
    entry(index, of: list)
  }

  /// ``uuid(of:)``.
  package mutating func readUUID(of range: ByteRange) -> BluetoothUUID? { uuid(of: range) }

  /// ``u16(of:at:)``.
  package mutating func readU16(of range: ByteRange, at offset: Int = 0) -> UInt16? {
    u16(of: range, at: offset)
  }

  /// ``u8(of:at:)``.
  package mutating func readU8(of range: ByteRange, at offset: Int = 0) -> UInt8? {
    u8(of: range, at: offset)
  }

  /// The UUID of 2, 4 or 16 bytes that fills a range of the current frame, nil for other lengths.
  @inline(__always)
  public func uuid(of range: ByteRange) -> BluetoothUUID? {
    BluetoothUUID(bytes(of: range))
  }

  /// The little-endian 16-bit value `offset` bytes into a range of the current frame, nil beyond its end.
  @inline(__always)
  public func u16(of range: ByteRange, at offset: Int = 0) -> UInt16? {
    let span = bytes(of: range)
    guard offset >= 0, offset &+ 2 <= span.byteCount else { return nil }
    return span.u16LE(offset)
  }

  /// The byte `offset` bytes into a range of the current frame, nil beyond its end.
  @inline(__always)
  public func u8(of range: ByteRange, at offset: Int = 0) -> UInt8? {
    let span = bytes(of: range)
    guard offset >= 0, offset < span.byteCount else { return nil }
    return span.u8(offset)
  }
}
