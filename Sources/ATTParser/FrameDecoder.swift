/// Decodes the packets of a capture one after the other and keeps what spans packets: L2CAP PDUs in
/// fragments, SDUs in segments, which links and channels are open.
struct FrameDecoder: ~Copyable {
  /// L2CAP PDUs under recombination.
  var fragments = PDUBuffers()
  /// What is above L2CAP PDUs.
  var upper = UpperLayers()
  /// What is below them in captures of the air.
  var linkLayer = LinkLayerDecoder()

  /// Makes a decoder that knows of no link.
  init() {}

  /// Decodes one record's packet, whose bytes are `bytes`, into `frame`.
  @inline(__always)
  mutating func decode(_ bytes: RawSpan, into frame: inout DecodedFrame) {
    // Five words are only written when they have to be.
    if frame.problem != nil { frame.problem = nil }
    if frame.record.packetType == .aclData {
      frame.kind = .acl
      decodeACL(bytes, into: &frame)
    } else if frame.record.packetType == .event {
      decodeEvent(bytes, into: &frame)
    } else {
      decodeRare(bytes, into: &frame)
    }
    if frame.record.missingBytes > 0 { Self.blameCapture(&frame) }
  }

  @inline(__always)
  private mutating func decodeEvent(_ bytes: RawSpan, into frame: inout DecodedFrame) {
    frame.kind = .event
    // True for the few kinds of event that are neither advertising reports nor completed packets.
    if HCIEvent.decode(bytes, origin: frame.record.payload.offset, into: &frame) {
      learn(&frame.event, frame.record.adapter)
    }
  }

  @inline(never)
  private mutating func decodeRare(_ bytes: RawSpan, into frame: inout DecodedFrame) {
    if frame.record.packetType == .linkLayer { return decodeLinkLayer(bytes, into: &frame) }
    let range = frame.record.payload
    let reader = ByteReader(bytes, origin: range.offset, store: .capture, layer: .hci)
    frame.kind = .note
    do throws(DecodeError) {
      switch frame.record.packetType {
      case .command:
        try HCICommand.decode(reader, into: &frame)
        if frame.command.opcode == .reset { resetLinks(of: frame.record.adapter) }
      case .synchronousData:
        frame.dataHandle = try Self.handle(of: reader)
        frame.kind = .synchronous
      case .isoData:
        frame.dataHandle = try Self.handle(of: reader)
        frame.kind = .iso
      case .unknownIndicator:
        let code = frame.record.code
        let needed = Int32(code & 0xFF)
        throw DecodeError(
          .record, .packetIndicator, range,
          code < 0x100 ? .unknownCode(code) : .needs(needed, has: Int32(truncatingIfNeeded: range.count)))
      case .aclData, .event, .monitorNote, .packetLoggerNote, .simulatorNote, .unreadLinkType, .otherNote,
        .linkLayer, .snifferNote:
        break
      }
    } catch {
      frame.problem = error
    }
  }

  /// A shortage in a packet that the capture cut is the capture's, not the packet's.
  @inline(never)
  private static func blameCapture(_ frame: inout DecodedFrame) {
    let missing = Int(frame.record.missingBytes)
    guard var problem = frame.problem else {
      let kept = frame.record.payload
      frame.problem = DecodeError(
        .record, .parameters, kept,
        .cutByCapture(needs: Int32(clamping: kept.count &+ missing), has: Int32(clamping: kept.count)))
      return
    }
    guard case .needs(let needed, let has) = problem.reason else { return }
    problem.reason = .cutByCapture(needs: needed, has: has)
    frame.problem = problem
  }

  private static func handle(of packet: ByteReader) throws(DecodeError) -> ConnectionHandle {
    var reader = packet
    return ConnectionHandle(rawValue: try reader.u16(.connectionHandle))
  }

  // MARK: - ACL

  @inline(__always)
  private mutating func decodeACL(_ packet: RawSpan, into frame: inout DecodedFrame) {
    let count = packet.byteCount
    guard count >= 4 else {
      return Self.fail(packet, frame.record.payload.offset, .acl, .connectionHandle, needs: 4, &frame)
    }
    let word = packet.u16LE(0)
    let length = packet.u16LE(2)
    let handle = ConnectionHandle(rawValue: word)
    frame.aclHeader = ACLHeader(
      connectionHandle: handle, packetBoundary: UInt8(truncatingIfNeeded: word &>> 12 & 3),
      dataTotalLength: length)
    let link = LinkIdentifier(frame.record.adapter, handle)
    // No controller assigns handles above 0x0EFF, and one vendor's debug stream sits on 0x0EDC.
    guard handle.rawValue < ConnectionHandle.qualcommDebug.rawValue, frame.record.direction != .unknown,
      count &- 4 == Int(length)
    else { return decodeUnusualACL(packet, link, into: &frame) }
    if frame.aclHeader.isContinuation {
      continuePDU(packet, claimed: count &- 4, link, into: &frame)
    } else {
      startPDU(packet, claimed: count &- 4, link, into: &frame)
    }
  }

  /// An ACL packet on an unusual handle, without a direction, or of another length than its header says.
  @inline(never)
  private mutating func decodeUnusualACL(
    _ packet: RawSpan, _ link: LinkIdentifier, into frame: inout DecodedFrame
  ) {
    if isDebugStream(frame.aclHeader.connectionHandle, link) {
      frame.kind = .controllerDebug
      return
    }
    if frame.record.direction == .unknown { inferDirection(frame.aclHeader, link, &frame.record) }
    let claimed = Int(frame.aclHeader.dataTotalLength)
    if packet.byteCount &- 4 != claimed { Self.noteLength(packet, claimed: claimed, &frame) }
    let whole = packet.extracting(first: 4 &+ claimed)
    if frame.aclHeader.isContinuation {
      continuePDU(whole, claimed: claimed, link, into: &frame)
    } else {
      startPDU(whole, claimed: claimed, link, into: &frame)
    }
  }

  /// Notes an ACL packet that is shorter or longer than its header says.
  @inline(never)
  private static func noteLength(_ packet: RawSpan, claimed: Int, _ frame: inout DecodedFrame) {
    let reader = ByteReader(
      packet.extracting(droppingFirst: 4), origin: frame.record.payload.offset &+ 4, store: .capture,
      layer: .acl)
    frame.problem =
      reader.remaining < claimed
      ? reader.shortage(claimed, .dataTotalLength)
      : DecodeError(
        .acl, .dataTotalLength, reader.rest,
        .trailing(Int32(truncatingIfNeeded: reader.remaining &- claimed)))
  }

  /// Notes a field that needs `count` bytes where `bytes`, at `origin` in the capture, are fewer.
  @inline(never)
  private static func fail(
    _ bytes: RawSpan, _ origin: Int, _ layer: Layer, _ field: Field, needs count: Int,
    _ frame: inout DecodedFrame
  ) {
    guard frame.problem == nil else { return }
    let reader = ByteReader(bytes, origin: origin, store: .capture, layer: layer)
    frame.problem = reader.shortage(count, field)
  }

  @inline(never)
  private func isDebugStream(_ handle: ConnectionHandle, _ link: LinkIdentifier) -> Bool {
    if !handle.isAssignable { return true }
    return handle == .qualcommDebug && upper.links.transport(link) == .unknown
  }

  /// Works out the direction that bare H4 lacks.
  ///
  /// On LE the boundary flag of a first fragment tells it (Vol 4, Part E, 5.4.2);
  /// a continuation belongs to the direction that has a PDU under way, if only one has.
  private mutating func inferDirection(_ header: ACLHeader, _ link: LinkIdentifier, _ record: inout Record) {
    guard upper.links.transport(link) != .brEDR else { return }
    switch header.packetBoundary {
    case 0: record.direction = .sent
    case 2: record.direction = .received
    case 1:
      let isSending = fragments.progress(fragments.stream(link.directed(.sent))) != nil
      let isReceiving = fragments.progress(fragments.stream(link.directed(.received))) != nil
      if isSending != isReceiving { record.direction = isSending ? .sent : .received }
    default: break
    }
  }

  // The packet path hands on the whole ACL packet, whose data begin at byte 4, instead of a span of the data:
  // cutting a span costs more than adding to an index.
  @inline(__always)
  private mutating func startPDU(
    _ packet: RawSpan, claimed: Int, _ link: LinkIdentifier, into frame: inout DecodedFrame
  ) {
    if fragments.pending > 0 { Self.abandonPending(&fragments, link, into: &frame) }
    let count = packet.byteCount
    guard count >= 8 else { return startHeader(packet, claimed: claimed, link, into: &frame) }
    let header = L2CAPHeader(pduLength: packet.u16LE(4), channelID: ChannelID(rawValue: packet.u16LE(6)))
    guard count &- 8 == Int(header.pduLength) else {
      return startUneven(packet, header, claimed: claimed, link, into: &frame)
    }
    frame.l2capHeader = header
    let origin = frame.record.payload.offset &+ 8
    if header.channelID == .attribute {
      ATTFrame.decode(
        packet, from: 8, origin: origin, store: .capture, bearer: 0, missing: 0, into: &frame)
    } else {
      upper.decode(packet.extracting(droppingFirst: 8), origin: origin, missing: 0, link, into: &frame)
    }
  }

  /// A first fragment whose PDU is longer or shorter than it.
  @inline(never)
  private mutating func startUneven(
    _ packet: RawSpan, _ header: L2CAPHeader, claimed: Int, _ link: LinkIdentifier,
    into frame: inout DecodedFrame
  ) {
    let data = packet.extracting(droppingFirst: 4)
    let length = Int(header.pduLength)
    let reader = ByteReader(
      data.extracting(4..<data.byteCount), origin: frame.record.payload.offset &+ 8, store: .capture,
      layer: .l2cap)
    if reader.remaining > length || claimed &- 4 >= length {
      // Whole on the link; what the capture cut is missing, what is too much belongs to no one.
      if reader.remaining > length, frame.problem == nil {
        frame.problem = DecodeError(
          .l2cap, .pduLength, reader.rest,
          .trailing(Int32(truncatingIfNeeded: reader.remaining &- length)))
      }
      frame.l2capHeader = header
      upper.decode(
        reader.inner(.l2cap, limit: length).bytes, origin: reader.origin,
        missing: max(0, length &- reader.remaining), link, into: &frame)
      return
    }
    frame.kind = .fragment
    let key = link.directed(frame.record.direction)
    fragments.start(key, need: length &+ 4, data)
    if data.byteCount < claimed { fragments.noteLoss(fragments.stream(key), claimed &- data.byteCount) }
  }

  /// A first fragment too short for a header: the PDU's length is known once the header is complete.
  @inline(never)
  private mutating func startHeader(
    _ packet: RawSpan, claimed: Int, _ link: LinkIdentifier, into frame: inout DecodedFrame
  ) {
    let data = packet.extracting(droppingFirst: 4)
    guard data.byteCount == claimed, claimed > 0 else {
      return Self.fail(data, frame.record.payload.offset &+ 4, .l2cap, .pduLength, needs: 4, &frame)
    }
    fragments.start(link.directed(frame.record.direction), need: .max, data)
    frame.kind = .fragment
  }

  @inline(__always)
  private mutating func continuePDU(
    _ packet: RawSpan, claimed: Int, _ link: LinkIdentifier, into frame: inout DecodedFrame
  ) {
    let stream = fragments.stream(link.directed(frame.record.direction))
    // Most pieces are neither the last one nor in need of memory.
    if packet.byteCount &- 4 == claimed, fragments.appendInside(stream, packet, 4..<packet.byteCount) {
      frame.kind = .fragment
    } else {
      continueUneven(packet, claimed: claimed, stream, link, into: &frame)
    }
  }

  /// A continuation that ends its PDU, has no PDU, was cut by the capture, or needs memory.
  @inline(never)
  private mutating func continueUneven(
    _ packet: RawSpan, claimed: Int, _ stream: Int, _ link: LinkIdentifier, into frame: inout DecodedFrame
  ) {
    let data = packet.extracting(droppingFirst: 4)
    guard let progress = fragments.progress(stream) else {
      if frame.problem == nil {
        frame.problem = DecodeError(
          .acl, .packetBoundary, frame.record.payload, .continuationWithoutStart)
      }
      return
    }
    frame.kind = .fragment
    if data.byteCount != claimed { return continueCut(data, claimed: claimed, stream, progress) }
    fragments.append(stream, data)
    let have = progress.have &+ data.byteCount
    var need = progress.need
    if need == .max { need = Self.headerNeed(&fragments, stream) }
    guard have >= need else { return }
    if have > need { Self.noteExcess(have &- need, &frame) }
    let lost = fragments.complete(stream)
    if lost > 0 { return noteLoss(need &+ lost, lost, &frame) }
    Self.decodeRecombined(&fragments, &upper, link, into: &frame)
  }

  /// A continuation that the capture cut leaves a hole: the PDU's end is still found, its bytes are not.
  @inline(never)
  private mutating func continueCut(
    _ data: RawSpan, claimed: Int, _ stream: Int, _ progress: (have: Int, need: Int)
  ) {
    if progress.need == .max {
      fragments.abandon(stream)
    } else if progress.have &+ claimed >= progress.need {
      _ = fragments.complete(stream)
    } else {
      fragments.append(stream, data)
      fragments.noteLoss(stream, claimed &- data.byteCount)
    }
  }

  /// Notes a PDU of `length` bytes that is complete but for what the capture did not keep.
  @inline(never)
  private func noteLoss(_ length: Int, _ lost: Int, _ frame: inout DecodedFrame) {
    guard frame.problem == nil else { return }
    frame.problem = DecodeError(
      .l2cap, .informationPayload, frame.record.payload,
      .cutByCapture(needs: Int32(clamping: length), has: Int32(clamping: length &- lost)))
  }

  /// Notes bytes after the end of a PDU.
  @inline(never)
  static func noteExcess(_ excess: Int, _ frame: inout DecodedFrame) {
    frame.problem = DecodeError(
      .l2cap, .pduLength, frame.record.payload, .trailing(Int32(truncatingIfNeeded: excess)))
  }

  /// Bytes that a PDU whose header was in fragments needs, `.max` while the header is still incomplete.
  @inline(never)
  static func headerNeed(_ fragments: inout PDUBuffers, _ stream: Int) -> Int {
    guard let need = fragments.needFromHeader(stream) else { return .max }
    fragments.setNeed(stream, need)
    return need
  }

  /// Decodes the PDU that was recombined last.
  // The upper layers change while they read what the buffers hold; see CaptureReader for `inout`.
  @inline(__always)
  static func decodeRecombined(
    _ fragments: inout PDUBuffers, _ upper: inout UpperLayers, _ link: LinkIdentifier,
    into frame: inout DecodedFrame
  ) {
    frame.l2capHeader = L2CAPHeader(
      pduLength: fragments.bytes.u16LE(0), channelID: ChannelID(rawValue: fragments.bytes.u16LE(2)))
    let end = min(fragments.bytes.byteCount, 4 &+ Int(frame.l2capHeader.pduLength))
    upper.decode(
      fragments.bytes.extracting(4..<end), origin: 4, store: .recombined, missing: 0, link, into: &frame)
  }

  /// Gives up the PDU under way on a link in the frame's direction, if there is one, and notes it.
  @inline(never)
  static func abandonPending(
    _ fragments: inout PDUBuffers, _ link: LinkIdentifier, into frame: inout DecodedFrame
  ) {
    let stream = fragments.stream(link.directed(frame.record.direction))
    guard let progress = fragments.progress(stream) else { return }
    fragments.abandon(stream)
    guard frame.problem == nil else { return }
    frame.problem = DecodeError(
      .l2cap, .informationPayload, frame.record.payload,
      .abandonedPDU(needs: Int32(clamping: progress.need), has: Int32(clamping: progress.have)))
  }

  /// The bytes of the PDU that was recombined last.
  var recombinedBytes: RawSpan {
    @_lifetime(borrow self)
    get { fragments.bytes }
  }

  /// The bytes of the SDU that was reassembled last.
  var reassembledBytes: RawSpan {
    @_lifetime(borrow self)
    get { upper.segments.bytes }
  }
}
