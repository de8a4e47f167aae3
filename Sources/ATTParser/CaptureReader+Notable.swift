// What most records of every log are, decoded in one place with as few steps as possible: bulk events and
// pieces of PDUs, which are passed over, and values that are sent in bulk. Everything else, and everything out
// of the ordinary about these, is left to `FrameDecoder`; where both decode a packet they agree.
extension CaptureReader {
  /// Decodes the next frame that may tell something about a connection; false when there is none.
  ///
  /// Passes over counts of completed packets and pieces inside of PDUs, as long as they come in the order of
  /// time. They are counted by ``framesRead`` and keep their numbers.
  ///
  /// - Parameter time: the time of the frame before; moved on to that of the last frame passed over.
  public mutating func nextNotable(into frame: inout DecodedFrame, after time: inout Timestamp) -> Bool {
    Self.findBulkValue(&records, &decoder, &time, &frame) || next(into: &frame)
  }

  /// What a record turned out to be.
  private enum Finding: BitwiseCopyable {
    case quiet
    case bulkValue(ATTOpcode, AttributeHandle, handleAndFlags: UInt16)
    case other
  }

  /// Passes over what is not notable; true when a bulk value came after it and is in the frame.
  @inline(__always)
  private static func findBulkValue(
    _ records: inout RecordReader, _ decoder: inout FrameDecoder, _ time: inout Timestamp,
    _ frame: inout DecodedFrame
  ) -> Bool {
    while let record = records.plainRecord {
      switch look(at: records.stream.upcoming, record, &decoder.fragments, time) {
      case .quiet:
        _ = records.take(record)
        time = record.time
      case .bulkValue(let opcode, let attribute, let word):
        frame.record.number = records.take(record)
        fill(&frame, record, records.stream.position, word, opcode, attribute)
        return true
      case .other: return false
      }
    }
    return false
  }

  /// Looks at a record and takes in the piece of a PDU that it may hold.
  ///
  /// - Parameter bytes: the record and what follows. There are so many that none of the loads is checked
  ///   again; what is loaded from behind a short packet is not used.
  @inline(__always)
  private static func look(
    at bytes: RawSpan, _ record: BTSnoopReader.PlainRecord, _ fragments: inout PDUBuffers, _ time: Timestamp
  ) -> Finding {
    let indicator = bytes.u8(24)
    if indicator == 4 { return record.time >= time && isBulkEvent(bytes, record.count) ? .quiet : .other }
    let word = bytes.u16LE(25)
    let handle = ConnectionHandle(rawValue: word)
    guard indicator == 2, record.count &- 5 == Int(bytes.u16LE(27)),
      handle.rawValue < ConnectionHandle.qualcommDebug.rawValue
    else { return .other }
    if word &>> 12 & 3 == 1 {
      guard record.time >= time else { return .other }
      let stream = fragments.stream(LinkKey(0, handle).directed(record.direction))
      return fragments.appendInside(stream, bytes, 29..<(24 &+ record.count)) ? .quiet : .other
    }
    // A PDU begins: is it a value, and whole, with nothing under way before it?
    let opcode = ATTOpcode(rawValue: bytes.u8(33))
    guard record.count >= 12, record.count &- 9 == Int(bytes.u16LE(29)),
      ChannelID(rawValue: bytes.u16LE(31)) == .attribute,
      opcode == .handleValueNotification || opcode == .writeCommand, fragments.pending == 0
    else { return .other }
    return .bulkValue(opcode, AttributeHandle(rawValue: bytes.u16LE(34)), handleAndFlags: word)
  }

  /// True for the completed packets of one connection, which the analysis does not use.
  @inline(__always)
  private static func isBulkEvent(_ bytes: RawSpan, _ count: Int) -> Bool {
    let length = Int(bytes.u8(26))
    guard length >= 5, count &- 3 >= length else { return false }
    let first = bytes.u8(27)
    let code = EventCode(rawValue: bytes.u8(25))
    return code == .numberOfCompletedPackets && first == 1
  }

  @inline(__always)
  private static func fill(
    _ frame: inout DecodedFrame, _ record: BTSnoopReader.PlainRecord, _ offset: Int, _ word: UInt16,
    _ opcode: ATTOpcode, _ attribute: AttributeHandle
  ) {
    frame.record.timestamp = record.time
    frame.record.direction = record.direction
    frame.record.packetType = .aclData
    frame.record.payload = ByteRange(offset: offset &+ 1, count: record.count &- 1)
    frame.record.missingBytes = 0
    if frame.problem != nil { frame.problem = nil }
    frame.kind = .att
    frame.aclHeader = ACLHeader(
      connectionHandle: ConnectionHandle(rawValue: word),
      packetBoundary: UInt8(truncatingIfNeeded: word &>> 12 & 3),
      dataTotalLength: UInt16(truncatingIfNeeded: record.count &- 5))
    frame.l2capHeader = L2CAPHeader(
      pduLength: UInt16(truncatingIfNeeded: record.count &- 9), channelID: .attribute)
    frame.att.opcode = opcode
    frame.att.bearer = 0
    frame.att.missingBytes = 0
    frame.att.range = ByteRange(offset: offset &+ 9, count: record.count &- 9)
    frame.att.pdu = .bulk(opcode, attribute, ByteRange(offset: offset &+ 12, count: record.count &- 12))
  }
}
