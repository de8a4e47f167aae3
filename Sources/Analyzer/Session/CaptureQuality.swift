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
    /// A sniffer did not hear everything.
    case airPDUs = "air_pdus"
    /// PDUs are encrypted, and no key for them is known.
    case keys
    /// Records are of link types that are not read.
    case unreadLinkTypes = "unread_link_types"
  }

  /// Frames whose packet the capture cut.
  public internal(set) var truncatedFrames = CountedFrames()
  /// Frames with a field the specification does not allow.
  public internal(set) var malformedFrames = CountedFrames()
  /// Responses to discovery whose list has entries of a length that fits none, or a cut one at its end.
  public internal(set) var entryListFrames = CountedFrames()
  /// Frames that carry pieces of PDUs whose other pieces are not in the capture.
  public internal(set) var incompleteFrames = CountedFrames()
  /// Packets with a bad CRC, in captures of the air.
  public internal(set) var badCRCFrames = 0
  /// Packets the recording program says it dropped.
  public internal(set) var droppedRecords = 0
  /// Frames that are earlier than the one before them.
  public internal(set) var timeWentBack = CountedFrames()
  /// Those of them that are earlier by more than ``clockTolerance``.
  public internal(set) var clockSteps = CountedFrames()
  /// Nanoseconds by which times go back because several threads or interrupts write them: the order of frames
  /// is still that in which things happened.
  static let clockTolerance: Int64 = 10_000_000
  /// Records that are no packets.
  public internal(set) var notes = 0
  /// Frames of controllers' debug streams.
  public internal(set) var controllerDebugFrames = 0
  /// What is not in the capture.
  public internal(set) var missing: [Missing] = []
  /// What therefore cannot be concluded, one sentence each.
  public internal(set) var cannotConclude: [String] = []

  /// Counts a frame's problem, if it has one.
  mutating func add(_ problem: DecodeError, frame: Int) {
    switch problem.reason {
    case .cutByCapture: break
    case .continuationWithoutStart, .abandonedPDU: incompleteFrames.add(frame)
    // A server answers requests, and leaves out commands, that it does not know (Vol 3, Part F, 3.3).
    case .unknownCode where problem.layer == .att: break
    case .needs, .trailing, .badEntryLength, .invalidValue, .unknownCode:
      malformedFrames.add(frame)
    }
  }
}

extension DecodedFrame {
  /// True for a response to discovery whose list does not come to an even end, though the capture has all of it.
  var isUnevenList: Bool {
    guard kind == .att, let problem, problem.layer == .att else { return false }
    if case .cutByCapture = problem.reason { return false }
    return [0x05, 0x07, 0x09, 0x11].contains(att.opcode.rawValue)
  }

  /// True for a frame with a problem that leaves unknown which PDU went over its link, or what it answers.
  ///
  /// A value that is cut does not: who asked and who answered is known.
  var isLost: Bool {
    guard let problem, connectionHandle != nil else { return false }
    switch problem.reason {
    case .continuationWithoutStart, .abandonedPDU: return true
    case .cutByCapture, .needs, .trailing, .badEntryLength, .invalidValue, .unknownCode: break
    }
    switch kind {
    case .acl, .fragment, .segment: return true
    case .att:
      if case .undecoded = att.pdu { return true }
      return false
    case .sdu, .other:
      // What is cut before its opcode.
      if case .cutByCapture = problem.reason { return true }
      return false
    case .note, .command, .event, .synchronous, .iso, .controllerDebug, .signaling, .smp, .linkLayer,
      .advertising, .linkControl:
      return false
    }
  }
}
