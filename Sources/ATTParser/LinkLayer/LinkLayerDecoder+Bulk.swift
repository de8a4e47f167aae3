// The part of decoding that most packets of most captures need; everything else about packets is left to
// `decode(_:into:hasGap:)`. Events and sequence numbers are followed by the same functions in both.
extension LinkLayerDecoder {
  /// Takes in a packet, or says that it is left to be decoded, and then has changed nothing.
  ///
  /// - Parameters:
  ///   - bytes: the packet from its access address on and what follows; what is loaded from behind a short
  ///     packet is not used.
  ///   - count: bytes of the packet.
  ///   - place: where it begins in `whole`; it is there to its end.
  ///   - packet: where number, time and what the sniffer told are filled in, which is nothing out of the
  ///     ordinary; the rest is here.
  @inline(__always)
  mutating func take(
    _ bytes: RawSpan, _ count: Int, at place: Int, in whole: RawSpan, into packet: inout BulkPacket
  ) -> Bool {
    let address = AccessAddress(rawValue: bytes.u32LE(0))
    let header = bytes.u16LE(4)
    let length = Int(header &>> 8)
    // No Constant Tone Extension; what stands in front was looked at before.
    guard count == length &+ 9, header & 0x20 == 0 else { return false }
    let opcode = ATTOpcode(rawValue: bytes.u8(10))
    if header & 3 == 2 {
      // L2CAP's length and channel, as one word.
      guard length >= 7, bytes.u32LE(6) == UInt32(truncatingIfNeeded: length &- 4) | 4 << 16,
        opcode == .handleValueNotification || opcode == .writeCommand
      else { return false }
      packet.content = opcode == .writeCommand ? .writeCommand : .notification
      packet.attributeHandle = AttributeHandle(rawValue: bytes.u16LE(11))
    } else {
      guard header & 3 == 1, length == 0 else { return false }
      packet.content = .none
    }
    let link = links.place(address)
    guard link >= 0, address != .advertising, links[link].encryption.phase == .off,
      links.periodicCRC(address) == nil
    else { return false }
    if packet.radio.crc == .unknown, let initial = links[link].crcInit {
      Self.checkCRC(whole.extracting((place &+ 4)..<(place &+ count)), initial, &packet.radio)
      if packet.radio.crc == .bad { return false }
    }
    let duration = packet.radio.airTime(length)
    let stamp = clock.time(packet.radio, packet.time, duration: duration)
    let time = stamps.start(stamp, duration: duration, packet.radio.clock)
    packet.accessAddress = address
    packet.header = header
    packet.link = UInt16(truncatingIfNeeded: link)
    if links[link].take(start: time, duration: duration, at: place &+ 4, in: whole, into: &packet) {
      notePutOff(packet.link, packet.direction)
    }
    return true
  }

  @inline(never)
  private mutating func notePutOff(_ link: UInt16, _ direction: Direction) {
    putOff.append(link << 1 | (direction == .sent ? 0 : 1))
  }

  /// Works out the fingerprints that were put off, while the bytes are still there.
  mutating func settleFingerprints(_ whole: RawSpan) {
    for entry in 0..<putOff.count {
      let link = Int(putOff[entry] >> 1)
      if putOff[entry] & 1 == 0 {
        links[link].central.settle(whole)
      } else {
        links[link].peripheral.settle(whole)
      }
    }
    putOff.count = 0
  }
}

extension AirLink {
  /// Notes the time and the sequence number of a good PDU, and in `packet` what they tell.
  ///
  /// - Parameter place: where the PDU is in `bytes`.
  /// - Returns: true when a fingerprint has to be worked out before `bytes` change.
  @inline(__always)
  fileprivate mutating func take(
    start: Int64, duration: Int64, at place: Int, in bytes: RawSpan, into packet: inout BulkPacket
  ) -> Bool {
    let direction = packet.radio.direction
    guard let counter = packet.radio.eventCounter else {
      return takeAny(start: start, duration: duration, at: place, in: bytes, into: &packet)
    }
    let isUnderWay = events.isUnderWay(counter)
    if direction == .sent {
      guard central.isNext(packet.header, peripheral), isUnderWay || beginsAsExpected else {
        return takeAny(start: start, duration: duration, at: place, in: bytes, into: &packet)
      }
    } else {
      guard direction == .received, isUnderWay, peripheral.isNext(packet.header, central) else {
        return takeAny(start: start, duration: duration, at: place, in: bytes, into: &packet)
      }
    }
    lastFrame = packet.number
    packet.direction = direction
    packet.eventCounter = counter
    packet.isExpected = true
    var notes: LinkLayerFrame.Notes = .hasEventCounter
    if isUnderWay {
      events.noteNext(start: start, duration: duration, channel: packet.radio.channelOrNone, direction)
      (packet.missedEvents, packet.sinceAnchor, packet.drift) = (0, 0, 0)
    } else {
      let finding = events.noteNext(
        start: start, duration: duration, channel: packet.radio.channelOrNone, counter: counter)
      packet.missedEvents = finding.missedEvents
      packet.isExpected = finding.missedEvents == 0
      packet.sinceAnchor = finding.sinceAnchor
      packet.drift = finding.drift
      notes = finding.hasDrift ? [notes, .beginsEvent, .hasDrift] : [notes, .beginsEvent]
    }
    let outcome =
      direction == .sent
      ? central.noteNext(packet.header, at: place, &peripheral)
      : peripheral.noteNext(packet.header, at: place, &central)
    (packet.missed, packet.missedOther) = (0, 0)
    packet.notes = outcome.acknowledges ? notes.union(.acknowledges) : notes
    return outcome.isPutOff
  }

  /// True when nothing is new about the event that a PDU of the central with another number begins.
  @inline(__always)
  private var beginsAsExpected: Bool {
    events.isSteady && phyInstant == nil && channelMapInstant == nil
  }

  /// What ``take(start:duration:at:in:into:)`` does, of any packet.
  @inline(never)
  private mutating func takeAny(
    start: Int64, duration: Int64, at place: Int, in bytes: RawSpan, into packet: inout BulkPacket
  ) -> Bool {
    packet.isExpected = false
    lastFrame = packet.number
    hasData = true
    var notes: LinkLayerFrame.Notes = []
    let finding = noteEvent(
      start: start, duration: duration, channel: packet.radio.channel,
      given: (packet.radio.direction, packet.radio.eventCounter), &notes)
    packet.direction = finding.direction
    packet.eventCounter = events.counter
    packet.missedEvents = finding.missedEvents
    packet.sinceAnchor = finding.sinceAnchor
    packet.drift = finding.drift
    var isPutOff = false
    let outcome =
      finding.direction == .sent
      ? central.note(packet.header, at: place, in: bytes, &peripheral, isPutOff: &isPutOff)
      : peripheral.note(packet.header, at: place, in: bytes, &central, isPutOff: &isPutOff)
    packet.missed = outcome.missed
    packet.missedOther = outcome.missedOther
    if outcome.acknowledges { notes.insert(.acknowledges) }
    if outcome.isRetransmission { notes.insert(.isRetransmission) }
    packet.notes = notes
    return isPutOff
  }
}
