import ATTParser

/// What both sides of a pairing are and want.
struct PairingTerms {
  /// Our side.
  var role: LinkRole
  /// Our address.
  var own: PairingFunctions.Party
  /// The peer's.
  var peer: PairingFunctions.Party
  /// The passkey, nil for Just Works.
  var passkey: UInt32?
  /// LE Secure Connections where the peer has it, too.
  var isSecure: Bool
  /// Bytes of the longest key that we take, 7 to 16.
  var keySize: UInt8 = 16

  /// AuthReq (Vol 3, Part H, 3.5.1): bonding; MITM with a passkey; LE Secure Connections.
  var authentication: UInt8 { 0x01 | (passkey == nil ? 0 : 0x04) | (isSecure ? 0x08 : 0) }

  /// A Pairing Request or Response of our side: code, IO capability, OOB flag, AuthReq, key size, keys of both.
  func features(_ code: SMPCode, initiatorKeys: UInt8, responderKeys: UInt8) -> [UInt8] {
    // The central types in what the peripheral shows; a passkey that is known beforehand serves for both.
    let capability: UInt8 = passkey == nil ? 3 : role == .central ? 2 : 0
    return [code.rawValue, capability, 0, authentication, keySize, initiatorKeys, responderKeys]
  }
}

/// What a pairing has its owner do.
enum PairingAction: Equatable {
  /// Send a Security Manager PDU.
  case send([UInt8])
  /// Encrypt the link with a key, as the central; have it ready, as the peripheral.
  case encrypt(LongTermKey)
  /// The pairing is over; keep the key, if there is one to keep.
  case finished(LongTermKey?)
  /// The pairing failed.
  case failed(PairingFailure)
}
