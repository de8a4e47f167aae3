// What most records of every log are, decoded in one place with as few steps as possible: completed packets and
// pieces of PDUs, which are passed over, advertising reports, and values that are sent in bulk. Everything else,
// and everything out of the ordinary about these, is left to `FrameDecoder`; where both decode a packet they
// agree.
extension CaptureReader {
  /// Finds the bulk frames up to the next frame that is none, but not more than ``bulkLimit`` of a kind.
  ///
  /// Passes over counts of completed packets and pieces inside of PDUs. They are counted by ``framesRead`` and
  /// keep their numbers. Nothing is passed over or found whose time is before that of the frame before it.
  /// What was found can be read, with ``bytes(of:)`` and the like, until the next frame is asked for.
  ///
  /// - Parameters:
  ///   - frames: empty, or what was found before, which is replaced.
  ///   - time: the time of the frame before; moved on to that of the last frame found or passed over.
  public mutating func nextBulk(into frames: inout BulkFrames, after time: inout Timestamp) {
    if frames.reports.capacity < Self.bulkLimit { frames = BulkFrames(limit: Self.bulkLimit) }
    // The room is written to by place: to append would be to count and to compare once more.
    frames.reports.count = Self.bulkLimit
    frames.values.count = Self.bulkLimit
    let found = Self.collect(&records, &decoder.fragments, &frames, &time)
    frames.reports.count = found.reports
    frames.values.count = found.values
  }

  /// Frames of a kind found by one call: few enough to stay in the nearest cache.
  static let bulkLimit = 128

  /// How far the walk over the bytes that come is.
  private struct Walk: BitwiseCopyable {
    /// Where the next record begins among them.
    var place = 0
    /// Its number.
    var number: Int
    /// Bytes of the packet before it.
    var last = 0
    /// When that was recorded.
    var latest: BTSnoopReader.PlainTime
    /// Reports found.
    var reports = 0
    /// Values found.
    var values = 0
  }

  @inline(__always)
  private static func collect(
    _ records: inout RecordReader, _ fragments: inout PDUBuffers, _ frames: inout BulkFrames,
    _ time: inout Timestamp
  ) -> (reports: Int, values: Int) {
    guard let format = records.plainFormat else { return (0, 0) }
    var walk = Walk(
      number: records.framesRead &+ 1, latest: BTSnoopReader.PlainTime(notBefore: time))
    find(
      in: records.stream.upcomingAndZeros, from: records.stream.upcomingPosition, format, &walk, &fragments,
      &frames)
    if walk.place > 0 {
      time = walk.latest.timestamp
      records.take(until: walk.number, header: walk.place &- walk.last, walk.last)
    }
    return (walk.reports, walk.values)
  }

  /// - Parameters:
  ///   - bytes: all that come, and the zeros behind them.
  ///   - origin: where they begin in the capture.
  @inline(__always)
  private static func find(
    in bytes: RawSpan, from origin: Int, _ format: BTSnoopReader, _ walk: inout Walk,
    _ fragments: inout PDUBuffers, _ frames: inout BulkFrames
  ) {
    let available = bytes.byteCount &- CaptureStream.aheadCount
    while walk.reports < bulkLimit, walk.values < bulkLimit {
      let record = bytes.ahead(from: walk.place)
      // Where there are fewer bytes than a header has, zeros are read in their place.
      guard let header = format.plainRecord(record, after: walk.latest),
        walk.place &+ 24 &+ header.count <= available
      else { return }
      let isFound =
        record.u8(24) == 4
        ? find(event: record, header, walk.number, origin &+ walk.place, &frames.reports, &walk.reports)
        : find(
          data: record, header, walk.number, origin &+ walk.place, bytes, walk.place, &fragments,
          &frames.values, &walk.values)
      guard isFound else { return }
      walk.latest = header.time
      walk.last = header.count
      walk.number &+= 1
      walk.place &+= 24 &+ header.count
    }
  }

  /// Takes in an ACL packet; false when it is left to the decoder.
  ///
  /// - Parameters:
  ///   - bytes: the beginning of the record and what follows; what is loaded from behind a short packet is not
  ///     used.
  ///   - origin: where the record begins in the capture.
  ///   - whole: all bytes that come.
  ///   - place: where the record begins in them; it is there to its end.
  @inline(__always)
  private static func find(
    data bytes: RawSpan, _ record: BTSnoopReader.PlainRecord, _ number: Int, _ origin: Int, _ whole: RawSpan,
    _ place: Int, _ fragments: inout PDUBuffers, _ values: inout PackedArray<BulkValue>, _ found: inout Int
  ) -> Bool {
    let word = bytes.u16LE(25)
    let handle = ConnectionHandle(rawValue: word)
    // So a packet is shorter than any that a record may hold.
    guard bytes.u8(24) == 2, record.count &- 5 == Int(bytes.u16LE(27)),
      handle.rawValue < ConnectionHandle.qualcommDebug.rawValue
    else { return false }
    if word &>> 12 & 3 == 1 {
      let stream = fragments.stream(LinkKey(0, handle).directed(record.direction))
      return fragments.appendInside(stream, whole, (place &+ 29)..<(place &+ 24 &+ record.count))
    }
    // A PDU begins: is it a value, and whole, with nothing under way before it?
    let opcode = ATTOpcode(rawValue: bytes.u8(33))
    guard record.count >= 12, record.count &- 9 == Int(bytes.u16LE(29)),
      ChannelID(rawValue: bytes.u16LE(31)) == .attribute,
      opcode == .handleValueNotification || opcode == .writeCommand, fragments.pending == 0
    else { return false }
    values[found] = BulkValue(
      isWriteCommand: opcode == .writeCommand, AttributeHandle(rawValue: bytes.u16LE(34)), word: word,
      count: record.count &- 12, record.direction, number: number, time: record.time.timestamp,
      start: origin &+ 25)
    found &+= 1
    return true
  }

  /// Takes in an event: one advertising report and the completed packets of one connection are most of them.
  @inline(__always)
  private static func find(
    event bytes: RawSpan, _ record: BTSnoopReader.PlainRecord, _ number: Int, _ origin: Int,
    _ reports: inout PackedArray<BulkReport>, _ found: inout Int
  ) -> Bool {
    let length = Int(bytes.u8(26))
    // So an event is shorter than any packet that a record may hold.
    guard length >= 5, record.count &- 3 == length else { return false }
    let code = EventCode(rawValue: bytes.u8(25))
    let first = bytes.u8(27)
    guard code == .leMeta else { return code == .numberOfCompletedPackets && first == 1 }
    // A bit for each of the two subevents, 0x02 and 0x0D: which of them comes next cannot be guessed.
    guard bytes.u8(28) == 1, first < 16, 0x2004 &>> UInt32(first) & 1 == 1 else { return false }
    let report = PackedReport.either(bytes, isExtended: first == 0x0D, length &- 2)
    guard report.length > 0 else { return false }
    reports[found] = BulkReport(
      report, isExtended: first == 0x0D, number: number, time: record.time.timestamp, start: origin &+ 29)
    found &+= 1
    return true
  }

  // Mutating, because a borrowed reader would be copied for the call.
  /// Makes the frame that decoding gives of a value, one of the bulk frames found last.
  public mutating func fill(_ frame: inout DecodedFrame, withValue bulk: BulkValue) {
    let count = bulk.valueCount
    frame.record.number = bulk.number
    frame.record.timestamp = bulk.time
    frame.record.direction = bulk.direction
    frame.record.packetType = .aclData
    frame.record.payload = ByteRange(offset: bulk.start, count: 11 &+ count)
    frame.record.missingBytes = 0
    frame.problem = nil
    frame.kind = .att
    frame.aclHeader = ACLHeader(
      connectionHandle: bulk.connectionHandle, packetBoundary: bulk.packetBoundary,
      dataTotalLength: UInt16(truncatingIfNeeded: 7 &+ count))
    frame.l2capHeader = L2CAPHeader(
      pduLength: UInt16(truncatingIfNeeded: 3 &+ count), channelID: .attribute)
    frame.att.opcode = bulk.opcode
    frame.att.bearer = 0
    frame.att.missingBytes = 0
    frame.att.range = ByteRange(offset: bulk.start &+ 8, count: 3 &+ count)
    frame.att.pdu = .bulk(
      bulk.opcode, bulk.attributeHandle, ByteRange(offset: bulk.start &+ 11, count: count))
  }
}
