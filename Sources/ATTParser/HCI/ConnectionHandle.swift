/// A Connection_Handle: 12 bits that name a link between host and controller (Vol 4, Part E, 5.4.2).
///
/// Handles are re-used; a connection instance is a matter of the analysis.
public struct ConnectionHandle: RawRepresentable, Hashable, Sendable, BitwiseCopyable {
  /// The handle, 0…0x0FFF.
  public var rawValue: UInt16

  /// Makes a handle from the low 12 bits of `rawValue`.
  @inline(__always)
  public init(rawValue: UInt16) { self.rawValue = rawValue & 0x0FFF }

  /// False above 0x0EFF, which no controller may assign.
  @inline(__always)
  public var isAssignable: Bool { rawValue <= 0x0EFF }

  /// The handle on which Qualcomm controllers pass debug messages to the host as if they were ACL data.
  static let qualcommDebug = ConnectionHandle(rawValue: 0x0EDC)
}
