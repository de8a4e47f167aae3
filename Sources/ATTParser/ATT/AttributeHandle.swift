/// The handle of an attribute on a server, 0x0001…0xFFFF (Vol 3, Part F, 3.2.2).
public struct AttributeHandle: RawRepresentable, Hashable, Comparable, Sendable, BitwiseCopyable,
  CustomStringConvertible
{
  /// The handle as sent; 0 is reserved.
  public var rawValue: UInt16

  /// Makes a handle from the value as sent.
  @inline(__always)
  public init(rawValue: UInt16) { self.rawValue = rawValue }

  /// Orders by value.
  @inline(__always)
  public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }

  /// The usual form, `0x002a`.
  public var description: String {
    let digits = String(rawValue, radix: 16)
    return "0x" + String(repeating: "0", count: 4 - digits.count) + digits
  }
}

/// The range of handles that a request of discovery looks in, both ends included.
public struct AttributeHandleRange: Hashable, Sendable, BitwiseCopyable {
  /// The Starting Handle.
  public var starting: AttributeHandle
  /// The Ending Handle.
  public var ending: AttributeHandle

  /// Makes a range, also one that ends before it begins, as a PDU may name.
  @inline(__always)
  public init(_ starting: AttributeHandle, _ ending: AttributeHandle) {
    self.starting = starting
    self.ending = ending
  }
}
