/// Keys that the user knows, for the encrypted connections in a capture of the air.
public struct DecryptionKeys: Sendable {
  /// Long-term keys, 16 bytes each, most significant byte first.
  public var longTermKeys: [[UInt8]]
  /// The passkey that was typed in for a pairing, below 1,000,000; nil when none is known.
  public var passkey: UInt32?

  /// Makes a set of keys; keys of other than 16 bytes are left out.
  public init(longTermKeys: [[UInt8]] = [], passkey: UInt32? = nil) {
    self.longTermKeys = longTermKeys.filter { $0.count == 16 }
    self.passkey = passkey
  }
}

/// A key of 128 bits as two integers, so that it needs no memory of its own.
struct Key128: Hashable, BitwiseCopyable {
  /// The first eight bytes, most significant first.
  var high: UInt64
  /// The last eight.
  var low: UInt64

  /// Makes a key from 16 bytes, most significant first; nil for another number of bytes.
  init?(_ bytes: [UInt8]) {
    guard bytes.count == 16 else { return nil }
    high = bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
    low = bytes.suffix(8).reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// The bytes, most significant first.
  var bytes: [UInt8] {
    [high, low].flatMap { half in (0..<8).map { UInt8(truncatingIfNeeded: half >> UInt64(56 - 8 * $0)) } }
  }
}

/// The keys that may fit an encrypted connection: given by the user, or found in pairings of the capture.
struct KeyBook {
  /// Distributed keys kept at most; a capture that has more is forged.
  static let limit = 256
  /// Keys tried on one session at most.
  private static let mostCandidates = 16

  private struct Distributed {
    var diversifier: UInt16
    var random: UInt64
    var key: Key128
  }

  private var given: [Key128] = []
  private var distributed: [Distributed] = []
  /// The passkey that the user knows.
  let passkey: UInt32?

  /// Begins with the keys of the user; those that have no 16 bytes are left out.
  init(_ keys: DecryptionKeys = DecryptionKeys()) {
    given = keys.longTermKeys.compactMap(Key128.init)
    passkey = keys.passkey
  }

  /// Keeps a key that was distributed in a pairing.
  mutating func add(_ key: Key128, diversifier: UInt16, random: UInt64) {
    guard distributed.count < Self.limit else { return }
    distributed.append(Distributed(diversifier: diversifier, random: random, key: key))
  }

  /// The keys to try on a session, the likeliest first.
  ///
  /// - Parameters:
  ///   - shortTerm: what the pairing under way on the link, if there is one, computes.
  ///   - diversifier: EDIV of the LL_ENC_REQ; 0 where the key is one of a pairing just made.
  ///   - random: Rand of the LL_ENC_REQ.
  func candidates(shortTerm: [Key128], diversifier: UInt16, random: UInt64) -> [Key128] {
    let named = distributed.filter { $0.diversifier == diversifier && $0.random == random }.map(\.key)
    let others = distributed.reversed().map(\.key)
    var keys: [Key128] = []
    for key in named + shortTerm + given + others where !keys.contains(key) {
      keys.append(key)
      if keys.count == Self.mostCandidates { break }
    }
    return keys
  }
}
