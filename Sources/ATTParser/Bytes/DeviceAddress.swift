/// A Bluetooth device address (BD_ADDR): 48 bits, printed most significant byte first.
public struct DeviceAddress: Hashable, Sendable, BitwiseCopyable, CustomStringConvertible {
  /// The address as an integer below 2^48.
  public var value: UInt64

  /// Makes an address from the low 48 bits of `value`.
  @inline(__always)
  public init(_ value: UInt64) { self.value = value & 0xFFFF_FFFF_FFFF }

  /// Reads the usual form, with colons or dashes, in either case; nil for anything else.
  public init?(text: String) {
    let bytes = text.split(omittingEmptySubsequences: false) { $0 == ":" || $0 == "-" }
    guard bytes.count == 6 else { return nil }
    var value: UInt64 = 0
    for digits in bytes {
      guard digits.utf8.count == 2, let byte = UInt8(digits, radix: 16) else { return nil }
      value = value << 8 | UInt64(byte)
    }
    self.init(value)
  }

  /// The usual form, `F0:F1:F2:F3:F4:F5`.
  public var description: String {
    (0..<6).map { index in
      let byte = value >> UInt64(40 - 8 * index) & 0xFF
      let digits = String(byte, radix: 16, uppercase: true)
      return byte < 16 ? "0" + digits : digits
    }.joined(separator: ":")
  }
}

/// The type that goes with a device address on an LE link (Vol 4, Part E, 7.7.65.1).
public struct AddressType: RawRepresentable, Hashable, Sendable, BitwiseCopyable {
  /// The value as sent.
  public var rawValue: UInt8

  /// Makes an address type from the value as sent.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The address belongs to the device's manufacturer's range.
  public static let publicDevice = AddressType(rawValue: 0)
  /// A random static or private address.
  public static let randomDevice = AddressType(rawValue: 1)
  /// A public identity address behind a resolved private one.
  public static let publicIdentity = AddressType(rawValue: 2)
  /// A random static identity address behind a resolved private one.
  public static let randomIdentity = AddressType(rawValue: 3)

  /// The address, or the one behind it, is a random one.
  public var isRandom: Bool { rawValue & 1 == 1 }

  /// `public`, `random`, the identity forms, or the number.
  public var name: String {
    switch self {
    case .publicDevice: "public"
    case .randomDevice: "random"
    case .publicIdentity: "public_identity"
    case .randomIdentity: "random_identity"
    default: "unknown_\(rawValue)"
    }
  }
}
