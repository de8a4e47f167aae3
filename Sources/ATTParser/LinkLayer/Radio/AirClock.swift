/// Turns the clocks of sniffers into one of nanoseconds that goes on.
struct AirClock: BitwiseCopyable {
  private var now: Int64 = 0
  private var lastTime: UInt64 = 0
  private var lastEnd: Int64 = 0
  private var hasTime = false

  /// The time of a packet that took `duration` nanoseconds.
  @inline(__always)
  mutating func time(_ radio: borrowing RadioInfo, _ record: Timestamp, duration: Int64) -> Int64 {
    // Compared one by one: a jump table costs more.
    if radio.clock == .record { return record.nanoseconds }
    if !hasTime {
      now = record.nanoseconds
    } else if radio.clock == .microseconds {
      // The difference of two values of 32 bits, whichever way it goes.
      now &+= Int64(Int32(truncatingIfNeeded: radio.time &- lastTime)) &* 1000
    } else if radio.clock == .delta {
      now = lastEnd &+ Int64(truncatingIfNeeded: radio.time &* 1000)
    } else {
      now &+= Int64(truncatingIfNeeded: radio.time &- lastTime) &* 100
    }
    lastTime = radio.time
    lastEnd = now &+ duration
    hasTime = true
    return now
  }
}
