import ATTParser

extension HCIHost {
  /// L2CAP signalling codes that are sent or answered here (Vol 3, Part A, 4).
  private enum Code {
    static let commandReject: UInt8 = 0x01
    static let parameterUpdateRequest: UInt8 = 0x12
    static let parameterUpdateResponse: UInt8 = 0x13
  }

  /// Asks for a change of the link and waits for its outcome.
  ///
  /// - Throws: ``ReplayError`` when it was refused, or has no outcome by `deadline`.
  func change(_ change: LinkChange, until deadline: MonotonicTime) throws(ReplayError) {
    guard let link else { throw linkGone() }
    switch change {
    case .parameters(let interval, let latency, let timeout):
      let wanted = RequestedParameters(
        minInterval: interval, maxInterval: interval, latency: latency, supervisionTimeout: timeout)
      try changeParameters(link, wanted, until: deadline)
    case .dataLength(let octets): try changeDataLength(link, octets, until: deadline)
    case .phy(let phy): try changePHY(link, phy, until: deadline)
    case .encryption: try encrypt(until: deadline)
    }
  }

  private func changeParameters(
    _ link: HCILink, _ wanted: RequestedParameters, until deadline: MonotonicTime
  ) throws(ReplayError) {
    (outcomes.parameterUpdate, outcomes.parameterResponse) = (nil, nil)
    if link.role == .central {
      try require(connectionUpdate(link.handle, wanted))
    } else {
      enqueue(.leSignaling, [Code.parameterUpdateRequest, nextIdentifier(), 8, 0] + wanted.bytes)
      let isAnswered = try wait(until: deadline) {
        outcomes.parameterResponse != nil || outcomes.parameterUpdate != nil || self.link == nil
      }
      if isAnswered, outcomes.parameterResponse ?? 0 != 0 {
        throw ReplayError(.link, "Connection Parameter Update Request", "the central refused")
      }
    }
    try settle("connection parameters", until: deadline) { outcomes.parameterUpdate }
  }

  private func connectionUpdate(_ handle: ConnectionHandle, _ wanted: RequestedParameters) -> HCICommandPacket
  {
    HCICommandPacket(.leConnectionUpdate) {
      $0.handle(handle)
      $0.raw(wanted.bytes)
      $0.u16(0)
      $0.u16(0)
    }
  }

  private func changeDataLength(
    _ link: HCILink, _ octets: UInt16, until deadline: MonotonicTime
  ) throws(ReplayError) {
    // Without a change there is no event to wait for.
    if link.dataLength == octets { return }
    outcomes.dataLengthChanged = false
    try require(
      HCICommandPacket(.leSetDataLength) {
        $0.handle(link.handle)
        $0.u16(octets)
        // Microseconds on LE 1M: preamble, access address, header, MIC and CRC are 14 bytes.
        $0.u16((min(octets, 251) + 14) * 8)
      })
    try settle("data length", until: deadline) { outcomes.dataLengthChanged ? .success : nil }
  }

  private func changePHY(_ link: HCILink, _ phy: UInt8, until deadline: MonotonicTime) throws(ReplayError) {
    guard (1...3).contains(phy) else { throw ReplayError(.link, "LE Set PHY", "there is no PHY \(phy)") }
    outcomes.phyUpdate = nil
    try require(
      HCICommandPacket(.leSetPHY) {
        $0.handle(link.handle)
        $0.raw([0, 1 << (phy - 1), 1 << (phy - 1), 0, 0])
      })
    try settle("PHY", until: deadline) { outcomes.phyUpdate }
  }

  /// Waits for the outcome of a procedure.
  func settle(
    _ what: String, until deadline: MonotonicTime, _ outcome: () -> ErrorCode?
  ) throws(ReplayError) {
    _ = try wait(until: deadline) { outcome() != nil || link == nil }
    guard let status = outcome() else {
      if link == nil { throw linkGone() }
      throw ReplayError(.link, what, "the change has not happened in time")
    }
    guard status == .success else {
      throw ReplayError(.link, what, "refused: \(status.name) (0x\(hexadecimal(status.rawValue)))")
    }
  }

  // MARK: - L2CAP signalling

  /// Answers what the peer asks by L2CAP signalling (Vol 3, Part A, 4.1 and 4.20).
  func answerSignaling(_ command: SignalingCommand) {
    switch command.details {
    case .parameterUpdateRequest(let wanted) where link?.role == .central:
      guard let handle = link?.handle else { return }
      enqueue(.leSignaling, [Code.parameterUpdateResponse, command.identifier, 2, 0, 0, 0])
      enqueue(connectionUpdate(handle, wanted))
    case .parameterUpdateResponse(let result): outcomes.parameterResponse = result
    case .commandReject:
      // The central does not know the request; nothing else is ever sent here.
      outcomes.parameterResponse = 1
    default:
      // Requests have even codes from Connection Request on, responses odd ones; indications are not answered.
      guard command.code.rawValue >= 2, command.code.rawValue & 1 == 0, command.code.rawValue != 0x16 else {
        return
      }
      enqueue(.leSignaling, [Code.commandReject, command.identifier, 2, 0, 0, 0])
    }
  }
}

extension RequestedParameters {
  /// As they are sent: interval min u16, interval max u16, latency u16, timeout u16.
  fileprivate var bytes: [UInt8] {
    var bytes = ParameterBytes()
    for value in [minInterval, maxInterval, latency, supervisionTimeout] { bytes.u16(value) }
    return bytes.bytes
  }
}
