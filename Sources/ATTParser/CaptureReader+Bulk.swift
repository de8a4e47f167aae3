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

  /// False when the next record is none that ``nextBulk(into:after:)`` finds or passes over.
  ///
  /// Costs a tenth of looking for bulk frames in vain: a request is followed by its answer, not by values.
  public mutating func mayBringBulk() -> Bool {
    guard records.plainFormat != nil else { return false }
    // Where there are fewer bytes than these, zeros are read in their place, and no packet begins with one.
    let bytes = records.stream.upcoming.ahead
    let first = bytes.u16LE(24)
    guard UInt8(truncatingIfNeeded: first) != 2 else {
      let opcode = ATTOpcode(rawValue: bytes.u8(33))
      return opcode == .handleValueNotification || opcode == .writeCommand || bytes.u8(26) & 0x30 == 0x10
    }
    return first == UInt16(EventCode.leMeta.rawValue) &<< 8 | 4
      || first == UInt16(EventCode.numberOfCompletedPackets.rawValue) &<< 8 | 4
  }

  /// Frames of a kind found by one call: few enough to stay in the nearest cache.
  static let bulkLimit = 128

  /// How far the walk over the bytes that come is.
  private struct Walk: BitwiseCopyable {
    /// Records read, those before the walk included, without the reports found: most records are reports, of
    /// which nothing but their own number is counted.
    var others: Int
    /// Reports found.
    var reports = 0
    /// Values found.
    var values = 0

    /// The number of the record that is looked at.
    @inline(__always)
    var number: Int { others &+ reports &+ 1 }
  }

  @inline(__always)
  private static func collect(
    _ records: inout RecordReader, _ fragments: inout PDUBuffers, _ frames: inout BulkFrames,
    _ time: inout Timestamp
  ) -> (reports: Int, values: Int) {
    guard let format = records.plainFormat else { return (0, 0) }
    var walk = Walk(others: records.framesRead)
    let taken = find(
      in: records.stream.upcoming, from: records.stream.upcomingPosition, format, &walk, &fragments, &frames,
      &time)
    records.take(until: walk.number, taken)
    return (walk.reports, walk.values)
  }

  /// - Parameters:
  ///   - upcoming: all bytes that come.
  ///   - origin: where they begin in the capture.
  /// - Returns: bytes of the records walked over.
  @inline(__always)
  private static func find(
    in upcoming: consuming UpcomingBytes, from origin: Int, _ format: BTSnoopReader, _ walk: inout Walk,
    _ fragments: inout PDUBuffers, _ frames: inout BulkFrames, _ time: inout Timestamp
  ) -> Int {
    var bytes = upcoming
    while true {
      let record = bytes.ahead
      // Where there are fewer bytes than a header has, zeros are read in their place.
      guard let header = format.plainRecord(record, after: time),
        bytes.has(header: BTSnoopReader.recordHeader, header.included),
        find(record, header, in: bytes, from: origin, &walk, &fragments, &frames)
      else { return bytes.place }
      time = header.time
      bytes.move(header: BTSnoopReader.recordHeader, header.included)
    }
  }

  /// Takes in a record; false when it is left to the decoder.
  ///
  /// - Parameters:
  ///   - bytes: the record and what follows; what is loaded from behind a short packet is not used.
  ///   - upcoming: all bytes that come, walked over as far as the record, which is there to its end.
  ///   - origin: where they begin in the capture.
  @inline(__always)
  private static func find(
    _ bytes: RawSpan, _ record: BTSnoopReader.PlainRecord, in upcoming: UpcomingBytes, from origin: Int,
    _ walk: inout Walk, _ fragments: inout PDUBuffers, _ frames: inout BulkFrames
  ) -> Bool {
    // The indicator of an event, and its code.
    if bytes.u16LE(24) == UInt16(EventCode.leMeta.rawValue) &<< 8 | 4 {
      // So an event is shorter than any packet that a record may hold.
      let length = Int(bytes.u8(26))
      guard record.count &- 3 == length, let report = PackedReport.only(bytes, length),
        frames.reports.has(walk.reports)
      else { return false }
      frames.reports[walk.reports] = BulkReport(
        report, number: walk.number, time: record.time, start: origin &+ upcoming.place &+ 29)
      walk.reports &+= 1
      return true
    }
    if bytes.u8(24) == 2 {
      return find(data: bytes, record, in: upcoming, from: origin, &walk, &fragments, &frames.values)
    }
    guard isCompleted(bytes, record) else { return false }
    walk.others &+= 1
    return true
  }

  /// True for an event with the completed packets of one connection.
  @inline(__always)
  private static func isCompleted(_ bytes: RawSpan, _ record: BTSnoopReader.PlainRecord) -> Bool {
    let length = Int(bytes.u8(26))
    return bytes.u8(24) == 4 && EventCode(rawValue: bytes.u8(25)) == .numberOfCompletedPackets && length >= 5
      && record.count &- 3 == length && bytes.u8(27) == 1
  }

  /// Takes in an ACL packet; false when it is left to the decoder.
  @inline(__always)
  private static func find(
    data bytes: RawSpan, _ record: BTSnoopReader.PlainRecord, in upcoming: UpcomingBytes, from origin: Int,
    _ walk: inout Walk, _ fragments: inout PDUBuffers, _ values: inout PackedArray<BulkValue>
  ) -> Bool {
    let word = bytes.u16LE(25)
    let handle = ConnectionHandle(rawValue: word)
    // So a packet is shorter than any that a record may hold.
    guard record.count &- 5 == Int(bytes.u16LE(27)),
      handle.rawValue < ConnectionHandle.qualcommDebug.rawValue
    else { return false }
    if word &>> 12 & 3 == 1 {
      let stream = fragments.stream(LinkIdentifier(0, handle).directed(record.direction))
      guard fragments.appendInside(stream, upcoming.rest, 29..<(24 &+ record.count)) else { return false }
      walk.others &+= 1
      return true
    }
    // A PDU begins: is it a value, and whole, with nothing under way before it?
    let opcode = ATTOpcode(rawValue: bytes.u8(33))
    guard record.count >= 12, record.count &- 9 == Int(bytes.u16LE(29)),
      ChannelID(rawValue: bytes.u16LE(31)) == .attribute,
      opcode == .handleValueNotification || opcode == .writeCommand, fragments.pending == 0,
      values.has(walk.values)
    else { return false }
    values[walk.values] = BulkValue(
      isWriteCommand: opcode == .writeCommand, AttributeHandle(rawValue: bytes.u16LE(34)), word: word,
      count: record.count &- 12, record.direction, number: walk.number, time: record.time,
      start: origin &+ upcoming.place &+ 25)
    walk.values &+= 1
    walk.others &+= 1
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
