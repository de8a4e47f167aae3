extension FrameDecoder {
  /// Decodes a packet of the air and hands what it delivers to L2CAP.
  @inline(never)
  mutating func decodeLinkLayer(_ bytes: RawSpan, into frame: inout DecodedFrame) {
    var hasGap = false
    let delivery = linkLayer.decode(bytes, into: &frame, hasGap: &hasGap)
    let link = LinkIdentifier(Record.sniffer, ConnectionHandle(rawValue: frame.air.link))
    if frame.air.notes.contains(.opensLink) {
      forget(link)
      upper.links.open(link, .le)
    }
    // What a PDU under way lost would be taken for what comes next.
    if hasGap, fragments.pending > 0 { Self.abandonPending(&fragments, link, into: &frame) }
    guard delivery != .none else { return }
    let payload = frame.air.plaintext
    if payload.store == .decrypted {
      Self.recombine(&linkLayer, delivery, &fragments, &upper, link, into: &frame)
    } else {
      let start = payload.offset &- frame.record.payload.offset
      Self.recombine(
        bytes.extracting(start..<(start &+ payload.count)), delivery, &fragments, &upper, link, into: &frame)
    }
    if frame.kind == .smp { notePairing(bytes, &frame) }
  }

  // The buffers change while the bytes of another part of the decoder are read; see CaptureReader for `inout`.
  private static func recombine(
    _ linkLayer: inout LinkLayerDecoder, _ delivery: LinkLayerDecoder.Delivery,
    _ fragments: inout PDUBuffers, _ upper: inout UpperLayers, _ link: LinkIdentifier,
    into frame: inout DecodedFrame
  ) {
    recombine(linkLayer.decryptedBytes, delivery, &fragments, &upper, link, into: &frame)
  }

  private static func recombine(
    _ data: RawSpan, _ delivery: LinkLayerDecoder.Delivery, _ fragments: inout PDUBuffers,
    _ upper: inout UpperLayers, _ link: LinkIdentifier, into frame: inout DecodedFrame
  ) {
    if delivery == .start {
      startPDU(data, &fragments, &upper, link, into: &frame)
    } else {
      continuePDU(data, &fragments, &upper, link, into: &frame)
    }
  }

  /// Hands a Security Manager command to whoever looks for keys.
  @inline(never)
  private mutating func notePairing(_ record: RawSpan, _ frame: inout DecodedFrame) {
    // The code is the byte before the data.
    let range = frame.smp.data
    let place = ByteRange(offset: range.offset &- 1, count: range.count &+ 1, store: range.store)
    guard place.count <= 65 else { return }
    var command: [UInt8]
    switch place.store {
    case .capture:
      let start = place.offset &- frame.record.payload.offset
      command = (0..<place.count).map { record.u8(start &+ $0) }
    case .decrypted: command = (0..<place.count).map { linkLayer.decryptedBytes.u8(place.offset &+ $0) }
    case .recombined: command = (0..<place.count).map { fragments.bytes.u8(place.offset &+ $0) }
    case .reassembled: return
    }
    linkLayer.notePairing(command, &frame)
  }

  /// The start of an L2CAP PDU, or all of it (Vol 6, Part B, 2.4.1).
  private static func startPDU(
    _ data: RawSpan, _ fragments: inout PDUBuffers, _ upper: inout UpperLayers, _ link: LinkIdentifier,
    into frame: inout DecodedFrame
  ) {
    if fragments.pending > 0 { abandonPending(&fragments, link, into: &frame) }
    let key = link.directed(frame.record.direction)
    guard data.byteCount >= 4 else {
      if data.byteCount > 0 {
        frame.kind = .fragment
        fragments.start(key, need: .max, data)
      }
      return
    }
    let header = L2CAPHeader(pduLength: data.u16LE(0), channelID: ChannelID(rawValue: data.u16LE(2)))
    let length = Int(header.pduLength)
    guard data.byteCount &- 4 >= length else {
      frame.kind = .fragment
      return fragments.start(key, need: length &+ 4, data)
    }
    if data.byteCount &- 4 > length, frame.problem == nil {
      noteExcess(data.byteCount &- 4 &- length, &frame)
    }
    frame.l2capHeader = header
    upper.decode(
      data.extracting(4..<(4 &+ length)), origin: frame.air.plaintext.offset &+ 4,
      store: frame.air.plaintext.store, missing: 0, link, into: &frame)
  }

  private static func continuePDU(
    _ data: RawSpan, _ fragments: inout PDUBuffers, _ upper: inout UpperLayers, _ link: LinkIdentifier,
    into frame: inout DecodedFrame
  ) {
    let stream = fragments.stream(link.directed(frame.record.direction))
    guard let progress = fragments.progress(stream) else {
      if frame.problem == nil {
        frame.problem = DecodeError(.linkLayer, .llid, frame.air.plaintext, .continuationWithoutStart)
      }
      return
    }
    frame.kind = .fragment
    fragments.append(stream, data)
    let have = progress.have &+ data.byteCount
    var need = progress.need
    if need == .max { need = headerNeed(&fragments, stream) }
    guard have >= need else { return }
    if have > need, frame.problem == nil { noteExcess(have &- need, &frame) }
    _ = fragments.complete(stream)
    decodeRecombined(&fragments, &upper, link, into: &frame)
  }
}
