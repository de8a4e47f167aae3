import ATTParser

extension HCIHost {
  /// Encrypts the link, with pairing first where there is no key.
  func encrypt(until deadline: MonotonicTime) throws(ReplayError) {
    throw ReplayError(.smp, transport.name, "pairing is not there yet")
  }

  /// Acts on a Security Manager PDU of the peer.
  func handleSecurity(_ pdu: [UInt8]) {
    // Pairing Failed: Pairing Not Supported.
    if pdu.first == 0x01 || pdu.first == 0x0B { enqueue(.securityManager, [0x05, 0x05]) }
  }

  /// Forgets the pairing of the last link.
  func resetSecurity() {}

  /// Notes that encryption was switched on, or was not.
  func noteEncryption(_ status: ErrorCode, isOn: Bool, at time: MonotonicTime) throws(ReplayError) {
    if status == .success {
      link?.isEncrypted = isOn
      if isOn { try add(.changed(.encryption, at: time)) }
    } else {
      outcomes.encryptionFailure = status
    }
  }

  /// Answers LE Long Term Key Request.
  func answerKeyRequest(_ parameters: [UInt8]) {
    guard let link else { return }
    enqueue(HCICommandPacket(.leLongTermKeyRequestNegativeReply) { $0.handle(link.handle) })
  }
}
