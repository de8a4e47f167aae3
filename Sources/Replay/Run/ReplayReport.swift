import ATTParser

/// What a run came to: each step with its result, and what came unasked.
public struct ReplayReport: Sendable {
  /// What became of a step.
  public enum Status: String, Hashable, Sendable, CaseIterable {
    /// As recorded.
    case passed
    /// Something else came back.
    case differs
    /// Nothing came back in time.
    case timedOut = "timed_out"
    /// It was not sent, or not waited for.
    case notSent = "not_sent"
    /// The plan says to leave it out.
    case skipped
  }

  /// One step's result.
  public struct Result: Sendable {
    /// The number of the connection in the capture.
    public var connection: Int
    /// The step's place among those of the connection, from 0.
    public var place: Int
    /// The step.
    public var step: ReplayStep
    /// What became of it.
    public var status: Status
    /// How what came back differs.
    public var differences: [ReplayDifference] = []
    /// Why it was not sent, or what else there is to say.
    public var note: String?
    /// How long the answer took, in microseconds; nil for steps without one.
    public var latency: Int64?
    /// True when the run is not as recorded because of it.
    public var isSurprise: Bool
  }

  /// A value that came although nothing in the plan waits for it.
  public struct Unexpected: Hashable, Sendable {
    /// The connection.
    public var connection: Int
    /// The attribute.
    public var attribute: AttributeReference
    /// True for an indication.
    public var isIndication: Bool
    /// The value.
    public var value: [UInt8]
  }

  /// The results, in the order of the plan.
  public internal(set) var results: [Result] = []
  /// Values nobody waited for.
  public internal(set) var unexpected: [Unexpected] = []
  /// What else is worth knowing: moved handles, an abort that was sent.
  public internal(set) var remarks: [String] = []
  /// What ended the run early, nil when nothing did.
  public internal(set) var failure: ReplayError?
  /// Why the run was stopped, nil when it was not.
  public internal(set) var stop: String?
  /// True when the user stopped it.
  public internal(set) var isInterrupted = false
  /// How long it took, in microseconds.
  public internal(set) var duration: Int64 = 0

  /// Makes an empty report.
  public init() {}

  /// True when everything came back as recorded.
  public var isAsRecorded: Bool {
    failure == nil && stop == nil && !isInterrupted && unexpected.isEmpty
      && !results.contains(where: \.isSurprise)
  }

  /// Steps with a status.
  public func count(_ status: Status) -> Int { results.count { $0.status == status } }
}
