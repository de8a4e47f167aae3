public import ATTParser

/// The L2CAP PDUs of a capture in their order, known by what they say: what two captures of one session are
/// compared by.
public struct PDUTrace: Sendable {
  /// PDUs kept at most, each 48 bytes.
  public static let limit = 1 << 20

  /// One PDU.
  struct Entry: BitwiseCopyable, Sendable {
    /// The connection's number.
    var connection: Int
    /// Which way it went.
    var direction: Direction
    /// The other side's link layer has acknowledged it; always true in logs of hosts.
    var isAcknowledged: Bool
    /// Tells channel and payload from those of others.
    var fingerprint: UInt64
    /// The frame in which it is complete.
    var moment: Moment
  }

  /// The PDUs, in the order they were complete.
  private(set) var entries: [Entry] = []
  /// PDUs beyond the limit.
  public private(set) var overflow = 0
  /// The last PDU of each connection and direction that is not acknowledged, by connection × 4 + direction.
  private var awaiting: [Int: Int] = [:]

  /// Makes an empty trace.
  public init() {}

  /// Notes what the current frame completes or acknowledges.
  ///
  /// - Parameter connection: the number of the frame's connection instance, 0 for none.
  public mutating func add(_ frame: inout DecodedFrame, connection: Int, _ reader: inout CaptureReader) {
    guard connection > 0 else { return }
    let isAir = frame.record.packetType == .linkLayer
    if isAir, frame.air.notes.contains(.acknowledges) {
      let key = connection * 4 + Int(frame.record.direction.opposite.rawValue)
      if let place = awaiting.removeValue(forKey: key) { entries[place].isAcknowledged = true }
    }
    guard let range = Self.payload(&frame), let header = frame.l2cap else { return }
    guard entries.count < Self.limit else {
      overflow += 1
      return
    }
    let start = UInt64(header.channelID.rawValue) << 32 | UInt64(header.pduLength)
    let fingerprint = reader.fingerprint(of: range, start: start)
    if isAir { awaiting[connection * 4 + Int(frame.record.direction.rawValue)] = entries.count }
    entries.append(
      Entry(
        connection: connection, direction: frame.record.direction, isAcknowledged: !isAir,
        fingerprint: fingerprint, moment: Moment(frame.record)))
  }

  /// What a PDU that is complete in a frame says; nil for pieces.
  private static func payload(_ frame: inout DecodedFrame) -> ByteRange? {
    switch frame.payload {
    case .att(let att): att.range
    case .smp(let command): command.data
    case .signaling(let command): command.data
    case .other(let data): data
    // An SDU may end in the middle of a PDU; its pieces are not comparable one by one.
    case .sdu, .segment, .fragment, .none: nil
    }
  }
}
