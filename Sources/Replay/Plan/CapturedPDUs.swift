public import ATTParser
public import Analyzer

/// The ATT PDUs of a capture with their bytes, in their order: what a plan is made from.
public struct CapturedPDUs: Sendable {
  /// Bytes of PDUs kept at most.
  static let byteLimit = 268_435_456
  /// PDUs kept at most.
  static let limit = 4_194_304

  /// One PDU.
  public struct PDU: Sendable {
    /// The connection's number.
    public var connection: Int
    /// Which way it went.
    public var direction: Direction
    /// 0 for the fixed channel, else the channel of an enhanced bearer.
    public var bearer: UInt16
    /// Where it is.
    public var frame: Int
    /// When.
    public var time: Timestamp
    /// Its bytes, the opcode first.
    public var bytes: [UInt8]
    /// Bytes of it that the capture did not keep.
    public var missing: Int
  }

  /// The PDUs.
  public private(set) var pdus: [PDU] = []
  /// PDUs beyond the limits.
  public private(set) var overflow = 0
  private var byteCount = 0

  /// Makes an empty trace.
  public init() {}

  /// Adds every frame that is left in a capture, here and to the analysis.
  public mutating func addAll(_ reader: inout CaptureReader, _ builder: inout SessionBuilder) {
    var frame = DecodedFrame()
    while reader.next(into: &frame) {
      let connection = builder.add(&frame, &reader)
      add(&frame, connection: connection, &reader)
    }
  }

  /// Notes the ATT PDU that the current frame completes, if any.
  ///
  /// - Parameter connection: the number of the frame's connection instance, 0 for none.
  mutating func add(_ frame: inout DecodedFrame, connection: Int, _ reader: inout CaptureReader) {
    guard connection > 0, case .att(let att) = frame.payload else { return }
    guard pdus.count < Self.limit, byteCount + att.range.count <= Self.byteLimit else {
      overflow += 1
      return
    }
    byteCount += att.range.count
    pdus.append(
      PDU(
        connection: connection, direction: frame.record.direction, bearer: att.bearer,
        frame: frame.record.number, time: frame.record.timestamp,
        bytes: reader.copyBytes(of: att.range), missing: Int(att.missingBytes)))
  }
}
