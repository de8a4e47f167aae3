import ATTParser

/// Something about the pace of a stream that is worth saying.
public enum PaceRemark: Sendable, Hashable {
  /// The connection interval became longer while values were sent.
  case intervalRaised(IntervalChange)
  /// The peripheral may sleep through so many connection events, which delays what is waited for.
  case latency(Int, from: Moment)
  /// Packets were under way, and the other device was not heard for a large part of the supervision timeout.
  case silence(LinkSilence)
  /// From a time on the sender rested most of the time.
  case slowdown(SenderSlowdown)
  /// Values go out in bursts at equal times: nanoseconds, and how many connection intervals that is.
  case beat(Int64, intervals: Int)

  /// A change of the connection interval.
  public struct IntervalChange: Sendable, Hashable {
    /// When it came into force.
    public let moment: Moment
    /// Microseconds before.
    public let old: Int
    /// Microseconds after.
    public let new: Int
    /// Bytes that were sent before it.
    public let offset: Int
    /// Bytes a second before and after; nil when there was no time.
    public let rates: (before: Double, after: Double)?

    /// Whether two changes are the same.
    public static func == (left: IntervalChange, right: IntervalChange) -> Bool {
      left.moment == right.moment && left.old == right.old && left.new == right.new
    }

    /// Hashes what is compared.
    public func hash(into hasher: inout Hasher) {
      hasher.combine(moment)
      hasher.combine(new)
    }
  }

  /// How much longer an interval has to become to be worth a remark: a quarter.
  private static func isMuchLonger(_ new: Int, than old: Int) -> Bool { new * 4 >= old * 5 }

  /// What is worth saying of a stream.
  static func all(_ meter: StreamMeter, _ timeline: LinkTimeline, _ silences: [LinkSilence]) -> [PaceRemark] {
    var list = intervalChanges(meter, timeline)
    let latent = timeline.stretches.filter { $0.latency ?? 0 > 0 }
    if let first = latent.first, let most = latent.compactMap(\.latency).max(),
      latent.reduce(0, { $0 + $1.seconds }) * 2 > meter.seconds
    {
      list.append(.latency(most, from: first.from))
    }
    list += silences.filter {
      $0.connection == meter.connection && $0.from < meter.last && meter.first < $0.to
    }.map { .silence($0) }
    if let slowdown = SenderSlowdown.find(meter) { list.append(.slowdown(slowdown)) }
    if let beat = beat(meter, timeline) { list.append(beat) }
    return list
  }

  private static func intervalChanges(_ meter: StreamMeter, _ timeline: LinkTimeline) -> [PaceRemark] {
    zip(timeline.stretches, timeline.stretches.dropFirst()).compactMap { before, after in
      guard let old = before.settings.interval, let new = after.settings.interval,
        isMuchLonger(new, than: old)
      else { return nil }
      let at = after.from.time.nanoseconds(since: meter.first.time)
      let sum = meter.bins.sum(until: at)
      let rest = meter.duration &- at
      let rates =
        at > 0 && rest > 0
        ? (before: sum / (Double(at) / 1e9), after: (Double(meter.bytes) - sum) / (Double(rest) / 1e9)) : nil
      return .intervalRaised(
        IntervalChange(moment: after.from, old: old, new: new, offset: Int(sum), rates: rates))
    }
  }

  /// A beat that is the interval, or a small multiple of it.
  private static func beat(_ meter: StreamMeter, _ timeline: LinkTimeline) -> PaceRemark? {
    guard let beat = meter.beat, let interval = timeline.stretches.last?.settings.interval, interval > 0
    else { return nil }
    let count = (Double(beat) / Double(interval * 1000)).rounded()
    guard (1...4).contains(count), abs(Double(beat) - count * Double(interval * 1000)) <= Double(beat) / 10
    else { return nil }
    return .beat(beat, intervals: Int(count))
  }
}
