import CCrypto

/// The block cipher that the specification's security functions are built on.
package enum AES128 {
  /// One block encrypted with libcrypto; nil for a key or block that is not 16 bytes, or when it fails.
  package static func encrypt(_ block: [UInt8], key: [UInt8]) -> [UInt8]? {
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
