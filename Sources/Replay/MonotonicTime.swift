/// A point in time of a clock that only goes forward: nanoseconds since some moment before the program started.
public struct MonotonicTime: Hashable, Comparable, Sendable, BitwiseCopyable {
  /// Nanoseconds.
  public var nanoseconds: Int64

  /// Makes a time from nanoseconds.
  public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

  /// The time now.
  public static var now: MonotonicTime {
    let elapsed = (ContinuousClock.now - start).components
    return MonotonicTime(nanoseconds: elapsed.seconds &* 1_000_000_000 &+ elapsed.attoseconds / 1_000_000_000)
  }

  private static let start = ContinuousClock.now

  /// A time that never comes.
  public static let never = MonotonicTime(nanoseconds: .max)

  /// This time and `milliseconds` more, saturating.
  public func adding(milliseconds: Int) -> MonotonicTime {
    let (added, tooMuch) = milliseconds.multipliedReportingOverflow(by: 1_000_000)
    let (sum, overflow) = nanoseconds.addingReportingOverflow(Int64(added))
    return tooMuch || overflow
      ? (milliseconds < 0 ? MonotonicTime(nanoseconds: .min) : .never) : MonotonicTime(nanoseconds: sum)
  }

  /// Milliseconds from `earlier` to this time, saturating.
  public func milliseconds(since earlier: MonotonicTime) -> Int64 {
    let (difference, overflow) = nanoseconds.subtractingReportingOverflow(earlier.nanoseconds)
    return overflow ? (nanoseconds < earlier.nanoseconds ? .min : .max) : difference / 1_000_000
  }

  /// Orders by time.
  public static func < (left: MonotonicTime, right: MonotonicTime) -> Bool {
    left.nanoseconds < right.nanoseconds
  }
}
