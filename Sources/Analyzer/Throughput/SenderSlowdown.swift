/// A time from which on a sender rested most of the time although nothing kept it.
///
/// That is how it looks when the app that sends goes to the background or the screen goes off: iOS and Android give
/// it less time from then on. The capture cannot tell it from an app that has something else to do.
public struct SenderSlowdown: Sendable, Hashable {
  /// Nanoseconds after the first value at which it began, exact to a step of the stream's bins.
  public let begin: Int64
  /// The last value before the first of the rests.
  public let frame: Int
  /// Bytes a second before.
  public let before: Double
  /// Bytes a second after.
  public let after: Double
  /// The share of the time after in which the sender rested, 0…1.
  public let rest: Double

  /// How long each part is at least, in nanoseconds.
  private static let shortest: Int64 = 2_000_000_000
  /// The share of the time in which the sender rests, at most before and at least after.
  private static let restBefore = 0.3
  private static let restAfter = 0.5
  /// How many times slower the sender is afterwards, at least.
  private static let factor = 2.0
  /// Rests that follow each other; one alone is a stall.
  private static let fewestRests = 5

  /// Looks for the time at which bytes become fewest and rests become most.
  static func find(_ meter: StreamMeter) -> SenderSlowdown? {
    let total = meter.duration
    let bytes = meter.bins
    let rests = meter.rests
    guard total >= 2 * shortest, rests.amounts.count(where: { $0 > 0 }) >= fewestRests else { return nil }
    let allRests = Double(meter.times[.sender])
    var best: SenderSlowdown?
    var bestDifference = 0.0
    for place in 1..<max(2, bytes.amounts.count) {
      let begin = Int64(place) &* bytes.width
      guard begin >= shortest, total &- begin >= shortest else { continue }
      let restsBefore = rests.sum(until: begin)
      let shareBefore = restsBefore / Double(begin)
      let shareAfter = (allRests - restsBefore) / Double(total &- begin)
      guard shareBefore <= restBefore, shareAfter >= restAfter, shareAfter - shareBefore > bestDifference
      else {
        continue
      }
      let sum = bytes.sum(until: begin)
      let before = sum / (Double(begin) / 1e9)
      let after = (Double(meter.bytes) - sum) / (Double(total &- begin) / 1e9)
      let later = rests.amounts.indices.filter { Int64($0) &* rests.width >= begin && rests.amounts[$0] > 0 }
      guard before >= factor * after, later.count >= fewestRests else { continue }
      bestDifference = shareAfter - shareBefore
      best = SenderSlowdown(
        begin: begin, frame: rests.frames[later[0]], before: before, after: after, rest: min(1, shareAfter))
    }
    return best
  }
}
