/// The functions of pairing (Vol 3, Part H, 2.2), for somebody who pairs.
///
/// Bytes are in the order they are sent, least significant first. Each is nil when libcrypto is not to be had, or a length
/// is not what it has to be.
package enum PairingFunctions {
  /// A device in a pairing: its address and whether that is a random one.
  package struct Party: Hashable, Sendable {
    /// The address.
    package var address: DeviceAddress
    /// It is a random one.
    package var isRandom: Bool

    /// Makes the value.
    package init(_ address: DeviceAddress, isRandom: Bool) {
      self.address = address
      self.isRandom = isRandom
    }

    /// 56 bits, most significant byte first: the kind, then the address.
    fileprivate var bytes: [UInt8] {
      [isRandom ? 1 : 0] + (0..<6).map { UInt8(truncatingIfNeeded: address.value >> UInt64(40 - 8 * $0)) }
    }
  }

  /// The salt of ``keys(_:_:_:_:_:)`` (2.2.7).
  private static let salt: [UInt8] = [
    0x6C, 0x88, 0x83, 0x91, 0xAA, 0xF5, 0xA5, 0x38, 0x60, 0x37, 0x0B, 0xDB, 0x5A, 0x60, 0x83, 0xBE,
  ]

  // MARK: - LE legacy pairing

  /// The confirm value function c1 (2.2.3).
  package static func legacyConfirm(
    passkey: UInt32, random: [UInt8], request: [UInt8], response: [UInt8], central: Party, peripheral: Party
  ) -> [UInt8]? {
    let parties = AirLink.Parties(
      central: central.address, centralType: central.isRandom ? .randomDevice : .publicDevice,
      peripheral: peripheral.address, peripheralType: peripheral.isRandom ? .randomDevice : .publicDevice)
    return PairingMath.confirm(
      temporaryKey: PairingMath.temporaryKey(passkey), random: random, request: request, response: response,
      parties)
  }

  /// The key generation function s1 (2.2.4): the short-term key.
  package static func shortTermKey(passkey: UInt32, central: [UInt8], peripheral: [UInt8]) -> [UInt8]? {
    PairingMath.shortTermKey(
      temporaryKey: PairingMath.temporaryKey(passkey), central: central, peripheral: peripheral)?.bytes
      .reversed()
  }

  // MARK: - LE Secure Connections

  /// The confirm value function f4 (2.2.6): of the x of two public keys, a random number, and a byte of the passkey.
  ///
  /// ```
  /// f4(U, V, X, Z) = AES-CMAC_X(U | V | Z)
  /// ```
  package static func confirm(_ own: [UInt8], _ other: [UInt8], random: [UInt8], _ passkeyBit: UInt8)
    -> [UInt8]?
  {
    guard own.count == 32, other.count == 32 else { return nil }
    return KeyAgreement.cmac(own.reversed() + other.reversed() + [passkeyBit], key: random.reversed())?
      .reversed()
  }

  /// The key generation function f5 (2.2.7): the MAC key and the long-term key.
  ///
  /// ```
  /// T = AES-CMAC_SALT(W)
  /// f5(W, N1, N2, A1, A2) = AES-CMAC_T(counter | "btle" | N1 | N2 | A1 | A2 | 256)     counter 0: MAC key; 1: long-term key
  /// ```
  package static func keys(
    _ shared: [UInt8], _ central: [UInt8], _ peripheral: [UInt8], _ centralParty: Party,
    _ peripheralParty: Party
  ) -> (mac: [UInt8], longTerm: [UInt8])? {
    guard shared.count == 32, central.count == 16, peripheral.count == 16,
      let key = KeyAgreement.cmac(shared.reversed(), key: salt)
    else { return nil }
    let rest =
      [0x62, 0x74, 0x6C, 0x65] + central.reversed() + peripheral.reversed() + centralParty.bytes
      + peripheralParty.bytes + [1, 0]
    guard let mac = KeyAgreement.cmac([0] + rest, key: key),
      let longTerm = KeyAgreement.cmac([1] + rest, key: key)
    else { return nil }
    return (mac.reversed(), longTerm.reversed())
  }

  /// The check value function f6 (2.2.8).
  ///
  /// ```
  /// f6(W, N1, N2, R, IOcap, A1, A2) = AES-CMAC_W(N1 | N2 | R | IOcap | A1 | A2)
  /// ```
  ///
  /// - Parameter features: IO capability, OOB flag and AuthReq, in the order they are sent.
  package static func check(
    mac: [UInt8], _ own: [UInt8], _ other: [UInt8], passkey: UInt32, features: [UInt8], _ ownParty: Party,
    _ otherParty: Party
  ) -> [UInt8]? {
    guard own.count == 16, other.count == 16, features.count == 3 else { return nil }
    let message =
      own.reversed() + other.reversed() + PairingMath.temporaryKey(passkey) + features.reversed()
      + ownParty.bytes
      + otherParty.bytes
    return KeyAgreement.cmac(message, key: mac.reversed())?.reversed()
  }
}
