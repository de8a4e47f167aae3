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

  /// The moment at which a record was made.
  init(_ record: Record) {
    self.init(frame: record.number, time: record.timestamp)
  }
}

/// A ``Moment`` in 12 bytes, for what there may be hundreds of thousands of.
///
/// Frames are kept as 32-bit numbers, of which a capture of 100 GB has fewer.
struct PackedMoment: Hashable, Sendable, BitwiseCopyable {
  // 0 when there is no moment: frames count from 1.
  private var frame: UInt32 = 0
  private var low: UInt32 = 0
  private var high: Int32 = 0

  /// No moment.
  init() {}

  /// Packs a moment.
  init(_ moment: Moment) {
    frame = UInt32(truncatingIfNeeded: moment.frame)
    low = UInt32(truncatingIfNeeded: moment.time.nanoseconds)
    high = Int32(truncatingIfNeeded: moment.time.nanoseconds &>> 32)
  }

  /// The moment.
  var unpacked: Moment {
    Moment(frame: Int(frame), time: Timestamp(nanoseconds: Int64(high) &<< 32 | Int64(low)))
  }
  /// The moment, nil when there is none.
  var ifAny: Moment? {
    get { frame == 0 ? nil : unpacked }
    set { self = newValue.map { PackedMoment($0) } ?? PackedMoment() }
  }
}
