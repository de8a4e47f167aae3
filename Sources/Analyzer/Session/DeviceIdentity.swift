public import ATTParser
import CCrypto

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

/// The block cipher that the specification's security functions are built on.
enum AES128 {
  /// One block encrypted with libcrypto; nil for a key or block that is not 16 bytes, or when it fails.
  static func encrypt(_ block: [UInt8], key: [UInt8]) -> [UInt8]? {
    guard block.count == 16, key.count == 16 else { return nil }
    // Unsafe: libcrypto's context lives until the end of this function, and is given arrays of the 16 bytes
    // that it reads and of the 32 that it may write.
    guard let context = unsafe EVP_CIPHER_CTX_new() else { return nil }
    defer { unsafe EVP_CIPHER_CTX_free(context) }
    guard unsafe EVP_EncryptInit_ex(context, EVP_aes_128_ecb(), nil, key, nil) == 1 else { return nil }
    var cipher = [UInt8](repeating: 0, count: 32)
    var count: Int32 = 0
    guard unsafe EVP_EncryptUpdate(context, &cipher, &count, block, 16) == 1, count == 16 else { return nil }
    return Array(cipher.prefix(16))
  }
}
