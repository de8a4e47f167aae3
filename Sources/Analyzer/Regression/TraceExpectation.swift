/// Something that has to hold for a capture.
public struct TraceExpectation: Sendable {
  /// What has to hold.
  public enum Condition: Sendable {
    /// There is such a step.
    case exists(TraceSelector)
    /// There is no such step.
    case absent(TraceSelector)
    /// There are such steps, one after the other.
    case order([TraceSelector])
    /// There are as many such steps.
    case count(TraceSelector, ClosedRange<Int>)
    /// The second step begins at most so many seconds after the first one began; after each, or the first.
    case within(from: TraceSelector, to: TraceSelector, seconds: Double, each: Bool)
    /// All such steps have values that look like this.
    case value(TraceSelector, ValuePattern)
    /// Such steps carry at least so many bytes a second.
    case rate(TraceSelector, bytesPerSecond: Double)
    /// ATT_MTU is at least so large.
    case mtu(Int)
    /// Answers of the other device take at most so many milliseconds: the median, 95 % of them.
    case latency(median: Double?, p95: Double?)
    /// No finding is above a severity, apart from those of some rules.
    case findings(noneAbove: Severity, ignoring: [String])
    /// Images are transferred, each like this.
    case transfer(TransferExpectation)
  }

  /// How a transfer has to go; nil for what does not matter.
  public struct TransferExpectation: Sendable {
    /// The protocol's name.
    public var format: String?
    /// What came of it.
    public var outcome: String?
    /// Seconds from the first to the last message, at most.
    public var seconds: Double?
    /// Bytes a second while chunks were sent, at least.
    public var bytesPerSecond: Double?
    /// The length of the longest chunk, at least.
    public var chunk: Int?
    /// Bytes of the image.
    public var bytes: Int?
    /// SHA-256 of the image, in lower-case hexadecimal digits.
    public var sha256: String?

    /// Makes an expectation that any transfer meets.
    public init() {}
  }

  /// How it is told.
  public var name: String
  /// What has to hold.
  public var condition: Condition
  /// Only connections to this address; nil for all.
  public var peer: String?
  /// Only the connection with this number; nil for all.
  public var connection: Int?

  /// Makes an expectation.
  public init(name: String, _ condition: Condition, peer: String? = nil, connection: Int? = nil) {
    self.name = name
    self.condition = condition
    self.peer = peer
    self.connection = connection
  }

  /// Why an expectation is not met.
  public struct Failure: Sendable, Hashable {
    /// What is otherwise, a sentence without a full stop.
    public var what: String
    /// The frames that show it, in order; empty where nothing is there to cite.
    public var frames: [Int]
    /// What it is about, the same in every run.
    public var subject: String
    /// The connection's number, nil for none or several.
    public var connection: Int?
  }
}
