/// Finds out whether a sniffer's times are those of the start of packets or of their end.
///
/// In both cases 150 µs (T_IFS) lie between the end of one packet and the start of the next; which of the two
/// packets' lengths fits tells.
struct StampSide: BitwiseCopyable {
  /// Time between two packets up to which they may belong together.
  private static let turn: Int64 = 3_000_000
  /// T_IFS (Vol 6, Part B, 4.1.1).
  private static let interFrameSpace: Int64 = 150_000
  /// How much clearer the answer has to be than the jitter of clocks.
  private static let clearance: Int64 = 40_000

  private var score: Int8 = 0
  private var lastTime: Int64 = 0
  private var lastDuration: Int64 = 0

  /// The time at which a packet began, by a clock that says `time` of it.
  @inline(__always)
  mutating func start(_ time: Int64, duration: Int64, _ clock: RadioInfo.Clock) -> Int64 {
    if clock == .record { return start(time, duration: duration) }
    // Ubertooth reads its clock when a packet is complete.
    return clock == .hundredNanoseconds ? time &- duration : time
  }

  private mutating func start(_ time: Int64, duration: Int64) -> Int64 {
    let step = time &- lastTime
    if step > 0, step < Self.turn, (duration &- lastDuration).magnitude >= Self.clearance.magnitude {
      let byStart = (step &- Self.interFrameSpace &- lastDuration).magnitude
      let byEnd = (step &- Self.interFrameSpace &- duration).magnitude
      if min(byStart, byEnd) < Self.clearance.magnitude {
        score = byEnd < byStart ? min(score + 1, 20) : max(score - 1, -20)
      }
    }
    (lastTime, lastDuration) = (time, duration)
    return score >= 3 ? time &- duration : time
  }
}
