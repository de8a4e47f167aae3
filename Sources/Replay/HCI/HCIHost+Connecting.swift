import ATTParser

extension HCIHost {
  /// Times that a connection is tried when it fails to be established, which on the air happens by chance.
  private static let connectAttempts = 3
  /// Milliseconds before the second attempt; before each later one twice as many.
  private static let firstPause = 100
  /// Milliseconds for the end of a link, or of an attempt to make one.
  static let closingTime = 1000
  /// The other side did not answer the request to connect, or not the first packets.
  private static let failedToBeEstablished = ErrorCode(rawValue: 0x3E)

  /// Finds a device and connects to it.
  ///
  /// - Throws: ``ReplayError`` when there is no link at `deadline`, or none can be.
  func connect(_ target: LinkTarget, until deadline: MonotonicTime) throws(ReplayError) -> HCILink {
    var device: FoundDevice?
    if case .address(let address, let isRandom?) = target {
      device = FoundDevice(address: address, type: isRandom ? .randomDevice : .publicDevice)
    }
    var pause = Self.firstPause
    for attempt in 1... {
      let peer: FoundDevice
      if let device { peer = device } else { peer = try find(target, until: deadline) }
      device = peer
      let failure = try connectOnce(peer, until: deadline)
      if let link { return link }
      guard let failure else {
        throw ReplayError(
          .link, target.inWords, "did not answer in time",
          advice: "is it on, near, advertising, and not connected to something else?")
      }
      let isLast =
        attempt == Self.connectAttempts || deadline <= MonotonicTime.now.adding(milliseconds: pause)
      guard failure == Self.failedToBeEstablished, !isLast else {
        throw ReplayError(
          .link, target.inWords,
          "cannot be connected to: \(failure.name) (0x\(hexadecimal(failure.rawValue)))"
            + (attempt > 1 ? ", \(attempt) times" : ""))
      }
      _ = try wait(until: .now.adding(milliseconds: pause)) { false }
      pause *= 2
    }
    throw linkGone()
  }

  /// Tries to connect once: nil when there is a link, or when `deadline` passed; else why there is none.
  private func connectOnce(_ peer: FoundDevice, until deadline: MonotonicTime) throws(ReplayError)
    -> ErrorCode?
  {
    outcomes = HCIOutcomes()
    expectsLink = true
    defer { expectsLink = false }
    try require(usesExtendedCommands ? extendedCreateConnection(peer) : createConnection(peer))
    if try wait(until: deadline, for: { link != nil || outcomes.connectFailure != nil }) {
      return outcomes.connectFailure
    }
    // The connection may still come about before it is cancelled.
    _ = try perform(HCICommandPacket(.leCreateConnectionCancel))
    _ = try wait(until: .now.adding(milliseconds: Self.closingTime)) {
      link != nil || outcomes.connectFailure != nil
    }
    return nil
  }

  private func createConnection(_ peer: FoundDevice) -> HCICommandPacket {
    HCICommandPacket(.leCreateConnection) {
      // Scan interval and window of 60 and 30 ms; no accept list.
      $0.u16(0x60)
      $0.u16(0x30)
      $0.u8(0)
      $0.u8(peer.type.rawValue)
      $0.address(peer.address)
      $0.u8(ownAddress.type.rawValue)
      parameters(&$0)
    }
  }

  private func extendedCreateConnection(_ peer: FoundDevice) -> HCICommandPacket {
    HCICommandPacket(.leExtendedCreateConnection) {
      $0.u8(0)
      $0.u8(ownAddress.type.rawValue)
      $0.u8(peer.type.rawValue)
      $0.address(peer.address)
      // LE 1M only: that is where connectable advertising begins.
      $0.u8(1)
      $0.u16(0x60)
      $0.u16(0x30)
      parameters(&$0)
    }
  }

  /// Adds what both commands end with: interval, latency, timeout, and no wish for lengths of connection events.
  private func parameters(_ bytes: inout ParameterBytes) {
    bytes.u16(options.minInterval)
    bytes.u16(options.maxInterval)
    bytes.u16(options.latency)
    bytes.u16(options.supervisionTimeout)
    bytes.u16(0)
    bytes.u16(0)
  }

  // MARK: - Peripheral

  /// Advertises until a central connects.
  ///
  /// - Parameters:
  ///   - data: advertising data, at most 31 bytes.
  ///   - response: scan response data, at most 31 bytes.
  /// - Throws: ``ReplayError`` when none has by `deadline`, or the controller refuses.
  func advertise(_ data: [UInt8], response: [UInt8], until deadline: MonotonicTime) throws(ReplayError)
    -> HCILink
  {
    guard data.count <= 31, response.count <= 31 else {
      throw ReplayError(.link, transport.name, "advertising data has at most 31 bytes")
    }
    outcomes = HCIOutcomes()
    try require(
      HCICommandPacket(.leSetAdvertisingParameters) {
        // 30 to 60 ms, connectable undirected, to anybody, on all channels.
        $0.u16(0x30)
        $0.u16(0x60)
        $0.u8(0)
        $0.u8(ownAddress.type.rawValue)
        $0.raw([0, 0, 0, 0, 0, 0, 0, 7, 0])
      })
    try require(Self.dataCommand(.leSetAdvertisingData, data))
    try require(Self.dataCommand(.leSetScanResponseData, response))
    expectsLink = true
    defer { expectsLink = false }
    try require(HCICommandPacket(.leSetAdvertisingEnable) { $0.u8(1) })
    isAdvertising = true
    let isConnected = try wait(until: deadline) { link != nil || outcomes.connectFailure != nil }
    if isConnected, let link { return link }
    stopAdvertising()
    _ = try wait(until: .now.adding(milliseconds: Self.closingTime)) { isIdle || link != nil }
    if let link { return link }
    throw ReplayError(.link, transport.name, "nobody connected in time")
  }

  private static func dataCommand(_ opcode: CommandOpcode, _ data: [UInt8]) -> HCICommandPacket {
    HCICommandPacket(opcode) {
      $0.u8(UInt8(data.count))
      $0.raw(data + [UInt8](repeating: 0, count: 31 - data.count))
    }
  }

  private func stopAdvertising() {
    guard isAdvertising else { return }
    isAdvertising = false
    enqueue(HCICommandPacket(.leSetAdvertisingEnable) { $0.u8(0) })
  }

  // MARK: - The end

  /// Ends the link and what else is under way, and gives back the way to the controller; errors do not matter any more.
  func close() {
    isClosing = true
    let deadline = MonotonicTime.now.adding(milliseconds: Self.closingTime)
    do throws(ReplayError) {
      stopAdvertising()
      if let handle = link?.handle {
        // What was sent reaches the peer before the link ends.
        _ = try wait(until: .now.adding(milliseconds: Self.closingTime / 2)) {
          buffers.inFlight == 0 || link == nil
        }
        if link != nil { disconnect(handle) }
      } else if expectsLink {
        enqueue(HCICommandPacket(.leCreateConnectionCancel))
      }
      _ = try wait(until: deadline) { link == nil && isIdle }
    } catch {
      // The way broke: there is nothing left to end.
    }
    transport.close()
  }
}
