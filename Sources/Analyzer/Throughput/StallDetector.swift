/// Finds gaps that are long for a stream: longer than a floor, and than six times the third quartile of its gaps.
///
/// While the capture is read that is the quartile of the last gaps; at the end it is that of all. Three quarters of
/// the gaps of a stream that flows are short, also if each page of flash holds it up; a stream whose values come in
/// pairs or triples now and then has no stalls, however long it rests.
struct StallDetector {
  /// Gaps looked back at.
  private static let depth = 64
  /// Gaps between two computations of the threshold.
  private static let renewal = 16
  /// How many times the third quartile a stall is.
  private static let factor: Int64 = 6
  /// How much a beat may be off, in nanoseconds.
  private static let jitter: Int64 = 1_500_000

  private let floor: Int64
  private var gaps: [Int64] = []
  private var next = 0
  private var age = 0
  private var threshold: Int64
  /// All gaps, by four times the logarithm to base 2 of their nanoseconds.
  private var histogram = [UInt32](repeating: 0, count: 256)
  private var count = 0

  /// - Parameter floor: nanoseconds that a stall has at least.
  init(floor: Int64) {
    self.floor = floor
    threshold = floor
  }

  /// Adds a gap and says whether it is a stall.
  mutating func add(_ gap: Int64) -> Bool {
    let isStall = gap > threshold
    histogram[Self.bucket(gap)] &+= 1
    count &+= 1
    if gaps.count < Self.depth {
      gaps.append(gap)
    } else {
      gaps[next] = gap
      next = (next + 1) % Self.depth
    }
    age += 1
    if age >= Self.renewal {
      age = 0
      let sorted = gaps.sorted()
      threshold = max(floor, Self.factor &* sorted[sorted.count * 3 / 4])
    }
    return isStall
  }

  /// The least that a stall has in view of all gaps, in nanoseconds.
  var finalThreshold: Int64 {
    var rest = count * 3 / 4
    for (bucket, number) in histogram.enumerated() {
      if rest < Int(number) { return max(floor, Self.factor &* Self.least(bucket)) }
      rest -= Int(number)
    }
    return floor
  }

  /// A bucket: the exponent, and the two bits behind the highest one.
  private static func bucket(_ gap: Int64) -> Int {
    guard gap >= 4 else { return 0 }
    let exponent = 63 - gap.leadingZeroBitCount
    return exponent * 4 + Int(gap >> Int64(exponent - 2)) & 3
  }

  /// The least gap of a bucket.
  private static func least(_ bucket: Int) -> Int64 {
    guard bucket >= 8 else { return 0 }
    return Int64(4 + bucket & 3) << Int64(min(bucket / 4, 58) - 2)
  }

  /// The usual time between two bursts of values, nil when the last gaps do not agree on one.
  var beat: Int64? {
    let rests = gaps.filter { $0 > PaceClock.handOver }.sorted()
    guard rests.count >= 8 else { return nil }
    let median = rests[rests.count / 2]
    let fitting = rests.count { abs($0 &- median) <= max(median / 10, Self.jitter) }
    return fitting * 5 >= rests.count * 4 ? median : nil
  }
}
