import CCrypto

/// Decrypts data PDUs with AES-CCM (Vol 6, Part E, 2) and keeps the plaintext of the last one.
@safe
struct LinkCipher: ~Copyable {
  /// Bytes of a message integrity check.
  static let micLength = 4
  /// The longest payload that a data PDU's length can tell.
  private static let capacity = 256

  // Unsafe: memory of `capacity` bytes and a context of libcrypto, both owned by this value alone and released
  // in `deinit`; the context is made when it is first needed.
  private let buffer: UnsafeMutablePointer<UInt8>
  private var context: OpaquePointer?
  private var count = 0

  /// Makes a cipher that has decrypted nothing.
  init() {
    unsafe buffer = .allocate(capacity: Self.capacity)
    unsafe buffer.initialize(repeating: 0, count: Self.capacity)
  }

  deinit {
    unsafe buffer.deallocate()
    if let context = unsafe context { unsafe EVP_CIPHER_CTX_free(context) }
  }

  /// The plaintext of the PDU decrypted last.
  var bytes: RawSpan {
    @_lifetime(borrow self)
    get {
      // Unsafe: `count` bytes of the buffer were written, and the borrow of `self` keeps them unchanged.
      let span = unsafe RawSpan(_unsafeStart: UnsafeRawPointer(buffer), byteCount: count)
      return unsafe _overrideLifetime(span, borrowing: self)
    }
  }

  /// Decrypts a payload with its MIC at the end; false when the MIC does not fit.
  ///
  /// ```
  /// nonce   packet counter 39 bits | from the central 1 bit | initialization vector 64 bits
  /// data    first byte of the header without NESN, SN and MD
  /// ```
  mutating func decrypt(
    _ payload: RawSpan, header: UInt8, counter: UInt64, isCentral: Bool, key: Key128, vector: UInt64
  ) -> Bool {
    let length = payload.byteCount - Self.micLength
    guard length > 0, length <= Self.capacity else { return false }
    if unsafe context == nil { unsafe context = EVP_CIPHER_CTX_new() }
    guard let context = unsafe context else { return false }
    var nonce = [UInt8](repeating: 0, count: 13)
    for index in 0..<5 { nonce[index] = UInt8(truncatingIfNeeded: counter >> UInt64(8 * index)) }
    nonce[4] = nonce[4] & 0x7F | (isCentral ? 0x80 : 0)
    for index in 0..<8 { nonce[5 + index] = UInt8(truncatingIfNeeded: vector >> UInt64(8 * index)) }
    var tag = (0..<Self.micLength).map { payload.u8(length + $0) }
    let authenticated = [header & 0xE3]
    let keyBytes = key.bytes
    var written: Int32 = 0
    // Unsafe: libcrypto reads the arrays, which outlive the calls and have the lengths it is told, and `length`
    // bytes of the payload; it writes as many to the buffer, which holds them.
    let isGood = unsafe payload.withUnsafeBytes { source in
      guard let base = unsafe source.bindMemory(to: UInt8.self).baseAddress,
        unsafe EVP_DecryptInit_ex(context, EVP_aes_128_ccm(), nil, nil, nil) == 1,
        unsafe EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_IVLEN, 13, nil) == 1,
        unsafe EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_TAG, Int32(Self.micLength), &tag) == 1,
        unsafe EVP_DecryptInit_ex(context, nil, nil, keyBytes, nonce) == 1,
        unsafe EVP_DecryptUpdate(context, nil, &written, nil, Int32(length)) == 1,
        unsafe EVP_DecryptUpdate(context, nil, &written, authenticated, 1) == 1
      else { return false }
      return unsafe EVP_DecryptUpdate(context, buffer, &written, base, Int32(length)) == 1
    }
    count = isGood ? length : 0
    return isGood
  }
}
