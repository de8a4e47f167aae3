import Testing

@testable import Analyzer

@Suite("Amounts over time")
struct RateBinsTests {
  private static let step: Int64 = 10_000_000

  @Test("steps of 10 ms, with the first frame of each")
  func steps() {
    var bins = RateBins()
    bins.add(3, at: 0, frame: 7)
    bins.add(4, at: Self.step - 1, frame: 8)
    bins.add(5, at: 3 * Self.step, frame: 9)
    bins.add(100, at: -1, frame: 10)
    #expect(bins.amounts == [7, 0, 0, 5])
    #expect(bins.frames == [7, 0, 0, 9])
    #expect(bins.width == Self.step)
  }

  @Test("steps double when there are too many, and nothing is lost")
  func doubling() {
    var bins = RateBins()
    for place in 0..<2000 { bins.add(place, at: Int64(place) * Self.step, frame: place + 1) }
    // 2,000 steps of 10 ms are 500 of 40 ms.
    #expect(bins.width == 4 * Self.step)
    #expect(bins.amounts.count == 500)
    #expect(bins.amounts[1] == 4 + 5 + 6 + 7)
    #expect(bins.frames[1] == 5)
    #expect(bins.amounts.reduce(0, +) == 1999 * 1000)
  }

  @Test("the longest time there is")
  func longest() {
    var bins = RateBins()
    bins.add(1, at: 0, frame: 1)
    bins.add(2, at: 1 << 61, frame: 2)
    #expect(bins.amounts.count <= RateBins.limit)
    #expect(bins.amounts.reduce(0, +) == 3)
    #expect(bins.frames.count == bins.amounts.count)
  }

  @Test("sums up to a time, spread within a step")
  func sums() {
    var bins = RateBins()
    bins.add(10, at: 0, frame: 1)
    bins.add(20, at: Self.step, frame: 2)
    #expect(bins.sum(until: -5) == 0)
    #expect(bins.sum(until: Self.step / 2) == 5)
    #expect(bins.sum(until: Self.step) == 10)
    #expect(bins.sum(until: Self.step * 3 / 2) == 20)
    #expect(bins.sum(until: 1 << 60) == 30)
  }

  @Test("a plot has what was added, whatever its steps", arguments: [1, 2, 3, 7, 80, 997])
  func resampled(_ count: Int) {
    var bins = RateBins()
    for place in 0..<333 { bins.add(place % 5 == 0 ? 244 : 0, at: Int64(place) * 3_300_000, frame: place) }
    let steps = bins.resampled(count, over: 333 * 3_300_000)
    #expect(steps.count == count)
    #expect(abs(steps.reduce(0, +) - 67 * 244) < 0.001)
    #expect(steps.allSatisfy { $0 >= 0 })
  }

  @Test("no steps, no time")
  func nothing() {
    var bins = RateBins()
    #expect(bins.resampled(4, over: 0) == [0, 0, 0, 0])
    #expect(bins.resampled(0, over: 100).isEmpty)
    bins.add(5, at: 0, frame: 1)
    #expect(bins.resampled(2, over: 0).reduce(0, +) == 5)
  }
}
