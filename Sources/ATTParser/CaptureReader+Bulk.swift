// What most records of every log are, decoded in one place with as few steps as possible: completed packets and
// pieces of PDUs, which are passed over, advertising reports, and values that are sent in bulk. Everything else,
// and everything out of the ordinary about these, is left to `FrameDecoder`; where both decode a packet they
// agree.
extension CaptureReader {
  /// Finds the bulk frames up to the next frame that is none, but not more than ``reportLimit`` and ``bulkLimit``.
  ///
  /// Passes over counts of completed packets and pieces inside of PDUs. They are counted by ``framesRead`` and
  /// keep their numbers. Nothing is passed over or found whose time is before that of the frame before it.
  /// What was found can be read, with ``bytes(of:)`` and the like, until the next frame is asked for.
  ///
  /// - Parameters:
  ///   - frames: empty, or what was found before, which is replaced.
  ///   - tallies: count reports that are like those before; of each device those that come after one that is not are
  ///     found, too, so that none is overtaken.
  ///   - time: the time of the frame before; moved on to that of the last frame found, counted or passed over.
  public mutating func nextBulk(
    into frames: inout BulkFrames, counting tallies: inout ReportTallies, after time: inout Timestamp
  ) {
    if frames.values.capacity < Self.bulkLimit {
      frames = BulkFrames(reports: Self.reportLimit, values: Self.bulkLimit)
    }
    // The room is written to by place: to append would be to count and to compare once more.
    frames.reports.count = Self.reportLimit
    frames.values.count = Self.bulkLimit
    let found = Self.collect(&records, &decoder.fragments, &frames, &tallies, &time)
    frames.reports.count = found.reports
    frames.values.count = found.values
  }

  /// False when the next record is none that ``nextBulk(into:counting:after:)`` finds or passes over.
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

  /// Values found by one call: few enough to stay in the nearest cache.
  static let bulkLimit = 128

  /// Reports found by one call: few, for none of their devices is counted any more until they are noted.
  static let reportLimit = 16

  /// How far the walk over the bytes that come is.
  private struct Walk: BitwiseCopyable {
    /// The number of the record that is looked at.
    var number: Int
    /// When the one before it was recorded, as the file says.
    var latest: UInt64
    /// Records but for the reports that were counted, of which nothing but their own number is.
    var others = 0
    /// Reports found.
    var reports = 0
    /// Values found.
    var values = 0
  }

  @inline(__always)
  private static func collect(
    _ records: inout RecordReader, _ fragments: inout PDUBuffers, _ frames: inout BulkFrames,
    _ tallies: inout ReportTallies, _ time: inout Timestamp
  ) -> (reports: Int, values: Int) {
    guard let format = records.plainFormat else { return (0, 0) }
    let first = records.framesRead &+ 1
    var walk = Walk(number: first, latest: BTSnoopReader.plainTime(time))
    let taken = find(
      in: records.stream.upcoming, from: records.stream.upcomingPosition, format, &walk, &fragments, &frames,
      &tallies)
    if walk.number > first {
      time = BTSnoopReader.timestamp(ofPlain: walk.latest)
      tallies.counted &+= walk.number &- first &- walk.others
      records.take(until: walk.number, taken)
    }
    return (walk.reports, walk.values)
  }

  /// - Parameters:
  ///   - upcoming: all bytes that come.
  ///   - origin: where they begin in the capture.
  /// - Returns: bytes of the records walked over.
  @inline(__always)
  private static func find(
    in upcoming: consuming UpcomingBytes, from origin: Int, _ format: BTSnoopReader, _ walk: inout Walk,
    _ fragments: inout PDUBuffers, _ frames: inout BulkFrames, _ tallies: inout ReportTallies
  ) -> Int {
    var bytes = upcoming
    while true {
      if bytes.isRoomy,
        let count = take(
          report: bytes.ahead, start: origin &+ bytes.place &+ 29, format, &walk, &frames.reports, &tallies)
      {
        bytes.move(ahead: count)
        continue
      }
      let record = bytes.ahead
      // Where there are fewer bytes than a header has, zeros are read in their place.
      guard let header = format.plainRecord(record, after: walk.latest),
        bytes.has(header: BTSnoopReader.recordHeader, header.included),
        find(record, header, in: bytes, from: origin, &walk, &fragments, &frames, &tallies)
      else { return bytes.place }
      walk.latest = header.time
      walk.number &+= 1
      walk.others &+= 1
      bytes.move(header: BTSnoopReader.recordHeader, header.included)
    }
  }

  /// Counts an event with an advertising report that is like those before it, as most records are, or finds it.
  ///
  /// - Parameters:
  ///   - bytes: the record, and what follows, in a capture that has so many bytes.
  ///   - start: where the report begins in the capture.
  /// - Returns: bytes of the record; nil when it is another, and nothing is done.
  @inline(__always)
  private static func take(
    report bytes: RawSpan, start: Int, _ format: BTSnoopReader, _ walk: inout Walk,
    _ reports: inout PackedArray<BulkReport>, _ tallies: inout ReportTallies
  ) -> Int? {
    guard bytes.u16LE(24) == advertisingEvent, let record = format.plainRecord(bytes, after: walk.latest)
    else { return nil }
    let length = Int(bytes.u8(26))
    guard record.count == 3 &+ length, let report = PackedReport.possible(bytes, length) else { return nil }
    let time = BTSnoopReader.timestamp(ofPlain: record.time)
    if !tallies.countExpected(report, number: walk.number, time) {
      guard report.isOne, reports.has(walk.reports) else { return nil }
      keep(report, number: walk.number, time, start: start, in: &reports[walk.reports], &tallies)
      walk.reports &+= 1
      walk.others &+= 1
    }
    walk.latest = record.time
    walk.number &+= 1
    return Int(BTSnoopReader.recordHeader) &+ 3 &+ length
  }

  /// Leaves a report to the caller, and those of its device that follow.
  @inline(never)
  private static func keep(
    _ report: PackedReport, number: Int, _ time: Timestamp, start: Int, in frame: inout BulkReport,
    _ tallies: inout ReportTallies
  ) {
    let device = tallies.holdBack(report.identity)
    frame = BulkReport(report, device: device, number: number, time: time, start: start)
  }

  /// The indicator of an event with advertising reports, and its code.
  @inline(__always)
  private static var advertisingEvent: UInt16 { UInt16(EventCode.leMeta.rawValue) &<< 8 | 4 }

  /// Takes in a record; false when it is left to the decoder.
  ///
  /// - Parameters:
  ///   - bytes: the record and what follows; what is loaded from behind a short packet is not used.
  ///   - upcoming: all bytes that come, walked over as far as the record, which is there to its end.
  ///   - origin: where they begin in the capture.
  @inline(__always)
  private static func find(
    _ bytes: RawSpan, _ record: BTSnoopReader.PlainRecord, in upcoming: UpcomingBytes, from origin: Int,
    _ walk: inout Walk, _ fragments: inout PDUBuffers, _ frames: inout BulkFrames,
    _ tallies: inout ReportTallies
  ) -> Bool {
    if bytes.u8(24) == 2 {
      return find(data: bytes, record, in: upcoming, from: origin, &walk, &fragments, &frames.values)
    }
    if bytes.u16LE(24) == advertisingEvent {
      guard frames.reports.has(walk.reports),
        find(
          report: bytes, record, number: walk.number, start: origin &+ upcoming.place &+ 29,
          &frames.reports[walk.reports], &tallies)
      else { return false }
      walk.reports &+= 1
      return true
    }
    return isCompleted(bytes, record)
  }

  /// Takes in an event with a report near the end of the bytes; false when it is left to the decoder.
  @inline(never)
  private static func find(
    report bytes: RawSpan, _ record: BTSnoopReader.PlainRecord, number: Int, start: Int,
    _ frame: inout BulkReport, _ tallies: inout ReportTallies
  ) -> Bool {
    // So an event is shorter than any packet that a record may hold.
    let length = Int(bytes.u8(26))
    guard record.count &- 3 == length, let report = PackedReport.possible(bytes, length), report.isOne else {
      return false
    }
    keep(
      report, number: number, BTSnoopReader.timestamp(ofPlain: record.time), start: start, in: &frame,
      &tallies)
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
      return fragments.appendInside(stream, upcoming.rest, 29..<(24 &+ record.count))
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
      count: record.count &- 12, record.direction, number: walk.number,
      time: BTSnoopReader.timestamp(ofPlain: record.time), start: origin &+ upcoming.place &+ 25)
    walk.values &+= 1
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
