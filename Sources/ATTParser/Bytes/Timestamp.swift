/// A point in time as a capture records it: nanoseconds since 1970-01-01T00:00:00Z, negative before.
///
/// Captures hold any 64-bit value, so arithmetic here saturates instead of trapping.
public struct Timestamp: Hashable, Comparable, Sendable, BitwiseCopyable {
  /// Nanoseconds since the Unix epoch.
  public var nanoseconds: Int64

  /// Makes a timestamp from nanoseconds since the Unix epoch.
  @inline(__always)
  public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

  /// Makes a timestamp from microseconds since the Unix epoch, saturating.
  @inline(__always)
  public init(microseconds: Int64) {
    let (product, overflow) = microseconds.multipliedReportingOverflow(by: 1000)
    nanoseconds = product
    if overflow { nanoseconds = microseconds < 0 ? .min : .max }
  }

  /// Orders by time.
  @inline(__always)
  public static func < (left: Timestamp, right: Timestamp) -> Bool { left.nanoseconds < right.nanoseconds }

  /// Nanoseconds from `earlier` to this time, saturating.
  @inline(__always)
  public func nanoseconds(since earlier: Timestamp) -> Int64 {
    let (difference, overflow) = nanoseconds.subtractingReportingOverflow(earlier.nanoseconds)
    return overflow ? (nanoseconds < earlier.nanoseconds ? .min : .max) : difference
  }

  /// Seconds from `earlier` to this time.
  public func seconds(since earlier: Timestamp) -> Double { Double(nanoseconds(since: earlier)) / 1e9 }
}
