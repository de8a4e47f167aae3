/// What every packet on the air begins with: it names the connection, or the advertising channels
/// (Vol 6, Part B, 2.1.2).
public struct AccessAddress: RawRepresentable, Hashable, Sendable, BitwiseCopyable {
  /// The address as an integer; its lowest byte is sent first.
  public var rawValue: UInt32

  /// Makes an address from the integer.
  @inline(__always)
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// That of all advertising but the periodic one.
  public static let advertising = AccessAddress(rawValue: 0x8E89_BED6)
}
