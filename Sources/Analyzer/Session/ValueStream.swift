public import ATTParser

/// All transfers of one kind on one attribute in one direction of one connection.
public struct ValueStream: Sendable, BitwiseCopyable {
  /// How the values travel.
  public enum Kind: UInt8, Sendable, BitwiseCopyable {
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
  /// The connection's stream that began before this one, -1 for its first.
  var previousInConnection: Int32 = -1
  /// Where the table finds it.
  var key: UInt64 = 0

  init(_ connection: Int, _ kind: Kind, _ direction: Direction, _ handle: AttributeHandle, _ first: Moment) {
    self.connection = connection
    self.kind = kind
    self.direction = direction
    attributeHandle = handle
    self.first = first
    last = first
  }
}

/// The streams of a capture, found by link, attribute, kind and direction while their connection lasts.
struct ValueStreamTable: ~Copyable {
  /// Streams kept at most; those beyond are counted and reported as not kept.
  static let limit = 1 << 20

  private var streams = PackedArray<ValueStream>()
  private var index = IntegerMap()
  /// PDUs of streams that were not kept.
  private(set) var overflow = 0

  /// Names a stream of the connection that is open on a link.
  @inline(__always)
  static func key(
    _ link: UInt64, _ kind: ValueStream.Kind, _ direction: Direction, _ handle: AttributeHandle
  ) -> UInt64 {
    link &<< 22 | UInt64(handle.rawValue) &<< 6 | UInt64(kind.rawValue) &<< 2 | UInt64(direction.rawValue)
  }

  /// Adds one PDU to a stream that is there and returns its connection, 0 when there is no such stream.
  @inline(__always)
  mutating func add(to key: UInt64, bytes: Int, _ frame: inout DecodedFrame) -> Int {
    let place = index.find(key)
    if place < 0 { return 0 }
    update(place, bytes: bytes, &frame)
    return streams[place].connection
  }

  @inline(__always)
  private mutating func update(_ place: Int, bytes: Int, _ frame: inout DecodedFrame) {
    streams[place].count &+= 1
    streams[place].bytes &+= bytes
    streams[place].last = Moment(frame.record)
  }

  /// Adds one PDU to its stream, which begins with it if it is not there.
  ///
  /// - Parameter newest: the connection's newest stream, kept up to date.
  /// - Returns: the stream's place, -1 when it was not kept.
  @discardableResult
  mutating func add(
    _ key: UInt64, _ stream: ValueStream, newest: inout Int32, bytes: Int, _ frame: inout DecodedFrame
  ) -> Int {
    var place = index.find(key)
    if place < 0 {
      guard streams.count < Self.limit else {
        overflow &+= 1
        return -1
      }
      var stream = stream
      stream.previousInConnection = newest
      stream.key = key
      place = streams.count
      newest = Int32(truncatingIfNeeded: place)
      streams.append(stream)
      index.set(key, place)
    }
    update(place, bytes: bytes, &frame)
    return place
  }

  /// Adds value bytes that arrived later than the PDU they belong to.
  mutating func addBytes(_ place: Int, _ bytes: Int) {
    guard place >= 0, place < streams.count else { return }
    streams[place].bytes &+= bytes
  }

  /// Closes a connection's streams, so that the next connection on its link begins its own.
  mutating func close(newest: Int32) {
    var place = Int(newest)
    while place >= 0 {
      index.remove(streams[place].key)
      place = Int(streams[place].previousInConnection)
    }
  }

  /// The streams, in the order they began.
  var all: [ValueStream] { streams.toArray() }
}
