/// What lies above a complete L2CAP PDU: the fixed channels, and the dynamic ones that signalling opens.
struct UpperLayers: ~Copyable {
  /// The Enhanced ATT bearer's protocol/service multiplexer (Vol 3, Part G, 5.3).
  private static let eattSPSM: UInt16 = 0x0027
  /// ATT over BR/EDR (Vol 3, Part G, 5.1).
  private static let attPSM: UInt16 = 0x001F

  /// SDUs under reassembly.
  var segments = PDUBuffers()
  /// Which links are open, and on which transport.
  var links = LinkTable()
  /// Which dynamic channels are open.
  var channels = ChannelTable()

  /// Makes layers without links and channels.
  init() {}

  /// Forgets the links and channels of an adapter, as a controller does on reset.
  mutating func reset(adapter: UInt16) {
    segments.abandonAll { LinkIdentifier.adapter($0 >> 18) == adapter }
    links.removeAll(ofAdapter: adapter)
    channels.removeAll(ofAdapter: adapter)
  }

  /// Decodes the information payload of a PDU whose header is in `frame`.
  ///
  /// - Parameter missing: bytes at the end of the payload that the capture did not keep.
  @inline(never)
  mutating func decode(
    _ bytes: RawSpan, origin: Int, store: ByteRange.Store = .capture, missing: Int, _ link: LinkIdentifier,
    into frame: inout DecodedFrame
  ) {
    let pdu = ByteReader(bytes, origin: origin, store: store, layer: .l2cap)
    do throws(DecodeError) {
      switch frame.l2capHeader.channelID {
      case .attribute:
        ATTFrame.decode(
          bytes, origin: origin, store: store, bearer: 0, missing: missing, into: &frame)
      case .leSignaling, .signaling:
        try decodeSignaling(pdu, link, into: &frame)
      case .securityManager, .brSecurityManager:
        frame.smp = try SMPCommand.decode(pdu.inner(.smp), problem: &frame.problem)
        frame.kind = .smp
      default:
        try decodeDynamic(pdu, missing: missing, link, into: &frame)
      }
    } catch {
      // The L2CAP PDU is whole, so its header stays in the frame.
      frame.kind = .other
      frame.data = pdu.whole
      if frame.problem == nil { frame.problem = error }
    }
  }

  private mutating func decodeDynamic(
    _ pdu: ByteReader, missing: Int, _ link: LinkIdentifier, into frame: inout DecodedFrame
  ) throws(DecodeError) {
    let channelID = frame.l2capHeader.channelID
    guard channelID.isDynamic, let channel = channels.channel(link, frame.record.direction, channelID)
    else {
      frame.kind = .other
      frame.data = pdu.whole
      return
    }
    switch channel.mode {
    case .basic: Self.deliver(pdu, channel, missing: missing, into: &frame)
    case .creditBased: try addSegment(pdu, channel, missing: missing, into: &frame)
    }
  }

  private mutating func decodeSignaling(
    _ pdu: ByteReader, _ link: LinkIdentifier, into frame: inout DecodedFrame
  ) throws(DecodeError) {
    var reader = pdu.inner(.signaling)
    let first = try SignalingCommand.decode(&reader, problem: &frame.problem)
    frame.signaling = first
    frame.kind = .signaling
    channels.add(first, link, frame.record.direction, &segments)
    // Only BR/EDR packs several commands into one PDU; all of them open and close channels.
    while reader.remaining > 0, frame.problem == nil {
      let next = try SignalingCommand.decode(&reader, problem: &frame.problem)
      channels.add(next, link, frame.record.direction, &segments)
    }
  }

  /// Adds a K-frame to its SDU (Vol 3, Part A, 3.4.3).
  ///
  /// ```
  /// first K-frame   | SDU Length u16 | information payload …
  /// later K-frames  | information payload …
  /// ```
  private mutating func addSegment(
    _ pdu: ByteReader, _ channel: ChannelTable.Channel, missing: Int,
    into frame: inout DecodedFrame
  ) throws(DecodeError) {
    let stream = segments.stream(channel.key)
    if let progress = segments.progress(stream) {
      frame.kind = .segment
      frame.channel = channel.number
      segments.append(stream, pdu.bytes)
      let have = progress.have &+ pdu.remaining &+ missing
      guard have >= progress.need else {
        if missing > 0 { segments.noteLoss(stream, missing) }
        return
      }
      let lost = segments.complete(stream)
      if have > progress.need, frame.problem == nil {
        frame.problem = DecodeError(
          .sdu, .sduLength, pdu.whole, .trailing(Int32(truncatingIfNeeded: have &- progress.need)))
      }
      if lost &+ missing > 0 { return Self.noteLoss(pdu, progress.need &+ lost, lost &+ missing, &frame) }
      let sdu = ByteReader(segments.bytes, origin: 0, store: .reassembled, layer: .sdu)
      Self.deliver(sdu, channel, missing: 0, into: &frame)
      return
    }
    var reader = pdu.inner(.sdu)
    let length = Int(try reader.u16(.sduLength))
    if reader.remaining &+ missing < length {
      segments.start(channel.key, need: length, reader.inner(.sdu).bytes)
      if missing > 0 { segments.noteLoss(segments.stream(channel.key), missing) }
      frame.kind = .segment
      frame.channel = channel.number
      return
    }
    Self.deliver(reader.inner(.sdu, limit: length), channel, missing: missing, into: &frame)
  }

  /// Notes an SDU of `length` bytes that is complete but for what the capture did not keep.
  private static func noteLoss(_ pdu: ByteReader, _ length: Int, _ lost: Int, _ frame: inout DecodedFrame) {
    guard frame.problem == nil else { return }
    frame.problem = DecodeError(
      .sdu, .sduLength, pdu.whole,
      .cutByCapture(needs: Int32(clamping: length), has: Int32(clamping: length &- lost)))
  }

  /// Hands a complete SDU to the protocol of its channel.
  private static func deliver(
    _ sdu: ByteReader, _ channel: ChannelTable.Channel, missing: Int, into frame: inout DecodedFrame
  ) {
    frame.channel = channel.number
    switch (channel.mode, channel.spsm) {
    case (.creditBased, eattSPSM), (.basic, attPSM):
      ATTFrame.decode(
        sdu.bytes, origin: sdu.origin, store: sdu.store, bearer: channel.number, missing: missing,
        into: &frame)
    default:
      frame.kind = .sdu
      frame.spsm = channel.spsm
      frame.data = sdu.whole
    }
  }
}
