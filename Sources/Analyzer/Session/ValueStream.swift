public import ATTParser

/// All transfers of one kind on one attribute in one direction of one connection.
public struct ValueStream: Sendable, BitwiseCopyable {
  /// How the values travel.
  public enum Kind: UInt8, Sendable, BitwiseCopyable {
    /// Handle Value Notifications, also those inside Multiple Handle Value Notifications.
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
      }
    }
  }

  /// The connection it belongs to.
  public let connection: Int
  /// How the values travel.
  public let kind: Kind
  /// Which way the PDUs that make the stream go.
  public let direction: Direction
  /// The attribute.
  public let attributeHandle: AttributeHandle
  /// PDUs.
  public internal(set) var count = 0
  /// Attribute value bytes; what a capture cut off is counted where its length is known.
  public internal(set) var bytes = 0
  /// The first PDU.
  public let first: Moment
  /// The last PDU.
  public internal(set) var last: Moment

  init(_ connection: Int, _ kind: Kind, _ direction: Direction, _ handle: AttributeHandle, _ first: Moment) {
    self.connection = connection
    self.kind = kind
    self.direction = direction
    attributeHandle = handle
    self.first = first
    last = first
  }
}

/// The streams of a capture, found by connection, attribute, kind and direction.
struct ValueStreamTable {
  /// Streams kept at most; those beyond are counted and reported as not kept.
  static let limit = 1 << 20

  private(set) var streams: [ValueStream] = []
  private var index = IntegerMap()
  /// PDUs of streams that were not kept.
  private(set) var overflow = 0

  /// Adds one PDU with `bytes` value bytes to its stream and returns the stream's place, -1 when not kept.
  @inline(__always)
  @discardableResult
  mutating func add(
    _ connection: Int, _ kind: ValueStream.Kind, _ direction: Direction, _ handle: AttributeHandle,
    bytes: Int, _ frame: inout DecodedFrame
  ) -> Int {
    let key =
      UInt64(truncatingIfNeeded: connection) &<< 24 | UInt64(handle.rawValue) &<< 8
      | UInt64(kind.rawValue) &<< 2 | UInt64(direction.rawValue)
    var place = index.find(key)
    if place < 0 {
      place = open(key, connection, kind, direction, handle, frame.record)
      guard place >= 0 else { return -1 }
    }
    streams[place].count &+= 1
    streams[place].bytes &+= bytes
    streams[place].last = Moment(frame.record)
    return place
  }

  /// Adds value bytes that arrived later than the PDU they belong to.
  mutating func addBytes(_ place: Int, _ bytes: Int) {
    guard streams.indices.contains(place) else { return }
    streams[place].bytes &+= bytes
  }

  @inline(never)
  private mutating func open(
    _ key: UInt64, _ connection: Int, _ kind: ValueStream.Kind, _ direction: Direction,
    _ handle: AttributeHandle, _ record: Record
  ) -> Int {
    guard streams.count < Self.limit else {
      overflow &+= 1
      return -1
    }
    streams.append(ValueStream(connection, kind, direction, handle, Moment(record)))
    index.set(key, streams.count - 1)
    return streams.count - 1
  }
}
