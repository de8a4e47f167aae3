public import ATTParser

/// Which bytes of an image a capture shows being written, when and in which order, whatever the protocol.
public struct ImageAlignment: Sendable {
  /// Writes that put one stretch of the image after the other.
  public struct Run: Sendable, Hashable {
    /// The connection's number.
    public let connection: Int
    /// The attribute.
    public let attributeHandle: AttributeHandle
    /// The stretch of the image.
    public internal(set) var range: Range<Int>
    /// Writes.
    public internal(set) var values: Int
    /// The first one.
    public let first: Moment
    /// The last one.
    public internal(set) var last: Moment
  }

  /// A stretch of the image in whose place other bytes were written.
  public struct Damage: Sendable, Hashable {
    /// The stretch.
    public var range: Range<Int>
    /// The write.
    public var moment: Moment
  }

  /// The image's name.
  public let name: String
  /// Its size.
  public let size: Int
  /// What was written, in the order of time.
  public internal(set) var runs: [Run] = []
  /// Runs that were counted and not kept.
  public internal(set) var runsNotKept = 0
  /// Which bytes were written at least once, rightly or not.
  public internal(set) var coverage = ByteCoverage()
  /// Which bytes were written more than once.
  public internal(set) var repeated = ByteCoverage()
  /// Where other bytes were written, and the right ones not afterwards.
  public internal(set) var damages: [Damage] = []
  /// Bytes in front of those of the image in most writes.
  public internal(set) var header = 0
  /// Bytes behind them.
  public internal(set) var trailer = 0

  /// Makes the result for an image of which nothing was written.
  init(name: String, size: Int) {
    self.name = name
    self.size = size
  }

  /// Stretches that were never written.
  public var missing: [Range<Int>] { coverage.holes(upTo: size) }
  /// True when every byte was written, and rightly in the end.
  public var isWhole: Bool { damages.isEmpty && coverage.contiguous >= size }
  /// True when nothing was written before what lies in front of it.
  public var isInOrder: Bool {
    zip(runs, runs.dropFirst()).allSatisfy { $0.range.upperBound <= $1.range.lowerBound }
  }
}
