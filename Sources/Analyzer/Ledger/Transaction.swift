public import ATTParser

/// A request or an indication and what became of it (Vol 3, Part F, 3.3.3).
public struct Transaction: Sendable {
  /// How a transaction ended.
  public enum Outcome: Hashable, Sendable {
    /// With the response or confirmation that belongs to it.
    case answered
    /// With an Error Response.
    case error(ATTErrorCode)
    /// Never, before another one was begun, the connection ended or the capture ended.
    case unanswered(WhyUnanswered)
  }

  /// What came instead of an answer.
  public enum WhyUnanswered: String, Hashable, Sendable {
    /// The same side began another transaction on the same bearer.
    case superseded
    /// The connection ended.
    case disconnected
    /// The capture ended.
    case captureEnded = "capture_ended"
    /// PDUs in between are missing from the capture, of which one may have been the answer.
    case captureLoss = "capture_loss"
  }

  /// The connection instance.
  public var connection: Int
  /// 0 for the fixed channel, else the L2CAP channel that is the bearer.
  public var bearer: UInt16
  /// Which way the request or indication went.
  public var direction: Direction
  /// The request or indication.
  public var request: ATTOpcode
  /// When it was sent.
  public var began: Moment
  /// The attribute it names, nil when it looks in a range or names none.
  public var attributeHandle: AttributeHandle?
  /// The range of handles that it looks in.
  public var handleRange: AttributeHandleRange?
  /// The attribute type it asks for.
  public var attributeType: BluetoothUUID?
  /// Offset into a long value, in bytes.
  public var valueOffset: UInt16?
  /// Bytes of the request PDU.
  public var requestBytes: Int
  /// When the answer came.
  public var ended: Moment?
  /// Bytes of the answer PDU.
  public var answerBytes = 0
  /// How it ended.
  public var outcome = Outcome.unanswered(.captureEnded)

  /// True on connections of the air, where the central is in the place of the recording host.
  public var isOfTheAir = false

  /// The stream that the request is part of, -1 for none.
  var stream = -1
  /// The value a Find By Type Value Request asks for, if it is a UUID.
  var soughtUUID: BluetoothUUID?
  /// What it is a step of, nil for none.
  var phase: Phase.Name?
  /// True when the request writes a CCCD; the bits are what it writes.
  var configuration: UInt16?

  /// Which device has the attributes that it is about: that which is asked, or which indicates.
  public var server: Connection.Server { Connection.Server(isSender: request.kind == .indication, direction) }

  /// True when it was under way, for all that the capture shows, when the connection or the capture ended.
  var isLeftWaiting: Bool { outcome == .unanswered(.disconnected) || outcome == .unanswered(.captureEnded) }

  /// The attribute it names, or where its range of handles begins.
  public var firstHandle: AttributeHandle? { attributeHandle ?? handleRange?.starting }

  /// Nanoseconds from request to answer, nil when there was none.
  public var latency: Int64? { ended.map { $0.time.nanoseconds(since: began.time) } }

  /// True for an answer that came after a client must have given up (30 s; Vol 3, Part F, 3.3.3).
  public var isLate: Bool { (latency ?? 0) > Self.timeout }

  /// Nanoseconds after which a transaction has failed.
  public static let timeout: Int64 = 30_000_000_000
}

/// Something about the order of requests and answers that the protocol does not allow.
public struct ATTAnomaly: Hashable, Sendable {
  /// What is not allowed.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// A request while the one before is not answered.
    case requestWhilePending = "request_while_pending"
    /// An indication while the one before is not confirmed.
    case indicationWhilePending = "indication_while_pending"
    /// A response that no request in the capture asked for.
    case unsolicitedResponse = "unsolicited_response"
    /// A confirmation without an indication.
    case unsolicitedConfirmation = "unsolicited_confirmation"
    /// A response of another kind than the request under way calls for.
    case wrongAnswer = "wrong_answer"
    /// The same response once more.
    case duplicateAnswer = "duplicate_answer"
    /// An answer more than 30 s after its request.
    case lateAnswer = "late_answer"
    /// An Exchange MTU Request on an enhanced bearer, which has no use for it.
    case mtuOnEnhancedBearer = "mtu_on_enhanced_bearer"
  }

  /// What is not allowed.
  public var kind: Kind
  /// The frame at fault.
  public var moment: Moment
  /// Which way it went.
  public var direction: Direction
  /// 0 for the fixed channel, else the L2CAP channel that is the bearer.
  public var bearer: UInt16
  /// The opcode at fault.
  public var opcode: ATTOpcode
  /// The frame of the request under way, if there is one; of a repeated answer that which it answers.
  public var requestFrame: Int?
  /// The frame of the answer that this one repeats, if it does.
  public var answerFrame: Int?
}
