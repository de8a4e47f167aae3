import CCrypto

/// The functions of libcrypto that LE Secure Connections is built on: AES-CMAC (RFC 4493) and Diffie-Hellman on P-256.
///
/// Numbers are most significant byte first, as the specification writes them.
package enum KeyAgreement {
  /// The AES-CMAC of a message with a key of 16 bytes; nil when libcrypto fails.
  package static func cmac(_ message: [UInt8], key: [UInt8]) -> [UInt8]? {
    guard key.count == 16 else { return nil }
    var mac = [UInt8](repeating: 0, count: 16)
    var count = 0
    // Unsafe: libcrypto reads the arrays by the counts it is told, and writes at most 16 bytes to the one that has them.
    let result = unsafe EVP_Q_mac(
      nil, "CMAC", nil, "AES-128-CBC", nil, key, key.count, message, message.count, &mac, mac.count, &count)
    return unsafe result != nil && count == 16 ? mac : nil
  }

  /// The public key of a private one, 64 bytes: x, then y; nil for a number that is none.
  package static func publicKey(of privateKey: [UInt8]) -> [UInt8]? {
    guard privateKey.count == 32 else { return nil }
    var result = [UInt8](repeating: 0, count: 64)
    // Unsafe: reads 32 bytes and writes 64, which the arrays have.
    return unsafe p256_multiply(privateKey, nil, &result) == 1 ? result : nil
  }

  /// The Diffie-Hellman key of our private and the peer's public key, 32 bytes; nil for a key that is not on the curve.
  package static func sharedKey(_ privateKey: [UInt8], _ peer: [UInt8]) -> [UInt8]? {
    guard privateKey.count == 32, peer.count == 64 else { return nil }
    var result = [UInt8](repeating: 0, count: 64)
    // Unsafe: reads 32 and 64 bytes and writes 64, which the arrays have.
    return unsafe p256_multiply(privateKey, peer, &result) == 1 ? Array(result.prefix(32)) : nil
  }
}
