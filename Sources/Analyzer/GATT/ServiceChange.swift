public import ATTParser

/// A Service Changed indication: a server says that a range of its attributes has changed.
public struct ServiceChange: Hashable, Sendable {
  /// The indication.
  public var moment: Moment
  /// Which way it went.
  public var direction: Direction
  /// The first handle that may have changed.
  public var start: AttributeHandle
  /// The last handle that may have changed.
  public var end: AttributeHandle
  /// What was known of that range until then.
  public internal(set) var forgotten = GATTTable()

  /// Makes a change before which nothing was known of the range.
  init(moment: Moment, direction: Direction, start: AttributeHandle, end: AttributeHandle) {
    self.moment = moment
    self.direction = direction
    self.start = start
    self.end = end
  }
}
