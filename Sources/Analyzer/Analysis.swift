public import ATTParser

/// Everything that was found in a capture: what every command shows a view of.
public struct Analysis: Sendable {
  /// Things beyond the limits of what is kept, which only a forged capture reaches.
  public struct NotKept: Hashable, Sendable {
    /// Connection instances.
    public var connections = 0
    /// PDUs of streams.
    public var streamPDUs = 0
    /// Error Responses.
    public var errors = 0
    /// Failed connection attempts.
    public var failures = 0

    /// True when everything was kept.
    public var isEmpty: Bool { self == NotKept() }
  }

  /// The connection instances, in the order they appear.
  public let connections: [Connection]
  /// Streams, by connection and then in the order they begin.
  public let streams: [ValueStream]
  /// Error Responses, by connection and then in the order of their frames.
  public let errors: [ATTErrorEvent]
  /// Connection attempts that failed.
  public let failedConnections: [FailedConnection]
  /// What the capture does and does not hold.
  public let quality: CaptureQuality
  /// What was counted but not kept.
  public let notKept: NotKept
  /// The first frame's time, nil for an empty capture.
  public let firstTime: Timestamp?
  /// Seconds from the earliest to the latest frame.
  public let duration: Double

  private let opcodeCounts: [UInt32]
  private let streamRanges: [Range<Int>]
  private let errorRanges: [Range<Int>]

  init(
    connections: [Connection], opcodeCounts: [UInt32], streams: [ValueStream], errors: [ATTErrorEvent],
    failedConnections: [FailedConnection], quality: CaptureQuality, notKept: NotKept,
    firstTime: Timestamp?, duration: Double
  ) {
    self.connections = connections
    self.opcodeCounts = opcodeCounts
    self.streams = streams.sorted { ($0.connection, $0.first.frame) < ($1.connection, $1.first.frame) }
    self.errors = errors.sorted { ($0.connection, $0.moment.frame) < ($1.connection, $1.moment.frame) }
    self.failedConnections = failedConnections
    self.quality = quality
    self.notKept = notKept
    self.firstTime = firstTime
    self.duration = duration
    streamRanges = Self.ranges(of: self.streams.map(\.connection), connections: connections.count)
    errorRanges = Self.ranges(of: self.errors.map(\.connection), connections: connections.count)
  }

  /// PDUs of a connection by opcode, in the order of the opcodes; undefined opcodes are summed under nil.
  public func opcodeCounts(of connection: Connection) -> [(opcode: ATTOpcode?, count: Int)] {
    let row = (connection.id - 1) * ATTOpcode.indexCount
    return (0..<ATTOpcode.indexCount).compactMap { index in
      let count = Int(opcodeCounts[row + index])
      return count == 0 ? nil : (ATTOpcode(index: index), count)
    }
  }

  /// The streams of a connection, in the order they begin.
  public func streams(of connection: Connection) -> ArraySlice<ValueStream> {
    streams[streamRanges[connection.id - 1]]
  }

  /// The Error Responses of a connection, in the order of their frames.
  public func errors(of connection: Connection) -> ArraySlice<ATTErrorEvent> {
    errors[errorRanges[connection.id - 1]]
  }

  /// Seconds from the first frame of the capture to `time`.
  public func seconds(_ time: Timestamp) -> Double {
    firstTime.map { time.seconds(since: $0) } ?? 0
  }

  /// Where each connection's run lies in a list that is sorted by connection.
  private static func ranges(of numbers: [Int], connections: Int) -> [Range<Int>] {
    var ranges = [Range<Int>](repeating: 0..<0, count: connections)
    var start = 0
    while start < numbers.count {
      var end = start
      while end < numbers.count, numbers[end] == numbers[start] { end += 1 }
      ranges[numbers[start] - 1] = start..<end
      start = end
    }
    return ranges
  }
}
