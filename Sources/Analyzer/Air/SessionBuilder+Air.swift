import ATTParser

extension SessionBuilder {
  /// Adds a packet of the air and returns the number of its connection instance, 0 when it belongs to none.
  @inline(never)
  mutating func addAir(_ frame: inout DecodedFrame, _ reader: inout CaptureReader) -> Int {
    airTotals.lostMessages &+= snifferCounters.missing(before: frame.air.radio)
    if frame.air.isDamaged {
      airTotals.damaged += 1
      quality.badCRCFrames += 1
    }
    switch frame.air.channel {
    case .advertising:
      airTotals.advertising += 1
      guard frame.kind == .advertising else { return 0 }
      advertising.addAir(&frame, &reader)
      return frame.air.notes.contains(.opensLink) ? openAir(&frame).map { number($0) } ?? 0 : 0
    case .data:
      airTotals.data += 1
      return addAirData(&frame, &reader)
    case .isochronous: airTotals.isochronous += 1
    case .unknown: break
    }
    return 0
  }

  private mutating func addAirData(_ frame: inout DecodedFrame, _ reader: inout CaptureReader) -> Int {
    let slot: Int
    if frame.air.notes.contains(.opensLink) {
      guard let opened = openAir(&frame) else { return 0 }
      slot = opened
    } else if airMeter.isOn(frame.air.accessAddress, Int(frame.air.link)),
      let known = openSlot(frame.record.adapter, frame.aclHeader.connectionHandle)
    {
      slot = known
    } else {
      airTotals.unattributed += 1
      return 0
    }
    airMeter.add(AirPacket(&frame), Int(frame.air.link))
    if frame.air.notes.contains(.isRetransmission) { airTotals.retransmissions &+= 1 }
    if frame.air.isDamaged || frame.air.missed | frame.air.missedOther > 0 || frame.air.missedEvents > 0 {
      airTotals.missed += Int(frame.air.missed) + Int(frame.air.missedOther)
      live[slot].lastLoss = frame.record.number
    }
    if !frame.air.notes.isDisjoint(with: Self.changes) { noteAir(&frame, slot) }
    if !frame.air.isDamaged, !live[slot].air.isTerminated {
      live[slot].lastSeen = Moment(frame.record)
    }
    switch frame.kind {
    case .att:
      return addATT(&frame, &reader)
    case .linkControl:
      airTotals.control += 1
      addControl(frame.air.control.details, frame.air.control.opcode, &frame, slot)
    case .segment, .signaling, .smp, .sdu, .other: return addOther(&frame, &reader)
    default: break
    }
    return number(slot)
  }

  /// Begins the connection instance of a link that a frame opens.
  private mutating func openAir(_ frame: inout DecodedFrame) -> Int? {
    let handle = frame.aclHeader.connectionHandle
    let moment = Moment(frame.record)
    _ = close(frame.record.adapter, handle, nil)
    // What was terminated has had time for its last acknowledgements.
    for ended in terminatedLinks {
      if let slot = openSlot(frame.record.adapter, ended), live[slot].air.isTerminated {
        _ = close(frame.record.adapter, ended, nil)
      }
    }
    terminatedLinks.removeAll(keepingCapacity: true)
    guard let slot = open(.le, frame.record.adapter, handle, moment) else { return nil }
    let place = live[slot].place
    airMeter.begin(
      Int(frame.air.link),
      frame.air.channel == .advertising
        ? frame.air.advertising.request.accessAddress : frame.air.accessAddress)
    guard frame.air.channel == .advertising else {
      connections[place].air = AirFacts(frame.air.accessAddress)
      return slot
    }
    let pdu = frame.air.advertising
    var facts = AirFacts(pdu.request.accessAddress)
    facts.central = pdu.other
    facts.centralType = pdu.otherType
    facts.channelMaps = [.init(moment: moment, channels: pdu.request.channelMap)]
    connections[place].air = facts
    connections[place].opened = moment
    connections[place].peer = pdu.advertiser
    connections[place].peerType = pdu.advertiserType
    connections[place].parameters = [.init(moment: moment, parameters: pdu.request.parameters)]
    return slot
  }

  /// What few packets tell.
  static var changes: LinkLayerFrame.Notes {
    [.parametersInForce, .physInForce, .channelMapInForce, .startsEncryption, .endsEncryption]
  }

  /// Notes what a packet's time and place in its link tell.
  @inline(never)
  mutating func noteAir(_ frame: inout DecodedFrame, _ slot: Int) {
    let notes = frame.air.notes
    let place = live[slot].place
    let moment = Moment(frame.record)
    if notes.contains(.parametersInForce), let parameters = live[slot].air.parameters {
      live[slot].air.parameters = nil
      live[slot].settle(.parameters, .success, moment)
      if live[slot].hasRoom(connections[place].parameters) {
        connections[place].parameters.append(.init(moment: moment, parameters: parameters))
      }
    }
    if notes.contains(.physInForce), let phys = live[slot].air.phys {
      live[slot].air.phys = nil
      live[slot].settle(.phy, .success, moment)
      let before = connections[place].phys.last
      let tx = phys.tx == 0 ? before?.tx ?? 1 : phys.tx
      let rx = phys.rx == 0 ? before?.rx ?? 1 : phys.rx
      if live[slot].hasRoom(connections[place].phys) {
        connections[place].phys.append(.init(moment: moment, tx: tx, rx: rx))
      }
    }
    if notes.contains(.channelMapInForce), let map = live[slot].air.channelMap {
      live[slot].air.channelMap = nil
      if let maps = connections[place].air?.channelMaps, live[slot].hasRoom(maps) {
        connections[place].air?.channelMaps.append(.init(moment: moment, channels: map))
      }
    }
    if notes.contains(.startsEncryption) {
      live[slot].marks.note(.pairing, moment)
      connections[place].encryption = .init(moment: moment, status: .success, enabled: 1)
    }
    if notes.contains(.endsEncryption) {
      connections[place].encryption = .init(moment: moment, status: .success, enabled: 0)
    }
  }

  // MARK: - Control PDUs

  private mutating func addControl(
    _ details: LinkControlPDU.Details, _ opcode: LinkControlOpcode, _ frame: inout DecodedFrame, _ slot: Int
  ) {
    let moment = Moment(frame.record)
    let isCentral = frame.record.direction == .sent
    switch details {
    case .none: break
    case .connectionUpdate(let parameters, _, _): live[slot].air.parameters = parameters
    case .channelMap(let channels, _): live[slot].air.channelMap = channels
    case .terminate(let reason):
      guard !live[slot].air.isTerminated else { break }
      live[slot].air.isTerminated = true
      terminatedLinks.append(frame.aclHeader.connectionHandle)
      connections[live[slot].place].closed = .init(
        moment: moment, reason: reason, by: isCentral ? .local : .peer)
    case .encryptionRequest, .encryptionResponse: live[slot].marks.note(.pairing, moment)
    case .unknownResponse(let unknown): refuse(unknown, ErrorCode(rawValue: 0x1A), moment, slot)
    case .reject(let rejected, let code):
      if rejected == nil || rejected?.rawValue == 0x03 {
        connections[live[slot].place].encryption = .init(moment: moment, status: code, enabled: 0)
      }
      if let rejected { refuse(rejected, code, moment, slot) }
    case .parameters(let wanted):
      // The response only says what the peripheral could do with.
      if opcode.rawValue == 0x0F { ask(.parameters(wanted), isCentral, moment, slot) }
    case .lengths(let lengths):
      noteLengths(lengths, isRequest: opcode.rawValue == 0x14, isCentral, moment, slot)
    case .phys(let tx, let rx):
      if opcode.rawValue == 0x16 { ask(.phy(tx: tx, rx: rx), isCentral, moment, slot) }
    case .phyUpdate(let out, let back, _):
      live[slot].air.phys = (Self.phy(ofMask: out), Self.phy(ofMask: back))
      // Nothing changes, and nothing comes into force.
      if out | back == 0 { live[slot].settle(.phy, .success, moment) }
    }
  }

  private mutating func ask(_ what: LinkRequest.What, _ isCentral: Bool, _ moment: Moment, _ slot: Int) {
    live[slot].keep(
      LinkRequest(moment: moment, what: what, isLocal: isCentral, way: .linkLayer))
  }

  private mutating func refuse(_ opcode: LinkControlOpcode, _ code: ErrorCode, _ moment: Moment, _ slot: Int)
  {
    switch opcode.rawValue {
    case 0x0F: live[slot].settle(.parameters, code, moment)
    case 0x14: live[slot].settle(.dataLength, code, moment)
    case 0x16: live[slot].settle(.phy, code, moment)
    default: break
    }
  }

  /// Notes one half of a data length update; with both, what is in force from the central's view.
  private mutating func noteLengths(
    _ lengths: DataLength, isRequest: Bool, _ isCentral: Bool, _ moment: Moment, _ slot: Int
  ) {
    if isRequest {
      live[slot].air.lengths = (lengths, isCentral)
      ask(.dataLength(lengths.maxTxOctets), isCentral, moment, slot)
      return
    }
    guard let (asked, isCentralAsking) = live[slot].air.lengths, isCentralAsking != isCentral else { return }
    live[slot].air.lengths = nil
    live[slot].settle(.dataLength, .success, moment)
    let (central, peripheral) = isCentral ? (lengths, asked) : (asked, lengths)
    let inForce = DataLength(
      maxTxOctets: min(central.maxTxOctets, peripheral.maxRxOctets),
      maxTxTime: min(central.maxTxTime, peripheral.maxRxTime),
      maxRxOctets: min(central.maxRxOctets, peripheral.maxTxOctets),
      maxRxTime: min(central.maxRxTime, peripheral.maxTxTime))
    let place = live[slot].place
    if live[slot].hasRoom(connections[place].dataLengths) {
      connections[place].dataLengths.append(.init(moment: moment, lengths: inForce))
    }
  }

  /// The PHY of a mask of one bit, 0 for no change.
  private static func phy(ofMask mask: UInt8) -> UInt8 {
    switch mask & 7 {
    case 1: 1
    case 2: 2
    case 4: 3
    default: 0
    }
  }
}

/// What is under way on a link of the air: announced and not in force yet, or lost.
struct AirAnnouncements {
  /// Connection parameters.
  var parameters: ConnectionParameters?
  /// PHYs, 0 for no change.
  var phys: (tx: UInt8, rx: UInt8)?
  /// The channel map.
  var channelMap: UInt64?
  /// A data length request that waits for its response, and whether the central made it.
  var lengths: (DataLength, Bool)?
  /// An LL_TERMINATE_IND was heard: what comes now acknowledges or repeats it.
  var isTerminated = false
}
