import ATTParser

extension HCIHost {
  /// The peer does not have the key that we have (any more).
  private static let keyMissing = ErrorCode(rawValue: 0x06)

  /// Encrypts the link and waits for it, with pairing first where there is no key.
  ///
  /// - Throws: ``ReplayError`` when the peer refuses, the passkey is wrong, or it is not done by `deadline`.
  func encrypt(until deadline: MonotonicTime) throws(ReplayError) {
    guard let link else { throw linkGone() }
    if link.isEncrypted, !security.isUnderWay { return }
    security.failure = nil
    outcomes.encryptionFailure = nil
    if !security.isUnderWay { beginSecurity() }
    _ = try wait(until: deadline) { isSecured || security.failure != nil || self.link == nil }
    if isSecured { return }
    let subject = "device \(link.peer)"
    if let failure = security.failure {
      throw ReplayError(.smp, subject, "is not encrypted: \(failure.text)", advice: failure.advice)
    }
    if self.link == nil { throw linkGone() }
    throw ReplayError(.smp, subject, "is not encrypted in time")
  }

  private var isSecured: Bool { link?.isEncrypted == true && !security.isUnderWay }

  /// Begins to encrypt: with the key of an earlier pairing, or by pairing; the peripheral asks its central to.
  private func beginSecurity() {
    guard let link else { return }
    security.isUnderWay = true
    if link.role == .peripheral {
      enqueue(.securityManager, [SMPCode.securityRequest.rawValue, terms(link).authentication])
    } else if let key = bonds[link.peer] {
      security.usesBond = true
      enableEncryption(link, key)
    } else {
      beginPairing(link)
    }
  }

  private func beginPairing(_ link: HCILink) {
    var pairing = Pairing(terms(link))
    let actions = pairing.begin()
    security.pairing = pairing
    act(actions)
  }

  private func terms(_ link: HCILink) -> PairingTerms {
    PairingTerms(
      role: link.role, own: .init(link.own, isRandom: link.ownType.isRandom),
      peer: .init(link.peer, isRandom: link.peerType.isRandom), passkey: options.passkey,
      isSecure: options.pairsSecurely)
  }

  /// Acts on a Security Manager PDU of the peer.
  func handleSecurity(_ pdu: [UInt8]) {
    guard let link, let code = pdu.first.map(SMPCode.init(rawValue:)) else { return }
    switch (code, link.role) {
    case (.securityRequest, .central):
      // A request while a pairing is under way, or the link encrypted, has what it wants.
      if !security.isUnderWay, !link.isEncrypted { beginSecurity() }
    case (.pairingRequest, .peripheral) where security.pairing == nil:
      security.isUnderWay = true
      security.pairing = Pairing(terms(link))
      receive(pdu)
    case (.pairingRequest, _) where security.pairing == nil: refusePairing()
    default: receive(pdu)
    }
  }

  private func refusePairing() {
    enqueue(
      .securityManager, [SMPCode.pairingFailed.rawValue, PairingFailureCode.pairingNotSupported.rawValue])
  }

  private func receive(_ pdu: [UInt8]) {
    // Taken out, so that the machine has one owner while it changes.
    guard var pairing = security.pairing else { return }
    let actions = pairing.receive(pdu)
    security.pairing = pairing
    act(actions)
  }

  private func act(_ actions: [PairingAction]) {
    guard let link else { return }
    for action in actions {
      switch action {
      case .send(let pdu): enqueue(.securityManager, pdu)
      case .encrypt(let key):
        security.sessionKey = key
        if link.role == .central { enableEncryption(link, key) }
      case .finished(let key):
        if let key { bonds[link.peer] = key }
        (security.pairing, security.isUnderWay) = (nil, false)
      case .failed(let failure): failSecurity(failure)
      }
    }
  }

  private func failSecurity(_ failure: PairingFailure) {
    security.failure = failure
    (security.pairing, security.isUnderWay, security.sessionKey) = (nil, false, nil)
  }

  private func enableEncryption(_ link: HCILink, _ key: LongTermKey) {
    enqueue(
      HCICommandPacket(.leEnableEncryption) {
        $0.handle(link.handle)
        $0.u64(key.random)
        $0.u16(key.diversifier)
        $0.raw(key.key)
      })
  }

  /// Forgets the pairing of the last link.
  func resetSecurity() { security = HCISecurity() }

  /// Notes that encryption was switched on, or was not.
  func noteEncryption(_ status: ErrorCode, isOn: Bool, at time: MonotonicTime) throws(ReplayError) {
    guard let link else { return }
    guard status == .success else {
      outcomes.encryptionFailure = status
      if security.usesBond, status == Self.keyMissing {
        // The device was reset, or bonded with others since: pair anew.
        security.usesBond = false
        bonds[link.peer] = nil
        return beginPairing(link)
      }
      return failSecurity(PairingFailure(nil, "\(status.name) (0x\(hexadecimal(status.rawValue)))"))
    }
    self.link?.isEncrypted = isOn
    guard isOn else { return }
    try add(.changed(.encryption, at: time))
    guard var pairing = security.pairing else {
      security.isUnderWay = false
      return
    }
    let actions = pairing.noteEncrypted()
    security.pairing = pairing
    act(actions)
  }

  /// Answers LE Long Term Key Request with the key of the pairing under way, or of an earlier one.
  ///
  /// ```
  /// 0             1          3              11
  /// | subevent u8 | handle   | Rand 64 bits | EDIV u16 |
  /// ```
  func answerKeyRequest(_ parameters: [UInt8]) {
    guard let link, parameters.count >= 13 else { return }
    let random = parameters[3..<11].reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    let diversifier = UInt16(parameters[11]) | UInt16(parameters[12]) << 8
    let known = [security.sessionKey, bonds[link.peer]].compactMap { $0 }
    guard let key = known.first(where: { $0.random == random && $0.diversifier == diversifier }) else {
      return enqueue(HCICommandPacket(.leLongTermKeyRequestNegativeReply) { $0.handle(link.handle) })
    }
    enqueue(
      HCICommandPacket(.leLongTermKeyRequestReply) {
        $0.handle(link.handle)
        $0.raw(key.key)
      })
  }
}

/// What is under way on a link to encrypt it.
struct HCISecurity {
  /// Pairing, or encrypting with the key of an earlier one, has begun and has not ended.
  var isUnderWay = false
  /// The pairing.
  var pairing: Pairing?
  /// The key that the pairing has led to.
  var sessionKey: LongTermKey?
  /// The key of an earlier pairing is tried.
  var usesBond = false
  /// Why it failed.
  var failure: PairingFailure?
}
