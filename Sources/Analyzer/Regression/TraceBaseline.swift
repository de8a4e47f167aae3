/// What good runs have in common: what a trace is compared with.
///
/// Learned from one capture or several; what differs among them is left open. It can be written to a file,
/// changed there by hand and read again.
public struct TraceBaseline: Sendable {
  /// A step, or several of one kind that are taken together.
  public struct Step: Sendable, Hashable {
    /// What is done.
    public var operation: TraceStep.Operation
    /// The attribute's path, nil for steps without one.
    public var attribute: String?
    /// True when the recording host is the server of the attribute.
    public var isLocalServer: Bool
    /// What values look like, any of these; empty when it has none or any will do.
    public var values: [ValuePattern]
    /// How it may end; empty for what calls for no answer.
    public var outcomes: [String]
    /// How many there were, the fewest and the most; from 0 for what a run may leave out.
    public var count: ClosedRange<Int>
    /// True for many steps that are taken together, whose number is only roughly the same.
    public var isRepeated: Bool
    /// Milliseconds from one to the next, the least and the most; nil when they do not come regularly.
    public var interval: ClosedRange<Double>?
    /// Bytes a second, the least that was seen; nil for what is no stream.
    public var rate: Double?
    /// The frame in the first capture, nil when it is not in that one.
    public var frame: Int?
    /// Seconds after the connection was opened, in the first capture that has it.
    public var time: Double

    /// Makes a step.
    public init(
      _ operation: TraceStep.Operation, attribute: String?, isLocalServer: Bool, values: [ValuePattern],
      outcomes: [String], count: ClosedRange<Int>, isRepeated: Bool, interval: ClosedRange<Double>?,
      rate: Double?, frame: Int?, time: Double
    ) {
      self.operation = operation
      self.attribute = attribute
      self.isLocalServer = isLocalServer
      self.values = values
      self.outcomes = outcomes
      self.count = count
      self.isRepeated = isRepeated
      self.interval = interval
      self.rate = rate
      self.frame = frame
      self.time = time
    }

    /// What it is, without value and outcome.
    public var name: String { TraceStep.name(operation, attribute) }
    /// What makes two steps the same one.
    var token: TraceStep.Token {
      TraceStep.Token(operation: operation, attribute: attribute, isLocalServer: isLocalServer)
    }
    /// True when good runs may leave it out.
    public var isOptional: Bool { count.lowerBound == 0 }
  }

  /// Steps whose order among each other means something.
  public struct Lane: Sendable {
    /// Which ones.
    public var lane: TraceLane
    /// The steps, in order.
    public var steps: [Step]

    /// Makes a lane.
    public init(_ lane: TraceLane, _ steps: [Step]) {
      self.lane = lane
      self.steps = steps
    }
  }

  /// How long answers took.
  public struct Latency: Sendable, Hashable {
    /// Answers, the fewest of a run.
    public var count: Int
    /// Half took no longer, in milliseconds; the most of a run.
    public var median: Double
    /// 95 % took no longer, in milliseconds; the most of a run.
    public var p95: Double
    /// The slowest answer in the first capture, nil when unknown.
    public var frame: Int?

    /// Makes a bound.
    public init(count: Int, median: Double, p95: Double, frame: Int?) {
      self.count = count
      self.median = median
      self.p95 = p95
      self.frame = frame
    }
  }

  /// A connection.
  public struct Connection: Sendable {
    /// The other device's address, nil when it is unknown.
    public var peer: String?
    /// True for an address that the device keeps.
    public var isPeerStable = false
    /// `central`, `peripheral` or `unknown`.
    public var role: String
    /// True when good runs may be without it.
    public var isOptional = false
    /// True when the captures have its opening.
    public var hasBeginning = true
    /// True when the captures have its end.
    public var hasEnd = true
    /// The ATT_MTU at the end, the least and the most; nil when unknown.
    public var attMTU: ClosedRange<Int>?
    /// The attributes of the other device; nil when it is not discovered on this connection.
    public var attributes: [ConnectionTrace.Attribute]?
    /// True when all services were asked for.
    public var isDiscoveryComplete = false
    /// What happens.
    public var lanes: [Lane] = []
    /// How long the other device took to answer, nil when nothing was asked.
    public var peerLatency: Latency?
    /// How long the recording host took.
    public var localLatency: Latency?
    /// Seconds that phases took, the most of a run.
    public var phases: [String: Double] = [:]
    /// Rules that found something.
    public var findings: Set<String> = []
    /// The connection's number in the first capture, nil when it is not in that one.
    public var id: Int?

    /// Makes a connection of which nothing else is known.
    public init(role: String) { self.role = role }

    /// How it is named.
    public var name: String { peer ?? id.map { "connection \($0)" } ?? "a connection" }
  }

  /// A transfer of an image.
  public struct Transfer: Sendable, Hashable {
    /// The protocol's name.
    public var format: String
    /// Where the image goes, nil when unknown.
    public var attribute: String?
    /// What may come of it.
    public var outcomes: [String]
    /// The length of the longest chunk, in bytes; the least and the most.
    public var chunk: ClosedRange<Int>?
    /// Bytes of the image, nil when they differ.
    public var bytes: Int?
    /// SHA-256 of the image, nil when it differs or is unknown.
    public var sha256: String?
    /// Bytes a second, the least of a run; nil when unknown.
    public var rate: Double?
    /// True when good runs may be without it.
    public var isOptional = false
    /// Frames in the first capture.
    public var frames: [Int] = []

    /// Makes a transfer.
    public init(format: String) {
      self.format = format
      outcomes = []
    }
  }

  /// The captures that it was learned from, as they were named.
  public var sources: [String] = []
  /// The number of runs.
  public var runs = 1
  /// How much may differ.
  public var tolerances = TraceTolerances()
  /// The connections, in the order they begin.
  public var connections: [Connection] = []
  /// The transfers, in the order they begin.
  public var transfers: [Transfer] = []
  /// Rules that found something about whole captures.
  public var findings: Set<String> = []

  /// Makes an empty baseline.
  public init() {}
}

/// How much traces may differ and still be the same.
public struct TraceTolerances: Sendable, Hashable {
  /// How much longer answers may take, as a share: 0.3 is 30 %.
  public var latency = 0.3
  /// How much the time between regular values may differ, as a share.
  public var interval = 0.25
  /// How much slower streams and transfers may be, as a share.
  public var rate = 0.3
  /// How much longer phases may take, as a share, beside one second.
  public var phase = 1.0
  /// How many times as many, or as few, values there may be of those that repeat.
  public var count = 2.0

  /// Makes the tolerances that hold unless others are given.
  public init() {}
}
