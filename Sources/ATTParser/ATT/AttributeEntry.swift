/// One entry of a discovery response: a handle, where groups are listed their end, and what follows.
public struct AttributeEntry: Hashable, Sendable, BitwiseCopyable {
  /// The attribute's handle.
  public var handle: AttributeHandle
  /// The last handle of the group, in lists of groups.
  public var endGroupHandle: AttributeHandle?
  /// The rest of the entry: a value, or a UUID in Find Information Responses.
  public var value: ByteRange
}

/// A characteristic declaration and its handle, as Read By Type Responses list them (Vol 3, Part G, 3.3.1).
///
///     | handle u16 | properties u8 | value handle u16 | UUID of 2 or 16 bytes |
package struct CharacteristicDeclaration: BitwiseCopyable {
  /// The declaration's handle.
  package let handle: AttributeHandle
  /// What may be done with the value, a bit each.
  package let properties: UInt8
  /// The handle of the value.
  package let valueHandle: AttributeHandle
  /// The characteristic.
  package let uuid: BluetoothUUID
}

extension CaptureReader {
  /// The entry at `index` of a list of the current frame, nil beyond the end.
  ///
  /// - Parameter isGroups: true for lists whose entries hold two handles (Find By Type Value and Read By Group
  ///   Type Responses).
  @inline(__always)
  public func entry(_ index: Int, of list: EntryList, isGroups: Bool) -> AttributeEntry? {
    let length = Int(list.entryLength)
    let fixed = isGroups ? 4 : 2
    // The number of entries would be a division for each of them.
    guard index >= 0, index < list.entries.count, length >= fixed else { return nil }
    let start = index &* length
    let span = bytes(of: list.entries)
    guard start &+ length <= span.byteCount else { return nil }
    return AttributeEntry(
      handle: AttributeHandle(rawValue: span.u16LE(start)),
      endGroupHandle: isGroups ? AttributeHandle(rawValue: span.u16LE(start &+ 2)) : nil,
      value: ByteRange(
        offset: list.entries.offset &+ start &+ fixed, count: length &- fixed, store: list.entries.store))
  }

  // The same for the walk of the analysis, which has the reader to itself: a borrowed reader would be copied
  // for every call.

  /// ``entry(_:of:isGroups:)``.
  package mutating func readEntry(_ index: Int, of list: EntryList, isGroups: Bool) -> AttributeEntry? {
    entry(index, of: list, isGroups: isGroups)
  }

  /// The characteristic declaration at `index` of the list of a Read By Type Response of the current frame; nil
  /// beyond the end, and for entries of another length than a declaration's.
  package mutating func readDeclaration(_ index: Int, of list: EntryList) -> CharacteristicDeclaration? {
    let length = Int(list.entryLength)
    guard length == 7 || length == 21, index >= 0, index < list.entries.count else { return nil }
    let start = index &* length
    let span = bytes(of: list.entries)
    guard start &+ length <= span.byteCount else { return nil }
    return CharacteristicDeclaration(
      handle: AttributeHandle(rawValue: span.u16LE(start)), properties: span.u8(start &+ 2),
      valueHandle: AttributeHandle(rawValue: span.u16LE(start &+ 3)),
      uuid: length == 7
        ? BluetoothUUID(span.u16LE(start &+ 5))
        : BluetoothUUID(high: span.u64LE(start &+ 13), low: span.u64LE(start &+ 5)))
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
