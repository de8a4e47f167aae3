import Replay
import Testing

/// The clock that waits are measured with.
@Suite("Monotonic time")
struct MonotonicTimeTests {
  @Test("it goes forward")
  func forward() {
    let first = MonotonicTime.now
    #expect(MonotonicTime.now >= first)
    #expect(first.adding(milliseconds: 5).milliseconds(since: first) == 5)
  }

  @Test("sums and differences saturate")
  func saturates() {
    #expect(MonotonicTime.never.adding(milliseconds: 1) == .never)
    #expect(MonotonicTime(nanoseconds: .min).adding(milliseconds: -1) == MonotonicTime(nanoseconds: .min))
    #expect(MonotonicTime(nanoseconds: 0).adding(milliseconds: .max) == .never)
    #expect(MonotonicTime.never.milliseconds(since: MonotonicTime(nanoseconds: .min)) == .max)
  }
}
