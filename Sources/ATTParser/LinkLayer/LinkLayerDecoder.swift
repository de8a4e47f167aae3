/// Decodes packets of the air down to what goes to L2CAP, and keeps what spans packets: links, their events and
/// sequence numbers.
struct LinkLayerDecoder: ~Copyable {
  /// What is left to do with a packet.
  enum Delivery: BitwiseCopyable {
    /// Nothing.
    case none
    /// The start of an L2CAP PDU.
    case start
    /// The continuation of one.
    case continuation
  }

  /// The connections that are heard.
  var links = AirLinkTable()
  /// Keys given and found.
  var keys = KeyBook()
  /// Pairings on the links, by their places.
  var pairings: [Int: PairingTracker] = [:]
  /// Decrypts, and keeps the plaintext of the last PDU.
  var cipher = LinkCipher()
  /// Decryptions in vain that are left; a forged capture may ask for any number.
  var attempts = 1 << 20
  /// The time of packets, from the sniffer's clock where it tells one.
  var clock = AirClock()
  /// Whether the records' times are those of packets' starts or ends.
  var stamps = StampSide()
  /// Directions of links whose last fingerprint is not worked out: twice the link's place, and one more for the
  /// peripheral's.
  var putOff = PackedArray<UInt16>()

  /// Makes a decoder that has heard of no connection and has no keys.
  init() {}

  /// The payload of the data PDU decrypted last.
  var decryptedBytes: RawSpan {
    @_lifetime(borrow self)
    get { cipher.bytes }
  }

  /// Decodes a packet, whose record is in `frame`, and says what to do with its payload.
  ///
  /// - Parameter hasGap: set when PDUs of this direction are missing before this one.
  mutating func decode(_ bytes: RawSpan, into frame: inout DecodedFrame, hasGap: inout Bool) -> Delivery {
    let origin = frame.record.payload.offset
    let record = ByteReader(bytes, origin: origin, store: .capture, layer: .radio)
    frame.kind = .linkLayer
    frame.air.notes = []
    frame.air.channel = .unknown
    frame.air.accessAddress = AccessAddress(rawValue: 0)
    frame.air.header = 0
    (frame.air.missed, frame.air.missedOther, frame.air.missedEvents) = (0, 0, 0)
    do throws(DecodeError) {
      let encapsulation = RadioEncapsulation(rawValue: frame.record.code) ?? .none
      guard let start = try encapsulation.read(record, into: &frame.air.radio) else {
        frame.record.packetType = .snifferNote
        frame.record.code = UInt16(bytes.u8(bytes.u16LE(0) == 0xEFBE ? 2 : 6))
        frame.kind = .note
        return .none
      }
      return try decodePacket(
        ByteReader(
          bytes.extracting(droppingFirst: start), origin: origin &+ start, store: .capture, layer: .linkLayer),
        into: &frame, &hasGap)
    } catch {
      if frame.problem == nil { frame.problem = error }
      return .none
    }
  }

  /// Decodes a packet from its access address on.
  ///
  /// ```
  /// access address u32 | coding indicator u8, on the Coded PHY | header 16 | CTEInfo u8, with CP | payload | CRC 24
  /// ```
  private mutating func decodePacket(
    _ packet: ByteReader, into frame: inout DecodedFrame, _ hasGap: inout Bool
  ) throws(DecodeError) -> Delivery {
    let bytes = packet.bytes
    let headerStart = frame.air.radio.phy == 3 && frame.record.code != 0 ? 5 : 4
    guard bytes.byteCount >= headerStart &+ 2 else {
      throw packet.shortage(headerStart &+ 2, .linkLayerHeader)
    }
    let address = AccessAddress(rawValue: bytes.u32LE(0))
    frame.air.accessAddress = address
    frame.air.header = bytes.u16LE(headerStart)
    let periodicCRC = links.periodicCRC(address)
    frame.air.channel = Self.channel(address, frame.air.radio, isPeriodic: periodicCRC != nil)
    // A data PDU with Constant Tone Extension has a third byte of header (2.4.1).
    let hasTone = frame.air.channel == .data && frame.air.header & 0x20 != 0
    let payloadStart = headerStart &+ (hasTone ? 3 : 2)
    let count = frame.air.length
    // What comes between header and payload may be cut off, too.
    let held = max(0, bytes.byteCount &- payloadStart)
    let kept = min(count, held)
    frame.air.payload = ByteRange(offset: packet.origin &+ payloadStart, count: kept)
    frame.air.plaintext = frame.air.payload
    let isWhole = bytes.byteCount >= payloadStart &+ count &+ 3
    let place = frame.air.channel == .data ? links.place(address) : -1
    if frame.air.radio.crc == .unknown, isWhole {
      let initial: UInt32? =
        address == .advertising ? CRC24.advertising : place >= 0 ? links[place].crcInit : periodicCRC
      if let initial {
        Self.checkCRC(
          bytes.extracting(headerStart..<(payloadStart &+ count &+ 3)), initial, &frame.air.radio)
      }
    }
    if !frame.air.isDamaged {
      if !isWhole {
        frame.problem = packet.shortage(payloadStart &+ count &+ 3, .linkLayerPayload)
      }
      if bytes.byteCount > payloadStart &+ count &+ 3 {
        frame.problem = DecodeError(
          .linkLayer, .linkLayerPayload, packet.whole,
          .trailing(Int32(truncatingIfNeeded: bytes.byteCount &- payloadStart &- count &- 3)))
      }
    }
    let payload = ByteReader(
      bytes.extracting(last: held).extracting(first: kept), origin: frame.air.payload.offset,
      store: .capture, layer: .linkLayer)
    let duration = frame.air.radio.airTime(kept)
    let stamp = clock.time(frame.air.radio, frame.record.timestamp, duration: duration)
    let time = stamps.start(stamp, duration: duration, frame.air.radio.clock)
    switch frame.air.channel {
    case .advertising:
      if isWhole {
        decodeAdvertising(payload, end: time &+ duration, isPeriodic: periodicCRC != nil, into: &frame)
      }
      return .none
    case .data:
      return decodeData(payload, place, (time, duration), isWhole: isWhole, into: &frame, &hasGap)
    case .isochronous, .unknown: return .none
    }
  }

  private static func channel(
    _ address: AccessAddress, _ radio: RadioInfo, isPeriodic: Bool
  ) -> LinkLayerFrame.Channel {
    if address == .advertising || isPeriodic { return .advertising }
    switch radio.pduType {
    case .advertising: return .advertising
    case .isochronous: return .isochronous
    case .data, .unspecified: return .data
    }
  }

  /// Checks the CRC at the end of a PDU; one of 0 was not captured but made up.
  static func checkCRC(_ pdu: RawSpan, _ initial: UInt32, _ radio: inout RadioInfo) {
    let end = pdu.byteCount &- 3
    let found = UInt32(pdu.u16LE(end)) | UInt32(pdu.u8(end &+ 2)) << 16
    guard found != 0 else { return }
    radio.isCRCComputed = true
    radio.crc = CRC24.checksum(pdu.extracting(first: end), initial: initial) == found ? .good : .bad
  }

  // MARK: - Advertising

  private mutating func decodeAdvertising(
    _ payload: ByteReader, end: Int64, isPeriodic: Bool, into frame: inout DecodedFrame
  ) {
    guard !frame.air.isDamaged else { return }
    frame.kind = .advertising
    frame.air.advertising = AdvertisingPDU.decode(
      payload, header: frame.air.header, frame.air.radio, isPeriodic: isPeriodic, problem: &frame.problem)
    if let train = frame.air.advertising.train { links.add(train) }
    if frame.air.advertising.opensConnection, frame.problem == nil {
      openLink(frame.air.advertising, end: end, &frame)
    }
  }

  @inline(never)
  private mutating func openLink(_ pdu: AdvertisingPDU, end: Int64, _ frame: inout DecodedFrame) {
    guard let central = pdu.other, let peripheral = pdu.advertiser else { return }
    let parties = AirLink.Parties(
      central: central, centralType: pdu.otherType, peripheral: peripheral,
      peripheralType: pdu.advertiserType)
    let known = links.place(pdu.request.accessAddress)
    // The same request heard by another sniffer opens nothing new.
    if known >= 0, !links[known].hasData, links[known].parties == parties, links[known].request == pdu.request
    {
      return
    }
    let place = links.open(pdu.request.accessAddress, frame: frame.record.number)
    links[place].crcInit = pdu.request.crcInit
    links[place].parties = parties
    links[place].request = pdu.request
    links[place].events.open(pdu.request, end: end, isAuxiliary: pdu.isAuxiliary)
    pairings[place] = nil
    noteLink(place, &frame)
    frame.air.notes.insert(.opensLink)
  }

  // MARK: - Data

  /// Names the link of a frame the way the layers above and the analysis know links.
  @inline(__always)
  private func noteLink(_ place: Int, _ frame: inout DecodedFrame) {
    frame.air.link = UInt16(truncatingIfNeeded: place)
    frame.aclHeader.connectionHandle = ConnectionHandle(rawValue: frame.air.link)
  }

  private mutating func decodeData(
    _ payload: ByteReader, _ known: Int, _ time: (start: Int64, duration: Int64), isWhole: Bool,
    into frame: inout DecodedFrame, _ hasGap: inout Bool
  ) -> Delivery {
    // What is not whole was damaged where nobody checked, or cut by the capture.
    let isUsable = isWhole && !frame.air.isDamaged
    var place = known
    if place < 0 {
      // A damaged access address would begin a link that never was.
      if !isUsable { return .none }
      place = links.open(frame.air.accessAddress, frame: frame.record.number)
      pairings[place] = nil
      frame.air.notes.insert(.opensLink)
    }
    noteLink(place, &frame)
    links[place].lastFrame = frame.record.number
    links[place].hasData = true
    let finding = links[place].noteEvent(
      start: time.start, duration: time.duration, channel: frame.air.radio.channel,
      given: (frame.air.radio.direction, frame.air.radio.eventCounter), &frame.air.notes)
    frame.record.direction = finding.direction
    frame.air.eventCounter = links[place].events.counter
    if finding.beginsEvent {
      frame.air.missedEvents = finding.missedEvents
      frame.air.sinceAnchor = finding.sinceAnchor
      if finding.hasDrift { frame.air.drift = finding.drift }
    }
    if !isUsable {
      if frame.record.direction == .sent {
        links[place].central.noteDamage()
      } else {
        links[place].peripheral.noteDamage()
      }
      return .none
    }
    let fingerprint = PDUFingerprint.of(payload.bytes, llid: frame.air.llid)
    let outcome = links[place].noteSequence(
      frame.air.sequenceNumber, nextExpected: frame.air.nextExpectedSequenceNumber, frame.record.direction,
      fingerprint)
    (frame.air.missed, frame.air.missedOther) = (outcome.missed, outcome.missedOther)
    hasGap = outcome.hasGap
    if outcome.acknowledges { frame.air.notes.insert(.acknowledges) }
    if outcome.isRetransmission {
      frame.air.notes.insert(.isRetransmission)
      return .none
    }
    return deliver(payload, place, into: &frame)
  }

  /// Decodes the plaintext of a new data PDU, or says that it goes to L2CAP.
  mutating func decodePayload(
    _ payload: ByteReader, _ place: Int, into frame: inout DecodedFrame
  ) -> Delivery {
    switch frame.air.llid {
    case 1: return payload.remaining == 0 ? .none : .continuation
    case 2: return .start
    case 3:
      frame.kind = .linkControl
      frame.air.control = LinkControlPDU.decode(payload, problem: &frame.problem)
      noteControl(place, &frame)
      return .none
    default:
      if frame.problem == nil {
        frame.problem = DecodeError(.linkLayer, .llid, frame.air.payload, .invalidValue(0))
      }
      return .none
    }
  }

  /// Notes what a control PDU announces, starts or ends.
  mutating func noteControl(_ place: Int, _ frame: inout DecodedFrame) {
    noteEncryption(place, &frame)
    switch frame.air.control.details {
    case .connectionUpdate(let parameters, let offset, let instant):
      links[place].events.announce(parameters, windowOffset: offset, instant: instant)
    case .channelMap(_, let instant): links[place].channelMapInstant = instant
    case .phyUpdate(let out, let back, let instant):
      // No change is in force at once, and at no instant.
      links[place].phyInstant = out | back == 0 ? nil : instant
    default: break
    }
  }
}
