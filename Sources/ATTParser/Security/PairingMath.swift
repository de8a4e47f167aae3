/// The functions of LE legacy pairing (Vol 3, Part H, 2.2.3 and 2.2.4), on bytes in the order they are sent.
enum PairingMath {
  /// The confirm value function c1; nil when the cipher is not to be had.
  ///
  /// ```
  /// p1 = pres | preq | rat | iat     p2 = 0 (32 bits) | ia | ra           most significant byte first
  /// c1 = e(TK, e(TK, random XOR p1) XOR p2)
  /// ```
  static func confirm(
    temporaryKey: [UInt8], random: [UInt8], request: [UInt8], response: [UInt8], _ parties: AirLink.Parties
  ) -> [UInt8]? {
    guard random.count == 16, request.count == 7, response.count == 7 else { return nil }
    let types = [parties.peripheralType.rawValue, parties.centralType.rawValue]
    let first = response.reversed() + request.reversed() + types
    let second = [0, 0, 0, 0] + bytes(parties.central) + bytes(parties.peripheral)
    guard
      let inner = AES128.encrypt(xor(random.reversed(), Array(first)), key: temporaryKey),
      let outer = AES128.encrypt(xor(inner, second), key: temporaryKey)
    else { return nil }
    return outer.reversed()
  }

  /// The key generation function s1: the short-term key, most significant byte first.
  ///
  /// ```
  /// s1 = e(TK, lower half of the peripheral's random | lower half of the central's)
  /// ```
  static func shortTermKey(temporaryKey: [UInt8], central: [UInt8], peripheral: [UInt8]) -> Key128? {
    guard central.count == 16, peripheral.count == 16 else { return nil }
    let halves = Array(peripheral.prefix(8).reversed()) + Array(central.prefix(8).reversed())
    return AES128.encrypt(halves, key: temporaryKey).flatMap { Key128($0) }
  }

  /// A passkey as temporary key, most significant byte first (2.3.5.2, 2.3.5.3).
  static func temporaryKey(_ passkey: UInt32) -> [UInt8] {
    [UInt8](repeating: 0, count: 12)
      + (0..<4).map { UInt8(truncatingIfNeeded: passkey >> UInt32(24 - 8 * $0)) }
  }

  private static func bytes(_ address: DeviceAddress) -> [UInt8] {
    (0..<6).map { UInt8(truncatingIfNeeded: address.value >> UInt64(40 - 8 * $0)) }
  }

  private static func xor(_ left: [UInt8], _ right: [UInt8]) -> [UInt8] {
    zip(left, right).map { $0 ^ $1 }
  }
}
