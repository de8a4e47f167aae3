/// What a sender waited for over time, for pictures: seconds by limiter in steps of equal length, which double
/// whenever there are too many of them.
public struct LimiterBins: Sendable, Hashable {
  /// Steps kept.
  static let limit = 128
  /// The length of the first steps, in nanoseconds.
  private static let shortest: Int64 = 10_000_000

  /// The length of a step, in nanoseconds.
  public private(set) var width = shortest
  private var steps: [SIMD16<Float>] = []

  /// Nothing yet.
  public init() {}

  /// Adds what was waited for from one time to another, in nanoseconds after the first value, spread evenly.
  mutating func add(_ times: LimiterTimes, from: Int64, to: Int64) {
    guard from >= 0, to > from else { return }
    while (to &- 1) / width >= Int64(Self.limit) { halve() }
    let seconds = times.seconds
    let first = Int(from / width)
    let last = Int((to &- 1) / width)
    while steps.count <= last { steps.append(SIMD16(repeating: 0)) }
    for place in first...last {
      let start = max(from, Int64(place) &* width)
      let end = min(to, Int64(place + 1) &* width)
      steps[place] += seconds * Float(Double(end &- start) / Double(to &- from))
    }
  }

  private mutating func halve() {
    steps = stride(from: 0, to: steps.count, by: 2).map { place in
      place + 1 < steps.count ? steps[place] + steps[place + 1] : steps[place]
    }
    width = width > Int64.max / 4 ? width : width * 2
  }

  /// Stretches in which the same was waited for most: where each begins and ends, in nanoseconds after the first
  /// value; steps in which nothing is known are left out.
  public var stretches: [(limiter: Limiter, from: Int64, to: Int64)] {
    var list: [(limiter: Limiter, from: Int64, to: Int64)] = []
    for (place, step) in steps.enumerated() {
      guard let most = Limiter.allCases.max(by: { step[$0.rawValue] < step[$1.rawValue] }),
        step[most.rawValue] > 0
      else { continue }
      let from = Int64(place) &* width
      if let before = list.last, before.limiter == most, before.to == from {
        list[list.count - 1].to = from &+ width
      } else {
        list.append((most, from, from &+ width))
      }
    }
    return list
  }
}
