/// Reads the packet blocks of a pcapng file; several sections, byte orders, interfaces and link types.
///
/// ```
/// block   type u32 | total length u32 | body | total length u32          (padded to 4 bytes)
/// section type 0x0A0D0D0A, body: byte-order magic 0x1A2B3C4D | version u16 u16 | section length i64 | options
/// iface   type 1, body: link type u16 | reserved u16 | snap length u32 | options
/// packet  type 6, body: interface u32 | time high u32 | time low u32 | captured u32 | original u32 | packet | options
/// packet  type 3, body: original u32 | packet
/// packet  type 2, body: interface u16 | drops u16 | time high u32 | time low u32 | captured u32 | original u32 | packet
/// ```
struct PCAPNGReader {
  /// An interface that a section declares.
  struct Interface: BitwiseCopyable {
    /// How its packets are wrapped.
    var linkType: LinkType
    /// Bytes kept of a packet at most, 0 for no limit; it tells how long a Simple Packet Block's packet is.
    var snapLength: UInt32
    /// What its times count (option `if_tsresol`).
    var resolution = TimeResolution.microseconds
    /// Seconds to add to its times (option `if_tsoffset`).
    var offsetSeconds: Int64 = 0
  }

  /// More interfaces than any real capture declares; a file that goes on is damaged.
  private static let mostInterfaces = 4096

  private var isBigEndian = false
  private var interfaces: [Interface] = []
  private var lastTime = Timestamp(nanoseconds: 0)
  /// The first link type that is read, else the first of all; nil before any interface.
  private(set) var linkType: LinkType?
  /// Records whose link type is not read.
  private(set) var unreadRecords = 0
  /// Records without a time of their own (Simple Packet Blocks).
  private(set) var untimedRecords = 0
  /// Packets that were dropped, as Packet Blocks tell.
  private(set) var drops: UInt32 = 0

  /// Reads blocks up to the next packet and leaves that packet held in the stream.
  mutating func next(_ stream: inout CaptureStream, number: Int, into record: inout Record) -> RecordOutcome {
    while true {
      stream.beginRecord()
      guard stream.require(12) else { return .endOrCut(headerLength: 12) }
      let type = word(stream.bytes, 0)
      if type == 0x0A0D_0D0A, !readSectionOrder(stream.bytes) {
        return .damaged(.invalidRecord("a section header without a byte-order magic"))
      }
      let total = word(stream.bytes, 4)
      guard total >= 12, total & 3 == 0 else {
        return .damaged(.invalidRecord("a block claims \(total) bytes"))
      }
      let body = Int(total) &- 12
      switch type {
      case 0x0A0D_0D0A:
        interfaces.removeAll(keepingCapacity: true)
        skipBlock(&stream, Int(total))
      case 1:
        if let damage = readInterface(&stream, body: body) { return damage }
      case 2, 3, 6:
        return readPacket(&stream, type: type, body: body, number: number, into: &record)
      case 9:
        return readNote(&stream, body: body, number: number, into: &record)
      default:
        skipBlock(&stream, Int(total))
      }
    }
  }

  /// Passes over a block without wanting it in the buffer, however long it is.
  private func skipBlock(_ stream: inout CaptureStream, _ total: Int) {
    stream.hold(0, following: total)
  }

  @inline(__always)
  private func word(_ bytes: RawSpan, _ offset: Int) -> UInt32 {
    isBigEndian ? bytes.u32BE(offset) : bytes.u32LE(offset)
  }

  @inline(__always)
  private func half(_ bytes: RawSpan, _ offset: Int) -> UInt16 {
    isBigEndian ? bytes.u16BE(offset) : bytes.u16LE(offset)
  }

  private mutating func readSectionOrder(_ bytes: RawSpan) -> Bool {
    switch bytes.u32LE(8) {
    case 0x1A2B_3C4D: isBigEndian = false
    case 0x4D3C_2B1A: isBigEndian = true
    default: return false
    }
    return true
  }

  private mutating func readInterface(_ stream: inout CaptureStream, body: Int) -> RecordOutcome? {
    guard body >= 8, body <= CaptureStream.capacity / 2 else {
      return .damaged(.invalidRecord("an interface description of \(body) bytes"))
    }
    guard stream.require(body &+ 12) else {
      return .damaged(.cutInPacket(has: max(0, stream.available &- 8), needs: body))
    }
    guard interfaces.count < Self.mostInterfaces else {
      return .damaged(.invalidRecord("more than \(Self.mostInterfaces) interfaces"))
    }
    let interface = interface(stream.bytes, body: body)
    interfaces.append(interface)
    if linkType == nil || (linkType?.isRead == false && interface.linkType.isRead) {
      linkType = interface.linkType
    }
    skipBlock(&stream, body &+ 12)
    return nil
  }

  /// Reads an interface description block, whose body of `body` bytes begins at byte 8.
  private func interface(_ bytes: RawSpan, body: Int) -> Interface {
    var interface = Interface(linkType: LinkType(pcap: half(bytes, 8)), snapLength: word(bytes, 12))
    forEachOption(bytes, from: 16, to: 8 &+ body) { code, length, value in
      if code == 9, length >= 1 { interface.resolution = TimeResolution(option: bytes.u8(value)) }
      if code == 14, length >= 8 {
        let seconds = isBigEndian ? bytes.u64BE(value) : bytes.u64LE(value)
        interface.offsetSeconds = Int64(bitPattern: seconds)
      }
    }
    return interface
  }

  /// Walks a list of options, which a bad length ends: code u16, length u16, value padded to 4 bytes.
  private func forEachOption(
    _ bytes: RawSpan, from start: Int, to end: Int,
    _ body: (_ code: UInt16, _ length: Int, _ value: Int) -> Void
  ) {
    var offset = start
    while offset &+ 4 <= end {
      let code = half(bytes, offset)
      let length = Int(half(bytes, offset &+ 2))
      guard code != 0, length <= end &- offset &- 4 else { return }
      body(code, length, offset &+ 4)
      offset &+= 4 &+ (length &+ 3) & ~3
    }
  }

  private mutating func readPacket(
    _ stream: inout CaptureStream, type: UInt32, body: Int, number: Int, into record: inout Record
  ) -> RecordOutcome {
    let fixed = type == 3 ? 4 : 20
    guard body >= fixed else { return .damaged(.invalidRecord("a packet block of \(body &+ 12) bytes")) }
    guard stream.require(8 &+ fixed) else {
      return .damaged(.cutInHeader(has: stream.available, needs: 8 &+ fixed))
    }
    let interfaceIndex =
      type == 3 ? 0 : type == 2 ? Int(half(stream.bytes, 8)) : Int(word(stream.bytes, 8))
    guard interfaceIndex < interfaces.count else {
      return .damaged(.invalidRecord("a packet of interface \(interfaceIndex), which no block describes"))
    }
    let interface = interfaces[interfaceIndex]
    let original = word(stream.bytes, type == 3 ? 8 : 24)
    var captured = type == 3 ? original : word(stream.bytes, 20)
    if type == 3 {
      if interface.snapLength != 0 { captured = min(captured, interface.snapLength) }
      captured = min(captured, UInt32(clamping: body &- 4))
    }
    guard captured <= RecordReader.longestPacket else { return .damaged(.recordTooLong(captured)) }
    let count = Int(captured)
    guard count <= body &- fixed else {
      return .damaged(.invalidRecord("a packet of \(count) bytes in a block of \(body &+ 12)"))
    }
    if type == 2, half(stream.bytes, 10) != 0xFFFF { drops &+= UInt32(half(stream.bytes, 10)) }
    if type == 3 {
      untimedRecords &+= 1
    } else {
      let ticks = UInt64(word(stream.bytes, 12)) << 32 | UInt64(word(stream.bytes, 16))
      lastTime = interface.resolution.timestamp(ticks: ticks, offsetSeconds: interface.offsetSeconds)
    }
    guard stream.require(8 &+ fixed &+ count) else {
      return .damaged(.cutInPacket(has: stream.available &- 8 &- fixed, needs: count))
    }
    let direction = type == 6 ? optionDirection(&stream, body: body, packetEnd: fixed &+ count) : .unknown
    stream.hold(header: 8 &+ fixed, count, following: body &- fixed &- count &+ 4)
    record = Record(
      number: number, timestamp: lastTime, direction: direction, packetType: .aclData,
      payload: ByteRange(offset: stream.position, count: count),
      missingBytes: original > captured ? original &- captured : 0)
    Encapsulation.read(&record, stream.prefix(count), linkType: interface.linkType)
    if record.packetType == .unreadLinkType { unreadRecords &+= 1 }
    return .record
  }

  /// The direction that the flags option of an enhanced packet block gives, which H4 itself lacks.
  private func optionDirection(_ stream: inout CaptureStream, body: Int, packetEnd: Int) -> Direction {
    guard body <= CaptureStream.capacity / 2, stream.require(8 &+ body) else { return .unknown }
    return flags(stream.bytes, from: 8 &+ (packetEnd &+ 3) & ~3, to: 8 &+ body)
  }

  private func flags(_ bytes: RawSpan, from start: Int, to end: Int) -> Direction {
    var direction = Direction.unknown
    forEachOption(bytes, from: start, to: end) { code, length, value in
      guard code == 2, length >= 4 else { return }
      switch word(bytes, value) & 3 {
      case 1: direction = .received
      case 2: direction = .sent
      default: direction = .unknown
      }
    }
    return direction
  }

  /// A journal export block: no packet, but Wireshark numbers it as a frame.
  private mutating func readNote(
    _ stream: inout CaptureStream, body: Int, number: Int, into record: inout Record
  ) -> RecordOutcome {
    record = Record(
      number: number, timestamp: lastTime, direction: .unknown, packetType: .otherNote, code: 9,
      payload: .empty)
    skipBlock(&stream, body &+ 12)
    return .record
  }
}
