import Testing

@testable import Analyzer

/// Lists that take two bytes a number until one needs four.
@Suite("Small numbers") struct SmallNumbersTests {
  static let lists: [[UInt32]] = [
    [], [0], [1, 2, 3], [65_535, 0], [65_536], [7, 65_536, 7], [.max, 0, .max], [1, 2, 70_000, 65_535, 3],
  ]

  @Test("every number stays what it is, and in its place", arguments: lists) func appended(_ list: [UInt32]) {
    var numbers = SmallNumbers()
    for (place, number) in list.enumerated() {
      numbers.append(number)
      #expect(Array(numbers) == Array(list.prefix(place + 1)))
    }
    #expect(numbers.count == list.count)
    #expect(numbers.indices.map { numbers[$0] } == list)
  }

  @Test("made of a list, and added to", arguments: lists) func fitting(_ list: [UInt32]) {
    var numbers = SmallNumbers(fitting: list)
    #expect(Array(numbers) == list)
    numbers.append(99_999)
    numbers.append(5)
    #expect(Array(numbers) == list + [99_999, 5])
  }
}
