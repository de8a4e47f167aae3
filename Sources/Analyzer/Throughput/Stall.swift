import ATTParser

/// A gap in a stream that is long for this stream.
public struct Stall: Sendable, Hashable {
  /// The value before.
  public var from: Moment
  /// The value after.
  public var to: Moment
  /// Bytes sent before it.
  public var offset: Int
  /// What the sender waited for, in nanoseconds.
  public var times: LimiterTimes

  /// How long it was, in seconds.
  public var seconds: Double { Double(times.total) / 1e9 }
  /// What it mostly was.
  public var cause: Limiter { times.greatest ?? .unknown }
}

/// Stalls that come at regular distances, and what that tells.
public struct StallPattern: Sendable, Hashable {
  /// What is regular.
  public enum Kind: Sendable, Hashable {
    /// So many bytes lie between them.
    case bytes(Int)
    /// So many nanoseconds lie between their beginnings.
    case time(Int64)
  }

  /// What is regular.
  public var kind: Kind
  /// Stalls that fit.
  public var count: Int
  /// What most of them were.
  public var cause: Limiter

  /// Stalls it takes to speak of a pattern.
  static let fewest = 4

  /// Looks for what is regular: distances in bytes first, which say more.
  ///
  /// - Parameter chunk: the longest value, by which distances may differ.
  static func of(_ stalls: [Stall], chunk: Int) -> StallPattern? {
    guard stalls.count >= fewest else { return nil }
    let pairs = zip(stalls, stalls.dropFirst())
    let distances = pairs.map { $1.offset - $0.offset }
    if let typical = median(distances.map(Int64.init)), typical > 2 * Int64(chunk) {
      let fitting = distances.count { abs(Int64($0) - typical) <= Int64(chunk) }
      if fitting * 5 >= distances.count * 4 {
        // The exact distance is hidden by where chunks end; the mean comes closer.
        let span = stalls[stalls.count - 1].offset - stalls[0].offset
        let mean = fitting == distances.count ? span / distances.count : Int(typical)
        return StallPattern(kind: .bytes(rounded(mean, chunk)), count: fitting + 1, cause: cause(of: stalls))
      }
    }
    let periods = pairs.map { $1.from.time.nanoseconds(since: $0.from.time) }
    if let typical = median(periods), typical > 0 {
      let fitting = periods.count { abs($0 - typical) * 10 <= typical }
      if fitting * 5 >= periods.count * 4 {
        return StallPattern(kind: .time(typical), count: fitting + 1, cause: cause(of: stalls))
      }
    }
    return nil
  }

  private static func cause(of stalls: [Stall]) -> Limiter {
    stalls.reduce(LimiterTimes()) { $0 + $1.times }.greatest ?? .unknown
  }

  /// The power of two near a distance, if there is one within a chunk; flash pages are powers of two.
  private static func rounded(_ distance: Int, _ chunk: Int) -> Int {
    var page = 256
    while page <= 1 << 20 {
      if abs(page - distance) <= max(chunk / 2, page / 50) { return page }
      page *= 2
    }
    return distance
  }

  private static func median(_ values: [Int64]) -> Int64? {
    values.isEmpty ? nil : values.sorted()[values.count / 2]
  }
}
