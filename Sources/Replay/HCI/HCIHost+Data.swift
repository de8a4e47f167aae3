import ATTParser

extension HCIHost {
  /// Cuts an L2CAP PDU into packets that the controller's buffers hold, and puts them in the queue.
  ///
  /// ```
  /// 0        1               3          5
  /// | 0x02   | handle, PB    | length   | PDU Length u16 | Channel ID u16 | payload …     the first one, PB 0
  /// | 0x02   | handle, PB    | length   | rest …                                          the others, PB 1
  /// ```
  ///
  /// - Returns: how many packets it takes.
  @discardableResult
  func enqueue(_ channel: ChannelID, _ payload: [UInt8]) -> Int {
    guard let link, payload.count <= 0xFFFF, outgoing.count < Self.queueLimit else { return 0 }
    var header = ParameterBytes()
    header.u16(UInt16(payload.count))
    header.u16(channel.rawValue)
    let pdu = header.bytes + payload
    var start = 0
    var packets = 0
    while start < pdu.count {
      let end = min(pdu.count, start + buffers.length)
      var packet = ParameterBytes()
      packet.u8(0x02)
      packet.u16(link.handle.rawValue | (start == 0 ? 0 : 0x1000))
      packet.u16(UInt16(end - start))
      packet.raw(Array(pdu[start..<end]))
      outgoing.append(packet.bytes)
      packets += 1
      start = end
    }
    return packets
  }

  /// Sends packets from the queue as long as the controller has buffers for them.
  func sendData() throws(ReplayError) {
    while buffers.hasRoom, let packet = outgoing.popFirst() {
      buffers.inFlight += 1
      try sendPacket(packet, until: MonotonicTime.now.adding(milliseconds: options.commandTimeout))
    }
  }

  /// Sends an ATT PDU and returns when the controller has taken all of it.
  ///
  /// - Throws: ``ReplayError`` when the link is gone, or buffers did not become free by `deadline`.
  func sendAttribute(_ pdu: [UInt8], until deadline: MonotonicTime) throws(ReplayError) {
    guard link != nil else { throw linkGone() }
    // A queue that others filled empties first, so that a peer which asks for much cannot crowd out what is sent.
    guard try wait(until: deadline, for: { outgoing.isEmpty || link == nil }) else { throw noRoom(deadline) }
    let packets = enqueue(.attribute, pdu)
    try sendData()
    let sent = try wait(until: deadline) { outgoing.isEmpty || link == nil }
    guard link != nil else { throw linkGone() }
    guard sent else {
      // Half a PDU has to be followed by its other half; a whole one that waits is taken back.
      if outgoing.count >= packets { outgoing.removeLast(packets) }
      throw noRoom(deadline)
    }
  }

  private func noRoom(_ deadline: MonotonicTime) -> ReplayError {
    ReplayError(
      .hci, transport.name,
      "the controller has had no free buffer for data: \(buffers.inFlight) of \(buffers.count) are not completed",
      advice: "the peer does not acknowledge, or the controller loses its count")
  }

  /// The error of something that needs a link.
  func linkGone() -> ReplayError {
    guard let reason = outcomes.disconnected else {
      return ReplayError(.link, transport.name, "there is no link")
    }
    return ReplayError(
      .link, transport.name, "the link ended: \(reason.name) (0x\(hexadecimal(reason.rawValue)))")
  }
}
