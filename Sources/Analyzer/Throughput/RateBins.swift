/// An amount over time, in steps of equal length that double whenever there are too many of them.
public struct RateBins: Sendable, Hashable {
  /// Steps kept.
  static let limit = 512
  /// The length of the first steps, in nanoseconds.
  private static let shortest: Int64 = 10_000_000

  /// The length of a step, in nanoseconds.
  public private(set) var width = shortest
  /// The amount of each step, from the first value on.
  public private(set) var amounts: [Int] = []
  /// The first frame of each step, 0 for one without any.
  public private(set) var frames: [Int] = []

  /// Nothing yet.
  public init() {}

  /// Adds an amount so many nanoseconds after the first value.
  mutating func add(_ amount: Int, at offset: Int64, frame: Int) {
    guard offset >= 0 else { return }
    var place = offset / width
    while place >= Int64(Self.limit) {
      halve()
      place = offset / width
    }
    while amounts.count <= Int(place) {
      amounts.append(0)
      frames.append(0)
    }
    if amounts[Int(place)] == 0 { frames[Int(place)] = frame }
    amounts[Int(place)] &+= amount
  }

  private mutating func halve() {
    frames = stride(from: 0, to: frames.count, by: 2).map { place in
      frames[place] > 0 || place + 1 == frames.count ? frames[place] : frames[place + 1]
    }
    amounts = stride(from: 0, to: amounts.count, by: 2).map { place in
      amounts[place] &+ (place + 1 < amounts.count ? amounts[place + 1] : 0)
    }
    width = width > Int64.max / 4 ? width : width * 2
  }

  /// The amount up to a time, in nanoseconds after the first value; within a step it is spread evenly.
  public func sum(until offset: Int64) -> Double {
    var sum = 0.0
    for (place, value) in amounts.enumerated() {
      let part = (Double(offset) - Double(place) * Double(width)) / Double(width)
      guard part > 0 else { break }
      sum += Double(value) * min(1, part)
    }
    return sum
  }

  /// The amounts in `count` steps that cover everything up to `duration` nanoseconds, for a plot.
  public func resampled(_ count: Int, over duration: Int64) -> [Double] {
    guard count > 0 else { return [] }
    var result = [Double](repeating: 0, count: count)
    let span = Double(max(duration, 1)) / Double(count)
    for (place, value) in amounts.enumerated() where value != 0 {
      let start = Double(place) * Double(width)
      let end = min(start + Double(width), max(Double(duration), start + 1))
      // The steps that it touches share it.
      let first = min(count - 1, Int(start / span))
      let last = min(count - 1, max(first, Int((end / span).rounded(.up)) - 1))
      for step in first...last {
        let from = step == first ? start : max(start, Double(step) * span)
        let to = step == last ? end : min(end, Double(step + 1) * span)
        result[step] += Double(value) * max(0, to - from) / (end - start)
      }
    }
    return result
  }
}
