// What most records of every log are, decoded in one place with as few steps as possible: completed packets and
// pieces of PDUs, which are passed over, advertising reports, and values that are sent in bulk. Everything else,
// and everything out of the ordinary about these, is left to `FrameDecoder`; where both decode a packet they
// agree.
extension CaptureReader {
  /// Decodes the next frame that may tell something about a device or a connection; false when there is none.
  ///
  /// Passes over counts of completed packets and pieces inside of PDUs, as long as they come in the order of
  /// time. They are counted by ``framesRead`` and keep their numbers.
  ///
  /// - Parameter time: the time of the frame before; moved on to that of the last frame passed over.
  public mutating func nextNotable(into frame: inout DecodedFrame, after time: inout Timestamp) -> Bool {
    Self.findBulk(&records, &decoder, &time, &frame) || next(into: &frame)
  }

  /// What a record turned out to be.
  private enum Finding: BitwiseCopyable {
    case quiet
    case reports(subevent: UInt8, count: UInt8, length: UInt8)
    case value(ATTOpcode, AttributeHandle, handleAndFlags: UInt16)
    case other
  }

  /// Passes over what is not notable; true when advertising reports or a bulk value came after it and are in
  /// the frame.
  @inline(__always)
  private static func findBulk(
    _ records: inout RecordReader, _ decoder: inout FrameDecoder, _ time: inout Timestamp,
    _ frame: inout DecodedFrame
  ) -> Bool {
    while let record = records.plainRecord {
      switch look(at: records.stream.upcoming, record, &decoder.fragments, time) {
      case .quiet:
        _ = records.take(record)
        time = record.time
      case .reports(let subevent, let count, let length):
        fill(&frame, &records, record)
        fill(&frame, subevent, count, length)
        return true
      case .value(let opcode, let attribute, let word):
        fill(&frame, &records, record)
        fill(&frame, opcode, attribute, word)
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
    if indicator == 4 { return look(atEvent: bytes, record, time) }
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
    return .value(opcode, AttributeHandle(rawValue: bytes.u16LE(34)), handleAndFlags: word)
  }

  /// Looks at an event: advertising reports and the completed packets of one connection are most of them.
  @inline(__always)
  private static func look(
    atEvent bytes: RawSpan, _ record: BTSnoopReader.PlainRecord, _ time: Timestamp
  ) -> Finding {
    let length = Int(bytes.u8(26))
    guard length >= 5, record.count &- 3 >= length else { return .other }
    let code = EventCode(rawValue: bytes.u8(25))
    let first = bytes.u8(27)
    if code == .leMeta {
      guard first == 0x02 || first == 0x0D else { return .other }
      return .reports(subevent: first, count: bytes.u8(28), length: bytes.u8(26))
    }
    return code == .numberOfCompletedPackets && first == 1 && record.time >= time ? .quiet : .other
  }

  /// Takes the record and fills in what does not depend on its packet.
  @inline(__always)
  private static func fill(
    _ frame: inout DecodedFrame, _ records: inout RecordReader, _ record: BTSnoopReader.PlainRecord
  ) {
    frame.record.number = records.take(record)
    frame.record.timestamp = record.time
    frame.record.direction = record.direction
    frame.record.payload = ByteRange(offset: records.stream.position &+ 1, count: record.count &- 1)
    frame.record.missingBytes = 0
    if frame.problem != nil { frame.problem = nil }
  }

  @inline(__always)
  private static func fill(_ frame: inout DecodedFrame, _ subevent: UInt8, _ count: UInt8, _ length: UInt8) {
    let packet = frame.record.payload
    frame.record.packetType = .event
    frame.record.direction = .received
    frame.kind = .event
    frame.event.code = .leMeta
    frame.event.subevent = subevent
    frame.event.parameters = ByteRange(offset: packet.offset &+ 2, count: Int(length))
    frame.event.details = .advertisingReports(count: count, isExtended: subevent == 0x0D)
  }

  @inline(__always)
  private static func fill(
    _ frame: inout DecodedFrame, _ opcode: ATTOpcode, _ attribute: AttributeHandle, _ word: UInt16
  ) {
    let packet = frame.record.payload
    frame.record.packetType = .aclData
    frame.kind = .att
    frame.aclHeader = ACLHeader(
      connectionHandle: ConnectionHandle(rawValue: word),
      packetBoundary: UInt8(truncatingIfNeeded: word &>> 12 & 3),
      dataTotalLength: UInt16(truncatingIfNeeded: packet.count &- 4))
    frame.l2capHeader = L2CAPHeader(
      pduLength: UInt16(truncatingIfNeeded: packet.count &- 8), channelID: .attribute)
    frame.att.opcode = opcode
    frame.att.bearer = 0
    frame.att.missingBytes = 0
    frame.att.range = ByteRange(offset: packet.offset &+ 8, count: packet.count &- 8)
    frame.att.pdu = .bulk(
      opcode, attribute, ByteRange(offset: packet.offset &+ 11, count: packet.count &- 11))
  }
}
