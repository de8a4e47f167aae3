import TestSupport

@testable import ATTParser

/// A frame with copies of bytes that are readable only while it is the current one.
struct SeenFrame {
  /// The frame.
  var frame: DecodedFrame
  /// The bytes of the innermost thing: the ATT PDU, the SDU, the unread PDU, or the record's packet.
  var bytes: [UInt8]

  /// Where the record's packet begins in the file.
  var base: Int { frame.record.payload.offset }
  /// The frame's problem as text, with offsets from the packet's first byte.
  var problem: String { text(of: frame.problem, base: base) }
  /// The ATT PDU as text, `-` when there is none.
  var att: String {
    guard frame.kind == .att else { return "-" }
    return frame.att.opcode.name + " "
      + text(of: frame.att.pdu) { range in
        let start = range.offset - frame.att.range.offset
        return Array(bytes[start..<(start + range.count)])
      }
  }
}

/// Everything that comes out of a capture.
struct ReadCapture {
  /// The frames, in the order of the file.
  var frames: [SeenFrame] = []
  /// The file format.
  var format: CaptureFormat
  /// How the packets are wrapped.
  var linkType: LinkType?
  /// Why reading stopped early.
  var damage: CaptureDamage?
  /// Why nothing could be read.
  var refusal: CaptureError?
  /// Packets the recording program dropped.
  var droppedRecords: Int
  /// Records of link types that are not read.
  var unreadRecords: Int
  /// Records without a time.
  var untimedRecords: Int

  /// Reads all frames of a capture in memory.
  init(_ bytes: [UInt8]) throws(CaptureError) { try self.init(CaptureStream(bytes: bytes)) }

  /// Reads all frames of a capture that arrives through a pipe, piece by piece.
  init(piped bytes: [UInt8]) throws(CaptureError) {
    try self.init(CaptureStream(descriptor: pipedDescriptor(bytes), closing: true))
  }

  /// Reads all frames of a stream.
  init(_ stream: consuming CaptureStream) throws(CaptureError) {
    var reader = try CaptureReader(stream)
    while let frame = reader.next() {
      frames.append(SeenFrame(frame: frame, bytes: reader.copyBytes(of: Self.innermost(frame))))
    }
    format = reader.format
    linkType = reader.linkType
    damage = reader.damage
    refusal = reader.refusal
    droppedRecords = reader.droppedRecords
    unreadRecords = reader.unreadRecords
    untimedRecords = reader.untimedRecords
  }

  /// The range of the innermost thing a frame holds.
  static func innermost(_ frame: DecodedFrame) -> ByteRange {
    switch frame.kind {
    case .att: frame.att.range
    case .sdu, .other: frame.data
    default: frame.record.payload
    }
  }

  /// What is equal in captures of the same traffic whatever their format: kind, direction, bytes, problem.
  var essence: [String] {
    frames.map { seen in
      let record = seen.frame.record
      return "\(record.number) \(seen.frame.kind) \(record.direction) \(seen.bytes.hex) \(seen.problem)"
    }
  }
}

/// Decodes one packet without a capture around it; its first byte is byte 0.
func decodeOne(_ type: PacketType, _ packet: [UInt8], direction: Direction = .received) -> DecodedFrame {
  var decoder = FrameDecoder()
  var frame = DecodedFrame(
    record: Record(
      number: 1, timestamp: Timestamp(nanoseconds: 0), direction: direction, packetType: type,
      payload: ByteRange(offset: 0, count: packet.count)))
  decoder.decode(unsafe packet.span.bytes, into: &frame)
  return frame
}

/// Decodes one ATT PDU on the fixed channel; its opcode is byte 0.
func decodeATT(_ pdu: [UInt8], missing: Int = 0) -> DecodedFrame {
  var frame = DecodedFrame()
  ATTFrame.decode(
    unsafe pdu.span.bytes, origin: 0, store: .capture, bearer: 0, missing: missing, into: &frame)
  return frame
}
