/// What a format's reader found where a record should begin.
enum RecordOutcome {
  /// A record, whose packet is held in the stream.
  case record
  /// Fewer bytes than a record header: the end of the capture when there are none, a cut file otherwise.
  case endOrCut(headerLength: Int)
  /// A record that cannot be.
  case damaged(CaptureDamage.Reason)
}

/// Reads a capture record by record, whatever its format.
///
/// Reading never fails: where a capture breaks off, ``next(into:)`` ends and ``damage`` says why.
struct RecordReader: ~Copyable {
  /// The longest packet a record may claim, in bytes; HCI packets are shorter.
  static let longestPacket: UInt32 = 262_144

  /// The file format.
  let format: CaptureFormat
  /// Why reading stopped early, nil while it has not.
  private(set) var damage: CaptureDamage?
  /// Records read so far.
  private(set) var framesRead = 0

  /// The file's bytes, in which the packet of the last record is held.
  private(set) var stream: CaptureStream
  private var readers: Readers

  // One reader a format, of which exactly the one for the file's format is there. Optionals instead of an
  // enum, so that a record changes its reader in place; adding a format adds a line here and a file beside
  // this one.
  private struct Readers {
    var btsnoop: BTSnoopReader?
    var pcap: PCAPReader?
    var pcapng: PCAPNGReader?
    var packetLogger: PacketLoggerReader?
  }

  /// Looks at the first bytes and reads the file header.
  ///
  /// - Throws: ``CaptureError`` when the bytes are no capture, or of a kind that is not read.
  init(_ stream: consuming CaptureStream) throws(CaptureError) {
    var stream = stream
    (format, readers) = try Self.open(&stream)
    self.stream = stream
  }

  private static func open(
    _ stream: inout CaptureStream
  ) throws(CaptureError) -> (CaptureFormat, Readers) {
    // Enough for every format with a header; only headerless ones have to show a few records, so that a
    // pipe which has delivered little so far is not waited for.
    if stream.require(PCAPReader.headerLength), !CaptureFormat.hasMagic(stream.bytes) {
      _ = stream.require(CaptureFormat.sniffLength)
    }
    if stream.available == 0, stream.readError != 0 { throw .cannotRead(code: stream.readError) }
    let format = try CaptureFormat.sniff(stream.bytes)
    var readers = Readers()
    switch format {
    case .btsnoop:
      readers.btsnoop = try BTSnoopReader(header: stream.bytes)
      stream.consume(BTSnoopReader.headerLength)
    case .pcap:
      readers.pcap = try PCAPReader(header: stream.bytes)
      stream.consume(PCAPReader.headerLength)
    case .pcapng:
      readers.pcapng = PCAPNGReader()
    case .packetLogger:
      readers.packetLogger = try PacketLoggerReader(start: stream.bytes)
    }
    return (format, readers)
  }

  /// How the packets are wrapped; nil for a pcapng file before its first interface.
  var linkType: LinkType? {
    readers.btsnoop?.linkType ?? readers.pcap?.linkType ?? readers.packetLogger?.linkType
      ?? readers.pcapng?.linkType
  }

  /// Packets the recording program says it dropped.
  var droppedRecords: Int { Int(readers.btsnoop?.drops ?? readers.pcapng?.drops ?? 0) }

  /// Records of link types that are not read (mixed pcapng files).
  var unreadRecords: Int { readers.pcapng?.unreadRecords ?? 0 }

  /// Records that carry no time of their own and were given that of the record before.
  var untimedRecords: Int { readers.pcapng?.untimedRecords ?? 0 }

  /// Why nothing of a pcapng file could be read, when all its records are of link types that are not read.
  var refusal: CaptureError? {
    guard let pcapng = readers.pcapng, pcapng.unreadRecords == framesRead, let linkType else {
      return nil
    }
    return linkType.isRead ? nil : linkType.refusal
  }

  /// Reads the next record into `record`; false at the end of the capture or where it breaks off.
  @inline(__always)
  mutating func next(into record: inout Record) -> Bool {
    let number = framesRead &+ 1
    // Asked first instead of jumped to: most captures are btsnoop.
    guard readers.btsnoop?.next(&stream, number: number, into: &record) ?? false else {
      return nextOfRareFormat(number: number, into: &record)
    }
    framesRead = number
    return true
  }

  /// The reader of a capture in which records may be looked for with ``BTSnoopReader/plainRecord(_:after:)``, nil
  /// of any other.
  @inline(__always)
  var plainFormat: BTSnoopReader? { readers.btsnoop.flatMap { $0.isPlain ? $0 : nil } }

  /// The reader of a capture in which packets of the air may be looked for with ``PCAPReader/plainRecord(_:)``, nil
  /// of any other.
  @inline(__always)
  var plainAirFormat: PCAPReader? { readers.pcap.flatMap { $0.plainAir == nil ? nil : $0 } }

  /// Takes the plain records before the one with a number, which have `count` bytes after what is held.
  @inline(__always)
  mutating func take(until number: Int, _ count: Int) {
    stream.consumeUpcoming(count)
    framesRead = number &- 1
  }

  /// Reads the next record of any format but btsnoop, and ends the reading of all.
  @inline(never)
  private mutating func nextOfRareFormat(number: Int, into record: inout Record) -> Bool {
    let outcome =
      switch format {
      case .btsnoop: readers.btsnoop?.failure(stream) ?? .end
      case .pcap: readers.pcap?.next(&stream, number: number, into: &record) ?? .end
      case .pcapng: readers.pcapng?.next(&stream, number: number, into: &record) ?? .end
      case .packetLogger: readers.packetLogger?.next(&stream, number: number, into: &record) ?? .end
      }
    if case .record = outcome {
      framesRead = number
      return true
    }
    if damage == nil { damage = damage(for: outcome) }
    return false
  }

  @inline(never)
  private func damage(for outcome: RecordOutcome) -> CaptureDamage? {
    let reason: CaptureDamage.Reason
    switch outcome {
    case .record: return nil
    case .damaged(let found): reason = found
    case .endOrCut(let headerLength):
      if stream.available > 0 {
        reason = .cutInHeader(has: stream.available, needs: headerLength)
      } else if stream.readError != 0 {
        reason = .readFailed(stream.readError)
      } else if stream.skippedBeyondEnd > 0 {
        reason = .invalidRecord(
          "the file ends \(stream.skippedBeyondEnd) bytes before the end of a block")
      } else {
        return nil
      }
    }
    return CaptureDamage(offset: stream.position, framesRead: framesRead, reason: reason)
  }
}

extension RecordOutcome {
  /// The end of a capture whose reader is gone; cannot happen, and ends the reading if it does.
  fileprivate static var end: RecordOutcome { .endOrCut(headerLength: 0) }
}
