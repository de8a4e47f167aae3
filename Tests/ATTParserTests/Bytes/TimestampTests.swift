import Testing

@testable import ATTParser

@Suite("Points in time")
struct TimestampTests {
  @Test(
    "microseconds become nanoseconds, and stop at the ends of 64 bits",
    arguments: [
      (0, 0), (1, 1000), (-1, -1000), (1_700_000_000_000_000, 1_700_000_000_000_000_000),
      (9_223_372_036_854_775, 9_223_372_036_854_775_000), (9_223_372_036_854_776, .max), (.max, .max),
      (-9_223_372_036_854_776, .min), (.min, .min),
    ] as [(Int64, Int64)])
  func microseconds(_ microseconds: Int64, _ nanoseconds: Int64) {
    #expect(Timestamp(microseconds: microseconds).nanoseconds == nanoseconds)
  }

  @Test("differences stop at the ends of 64 bits")
  func differences() {
    let first = Timestamp(nanoseconds: .min)
    let last = Timestamp(nanoseconds: .max)
    let zero = Timestamp(nanoseconds: 0)
    #expect(last.nanoseconds(since: first) == .max)
    #expect(first.nanoseconds(since: last) == .min)
    #expect(zero.nanoseconds(since: first) == .max)
    #expect(Timestamp(nanoseconds: 1_500_000_000).seconds(since: zero) == 1.5)
    #expect(first < zero && zero < last)
  }
}
