import ATTParser

extension HCIHost {
  /// Times that Reset is sent to a controller which does not answer it: a program behind a terminal may just be starting.
  private static let resetAttempts = 3

  /// Bits of Set Event Mask: the default, Encryption Key Refresh Complete, and LE Meta, without which no connection is reported.
  private static let eventMask: UInt64 = 0x2000_9FFF_FFFF_FFFF
  /// Masks of LE events, the one that names most first: a controller refuses bits that it does not know.
  private static let leEventMasks: [UInt64] = [
    // To LE Remote Connection Parameter Request; Data Length Change; Enhanced Connection Complete; PHY Update
    // Complete; Extended Advertising Report.
    0x1A7F, 0x027F, 0x003F, 0x001F,
  ]

  /// Brings the controller into its start state, learns what it can do, and tells it what to report.
  ///
  /// - Throws: ``ReplayError`` when it does not answer Reset, or will not tell of LE events.
  func start() throws(ReplayError) {
    forget()
    var answer = CommandAnswer()
    for _ in 0..<Self.resetAttempts {
      answer = try perform(HCICommandPacket(.reset))
      if answer.status != nil { break }
    }
    guard let status = answer.status else {
      throw ReplayError(
        .hci, transport.name, "no controller answers there",
        advice: "check that the controller runs, and for a serial line the baud rate and RTS/CTS")
    }
    guard status == .success else { throw Self.refusal(of: HCICommandPacket(.reset), status) }
    // What came before the answer is of an earlier life.
    decoder = PacketDecoder()
    link = nil
    events.removeAll()
    if case .features(let bits) = try perform(HCICommandPacket(.leReadLocalSupportedFeatures)).returned {
      features = bits
    }
    try setMasks()
    try readBuffers()
    try chooseAddress()
  }

  private func setMasks() throws(ReplayError) {
    try require(HCICommandPacket(.setEventMask) { $0.u64(Self.eventMask) })
    for mask in Self.leEventMasks {
      let answer = try perform(HCICommandPacket(.leSetEventMask) { $0.u64(mask) })
      if answer.status == .success { return }
      if answer.status == nil { break }
    }
    throw ReplayError(
      .hci, transport.name, "the controller will not report LE events", advice: "is it an LE controller?")
  }

  private func readBuffers() throws(ReplayError) {
    if case .leBufferSize(let length, let packets) = try perform(HCICommandPacket(.leReadBufferSize)).returned,
      length > 0, packets > 0
    {
      buffers = ACLBuffers(length: Int(length), count: Int(packets))
    } else if case .bufferSize(let length, let packets) = try perform(HCICommandPacket(.readBufferSize))
      .returned,
      length > 0, packets > 0
    {
      buffers = ACLBuffers(length: Int(length), count: Int(packets))
    } else {
      // What every LE controller has to have.
      buffers = ACLBuffers(length: 27, count: 1)
    }
  }

  private func chooseAddress() throws(ReplayError) {
    if case .address(let address) = try perform(HCICommandPacket(.readBDADDR)).returned {
      publicAddress = address
    }
    if options.ownRandomAddress == nil, publicAddress.value != 0, publicAddress.value != 0xFFFF_FFFF_FFFF {
      ownAddress = (publicAddress, .publicDevice)
      return
    }
    // The two highest bits make it a static address (Vol 6, Part B, 1.3.2.1).
    let random =
      options.ownRandomAddress ?? DeviceAddress(UInt64.random(in: 1..<0x3FFF_FFFF_FFFF) | 0xC000_0000_0000)
    try require(HCICommandPacket(.leSetRandomAddress) { $0.address(random) })
    ownAddress = (random, .randomDevice)
  }
}
