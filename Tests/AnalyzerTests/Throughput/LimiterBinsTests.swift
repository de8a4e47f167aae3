import Testing

@testable import Analyzer

@Suite("Limiters over time")
struct LimiterBinsTests {
  private static let step: Int64 = 10_000_000

  private var bins = LimiterBins()

  private mutating func add(_ limiter: Limiter, from: Int64, to: Int64) {
    var times = LimiterTimes()
    times[limiter] = to - from
    bins.add(times, from: from, to: to)
  }

  private func expect(_ expected: [(Limiter, Int64, Int64)], _ location: SourceLocation = #_sourceLocation) {
    let found = bins.stretches
    #expect(found.map(\.limiter) == expected.map(\.0), sourceLocation: location)
    #expect(found.map { $0.from / Self.step } == expected.map(\.1), sourceLocation: location)
    #expect(found.map { $0.to / Self.step } == expected.map(\.2), sourceLocation: location)
  }

  @Test("one after the other, the greatest of each step") mutating func stretches() {
    add(.credits, from: 0, to: 25_000_000)
    add(.transmission, from: 25_000_000, to: 26_000_000)
    add(.sender, from: 26_000_000, to: 60_000_000)
    // The third step has 5 ms of credits and 4 of rest.
    expect([(.credits, 0, 3), (.sender, 3, 6)])
  }

  @Test("steps in which nothing is known are left out") mutating func gap() {
    add(.credits, from: 0, to: Self.step)
    add(.credits, from: 5 * Self.step, to: 6 * Self.step)
    expect([(.credits, 0, 1), (.credits, 5, 6)])
  }

  @Test("steps double, however long it takes") mutating func doubling() {
    add(.response, from: 0, to: 1_000_000_000)
    add(.sender, from: 1_000_000_000, to: 10_000_000_000)
    #expect(bins.width == 8 * Self.step)
    #expect(bins.stretches.map(\.limiter) == [.response, .sender])
    add(.sender, from: 10_000_000_000, to: 1 << 61)
    #expect(bins.stretches.count <= LimiterBins.limit)
    add(.sender, from: -5, to: 5)
    add(.sender, from: 5, to: 5)
    #expect(bins.stretches.last?.limiter == .sender)
  }
}
