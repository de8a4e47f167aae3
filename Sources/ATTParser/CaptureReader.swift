/// Reads a capture and decodes it frame by frame: the one way from bytes to frames.
///
/// ```swift
/// var reader = try CaptureReader(CaptureStream(descriptor: 0, closing: false))
/// while let frame = reader.next() { … }
/// if let damage = reader.damage { … }
/// ```
public struct CaptureReader: ~Copyable {
  /// The packets as they lie in the file.
  var records: RecordReader
  /// What the packets before tell of the next ones.
  var decoder = FrameDecoder()

  /// Looks at the first bytes and reads the file header.
  ///
  /// - Parameter keys: what encrypted connections of the air may be decrypted with.
  /// - Throws: ``CaptureError`` when the bytes are no capture, or of a kind that is not read.
  public init(_ stream: consuming CaptureStream, keys: DecryptionKeys = DecryptionKeys()) throws(CaptureError)
  {
    records = try RecordReader(stream)
    decoder.linkLayer.keys = KeyBook(keys)
  }

  /// Decodes the next frame; nil at the end of the capture, or where it breaks off.
  public mutating func next() -> DecodedFrame? {
    var frame = DecodedFrame()
    return next(into: &frame) ? frame : nil
  }

  /// Decodes the next frame into `frame`; false at the end of the capture, or where it breaks off.
  public mutating func next(into frame: inout DecodedFrame) -> Bool {
    Self.next(&records, &decoder, into: &frame)
  }

  // The decoder changes while it reads what the records hold. Both are `inout`: a borrowed argument of this
  // size would be copied for every frame.
  @inline(__always)
  private static func next(
    _ records: inout RecordReader, _ decoder: inout FrameDecoder, into frame: inout DecodedFrame
  ) -> Bool {
    guard records.next(into: &frame.record) else { return false }
    decoder.decode(records.stream.heldSuffix(frame.record.payload.count), into: &frame)
    return true
  }

  /// The bytes of a range of the current frame; empty for a range of an earlier one.
  @_lifetime(borrow self)
  @inline(__always)
  public func bytes(of range: ByteRange) -> RawSpan {
    switch range.store {
    case .capture: return records.stream.bytes(of: range)
    case .recombined: return Self.part(of: decoder.recombinedBytes, range)
    case .reassembled: return Self.part(of: decoder.reassembledBytes, range)
    case .decrypted: return Self.part(of: decoder.linkLayer.decryptedBytes, range)
    }
  }

  /// A copy of the first `limit` bytes of a range of the current frame.
  public func copyBytes(of range: ByteRange, limit: Int = .max) -> [UInt8] {
    let span = bytes(of: range)
    let count = min(span.byteCount, max(0, limit))
    guard count > 0 else { return [] }
    // Unsafe: the array is made of exactly the span's bytes, of which `count` are taken.
    return unsafe span.withUnsafeBytes { unsafe Array($0.prefix(count)) }
  }

  // Mutating, because a borrowed reader would be copied for the call.
  /// Puts a copy of a range of the current frame into `buffer`, whose memory is used again.
  public mutating func copyBytes(of range: ByteRange, into buffer: inout [UInt8]) {
    let span = bytes(of: range)
    if buffer.count == span.byteCount {
      // Values often are as long as the one before.
      // Unsafe: both have so many bytes, which live for the call.
      unsafe span.withUnsafeBytes { source in
        unsafe buffer.withUnsafeMutableBytes { unsafe $0.copyMemory(from: source) }
      }
      return
    }
    buffer.removeAll(keepingCapacity: true)
    // Unsafe: appends exactly the span's bytes, which live for the call.
    unsafe span.withUnsafeBytes { unsafe buffer.append(contentsOf: $0) }
  }

  @_lifetime(copy span)
  private static func part(of span: RawSpan, _ range: ByteRange) -> RawSpan {
    guard range.offset >= 0, range.offset <= span.byteCount, range.count <= span.byteCount &- range.offset
    else { return span.extracting(first: 0) }
    return span.extracting(range.offset..<(range.offset &+ range.count))
  }

  /// The file format.
  public var format: CaptureFormat { records.format }
  /// How the packets are wrapped; nil for a pcapng file before its first interface.
  public var linkType: LinkType? { records.linkType }
  /// Why reading stopped early, nil while it has not.
  public var damage: CaptureDamage? { records.damage }
  /// Why nothing of the file could be read although it is a capture.
  public var refusal: CaptureError? { records.refusal }
  /// Frames read so far.
  public var framesRead: Int { records.framesRead }
  /// Packets the recording program says it dropped.
  public var droppedRecords: Int { records.droppedRecords }
  /// Records of link types that are not read.
  public var unreadRecords: Int { records.unreadRecords }
  /// Records that carry no time of their own.
  public var untimedRecords: Int { records.untimedRecords }
}
