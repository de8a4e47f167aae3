/// The wrappings that several file formats share: H4 indicators and Linux monitor headers.
enum Encapsulation {
  /// Takes the H4 packet indicator off the front of a record's payload.
  @inline(__always)
  static func readH4(_ record: inout Record, _ bytes: RawSpan) {
    guard record.payload.count > 0, bytes.byteCount > 0 else { return noIndicator(&record, needs: 1) }
    readH4(
      &record, indicator: bytes.u8(0), direction: record.direction,
      payload: ByteRange(offset: record.payload.offset &+ 1, count: record.payload.count &- 1))
  }

  /// Applies an H4 packet indicator to a record whose packet behind it is `payload`.
  ///
  /// - Parameter direction: what the capture says; commands and events have one direction only, whatever
  ///   flags a writer sets.
  @inline(__always)
  static func readH4(_ record: inout Record, indicator: UInt8, direction: Direction, payload: ByteRange) {
    record.payload = payload
    record.direction = direction
    // Compared one by one, the most frequent first: a jump table would be mispredicted.
    if indicator == 2 {
      record.packetType = .aclData
    } else if indicator == 4 {
      record.packetType = .event
      record.direction = .received
    } else {
      readRareIndicator(&record, indicator)
    }
  }

  @inline(never)
  private static func readRareIndicator(_ record: inout Record, _ indicator: UInt8) {
    switch indicator {
    case 1: (record.packetType, record.direction) = (.command, .sent)
    case 3: record.packetType = .synchronousData
    case 5: record.packetType = .isoData
    default:
      record.packetType = .unknownIndicator
      record.code = UInt16(indicator)
    }
  }

  /// A record too short for the header of `needs` bytes that its link type begins with.
  @inline(never)
  static func noIndicator(_ record: inout Record, needs: UInt16) {
    record.packetType = .unknownIndicator
    record.code = 0x100 | needs
  }

  /// Applies a Linux monitor header: the adapter's index and the opcode that tells type and direction.
  @inline(__always)
  static func readMonitor(_ record: inout Record, adapter: UInt16, opcode: UInt16) {
    record.adapter = adapter
    record.direction = opcode & 1 == 0 ? .sent : .received
    switch opcode {
    case 2: record.packetType = .command
    case 3: record.packetType = .event
    case 4, 5: record.packetType = .aclData
    case 6, 7: record.packetType = .synchronousData
    case 18, 19: record.packetType = .isoData
    default:
      record.packetType = .monitorNote
      record.code = opcode
      record.direction = .unknown
    }
  }

  /// Applies the wrapping of a libpcap link type to a record whose packet is `bytes`.
  @inline(__always)
  static func read(_ record: inout Record, _ bytes: RawSpan, linkType: LinkType) {
    switch linkType {
    case .hciH4WithDirection:
      guard bytes.byteCount >= 4 else { return noIndicator(&record, needs: 4) }
      record.direction = bytes.u32BE(0) & 1 == 0 ? .sent : .received
      record.payload = record.payload.dropFirst(4)
      readH4(&record, bytes.extracting(droppingFirst: 4))
    case .hciH4:
      readH4(&record, bytes)
    case .linuxMonitor:
      guard bytes.byteCount >= 4 else { return noIndicator(&record, needs: 4) }
      record.payload = record.payload.dropFirst(4)
      readMonitor(&record, adapter: bytes.u16BE(0), opcode: bytes.u16BE(2))
    case .hciH1, .simulator, .packetLogger:
      record.packetType = .otherNote
    case .leLinkLayer, .leLinkLayerWithHeader, .nordicSniffer, .ppi:
      record.packetType = .linkLayer
      record.adapter = Record.sniffer
      record.direction = .unknown
      record.code = linkType.radio?.rawValue ?? 0
    case .other(let number):
      record.packetType = .unreadLinkType
      record.code = number
    }
  }
}
