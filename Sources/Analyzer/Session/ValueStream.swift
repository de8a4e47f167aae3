public import ATTParser

/// All transfers of one kind on one attribute in one direction of one connection.
public struct ValueStream: Sendable, BitwiseCopyable {
  /// How the values travel.
  public enum Kind: UInt8, Sendable, BitwiseCopyable, CaseIterable {
    /// Handle Value Notifications.
    case notification
    /// Handle Value Indications.
    case indication
    /// Write Commands.
    case writeCommand
    /// Write Requests.
    case writeRequest
    /// Signed Write Commands.
    case signedWrite
    /// Read Requests; the bytes are those of the responses.
    case read
    /// Read Blob Requests; the bytes are those of the responses.
    case readBlob
    /// Prepare Write Requests.
    case longWrite
    /// Values inside Multiple Handle Value Notifications.
    case multipleNotification

    /// All kinds.
    // `allCases` makes a new array each time.
    static let all = allCases

    /// The name in the analysis document.
    public var name: String {
      switch self {
      case .notification: "notification"
      case .indication: "indication"
      case .writeCommand: "write_command"
      case .writeRequest: "write_request"
      case .signedWrite: "signed_write"
      case .read: "read"
      case .readBlob: "read_blob"
      case .longWrite: "long_write"
      case .multipleNotification: "multiple_notification"
      }
    }

    /// True for values that a server sends on its own.
    public var isFromServer: Bool {
      self == .notification || self == .indication || self == .multipleNotification
    }
  }

  /// Which way the PDUs that make the stream go.
  public let direction: Direction
  /// How the values travel.
  public let kind: Kind
  /// The attribute.
  public let attributeHandle: AttributeHandle
  // Frames are kept as 32-bit numbers, of which a capture of 100 GB has fewer: there may be many streams.
  private var number: UInt32 = 0
  private let firstFrame: UInt32
  private var lastFrame: UInt32
  private var gapFrame: UInt32 = 0
  private var longestFrame: UInt32 = 0
  private let firstTime: Timestamp
  private var lastTime: Timestamp
  // All bytes in the lower 48 bits, those of the longest value above: a word less for each stream.
  private var bytesAndLongest: UInt64 = 0
  /// Nanoseconds between the two successive PDUs that are furthest apart.
  public private(set) var longestGap: Int64 = 0

  /// Makes a stream that begins with a PDU, which is not counted yet.
  init(_ kind: Kind, _ direction: Direction, _ handle: AttributeHandle, _ first: Moment) {
    self.kind = kind
    self.direction = direction
    attributeHandle = handle
    firstFrame = UInt32(truncatingIfNeeded: first.frame)
    lastFrame = firstFrame
    firstTime = first.time
    lastTime = first.time
  }

  /// PDUs.
  public var count: Int { Int(number) }
  /// The first PDU.
  public var first: Moment { Moment(frame: Int(firstFrame), time: firstTime) }
  /// The last PDU.
  public var last: Moment { Moment(frame: Int(lastFrame), time: lastTime) }
  /// The frame that ended the longest gap.
  public var longestGapFrame: Int { Int(gapFrame) }

  private static let longestShift: UInt64 = 48

  /// Attribute value bytes; what a capture cut off is counted where its length is known.
  public var bytes: Int { Int(truncatingIfNeeded: bytesAndLongest & (1 << Self.longestShift - 1)) }

  /// The first of the longest values: its bytes and its frame; 0 bytes for requests for values.
  var longestValue: (bytes: Int, frame: Int) {
    (Int(truncatingIfNeeded: bytesAndLongest >> Self.longestShift), Int(longestFrame))
  }

  // Seldom, and not worth a place in the loop over bulk values.
  @inline(never)
  private mutating func setLongest(_ bytes: Int, _ moment: Moment) {
    bytesAndLongest =
      UInt64(UInt16(clamping: bytes)) << Self.longestShift | UInt64(truncatingIfNeeded: self.bytes)
    longestFrame = UInt32(truncatingIfNeeded: moment.frame)
  }

  /// Adds one PDU.
  @inline(__always)
  mutating func add(bytes more: Int, _ moment: Moment) {
    let gap = moment.time.nanoseconds &- lastTime.nanoseconds
    if gap > longestGap {
      longestGap = gap
      gapFrame = UInt32(truncatingIfNeeded: moment.frame)
    }
    if more > Int(truncatingIfNeeded: bytesAndLongest &>> Self.longestShift) { setLongest(more, moment) }
    number &+= 1
    addBytes(more)
    lastFrame = UInt32(truncatingIfNeeded: moment.frame)
    lastTime = moment.time
  }

  /// Adds value bytes without a PDU.
  @inline(__always)
  mutating func addBytes(_ more: Int) {
    bytesAndLongest &+= UInt64(truncatingIfNeeded: more)
  }
}
