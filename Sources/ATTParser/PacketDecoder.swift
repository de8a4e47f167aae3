/// Decodes HCI packets as they happen, one at a time, from bytes in memory.
///
/// It is the decoder that captures are read with, so what it keeps between packets (PDUs in fragments, open links and
/// channels) and what it says of them is the same.
///
/// ```swift
/// var decoder = PacketDecoder()
/// decoder.decode(packet, direction: .received, at: time)
/// if case .att(let att) = decoder.frame.payload { … decoder.copyBytes(of: att.range) … }
/// ```
public struct PacketDecoder: ~Copyable {
  private var decoder = FrameDecoder()
  private var packet: [UInt8] = []
  /// The packet decoded last; its ranges are readable until the next one.
  public private(set) var frame = DecodedFrame()

  /// Makes a decoder that has seen nothing.
  public init() {}

  /// Decodes one packet: the H4 indicator (Vol 4, Part A, 2), then header and payload; any bytes may come.
  ///
  /// - Parameters:
  ///   - packet: the packet; an empty one, and one with an indicator that means nothing, has a problem.
  ///   - direction: which way it went.
  ///   - time: when it went, by whatever clock the caller has.
  public mutating func decode(_ packet: [UInt8], direction: Direction, at time: Timestamp) {
    self.packet = packet
    let indicator = packet.first ?? 0
    frame.record = Record(
      number: frame.record.number &+ 1, timestamp: time, direction: direction,
      packetType: Self.packetType(indicator), code: UInt16(indicator),
      payload: ByteRange(offset: min(1, packet.count), count: packet.count - 1))
    // Unsafe: raw bytes of an array of bytes, which have no padding; the array lives and is unchanged meanwhile.
    let bytes = unsafe packet.span.bytes
    decoder.decode(bytes.extracting(droppingFirst: min(1, packet.count)), into: &frame)
  }

  private static func packetType(_ indicator: UInt8) -> PacketType {
    switch indicator {
    case 1: .command
    case 2: .aclData
    case 3: .synchronousData
    case 4: .event
    case 5: .isoData
    default: .unknownIndicator
    }
  }

  /// A copy of a range of ``frame``; empty for a range of an earlier one.
  public func copyBytes(of range: ByteRange) -> [UInt8] {
    switch range.store {
    case .capture:
      range.offset >= 0 && range.offset <= packet.count && range.count <= packet.count - range.offset
        ? Array(packet[range.offset..<(range.offset + range.count)]) : []
    case .recombined: Self.copy(range, of: decoder.recombinedBytes)
    case .reassembled: Self.copy(range, of: decoder.reassembledBytes)
    case .decrypted: []
    }
  }

  private static func copy(_ range: ByteRange, of bytes: RawSpan) -> [UInt8] {
    guard range.offset >= 0, range.offset <= bytes.byteCount, range.count <= bytes.byteCount &- range.offset
    else { return [] }
    return (range.offset..<(range.offset &+ range.count)).map { bytes.u8($0) }
  }

  /// The advertising reports of ``frame``, in the order they are in it; none for any other frame.
  ///
  /// A report whose lengths do not fit ends the list.
  public func advertisingReports() -> [AdvertisingReport] {
    guard frame.kind == .event, case .advertisingReports(let count, let isExtended) = frame.event.details
    else { return [] }
    // Unsafe: raw bytes of an array of bytes, which have no padding; the array lives and is unchanged meanwhile.
    let bytes = unsafe packet.span.bytes
    let end = min(bytes.byteCount, frame.event.parameters.offset &+ frame.event.parameters.count)
    var start = frame.event.parameters.offset &+ AdvertisingReport.eventHeader
    var reports: [AdvertisingReport] = []
    for _ in 0..<count {
      guard start < end else { break }
      // From the packet's start on, so that the bytes which a fingerprint reads in front of short data are there.
      let packed: PackedReport =
        isExtended ? .extended(bytes, from: start, end &- start) : .legacy(bytes, from: start, end &- start)
      guard packed.length > 0 else { break }
      let whole = bytes.extracting(start..<(start &+ packed.length))
      reports.append(AdvertisingReport(packed, whole, start: start, isExtended: isExtended))
      start &+= packed.length
    }
    return reports
  }
}
