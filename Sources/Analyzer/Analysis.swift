public import ATTParser

/// Everything that was found in a capture: what every command shows a view of.
public struct Analysis: Sendable {
  /// Findings kept at most; those beyond are left out.
  static let findingLimit = 1 << 16
  /// Frames that a finding cites at most.
  static let citedFrameLimit = 32

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
    /// Parts of transfers.
    public var transfers = 0
    /// Entries of the lists of single connections, such as changes of parameters.
    public var listEntries = 0

    /// True when everything was kept.
    public var isEmpty: Bool { self == NotKept() }
  }

  /// The connection instances, in the order they appear.
  public let connections: [Connection]
  /// Connection attempts that failed.
  public let failedConnections: [FailedConnection]
  /// What the capture does and does not hold.
  public let quality: CaptureQuality
  /// What was counted but not kept.
  public let notKept: NotKept
  /// Who advertised, and when the host listened.
  public let advertising: Advertising
  /// Transfers, each with all its parts, in the order they begin.
  public let transfers: [Transfer]
  /// Places in `transfers`, by the number of each one's first connection.
  private let transferPlaces: [Int: [Int]]
  /// What the packets of the air add up to.
  public let air: AirTotals
  /// Streams of writes that are no transfer as far as is known; only when everything was looked at.
  public let bulkStreams: [BulkStream]
  /// Where the images are that were looked for, in the order they were given.
  public let images: [ImageAlignment]
  /// The first frame's time, nil for an empty capture.
  public let firstTime: Timestamp?
  /// Seconds from the earliest to the latest frame.
  public let duration: Double

  /// Takes what was found, and joins parts of transfers that continue each other.
  init(
    connections: [Connection], failedConnections: [FailedConnection], quality: CaptureQuality,
    notKept: NotKept, advertising: Advertising, transferParts: [TransferPart],
    bulkStreams: [BulkStream], images: [ImageAlignment], air: AirTotals, firstTime: Timestamp?,
    duration: Double
  ) {
    self.connections = connections
    self.failedConnections = failedConnections
    self.quality = quality
    self.notKept = notKept
    self.advertising = advertising
    self.air = air
    self.firstTime = firstTime
    self.duration = duration
    self.bulkStreams = bulkStreams
    self.images = images
    let transfers =
      transferParts.isEmpty
      ? [] : Transfer.joined(transferParts, connections, failedConnections, advertising, quality)
    self.transfers = transfers
    transferPlaces = Dictionary(grouping: transfers.indices) { transfers[$0].connections.first ?? 0 }
  }

  /// The transfers that begin on a connection.
  ///
  /// - Parameter connection: its number.
  public func transfers(beginningOn connection: Int) -> [Transfer] {
    transferPlaces[connection]?.map { transfers[$0] } ?? []
  }

  /// Streams of writes on a connection that are too much to be commands, when no transfer began there: an unknown
  /// protocol's, unless it was looked for.
  public func unclaimedWrites(on connection: Connection) -> [ValueStream] {
    guard transferPlaces[connection.id] == nil else { return [] }
    return connection.streams.filter {
      ($0.kind == .writeCommand || $0.kind == .writeRequest) && $0.count >= BulkStream.fewest.values
        && $0.bytes >= BulkStream.fewest.bytes
    }
  }

  /// The connections by the device they are to, in the order the devices appear.
  public var stories: [DeviceStory] { DeviceStory.stories(of: connections) }

  /// The addresses of the devices that were connected to, and those behind private addresses.
  public var connectedAddresses: Set<DeviceAddress> {
    var addresses: Set<DeviceAddress> = []
    addresses.reserveCapacity(connections.count)
    // By their places: connections are large to copy.
    for place in connections.indices {
      if let peer = connections[place].peer { addresses.insert(peer) }
      if let identity = connections[place].identity { addresses.insert(identity) }
    }
    return addresses
  }

  /// Seconds from the first frame of the capture to `time`.
  public func seconds(_ time: Timestamp) -> Double {
    firstTime.map { time.seconds(since: $0) } ?? 0
  }
}
