// What most packets of the air are, decoded in one place with as few steps as possible: PDUs without payload, and
// values that are sent in bulk, of links that are known. Everything else, and everything out of the ordinary about
// these, is left to `FrameDecoder`; where both decode a packet they agree.
extension CaptureReader {
  /// True when ``nextBulk(into:after:)`` finds packets of the air in the capture.
  public var hasBulkPackets: Bool { records.plainAirFormat != nil }

  /// Packets found by one call: few enough to stay in the nearest cache.
  public static var packetLimit: Int { 128 }

  /// Finds the bulk packets up to the next frame that is none, but not more than ``packetLimit``.
  ///
  /// Nothing is found whose time is before that of the frame before it. What was found can be read, with
  /// ``bytes(of:)`` and the like, until the next frame is asked for.
  ///
  /// - Parameters:
  ///   - packets: empty, or what was found before, which is replaced.
  ///   - time: the time of the frame before; moved on to that of the last packet found.
  public mutating func nextBulk(into packets: inout PackedArray<BulkPacket>, after time: inout Timestamp) {
    if packets.capacity < Self.packetLimit {
      packets = PackedArray(repeating: BulkPacket(), count: Self.packetLimit)
    }
    packets.count = Self.packetLimit
    packets.count = Self.collect(&records, &decoder, &packets, &time)
  }

  // Separate parts of the reader, as in ``next(into:)``.
  @inline(__always)
  private static func collect(
    _ records: inout RecordReader, _ decoder: inout FrameDecoder, _ packets: inout PackedArray<BulkPacket>,
    _ time: inout Timestamp
  ) -> Int {
    // A PDU in fragments may be given up by what comes next.
    guard let format = records.plainAirFormat, let wrapping = format.plainAir, decoder.fragments.pending == 0
    else { return 0 }
    let first = records.framesRead &+ 1
    var walk = Walk(number: first, latest: time)
    let taken = find(
      in: records.stream.upcoming, from: records.stream.upcomingPosition, format, wrapping, &walk,
      &decoder.linkLayer, &packets)
    if taken > 0 {
      time = walk.latest
      records.take(until: walk.number, taken)
    }
    return walk.number &- first
  }

  /// How far the walk over the bytes that come is.
  private struct Walk: BitwiseCopyable {
    /// The number of the record that is looked at.
    var number: Int
    /// When the one before it was recorded.
    var latest: Timestamp
  }

  /// - Parameters:
  ///   - upcoming: all bytes that come.
  ///   - origin: where they begin in the capture.
  /// - Returns: bytes of the records walked over.
  @inline(__always)
  private static func find(
    in upcoming: consuming UpcomingBytes, from origin: Int, _ format: PCAPReader,
    _ wrapping: RadioEncapsulation, _ walk: inout Walk, _ linkLayer: inout LinkLayerDecoder,
    _ packets: inout PackedArray<BulkPacket>
  ) -> Int {
    var bytes = upcoming
    let whole = bytes.rest
    // What headers say again and again.
    var pattern = NordicHeader.Pattern()
    for found in 0..<packets.count {
      let record = bytes.ahead
      // Where there are fewer bytes than a header has, zeros are read in their place.
      guard let header = format.plainRecord(record), header.time >= walk.latest,
        bytes.has(header: PCAPReader.recordHeader, header.included)
      else { break }
      packets[found].number = walk.number
      packets[found].time = header.time
      packets[found].start = origin &+ bytes.place &+ Int(PCAPReader.recordHeader)
      guard
        take(
          record, Int(header.included), at: bytes.place, in: whole, wrapping, &pattern, &linkLayer,
          &packets[found])
      else { break }
      walk.latest = header.time
      walk.number &+= 1
      bytes.move(header: PCAPReader.recordHeader, header.included)
    }
    linkLayer.settleFingerprints(whole)
    return bytes.place
  }

  // Computed: a stored pair is asked for with a call each time.
  /// The longest of what stands in front of an access address.
  private static var wrappingLimit: Int { 64 }
  /// What is looked at from there on.
  private static var lookedAt: Int { 32 }

  /// Takes in a record, to its end; false when it is left to the decoder.
  ///
  /// - Parameters:
  ///   - record: its header and what comes behind it.
  ///   - count: bytes of its packet, which are there.
  ///   - place: where the record begins in `whole`.
  @inline(__always)
  private static func take(
    _ record: RawSpan, _ count: Int, at place: Int, in whole: RawSpan, _ wrapping: RadioEncapsulation,
    _ pattern: inout NordicHeader.Pattern, _ linkLayer: inout LinkLayerDecoder, _ packet: inout BulkPacket
  ) -> Bool {
    let header = Int(PCAPReader.recordHeader)
    let first = record.extracting(header..<(header &+ wrappingLimit))
    guard let start = wrapping.readPlain(first, count, like: &pattern, into: &packet.radio),
      start <= wrappingLimit
    else { return false }
    packet.headerCount = UInt8(truncatingIfNeeded: start)
    let inner = record.extracting((header &+ start)..<(header &+ start &+ lookedAt))
    return linkLayer.take(inner, count &- start, at: place &+ header &+ start, in: whole, into: &packet)
  }

  // Mutating, because a borrowed reader would be copied for the call.
  /// Makes the frame that decoding gives of a packet, one of those found last.
  public mutating func fill(_ frame: inout DecodedFrame, withPacket bulk: BulkPacket) {
    let length = Int(bulk.header &>> 8)
    let payload = ByteRange(offset: bulk.start &+ Int(bulk.headerCount) &+ 6, count: length)
    frame.record = Record(
      number: bulk.number, timestamp: bulk.time, direction: bulk.direction, packetType: .linkLayer,
      adapter: Record.sniffer, code: records.plainAirFormat?.plainAir?.rawValue ?? 0,
      payload: ByteRange(offset: bulk.start, count: Int(bulk.headerCount) &+ length &+ 9))
    frame.problem = nil
    frame.kind = .linkLayer
    frame.air.radio = bulk.radio
    frame.air.channel = .data
    frame.air.notes = bulk.notes
    frame.air.accessAddress = bulk.accessAddress
    frame.air.header = bulk.header
    frame.air.link = bulk.link
    (frame.air.missed, frame.air.missedOther) = (bulk.missed, bulk.missedOther)
    (frame.air.missedEvents, frame.air.eventCounter) = (bulk.missedEvents, bulk.eventCounter)
    (frame.air.drift, frame.air.sinceAnchor) = (bulk.drift, bulk.sinceAnchor)
    (frame.air.payload, frame.air.plaintext) = (payload, payload)
    frame.aclHeader.connectionHandle = ConnectionHandle(rawValue: bulk.link)
    guard bulk.bringsValue else { return }
    let opcode: ATTOpcode = bulk.content == .writeCommand ? .writeCommand : .handleValueNotification
    frame.kind = .att
    frame.l2capHeader = L2CAPHeader(
      pduLength: UInt16(truncatingIfNeeded: length &- 4), channelID: .attribute)
    frame.att.opcode = opcode
    frame.att.bearer = 0
    frame.att.missingBytes = 0
    frame.att.range = payload.dropFirst(4)
    frame.att.pdu = .bulk(opcode, bulk.attributeHandle, payload.dropFirst(7))
  }
}
