import Testing

@testable import Analyzer

@Suite("Times by limiter")
struct LimiterTests {
  @Test("sums and differences")
  func sums() {
    var times = LimiterTimes()
    #expect(times.greatest == nil)
    #expect(times.shares.isEmpty)
    times[.credits] = 30
    times[.sender] = 50
    var later = times
    later[.sender] += 5
    later[.response] = 7
    #expect(times.total == 80)
    #expect((later - times).total == 12)
    #expect((later - times)[.sender] == 5)
    #expect((later + times)[.credits] == 60)
    #expect(later.greatest == .sender)
    #expect(later.shares.map(\.limiter) == [.sender, .credits, .response])
    #expect(later.shares.map(\.nanoseconds) == [55, 30, 7])
  }

  @Test("each has a place, a name and an explanation of its own")
  func names() {
    let all = Limiter.allCases
    #expect(all.map(\.rawValue) == Array(0..<all.count))
    #expect(all.count <= 16)
    #expect(Set(all.map(\.name)).count == all.count)
    #expect(Set(all.map(\.explanation)).count == all.count)
  }
}
