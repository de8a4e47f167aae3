import Testing

@testable import Analyzer

/// How much of a wait is more than usual; times in milliseconds.
@Suite("Usual waits")
struct UsualWaitTests {
  private static let millisecond: Int64 = 1_000_000
  private static let interval = 15 * millisecond

  private func excesses(_ waits: [Int64], isPromptExpected: Bool = false) -> [Int64] {
    var usual = UsualWait(isPromptExpected: isPromptExpected)
    return waits.map { usual.add($0 * Self.millisecond, interval: Self.interval) / Self.millisecond }
  }

  @Test("a peer that always takes its time is slow, not busy")
  func slow() {
    #expect(excesses([120, 120, 130, 120, 110, 120, 120]) == [0, 0, 0, 0, 0, 0, 0])
  }

  @Test("a wait of three times the usual is long, and the rest of it is more than usual")
  func long() {
    #expect(excesses([30, 30, 30, 90, 30, 230]) == [0, 0, 0, 0, 0, 200])
  }

  @Test("every other one may be long")
  func everyOther() {
    #expect(excesses([20, 220, 20, 220, 20, 220]) == [0, 200, 0, 200, 0, 200])
  }

  @Test("the first one is long when it takes very long, or when a prompt answer is expected")
  func first() {
    #expect(excesses([400]) == [0])
    #expect(excesses([2000]) == [2000 - 30])
    #expect(excesses([200], isPromptExpected: true) == [200])
  }

  @Test("a few connection events are never long")
  func floor() {
    #expect(excesses([1, 1, 1, 60, 61]) == [0, 0, 0, 0, 60])
    var slowLink = UsualWait(isPromptExpected: true)
    let excess = slowLink.add(400 * Self.millisecond, interval: 100 * Self.millisecond)
    #expect(excess == 0)
  }

  @Test("what was usual long ago does not matter")
  func forgets() {
    let waits = [Int64](repeating: 20, count: 31) + [Int64](repeating: 200, count: 31) + [210]
    #expect(excesses(waits).last == 0)
  }
}
