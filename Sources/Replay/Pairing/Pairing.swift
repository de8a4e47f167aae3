import ATTParser

/// One pairing by the Security Manager Protocol (Vol 3, Part H, 2.3), on either side: LE legacy pairing and LE Secure
/// Connections, Just Works and passkey entry.
///
/// A machine without a link: PDUs and events of the controller go in, and what has to be done comes out.
///
/// ```
/// central                        peripheral     LE legacy pairing
/// Pairing Request            ─▶
///                            ◀─  Pairing Response
/// Pairing Confirm            ─▶
///                            ◀─  Pairing Confirm
/// Pairing Random             ─▶
///                            ◀─  Pairing Random             both know the short-term key; the central encrypts
///                            ◀─  the keys of the peripheral
///
///                                               LE Secure Connections, after the Pairing Response
/// Pairing Public Key         ─▶
///                            ◀─  Pairing Public Key
/// (Pairing Confirm           ─▶)                by passkey, and the four 20 times, for a bit of it each
///                            ◀─  Pairing Confirm
/// Pairing Random             ─▶
///                            ◀─  Pairing Random
/// Pairing DHKey Check        ─▶
///                            ◀─  Pairing DHKey Check        the central encrypts with the long-term key
/// ```
struct Pairing {
  /// What the peer has to send next.
  enum Step {
    /// The PDU of that name; `keys` are those that are distributed, `nothing` comes after the end.
    case request, response, publicKey, confirm, random, check, keys, nothing
  }

  /// Rounds of passkey entry in LE Secure Connections: the bits of a passkey.
  private static let rounds = 20
  private static let noLibrary = "libcrypto is not to be had"

  /// What both sides are and want.
  let terms: PairingTerms
  /// What has to come next.
  private(set) var step: Step
  /// Both sides have LE Secure Connections.
  private(set) var isSecure = false
  /// A passkey is entered; without one it is Just Works.
  private(set) var usesPasskey = false
  private var request: [UInt8] = []
  private var response: [UInt8] = []
  private var round = 0
  private var ownRandom = randomBytes(16)
  private var peerRandom: [UInt8] = []
  private var peerConfirm: [UInt8] = []
  private let privateKey = randomBytes(32)
  private let ownKey: [UInt8]
  private var peerKey: [UInt8] = []
  private var sharedKey: [UInt8] = []
  private var macKey: [UInt8] = []
  private var keySize = 16
  /// The keys that the peer, and we, have still to distribute: bits of Key Distribution.
  private var awaitedKeys: UInt8 = 0
  private var promisedKeys: UInt8 = 0
  private var bond: LongTermKey?
  private var isEncrypted = false

  /// Begins a pairing; the peripheral waits for the request.
  init(_ terms: PairingTerms) {
    self.terms = terms
    step = terms.role == .central ? .response : .request
    // By a chance of 2^-32 the random number is no private key; without a public key the pairing ends early.
    ownKey = KeyAgreement.publicKey(of: privateKey) ?? []
  }

  private var isCentral: Bool { terms.role == .central }
  private var passkey: UInt32 { usesPasskey ? terms.passkey ?? 0 : 0 }

  /// What begins the pairing: the central's request.
  mutating func begin() -> [PairingAction] {
    guard isCentral else { return [] }
    request = terms.features(.pairingRequest, initiatorKeys: 0, responderKeys: 0x01)
    return [.send(request)]
  }

  /// A PDU of the peer, the code first.
  mutating func receive(_ pdu: [UInt8]) -> [PairingAction] {
    guard let code = pdu.first.map(SMPCode.init(rawValue:)) else { return [] }
    let data = Array(pdu.dropFirst())
    if code == .pairingFailed {
      step = .nothing
      let code = PairingFailureCode(rawValue: data.first ?? 0)
      return [.failed(PairingFailure(code, "the peer ended the pairing: \(code.name)"))]
    }
    switch (step, code, data.count) {
    case (.nothing, _, _), (_, .keypress, _): return []
    case (.request, .pairingRequest, 6): return receiveRequest(pdu)
    case (.response, .pairingResponse, 6): return receiveResponse(pdu)
    case (.publicKey, .publicKey, 64): return receivePublicKey(data)
    case (.confirm, .pairingConfirm, 16): return receiveConfirm(data)
    case (.random, .pairingRandom, 16): return receiveRandom(data)
    case (.check, .dhKeyCheck, 16): return receiveCheck(data)
    case (.keys, .encryptionInformation, _), (.keys, .centralIdentification, _),
      (.keys, .identityInformation, _), (.keys, .identityAddressInformation, _),
      (.keys, .signingInformation, _):
      return receiveKey(code, data)
    default: return fail(.unspecified, "the peer sent \(code.name) out of turn")
    }
  }

  private mutating func fail(_ code: PairingFailureCode, _ why: String) -> [PairingAction] {
    step = .nothing
    return [.send([SMPCode.pairingFailed.rawValue, code.rawValue]), .failed(PairingFailure(code, why))]
  }

  // MARK: - Features

  private mutating func receiveRequest(_ pdu: [UInt8]) -> [PairingAction] {
    request = pdu
    // We have a long-term key to give in legacy pairing, and want none.
    response = terms.features(.pairingResponse, initiatorKeys: 0, responderKeys: pdu[6] & 0x01)
    if pdu[3] & 0x08 == 0 { response[3] &= ~0x08 }
    if let refusal = agree() { return refusal }
    step = isSecure ? .publicKey : .confirm
    return [.send(response)]
  }

  private mutating func receiveResponse(_ pdu: [UInt8]) -> [PairingAction] {
    response = pdu
    if let refusal = agree() { return refusal }
    guard isSecure else {
      step = .confirm
      return sendConfirm()
    }
    guard !ownKey.isEmpty else { return fail(.unspecified, Self.noLibrary) }
    step = .publicKey
    return [.send([SMPCode.publicKey.rawValue] + ownKey.halvesReversed)]
  }

  /// Finds the method that both sides' features lead to (2.3.5.1); what to do when none does.
  private mutating func agree() -> [PairingAction]? {
    isSecure = terms.isSecure && request[3] & response[3] & 0x08 != 0
    keySize = Int(min(request[4], response[4]))
    guard (7...16).contains(keySize) else {
      return fail(.encryptionKeySize, "the peer wants a key of \(keySize) bytes")
    }
    let wantsProtection = (request[3] | response[3]) & 0x04 != 0
    let theirs = isCentral ? response[1] : request[1]
    // We type in what a peripheral shows, or types in, too; a central has to be able to type in what we show.
    let canEnter = isCentral ? theirs != 3 : theirs == 2 || theirs == 4
    usesPasskey = wantsProtection && terms.passkey != nil && canEnter
    // LE Secure Connections makes the long-term key, and does not distribute it.
    let kinds: UInt8 = isSecure ? 0x06 : 0x07
    (promisedKeys, awaitedKeys) = (response[5] & kinds, response[6] & kinds)
    if !isCentral { swap(&promisedKeys, &awaitedKeys) }
    return nil
  }

  // MARK: - Public keys

  private mutating func receivePublicKey(_ data: [UInt8]) -> [PairingAction] {
    let key = data.halvesReversed
    // Our own key sent back would prove nothing (2.3.5.6.1).
    guard !ownKey.isEmpty, key.prefix(32) != ownKey.prefix(32),
      let shared = KeyAgreement.sharedKey(privateKey, key)
    else { return fail(.invalidParameters, "the peer's public key is none") }
    peerKey = key
    sharedKey = shared.reversed()
    if isCentral {
      step = .confirm
      return usesPasskey ? sendConfirm() : []
    }
    step = usesPasskey ? .confirm : .random
    return [.send([SMPCode.publicKey.rawValue] + ownKey.halvesReversed)] + (usesPasskey ? [] : sendConfirm())
  }

  // MARK: - Confirm values and random numbers

  private mutating func sendConfirm() -> [PairingAction] {
    guard let value = confirm(ownRandom, isOurs: true) else { return fail(.unspecified, Self.noLibrary) }
    return [.send([SMPCode.pairingConfirm.rawValue] + value)]
  }

  private mutating func receiveConfirm(_ value: [UInt8]) -> [PairingAction] {
    peerConfirm = value
    step = .random
    return isCentral ? [.send([SMPCode.pairingRandom.rawValue] + ownRandom)] : sendConfirm()
  }

  private mutating func receiveRandom(_ value: [UInt8]) -> [PairingAction] {
    peerRandom = value
    // In Just Works of LE Secure Connections the central has not committed itself to its number.
    if isCentral || !isSecure || usesPasskey {
      guard let expected = confirm(value, isOurs: false), expected == peerConfirm else {
        return fail(
          .confirmValueFailed,
          usesPasskey ? "the peer has another passkey" : "the peer's confirm value is wrong")
      }
    }
    let answer: [PairingAction] = isCentral ? [] : [.send([SMPCode.pairingRandom.rawValue] + ownRandom)]
    guard isSecure else { return answer + useShortTermKey() }
    round += 1
    if usesPasskey, round < Self.rounds {
      ownRandom = Self.randomBytes(16)
      step = .confirm
      return answer + (isCentral ? sendConfirm() : [])
    }
    return answer + agreeOnKeys()
  }

  /// The confirm value of a random number, ours or the peer's.
  private func confirm(_ random: [UInt8], isOurs: Bool) -> [UInt8]? {
    guard isSecure else {
      return PairingFunctions.legacyConfirm(
        passkey: passkey, random: random, request: request, response: response, central: central,
        peripheral: peripheral)
    }
    let own = Array(ownKey.prefix(32).reversed())
    let peer = Array(peerKey.prefix(32).reversed())
    let bit = usesPasskey ? 0x80 | UInt8(passkey >> UInt32(round) & 1) : 0
    return PairingFunctions.confirm(isOurs ? own : peer, isOurs ? peer : own, random: random, bit)
  }

  private var central: PairingFunctions.Party { isCentral ? terms.own : terms.peer }
  private var peripheral: PairingFunctions.Party { isCentral ? terms.peer : terms.own }
  private var centralRandom: [UInt8] { isCentral ? ownRandom : peerRandom }
  private var peripheralRandom: [UInt8] { isCentral ? peerRandom : ownRandom }

  // MARK: - Keys

  private mutating func useShortTermKey() -> [PairingAction] {
    guard
      let key = PairingFunctions.shortTermKey(
        passkey: passkey, central: centralRandom, peripheral: peripheralRandom)
    else { return fail(.unspecified, Self.noLibrary) }
    return encrypt(key)
  }

  private mutating func agreeOnKeys() -> [PairingAction] {
    guard
      let keys = PairingFunctions.keys(sharedKey, centralRandom, peripheralRandom, central, peripheral)
    else { return fail(.unspecified, Self.noLibrary) }
    macKey = keys.mac
    bond = LongTermKey(key: keys.longTerm)
    step = .check
    return isCentral ? sendCheck() : []
  }

  private mutating func sendCheck() -> [PairingAction] {
    guard let value = checkValue(isOurs: true) else { return fail(.unspecified, Self.noLibrary) }
    return [.send([SMPCode.dhKeyCheck.rawValue] + value)]
  }

  private func checkValue(isOurs: Bool) -> [UInt8]? {
    let features = (isOurs == isCentral ? request : response)[1...3]
    return PairingFunctions.check(
      mac: macKey, isOurs ? ownRandom : peerRandom, isOurs ? peerRandom : ownRandom, passkey: passkey,
      features: Array(features), isOurs ? terms.own : terms.peer, isOurs ? terms.peer : terms.own)
  }

  private mutating func receiveCheck(_ value: [UInt8]) -> [PairingAction] {
    guard let expected = checkValue(isOurs: false), expected == value, let key = bond?.key else {
      return fail(.checkFailed, "the peer's check value is wrong")
    }
    return (isCentral ? [] : sendCheck()) + encrypt(key)
  }

  private mutating func encrypt(_ whole: [UInt8]) -> [PairingAction] {
    let key = LongTermKey(key: shortened(whole))
    if isSecure { bond = key }
    step = .keys
    return [.encrypt(key)]
  }

  /// A key of the size agreed on: zeros in its most significant bytes, which are sent last (2.3.4).
  private func shortened(_ key: [UInt8]) -> [UInt8] {
    key.prefix(keySize) + [UInt8](repeating: 0, count: 16 - keySize)
  }

  /// Encryption is on; the peripheral distributes its keys first (2.4.3).
  mutating func noteEncrypted() -> [PairingAction] {
    guard step == .keys, !isEncrypted else { return [] }
    isEncrypted = true
    return (isCentral ? [] : sendKeys()) + finishIfDone()
  }

  private mutating func sendKeys() -> [PairingAction] {
    guard promisedKeys & 0x01 != 0 else { return [] }
    let key = LongTermKey(
      key: shortened(Self.randomBytes(16)), diversifier: .random(in: 1...UInt16.max),
      random: .random(in: 1...UInt64.max))
    bond = key
    var identification = ParameterBytes()
    identification.u8(SMPCode.centralIdentification.rawValue)
    identification.u16(key.diversifier)
    identification.u64(key.random)
    return [.send([SMPCode.encryptionInformation.rawValue] + key.key), .send(identification.bytes)]
  }

  private mutating func receiveKey(_ code: SMPCode, _ data: [UInt8]) -> [PairingAction] {
    switch (code, data.count) {
    case (.encryptionInformation, 16): bond = LongTermKey(key: data)
    case (.centralIdentification, 10):
      bond?.diversifier = UInt16(data[0]) | UInt16(data[1]) << 8
      bond?.random = data.dropFirst(2).reversed().reduce(0) { $0 << 8 | UInt64($1) }
      awaitedKeys &= ~0x01
    // The address ends the identity; neither it nor the signing key is used here.
    case (.identityInformation, 16): break
    case (.identityAddressInformation, 7): awaitedKeys &= ~0x02
    case (.signingInformation, 16): awaitedKeys &= ~0x04
    default:
      return fail(.invalidParameters, "the peer's \(code.name) has \(data.count) bytes")
    }
    return finishIfDone()
  }

  private mutating func finishIfDone() -> [PairingAction] {
    guard isEncrypted, awaitedKeys == 0 else { return [] }
    step = .nothing
    return [.finished(bond)]
  }

  private static func randomBytes(_ count: Int) -> [UInt8] {
    (0..<count).map { _ in UInt8.random(in: 0...255) }
  }
}

extension [UInt8] {
  /// x and y of a public key, 32 bytes each, turned around: between the order of numbers and that of sending.
  fileprivate var halvesReversed: [UInt8] { prefix(32).reversed() + dropFirst(32).reversed() }
}
