public import ATTParser

/// A frame and its time: what every statement about a capture is backed with.
public struct Moment: Hashable, Sendable, BitwiseCopyable {
  /// Wireshark's `frame.number`.
  public var frame: Int
  /// When the frame was recorded.
  public var time: Timestamp

  /// Makes a moment.
  public init(frame: Int, time: Timestamp) {
    self.frame = frame
    self.time = time
  }

  init(_ record: Record) {
    self.init(frame: record.number, time: record.timestamp)
  }
}
