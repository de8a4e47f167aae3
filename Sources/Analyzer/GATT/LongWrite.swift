public import ATTParser

/// What the Prepare Write Requests of one queue write to one attribute (Vol 3, Part G, 4.9.4, 4.9.5).
public struct LongWrite: Hashable, Sendable {
  /// Bytes of the value that are kept; no attribute is longer.
  public static let keptLimit = 512

  /// One Prepare Write Request, or, when the capture does not have it, the response that repeats it.
  public struct Part: Hashable, Sendable {
    /// Where in the value it begins.
    public let offset: Int
    /// Bytes it has, also those that the capture cut off.
    public let count: Int
    /// The request; nil when only the response was captured.
    public let requestFrame: Int?
    /// The response; nil when there is none in the capture.
    public internal(set) var responseFrame: Int?
    /// How the response repeats the request.
    public internal(set) var echo: Echo
  }

  /// How a Prepare Write Response compares with its request.
  public enum Echo: Hashable, Sendable {
    /// No response was seen.
    case missing
    /// It has the same handle, offset and bytes.
    case same
    /// Something is different, so that a reliable write would be cancelled.
    case different
    /// The capture has not all of both.
    case notComparable
    /// The server refused the part, which is not queued.
    case rejected(ATTErrorCode)
  }

  /// What the Execute Write Request asked for.
  public enum Execution: Hashable, Sendable {
    /// To write all that is queued.
    case write
    /// To forget it.
    case cancel
    /// A value that is not defined.
    case reserved(UInt8)
    /// Nothing: the bearer was closed, or the capture ends.
    case never
  }

  /// How the Execute Write Request was answered.
  public enum Answer: Hashable, Sendable {
    /// Not yet, or not in this capture.
    case pending
    /// It was carried out.
    case confirmed(frame: Int)
    /// It failed; which parts were written is not defined.
    case failed(ATTErrorCode, frame: Int)
  }

  /// The attribute.
  public let attributeHandle: AttributeHandle
  /// Which way the requests went, or would have gone.
  public internal(set) var direction = Direction.unknown
  /// 0 for the fixed channel, else the L2CAP channel that is the bearer.
  public internal(set) var bearer: UInt16 = 0
  /// Its parts, in the order they were sent.
  public internal(set) var parts: [Part] = []
  /// Parts that were not kept.
  public internal(set) var partsNotKept = 0
  /// The value as the accepted parts make it, its first 512 bytes, with zeros where nothing was written.
  public internal(set) var value: [UInt8] = []
  /// Bytes up to the end of the farthest accepted part, also those beyond what is kept.
  public internal(set) var length = 0
  /// Ranges below `length`, and within what is kept, that no part wrote or that the capture cut off.
  public internal(set) var holes: [Range<Int>] = []
  /// Attributes with parts in the same queue: several are one reliable write.
  public internal(set) var attributesInQueue = 1
  /// What the Execute Write Request asked for.
  public internal(set) var execution = Execution.never
  /// The Execute Write Request.
  public internal(set) var executeFrame: Int?
  /// How it was answered.
  public internal(set) var answer = Answer.pending

  /// Which device has the attribute.
  public var server: Connection.Server { Connection.Server(isSender: false, direction) }

  /// The first frame of it that is in the capture.
  public var firstFrame: Int {
    parts.first.flatMap { $0.requestFrame ?? $0.responseFrame } ?? executeFrame ?? 0
  }

  /// True when the parts were for several attributes, to be written together.
  public var isReliable: Bool { attributesInQueue > 1 }

  /// True when the value has bytes that are not kept.
  public var isCut: Bool { length > Self.keptLimit }

  /// Parts whose response did not repeat them.
  public var echoMismatches: Int { parts.count { $0.echo == .different } }

  /// Makes a write of which no part was seen.
  init(attributeHandle: AttributeHandle) { self.attributeHandle = attributeHandle }
}
