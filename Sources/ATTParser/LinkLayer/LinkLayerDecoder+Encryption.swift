extension LinkLayerDecoder {
  /// Decrypts a new data PDU where its link is encrypted, and goes on with the plaintext; ciphertext that
  /// cannot be decrypted is not looked into.
  mutating func deliver(
    _ payload: ByteReader, _ place: Int, into frame: inout DecodedFrame
  ) -> Delivery {
    if frame.air.radio.wasEncrypted, payload.remaining > 0 {
      noteSniffersWord(place, &frame)
      if frame.air.radio.isMICGood != false { return takeSniffersPlaintext(payload, place, into: &frame) }
    }
    guard payload.remaining > 0, links[place].encryption.phase != .off else {
      return decodePayload(payload, place, into: &frame)
    }
    switch links[place].encryption.phase {
    case .off, .requested: return decodePayload(payload, place, into: &frame)
    case .responded, .starting: begin(payload, place, &frame)
    case .on:
      if restarts(payload, place, &frame) { return decodePayload(payload, place, into: &frame) }
    case .decryptedByWriter: break
    }
    switch links[place].encryption.phase {
    case .on: return decrypt(payload, place, into: &frame)
    case .decryptedByWriter:
      // A CRC that fits the bytes was made on the air: this PDU could not be decrypted.
      if frame.air.radio.crc == .good, frame.air.radio.isCRCComputed, payload.remaining > LinkCipher.micLength
      {
        frame.air.notes.insert([.isCiphertext, .isMICBad])
        return .none
      }
      frame.air.notes.insert(.isDecrypted)
      return decodePayload(payload, place, into: &frame)
    case .off, .requested, .responded, .starting: return decodePayload(payload, place, into: &frame)
    }
  }

  /// Finds out whether the PDU after LL_ENC_RSP or LL_START_ENC_REQ is the first ciphertext.
  private mutating func begin(_ payload: ByteReader, _ place: Int, _ frame: inout DecodedFrame) {
    let count = payload.remaining
    let first = payload.bytes.u8(0)
    if links[place].encryption.phase == .responded {
      // Before LL_START_ENC_REQ come only that, a refusal, or the end; all are shorter than any ciphertext.
      guard count > LinkCipher.micLength else { return }
    }
    // LL_START_ENC_RSP is the first PDU, of one byte, or of five as ciphertext.
    if count <= LinkCipher.micLength {
      guard frame.air.llid == 3, first == LinkControlOpcode.startEncryptionResponse.rawValue else { return }
      links[place].encryption.phase = .decryptedByWriter
    } else {
      links[place].encryption.phase = .on
    }
    frame.air.notes.insert(.startsEncryption)
  }

  /// True for PDUs that can only be plaintext on an encrypted link: its encryption was paused.
  private mutating func restarts(
    _ payload: ByteReader, _ place: Int, _ frame: inout DecodedFrame
  ) -> Bool {
    let count = payload.remaining
    let first = payload.bytes.u8(0)
    let isPause = count == 1 && first == LinkControlOpcode.pauseEncryptionResponse.rawValue
    // No control PDU is as long as this one would be as ciphertext.
    let isRequest =
      count == 23 && first == LinkControlOpcode.encryptionRequest.rawValue && frame.record.direction == .sent
    guard frame.air.llid == 3, isPause || isRequest else { return false }
    links[place].encryption.phase = .off
    frame.air.notes.insert(.endsEncryption)
    return true
  }

  /// Takes the sniffer's word for it that a link is encrypted.
  private mutating func noteSniffersWord(_ place: Int, _ frame: inout DecodedFrame) {
    guard links[place].encryption.phase != .on else { return }
    links[place].encryption.phase = .on
    frame.air.notes.insert(.startsEncryption)
  }

  /// Takes what the sniffer itself decrypted.
  ///
  /// Sniffers differ in whether the MIC stays behind the payload; PDUs that tell their own length show it.
  private mutating func takeSniffersPlaintext(
    _ payload: ByteReader, _ place: Int, into frame: inout DecodedFrame
  ) -> Delivery {
    frame.air.notes.insert(.isDecrypted)
    let bytes = payload.bytes
    var own: Int?
    if frame.air.llid == 3 { own = LinkControlOpcode(rawValue: bytes.u8(0)).length.map { $0 &+ 1 } }
    if frame.air.llid == 2, bytes.byteCount >= 4 { own = Int(bytes.u16LE(0)) &+ 4 }
    if let own, own == bytes.byteCount { links[place].encryption.keepsMIC = false }
    if let own, own &+ LinkCipher.micLength == bytes.byteCount { links[place].encryption.keepsMIC = true }
    let mic = links[place].encryption.keepsMIC ? LinkCipher.micLength : 0
    let count = max(0, payload.remaining &- mic)
    let inner = payload.inner(.linkLayer, limit: count)
    frame.air.plaintext = inner.whole
    return count == 0 ? .none : decodePayload(inner, place, into: &frame)
  }

  private mutating func decrypt(
    _ payload: ByteReader, _ place: Int, into frame: inout DecodedFrame
  ) -> Delivery {
    let isCentral = frame.record.direction == .sent
    guard findCounter(payload, place, isCentral, &frame) else {
      frame.air.notes.insert(.isCiphertext)
      return .none
    }
    frame.air.notes.insert(.isDecrypted)
    let count = cipher.bytes.byteCount
    frame.air.plaintext = ByteRange(offset: 0, count: count, store: .decrypted)
    guard frame.air.llid == 3 else { return frame.air.llid == 2 ? .start : .continuation }
    return decodeDecryptedControl(place, into: &frame)
  }

  /// Decrypts a PDU by the packet counter that it has, or that it has if PDUs before it were missed.
  private mutating func findCounter(
    _ payload: ByteReader, _ place: Int, _ isCentral: Bool, _ frame: inout DecodedFrame
  ) -> Bool {
    guard links[place].encryption.hasHalves, payload.remaining > LinkCipher.micLength else { return false }
    if let key = links[place].encryption.sessionKey {
      if let missed = attempt(payload, place, isCentral, key, &frame) {
        // The packet counter knows better than the sequence numbers how many were missed.
        frame.air.missed = max(frame.air.missed, UInt8(clamping: missed))
        return true
      }
      // The key is right: this PDU is not what was sent, but it counts.
      frame.air.notes.insert(.isMICBad)
      advance(place, isCentral, by: 1)
      return false
    }
    guard links[place].encryption.failures < LinkEncryption.trials, attempts > 0 else { return false }
    let shortTerm =
      pairings[place]?.shortTermKeys(links[place].parties, passkey: keys.passkey) ?? []
    let candidates = keys.candidates(
      shortTerm: shortTerm, diversifier: links[place].encryption.diversifier,
      random: links[place].encryption.random)
    if links[place].encryption.random == 0, links[place].encryption.diversifier == 0,
      pairings[place]?.fitsNothing(links[place].parties, passkey: keys.passkey) ?? false
    {
      frame.air.notes.insert(.needsPasskey)
    }
    guard !candidates.isEmpty else {
      links[place].encryption.failures &+= 1
      return false
    }
    for candidate in candidates {
      guard let key = links[place].encryption.sessionKey(candidate) else { continue }
      if let missed = attempt(payload, place, isCentral, key, &frame) {
        links[place].encryption.sessionKey = key
        if missed > 0 { frame.air.missed = max(frame.air.missed, UInt8(clamping: missed)) }
        return true
      }
    }
    links[place].encryption.failures &+= 1
    advance(place, isCentral, by: 1)
    if links[place].encryption.failures >= LinkEncryption.enough { frame.air.notes.insert(.noKeyFits) }
    return false
  }

  /// Tries a session key at the packet counters that a PDU may have; returns how many PDUs were missed.
  private mutating func attempt(
    _ payload: ByteReader, _ place: Int, _ isCentral: Bool, _ key: Key128, _ frame: inout DecodedFrame
  ) -> UInt64? {
    let encryption = links[place].encryption
    // Failed trials have moved the counter on; the first ciphertexts may all have been damaged.
    let known = isCentral ? encryption.centralCounter : encryption.peripheralCounter
    let header = UInt8(truncatingIfNeeded: frame.air.header)
    for ahead in 0..<(attempts > 0 ? LinkEncryption.window : 1) {
      let counter = known &+ ahead
      if cipher.decrypt(
        payload.bytes, header: header, counter: counter, isCentral: isCentral, key: key,
        vector: encryption.vector)
      {
        advance(place, isCentral, by: ahead &+ 1)
        return ahead
      }
      attempts = max(0, attempts - 1)
    }
    return nil
  }

  private mutating func advance(_ place: Int, _ isCentral: Bool, by count: UInt64) {
    if isCentral {
      links[place].encryption.centralCounter &+= count
    } else {
      links[place].encryption.peripheralCounter &+= count
    }
  }

  /// Decodes a control PDU out of the cipher's buffer.
  private mutating func decodeDecryptedControl(_ place: Int, into frame: inout DecodedFrame) -> Delivery {
    frame.kind = .linkControl
    frame.air.control = LinkControlPDU.decode(
      ByteReader(cipher.bytes, origin: 0, store: .decrypted, layer: .linkLayer), problem: &frame.problem)
    noteControl(place, &frame)
    return .none
  }

  // MARK: - What starts and ends it

  /// Follows the start and the pause of encryption in control PDUs.
  mutating func noteEncryption(_ place: Int, _ frame: inout DecodedFrame) {
    let phase = links[place].encryption.phase
    switch (frame.air.control.opcode, frame.air.control.details) {
    case (_, .encryptionRequest(let random, let diversifier, let skd, let iv)):
      links[place].encryption.request(random: random, diversifier: diversifier, skd: skd, iv: iv)
    case (_, .encryptionResponse(let skd, let iv)):
      links[place].encryption.respond(skd: skd, iv: iv)
    case (.startEncryptionRequest, _):
      if phase == .responded || phase == .requested || phase == .off {
        links[place].encryption.phase = .starting
      }
    case (.startEncryptionResponse, _):
      // In the clear, its request missed: the capture was decrypted by whoever wrote it.
      if phase == .responded || phase == .requested { links[place].encryption.phase = .decryptedByWriter }
    case (.pauseEncryptionResponse, _):
      if phase == .on || phase == .decryptedByWriter {
        links[place].encryption.phase = .off
        frame.air.notes.insert(.endsEncryption)
      }
    case (_, .reject):
      if phase == .requested || phase == .responded { links[place].encryption.phase = .off }
    default: break
    }
  }

  /// Notes a Security Manager command, code included, that was delivered on a frame's link.
  mutating func notePairing(_ command: [UInt8], _ frame: inout DecodedFrame) {
    pairings[Int(frame.air.link), default: PairingTracker()].note(command, frame.record.direction, &keys)
  }
}
