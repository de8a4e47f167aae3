/// Latencies of one kind: exact while there are few, evenly thinned out when there are many.
///
/// Up to ``limit`` latencies are kept one by one. Beyond that every second one is dropped and from then on
/// only every second, fourth, … is kept, so the memory is bounded and the quantiles stay representative. The
/// greatest is always exact.
public struct LatencySamples: Sendable {
  /// Latencies kept one by one.
  public static let limit = 1024

  /// Microseconds, in the order they were measured.
  private var samples = SmallNumbers()
  // There may be thousands of connections: counts have 32 bits.
  private var number: UInt32 = 0
  /// A power of two: every so manieth latency is kept.
  private var stride: UInt32 = 1
  private var greatest: UInt32 = 0
  private var greatestAt = PackedMoment()

  /// Makes samples of no latency.
  init() {}

  /// Adds a latency in nanoseconds and when it ended; a negative one (the clock went back) is left out.
  mutating func add(_ nanoseconds: Int64, at ended: Moment) {
    guard nanoseconds >= 0 else { return }
    let microseconds = UInt32(clamping: nanoseconds / 1000)
    if microseconds > greatest || number == 0 {
      greatest = microseconds
      greatestAt = PackedMoment(ended)
    }
    if samples.count >= Self.limit, number & (stride &- 1) == 0 { thinOut() }
    if number & (stride &- 1) == 0 { samples.append(microseconds) }
    number &+= 1
  }

  @inline(never)
  private mutating func thinOut() {
    samples = SmallNumbers(fitting: Swift.stride(from: 0, to: samples.count, by: 2).map { samples[$0] })
    stride *= 2
  }

  /// Number of latencies measured.
  public var count: Int { Int(number) }
  /// The greatest, in milliseconds.
  public var max: Double { Double(greatest) / 1000 }
  /// When the answer came that took longest, the first of equals; nil without any.
  public var greatestMoment: Moment? { greatestAt.ifAny }

  /// The same samples in no more memory than they need.
  var fitted: LatencySamples {
    var fitted = LatencySamples()
    fitted.samples = samples.fitted
    fitted.number = number
    fitted.stride = stride
    fitted.greatest = greatest
    fitted.greatestAt = greatestAt
    return fitted
  }

  /// Forgets all samples, but keeps the memory, unless it is much.
  mutating func clear() {
    samples.clear()
    number = 0
    stride = 1
    greatest = 0
    greatestAt = PackedMoment()
  }

  /// The latency that a share `quantile` (0…1) of all is not above, in milliseconds; nil without any.
  public func quantile(_ quantile: Double) -> Double? {
    guard number > 0 else { return nil }
    let sorted = samples.sorted()
    // The nearest rank: the smallest value that at least that share of the values does not exceed.
    let rank = Int((quantile * Double(sorted.count)).rounded(.up))
    return Double(sorted[Swift.min(Swift.max(rank, 1), sorted.count) - 1]) / 1000
  }

  /// About how many latencies are above a bound in milliseconds: of those kept, as many as they stand for.
  func count(above milliseconds: Double) -> Int {
    samples.count { Double($0) / 1000 > milliseconds } * Int(stride)
  }
}
