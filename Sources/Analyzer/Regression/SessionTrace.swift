public import ATTParser

/// What a capture means, without what is never the same twice: which steps each connection took, in their
/// order, with what values, how fast, and what came of transfers.
///
/// It is what captures are compared by, and what expectations are checked against.
public struct SessionTrace: Sendable {
  /// The connections, in the order they appear.
  public internal(set) var connections: [ConnectionTrace] = []
  /// The transfers of images, in the order they begin.
  public internal(set) var transfers: [TransferTrace] = []
  /// What the rules found.
  public internal(set) var findings: [Finding] = []
  /// The first frame's time, nil for an empty capture.
  public internal(set) var firstTime: Timestamp?
  /// Steps that a limit kept out.
  public internal(set) var notKept = 0
  /// False when packets are absent from the capture that may have been on the links.
  public internal(set) var isWhole = true

  /// Reads a capture to its end.
  ///
  /// - Parameters:
  ///   - reader: the capture; how its reading ended is asked of it afterwards.
  ///   - known: attribute tables learned elsewhere.
  ///   - transfers: what is looked for of transfers; the bytes of images are kept, to be hashed.
  ///   - selection: whose findings are kept.
  /// - Returns: the analysis and its trace.
  public static func read(
    _ reader: inout CaptureReader, known: KnownTables = KnownTables(),
    transfers: TransferOptions = TransferOptions(), findings selection: FindingSelection = FindingSelection()
  ) -> (analysis: Analysis, trace: SessionTrace) {
    var options = transfers
    options.keepsBytes = true
    options.looksAtEverything = true
    var builder = SessionBuilder(known: known, keepsTransactions: true, transfers: options)
    var steps = SessionTraceBuilder()
    var frame = DecodedFrame()
    while reader.next(into: &frame) {
      let connection = builder.add(&frame, &reader)
      steps.add(&frame, connection, &builder, &reader)
    }
    builder.endConnections()
    steps.addLast(builder.takeTransactions())
    let analysis = builder.finish(SourceFacts(reader))
    let findings = analysis.findings(selection)
    return (analysis, SessionTrace(analysis, steps, findings))
  }

  /// Seconds from the first frame of the capture to `moment`.
  public func seconds(_ moment: Moment) -> Double {
    firstTime.map { moment.time.seconds(since: $0) } ?? 0
  }
}

/// What happened on one connection.
public struct ConnectionTrace: Sendable {
  /// An attribute of the other device, as discovery told.
  public struct Attribute: Sendable, Hashable {
    /// Its path.
    public var path: String
    /// Its handle.
    public var handle: UInt16
    /// The names of a characteristic's properties; nil for services and descriptors.
    public var properties: [String]?

    /// Makes an attribute.
    public init(path: String, handle: UInt16, properties: [String]?) {
      self.path = path
      self.handle = handle
      self.properties = properties
    }
  }

  /// How long answers took.
  public struct Latency: Sendable {
    /// The latencies.
    let samples: LatencySamples

    /// Answers.
    public var count: Int { samples.count }
    /// Half took no longer, in milliseconds; nil without any.
    public var median: Double? { samples.quantile(0.5) }
    /// 95 % took no longer, in milliseconds; nil without any.
    public var p95: Double? { samples.quantile(0.95) }
    /// When the answer came that took longest.
    public var slowest: Moment? { samples.greatestMoment }
  }

  /// The connection's number in its capture.
  public internal(set) var id: Int
  /// The other device's address, or its identity address where a key resolves it; nil when unknown.
  public internal(set) var peer: DeviceAddress?
  /// True for addresses that a device keeps: all but private ones that nothing resolves.
  public internal(set) var isPeerStable = false
  /// The recording host's part.
  public internal(set) var role: Connection.Role
  /// LE or BR/EDR.
  public internal(set) var transport: Transport
  /// The first frame of it.
  public internal(set) var first: Moment
  /// Its end, as far as the capture shows.
  public internal(set) var last: Moment
  /// True when its opening is in the capture.
  public internal(set) var hasBeginning = false
  /// True when its end is in the capture.
  public internal(set) var hasEnd = false
  /// The attributes of the other device; nil when it was not discovered on this connection.
  public internal(set) var attributes: [Attribute]?
  /// True when all services were asked for.
  public internal(set) var isDiscoveryComplete = false
  /// The ATT_MTU in force at the end, nil when unknown.
  public internal(set) var attMTU: Int?
  /// The steps, in the order they began.
  public internal(set) var steps: [TraceStep] = []
  /// How long the other device took to answer.
  public internal(set) var peerLatency: Latency
  /// How long the recording host took.
  public internal(set) var localLatency: Latency
  /// What happened when.
  public internal(set) var phases: [Phase] = []
  /// The connection interval in force at the end, in milliseconds.
  public internal(set) var interval: Double?

  /// How it is named: the peer's address or the connection's number.
  public var name: String { peer?.description ?? "connection \(id)" }
}

/// What came of the transfer of an image.
public struct TransferTrace: Sendable {
  /// The transfer.
  public let transfer: Transfer
  /// The SHA-256 of the image that was sent, nil when it has holes or was not kept.
  public let sha256: String?
  /// The characteristic that takes the image, nil when unknown.
  public let attribute: String?

  /// The length of the longest chunk, in bytes.
  public var chunk: Int { transfer.parts.map(\.longestChunk).max() ?? 0 }
  /// Bytes of the image: announced, or sent.
  public var bytes: Int { transfer.declaredBytes ?? transfer.coverage.end }
  /// Bytes a second while chunks were sent, nil when that took no time.
  public var rate: Double? {
    let seconds = transfer.activeSeconds
    return seconds > 0 ? Double(transfer.sentBytes) / seconds : nil
  }
  /// The frames at its ends, and those that its verdict cites.
  public var frames: [Int] {
    let ends = [transfer.began?.frame, transfer.ended?.frame].compactMap(\.self)
    return Set(ends + transfer.verdict.frames.prefix(8)).sorted()
  }
}
