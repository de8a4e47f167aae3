public import ATTParser

/// Values that were written to one attribute, too many to be commands, by a protocol that nobody knows.
public struct BulkStream: Sendable {
  /// Values, and bytes of them, from which a stream counts as bulk.
  static let fewest = (values: 16, bytes: 1024)

  /// The connection's number.
  public let connection: Int
  /// The attribute.
  public let attributeHandle: AttributeHandle
  /// Values.
  public internal(set) var values = 0
  /// Of those, the ones that were Write Requests.
  public internal(set) var requests = 0
  /// Their bytes.
  public internal(set) var bytes = 0
  /// The longest value.
  public internal(set) var longest = 0
  /// The first value.
  public internal(set) var first: Moment
  /// The last value.
  public internal(set) var last: Moment
  /// A number in front of each value, nil when none was found.
  public internal(set) var field: ChunkField?
  /// After how many values the device says something, and on which attribute; nil when that differs.
  public internal(set) var rhythm: Rhythm?

  /// A regular sign of life of the device.
  public struct Rhythm: Sendable, Hashable {
    /// The attribute it comes from.
    public var attributeHandle: AttributeHandle
    /// Values from one to the next.
    public var values: Int
  }

  /// Makes a stream of which no value is counted yet.
  init(connection: Int, attributeHandle: AttributeHandle, first: Moment) {
    self.connection = connection
    self.attributeHandle = attributeHandle
    self.first = first
    last = first
  }

  /// True for what is too much to be commands.
  var isBulk: Bool { values >= Self.fewest.values && bytes >= Self.fewest.bytes }

  /// Bytes a second from the first to the last value, nil when they have the same time.
  public var rate: Double? {
    let seconds = last.time.seconds(since: first.time)
    return seconds > 0 ? Double(bytes) / seconds : nil
  }

  /// Adds a value.
  mutating func add(_ message: TransferMessage, bytes count: Int) {
    values &+= 1
    if message.kind == .writeRequest { requests &+= 1 }
    bytes &+= count
    longest = max(longest, count)
    last = message.moment
  }
}
