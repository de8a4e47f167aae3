/// The encryption of a link: how far its start is, the session's key, and the packet counters
/// (Vol 6, Part B, 5.1.3).
struct LinkEncryption: BitwiseCopyable {
  /// Where the encryption start procedure is.
  enum Phase: UInt8, BitwiseCopyable {
    /// Nothing is encrypted.
    case off
    /// LL_ENC_REQ was heard.
    case requested
    /// LL_ENC_RSP was heard: what starts encryption comes next.
    case responded
    /// The next new PDU is the first ciphertext, if the capture was not decrypted before.
    case starting
    /// PDUs are encrypted.
    case on
    /// They were, and whoever wrote the capture has decrypted them.
    case decryptedByWriter
  }

  /// Ciphertexts on which keys are tried.
  static let trials: UInt8 = 16
  /// Ciphertexts that no key may fit before that is said.
  static let enough: UInt8 = 2
  /// Counter values tried for a ciphertext: so many PDUs may have been missed before it.
  static let window: UInt64 = 64

  /// How far the start of encryption is.
  var phase = Phase.off
  /// EDIV and Rand of the LL_ENC_REQ.
  var diversifier: UInt16 = 0
  /// Names the long-term key together with EDIV; both are 0 for a key that was not distributed.
  var random: UInt64 = 0
  /// Session key diversifier and initialization vector, the central's halves.
  var centralSKD: UInt64 = 0
  /// The less significant half of ``vector``.
  var centralIV: UInt32 = 0
  /// The peripheral's halves.
  var peripheralSKD: UInt64 = 0
  /// The more significant half of ``vector``.
  var peripheralIV: UInt32 = 0
  /// Both halves were heard since the start began.
  var hasHalves = false
  /// The session's key; nil until one made a MIC fit.
  var sessionKey: Key128?
  /// The sniffer decrypts, and leaves the MIC behind the payload.
  var keepsMIC = false
  /// Ciphertexts on which keys were tried in vain.
  var failures: UInt8 = 0
  /// The packet counter of the next PDU of each side.
  var centralCounter: UInt64 = 0
  /// The same of the peripheral.
  var peripheralCounter: UInt64 = 0

  /// The initialization vector of both sides, the central's half sent first.
  var vector: UInt64 { UInt64(centralIV) | UInt64(peripheralIV) << 32 }

  /// The session's key by a long-term key; nil when the cipher is not to be had.
  ///
  /// ```
  /// session key = e(LTK, peripheral's SKD | central's SKD)         most significant byte first
  /// ```
  func sessionKey(_ longTerm: Key128) -> Key128? {
    let diversifiers = [peripheralSKD, centralSKD].flatMap { half in
      (0..<8).map { UInt8(truncatingIfNeeded: half >> UInt64(56 - 8 * $0)) }
    }
    return AES128.encrypt(diversifiers, key: longTerm.bytes).flatMap { Key128($0) }
  }

  /// Begins a start with an LL_ENC_REQ.
  mutating func request(random: UInt64, diversifier: UInt16, skd: UInt64, iv: UInt32) {
    let keepsMIC = keepsMIC
    self = LinkEncryption()
    self.keepsMIC = keepsMIC
    phase = .requested
    self.random = random
    self.diversifier = diversifier
    (centralSKD, centralIV) = (skd, iv)
  }

  /// Goes on with an LL_ENC_RSP.
  mutating func respond(skd: UInt64, iv: UInt32) {
    hasHalves = phase == .requested
    phase = .responded
    (peripheralSKD, peripheralIV) = (skd, iv)
  }
}
