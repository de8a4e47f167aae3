/// Latencies of one kind: exact while there are few, evenly thinned out when there are many.
///
/// Up to ``limit`` latencies are kept one by one. Beyond that every second one is dropped and from then on
/// only every second, fourth, … is kept, so the memory is bounded and the quantiles stay representative. The
/// greatest is always exact.
public struct LatencySamples: Sendable {
  /// Latencies kept one by one.
  public static let limit = 1024

  /// Latencies that there is room for when the first comes.
  private static let usual = 32

  /// Microseconds, in the order they were measured.
  private var samples: [UInt32] = []
  /// A power of two: every so manieth latency is kept.
  private var stride = 1
  /// Number of latencies measured.
  public private(set) var count = 0
  /// The greatest, in milliseconds.
  public var max: Double { Double(greatest) / 1000 }
  private var greatest: UInt32 = 0
  /// When the answer came that took longest, the first of equals; nil without any.
  public private(set) var greatestMoment: Moment?

  init() {}

  /// Adds a latency in nanoseconds and when it ended; a negative one (the clock went back) is left out.
  mutating func add(_ nanoseconds: Int64, at ended: Moment) {
    guard nanoseconds >= 0 else { return }
    let microseconds = UInt32(clamping: nanoseconds / 1000)
    if microseconds > greatest || greatestMoment == nil {
      greatest = microseconds
      greatestMoment = ended
    }
    if count & (stride - 1) == 0 {
      if samples.isEmpty { samples.reserveCapacity(Self.usual) }
      if samples.count >= Self.limit {
        samples = Swift.stride(from: 0, to: samples.count, by: 2).map { samples[$0] }
        stride *= 2
        if count & (stride - 1) == 0 { samples.append(microseconds) }
      } else {
        samples.append(microseconds)
      }
    }
    count += 1
  }

  /// The same samples in no more memory than they need.
  var fitted: LatencySamples {
    var copy = self
    copy.samples = LiveConnection.fitting(samples)
    return copy
  }

  /// The latency that a share `quantile` (0…1) of all is not above, in milliseconds; nil without any.
  public func quantile(_ quantile: Double) -> Double? {
    guard !samples.isEmpty else { return nil }
    let sorted = samples.sorted()
    // The nearest rank: the smallest value that at least that share of the values does not exceed.
    let rank = Int((quantile * Double(sorted.count)).rounded(.up))
    return Double(sorted[Swift.min(Swift.max(rank, 1), sorted.count) - 1]) / 1000
  }

  /// About how many latencies are above a bound in milliseconds: of those kept, as many as they stand for.
  func count(above milliseconds: Double) -> Int {
    samples.count { Double($0) / 1000 > milliseconds } * stride
  }
}
