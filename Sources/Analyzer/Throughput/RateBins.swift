/// Bytes over time, in steps of equal length that double whenever there are too many of them.
public struct RateBins: Sendable, Hashable {
  /// Steps kept.
  static let limit = 512
  /// The length of the first steps, in nanoseconds.
  private static let shortest: Int64 = 10_000_000

  /// The length of a step, in nanoseconds.
  public private(set) var width = shortest
  /// The bytes of each step, from the first value on.
  public private(set) var bytes: [Int] = []

  /// No bytes yet.
  public init() {}

  /// Adds bytes so many nanoseconds after the first value.
  mutating func add(_ count: Int, at offset: Int64) {
    guard offset >= 0 else { return }
    var place = offset / width
    while place >= Int64(Self.limit) {
      halve()
      place = offset / width
    }
    while bytes.count <= Int(place) { bytes.append(0) }
    bytes[Int(place)] &+= count
  }

  private mutating func halve() {
    bytes = stride(from: 0, to: bytes.count, by: 2).map { place in
      bytes[place] &+ (place + 1 < bytes.count ? bytes[place + 1] : 0)
    }
    width = width > Int64.max / 4 ? width : width * 2
  }

  /// The bytes in `count` steps that cover everything up to `duration` nanoseconds, for a plot.
  public func resampled(_ count: Int, over duration: Int64) -> [Double] {
    guard count > 0 else { return [] }
    var result = [Double](repeating: 0, count: count)
    let span = Double(max(duration, 1)) / Double(count)
    for (place, value) in bytes.enumerated() where value > 0 {
      let start = Double(place) * Double(width)
      let end = min(start + Double(width), max(Double(duration), start + 1))
      var from = start
      // Spread over all steps that it touches.
      while from < end {
        let step = min(count - 1, Int(from / span))
        let to = step == count - 1 ? end : min(end, Double(step + 1) * span)
        result[step] += Double(value) * (to - from) / (end - start)
        if to <= from { break }
        from = to
      }
    }
    return result
  }
}
