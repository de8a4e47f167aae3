public import ATTParser

/// A device's identity as it hands it over when pairing: what resolves its private addresses.
public struct DeviceIdentity: Hashable, Sendable {
  /// The Identity Resolving Key, most significant byte first.
  var key: [UInt8]
  /// The identity address.
  public var address: DeviceAddress

  /// True for a random address that only its owner's key tells the device of (Vol 6, Part B, 1.3.2.2).
  static func isResolvable(_ address: DeviceAddress, _ type: AddressType?) -> Bool {
    type == .randomDevice && address.value >> 46 == 0b01
  }

  /// True when a resolvable private address is one of this device's (Vol 3, Part H, 2.2.2).
  ///
  /// ```
  /// 47 … 24              23 … 0
  /// | prand, top bits 01 | hash = AES-128(key, prand) mod 2^24 |
  /// ```
  func resolves(_ address: DeviceAddress) -> Bool {
    let random = address.value >> 24
    var block = [UInt8](repeating: 0, count: 16)
    for index in 0..<3 { block[15 - index] = UInt8(truncatingIfNeeded: random >> UInt64(8 * index)) }
    guard let cipher = AES128.encrypt(block, key: key) else { return false }
    let hash = cipher.suffix(3).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return hash == address.value & 0xFF_FFFF
  }
}

extension Connection {
  /// The device that the connection is to: its identity address where that is known, else the address it used.
  public var device: DeviceAddress? { identity ?? peer }
}
