import ATTParser

/// What a capture does and does not hold, and so what can be concluded from it.
public struct CaptureQuality: Sendable {
  /// Something that is not in the capture.
  public enum Missing: String, Sendable, CaseIterable {
    /// A connection began before the capture.
    case connectionStart = "connection_start"
    /// A connection outlives the capture, or its end was not recorded.
    case connectionEnd = "connection_end"
    /// Attributes are used that no discovery in the capture explains.
    case discovery
    /// Only one half of an MTU exchange was recorded.
    case mtuExchange = "mtu_exchange"
    /// Only one direction of a connection was recorded.
    case oneDirection = "one_direction"
    /// Records carry no time.
    case timestamps
    /// Packets were cut by the recording program.
    case packetEnds = "packet_ends"
    /// PDUs miss fragments.
    case fragments
    /// The recording program dropped packets.
    case droppedRecords = "dropped_records"
    /// Records are of link types that are not read.
    case unreadLinkTypes = "unread_link_types"
  }

  /// Frames whose packet the capture cut.
  public internal(set) var truncatedFrames = 0
  /// Frames with a field the specification does not allow.
  public internal(set) var malformedFrames = 0
  /// The first of them, at most ``evidenceLimit``.
  public internal(set) var malformedEvidence: [Int] = []
  /// Frames that carry pieces of PDUs whose other pieces are not in the capture.
  public internal(set) var incompleteFrames = 0
  /// Frames with a bad checksum (captures of the air).
  public internal(set) var badCRCFrames = 0
  /// Packets the recording program says it dropped.
  public internal(set) var droppedRecords = 0
  /// Times that a frame is earlier than the one before it.
  public internal(set) var timeWentBack = 0
  /// Records that are no packets.
  public internal(set) var notes = 0
  /// Frames of controllers' debug streams.
  public internal(set) var controllerDebugFrames = 0
  /// What is not in the capture.
  public internal(set) var missing: [Missing] = []
  /// What therefore cannot be concluded, one sentence each.
  public internal(set) var cannotConclude: [String] = []

  /// Frames kept as evidence for one statement.
  static let evidenceLimit = 100

  /// Counts a frame's problem, if it has one.
  mutating func add(_ problem: DecodeError, frame: Int) {
    switch problem.reason {
    case .cutByCapture: break
    case .continuationWithoutStart, .abandonedPDU: incompleteFrames += 1
    case .needs, .trailing, .badEntryLength, .invalidValue, .unknownCode:
      malformedFrames += 1
      if malformedEvidence.count < Self.evidenceLimit { malformedEvidence.append(frame) }
    }
  }
}
