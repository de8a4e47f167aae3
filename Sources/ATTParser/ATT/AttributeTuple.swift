/// One value of a Multiple Handle Value Notification (Vol 3, Part F, 3.4.7.4).
///
///     | attributeHandle u16 | length u16 | value … | attributeHandle u16 | …
public struct AttributeTuple: Hashable, Sendable, BitwiseCopyable {
  /// The attribute.
  public var handle: AttributeHandle
  /// As much of the value as the PDU holds.
  public var value: ByteRange
  /// Bytes that the value has according to its length.
  public var length: Int

  /// Bytes that the length tells of and the PDU does not hold.
  public var missingBytes: Int { length &- value.count }

  /// Takes the first tuple off a list; nil, and the list stays, when not even its head is there.
  ///
  /// - Parameters:
  ///   - handle: the list's first two bytes as a number, nil beyond its end.
  ///   - length: the two bytes behind them.
  init?(from list: inout ByteRange, handle: UInt16?, length: UInt16?) {
    guard let handle, let length else { return nil }
    self.handle = AttributeHandle(rawValue: handle)
    self.length = Int(length)
    value = list.dropFirst(4).prefix(Int(length))
    list = list.dropFirst(4 &+ Int(length))
  }
}

extension CaptureReader {
  /// Takes the first tuple off the list of a Multiple Handle Value Notification of the current frame; nil at its end.
  public func takeTuple(_ list: inout ByteRange) -> AttributeTuple? {
    AttributeTuple(from: &list, handle: u16(of: list), length: u16(of: list, at: 2))
  }

  /// ``takeTuple(_:)`` for the walk of the analysis, which has the reader to itself.
  package mutating func readTuple(_ list: inout ByteRange) -> AttributeTuple? {
    AttributeTuple(from: &list, handle: readU16(of: list), length: readU16(of: list, at: 2))
  }

  /// The handles of a list of handles of the current frame (Vol 3, Part F, 3.4.4.7 and 3.4.4.11).
  public func handles(of list: ByteRange) -> [AttributeHandle] {
    stride(from: 0, to: list.count, by: 2).compactMap {
      u16(of: list, at: $0).map(AttributeHandle.init(rawValue:))
    }
  }
}
