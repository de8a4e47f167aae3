/// A characteristic declaration and its handle, as Read By Type Responses list them (Vol 3, Part G, 3.3.1).
///
///     | handle u16 | properties u8 | value handle u16 | UUID of 2 or 16 bytes |
public struct CharacteristicDeclaration: Hashable, Sendable, BitwiseCopyable {
  /// The declaration's handle.
  public let handle: AttributeHandle
  /// What may be done with the value, a bit each.
  public let properties: UInt8
  /// The handle of the value.
  public let valueHandle: AttributeHandle
  /// The characteristic.
  public let uuid: BluetoothUUID

  /// Reads the entry at `index` of a list, whose bytes are `bytes`; nil beyond the end, and for entries of another
  /// length than a declaration's.
  @inline(__always)
  init?(_ index: Int, of list: EntryList, in bytes: RawSpan) {
    let length = Int(list.entryLength)
    guard length == 7 || length == 21, index >= 0, index < list.entries.count else { return nil }
    let start = index &* length
    guard start &+ length <= bytes.byteCount else { return nil }
    handle = AttributeHandle(rawValue: bytes.u16LE(start))
    properties = bytes.u8(start &+ 2)
    valueHandle = AttributeHandle(rawValue: bytes.u16LE(start &+ 3))
    uuid =
      length == 7
      ? BluetoothUUID(bytes.u16LE(start &+ 5))
      : BluetoothUUID(high: bytes.u64LE(start &+ 13), low: bytes.u64LE(start &+ 5))
  }
}

/// An include declaration and its handle, as Read By Type Responses list them (Vol 3, Part G, 3.2).
///
///     | handle u16 | start u16 | end u16 | UUID of 2 bytes, or nothing |
public struct IncludeDeclaration: Hashable, Sendable, BitwiseCopyable {
  /// The declaration's handle.
  public let handle: AttributeHandle
  /// The first handle of the service that is included.
  public let start: AttributeHandle
  /// Its last handle.
  public let end: AttributeHandle
  /// The service; nil when its UUID has 16 bytes, which do not fit.
  public let uuid: BluetoothUUID?

  /// Reads the entry at `index` of a list, whose bytes are `bytes`; nil beyond the end, and for entries that are too
  /// short.
  init?(_ index: Int, of list: EntryList, in bytes: RawSpan) {
    let length = Int(list.entryLength)
    guard length >= 6, index >= 0, index < list.entries.count else { return nil }
    let start = index &* length
    guard start &+ length <= bytes.byteCount else { return nil }
    handle = AttributeHandle(rawValue: bytes.u16LE(start))
    self.start = AttributeHandle(rawValue: bytes.u16LE(start &+ 2))
    end = AttributeHandle(rawValue: bytes.u16LE(start &+ 4))
    uuid = BluetoothUUID(bytes.extracting((start &+ 6)..<(start &+ length)))
  }
}

extension CaptureReader {
  /// The characteristic declaration at `index` of a list of the current frame; nil beyond the end, and for entries
  /// of another length than a declaration's.
  package mutating func readCharacteristic(_ index: Int, of list: EntryList) -> CharacteristicDeclaration? {
    CharacteristicDeclaration(index, of: list, in: bytes(of: list.entries))
  }

  /// The include declaration at `index` of a list of the current frame; nil beyond the end, and for entries that
  /// are too short.
  package mutating func readInclude(_ index: Int, of list: EntryList) -> IncludeDeclaration? {
    IncludeDeclaration(index, of: list, in: bytes(of: list.entries))
  }
}
