import CCrypto

/// Digests over whole images.
enum Digest {
  /// SHA-256, computed by libcrypto; nil when it is not there.
  static func sha256(_ bytes: [UInt8]) -> [UInt8]? {
    var digest = [UInt8](repeating: 0, count: 64)
    var count = 0
    // Unsafe: libcrypto reads exactly the array's bytes, and writes at most the 64 of the largest digest.
    guard unsafe EVP_Q_digest(nil, "SHA256", nil, bytes, bytes.count, &digest, &count) == 1, count == 32
    else {
      return nil
    }
    return Array(digest.prefix(32))
  }
}
