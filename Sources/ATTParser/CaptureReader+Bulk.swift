// What most records of every log are, decoded in one place with as few steps as possible: completed packets and
// pieces of PDUs, which are passed over, advertising reports, and values that are sent in bulk. Everything else,
// and everything out of the ordinary about these, is left to `FrameDecoder`; where both decode a packet they
// agree.
extension CaptureReader {
  /// Finds the bulk frames up to the next frame that is none, but not more than ``bulkLimit``.
  ///
  /// Passes over counts of completed packets and pieces inside of PDUs. They are counted by ``framesRead`` and
  /// keep their numbers. Nothing is passed over or found whose time is before that of the frame before it.
  /// What was found can be read, with ``bytes(of:)`` and the like, until the next frame is asked for.
  ///
  /// - Parameters:
  ///   - frames: empty, or what was found before, which is replaced.
  ///   - time: the time of the frame before; moved on to that of the last frame found or passed over.
  public mutating func nextBulk(into frames: inout BulkFrames, after time: inout Timestamp) {
    if frames.capacity < Self.bulkLimit {
      frames = BulkFrames(repeating: BulkFrame(), count: Self.bulkLimit)
    }
    // The room is written to by place: to append would be to count and to compare once more.
    frames.count = Self.bulkLimit
    frames.count = Self.collect(&records, &decoder.fragments, &frames, &time)
  }

  /// Frames found by one call: few enough to stay in the nearest cache.
  static let bulkLimit = 128

  @inline(__always)
  private static func collect(
    _ records: inout RecordReader, _ fragments: inout PDUBuffers, _ frames: inout BulkFrames,
    _ time: inout Timestamp
  ) -> Int {
    guard let format = records.plainFormat else { return 0 }
    let origin = records.stream.upcomingPosition
    // Where the next record begins among the bytes that come, its number, and the packet before it.
    var (place, number, last) = (0, records.framesRead &+ 1, 0)
    var latest = time
    var found = 0
    while found < bulkLimit, records.stream.hasUpcoming(place &+ 24) {
      let bytes = records.stream.ahead(from: place)
      guard let record = format.plainRecord(bytes), record.time >= latest else { break }
      // It has to be possible, and there to its end.
      guard record.count <= RecordReader.longestPacket,
        records.stream.hasUpcoming(place &+ 24 &+ record.count)
      else { break }
      let isFound =
        bytes.u8(24) == 4
        ? find(event: bytes, record, number, origin &+ place, &frames, &found)
        : find(
          data: bytes, record, number, origin &+ place, records.stream.upcoming(from: place), &fragments,
          &frames, &found)
      guard isFound else { break }
      latest = record.time
      last = record.count
      number &+= 1
      place &+= 24 &+ last
    }
    guard place > 0 else { return 0 }
    records.take(until: number, header: place &- last, last)
    time = latest
    return found
  }

  /// Takes in an ACL packet; false when it is left to the decoder.
  ///
  /// - Parameters:
  ///   - bytes: the beginning of the record and what follows; what is loaded from behind a short packet is not
  ///     used.
  ///   - origin: where the record begins in the capture.
  ///   - whole: the record to its end, and what follows.
  @inline(__always)
  private static func find(
    data bytes: RawSpan, _ record: BTSnoopReader.PlainRecord, _ number: Int, _ origin: Int, _ whole: RawSpan,
    _ fragments: inout PDUBuffers, _ frames: inout BulkFrames, _ found: inout Int
  ) -> Bool {
    let word = bytes.u16LE(25)
    let handle = ConnectionHandle(rawValue: word)
    guard bytes.u8(24) == 2, record.count &- 5 == Int(bytes.u16LE(27)),
      handle.rawValue < ConnectionHandle.qualcommDebug.rawValue
    else { return false }
    if word &>> 12 & 3 == 1 {
      let stream = fragments.stream(LinkKey(0, handle).directed(record.direction))
      return fragments.appendInside(stream, whole, 29..<(24 &+ record.count))
    }
    // A PDU begins: is it a value, and whole, with nothing under way before it?
    let opcode = ATTOpcode(rawValue: bytes.u8(33))
    guard record.count >= 12, record.count &- 9 == Int(bytes.u16LE(29)),
      ChannelID(rawValue: bytes.u16LE(31)) == .attribute,
      opcode == .handleValueNotification || opcode == .writeCommand, fragments.pending == 0
    else { return false }
    frames[found] = BulkFrame(
      opcode == .writeCommand ? .writeCommand : .notification,
      AttributeHandle(rawValue: bytes.u16LE(34)), word: word, count: record.count &- 12, record.direction,
      number: number, time: record.time, start: origin &+ 25)
    found &+= 1
    return true
  }

  /// Takes in an event: one advertising report and the completed packets of one connection are most of them.
  @inline(__always)
  private static func find(
    event bytes: RawSpan, _ record: BTSnoopReader.PlainRecord, _ number: Int, _ origin: Int,
    _ frames: inout BulkFrames, _ found: inout Int
  ) -> Bool {
    let length = Int(bytes.u8(26))
    guard length >= 5, record.count &- 3 >= length else { return false }
    let code = EventCode(rawValue: bytes.u8(25))
    let first = bytes.u8(27)
    guard code == .leMeta else { return code == .numberOfCompletedPackets && first == 1 }
    guard bytes.u8(28) == 1, first == 0x02 || first == 0x0D else { return false }
    let report = PackedReport.either(bytes, isExtended: first == 0x0D, length &- 2)
    guard report.length > 0 else { return false }
    frames[found] = BulkFrame(
      report, isExtended: first == 0x0D, number: number, time: record.time, start: origin &+ 25)
    found &+= 1
    return true
  }

  // Mutating, because a borrowed reader would be copied for the call.
  /// Makes the frame that decoding gives of a value, one of the bulk frames found last.
  public mutating func fill(_ frame: inout DecodedFrame, withValue bulk: BulkFrame) {
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
