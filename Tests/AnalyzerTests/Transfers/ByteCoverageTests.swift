import TestSupport
import Testing

@testable import Analyzer

@Suite("Byte coverage")
struct ByteCoverageTests {
  @Test("ranges in any order")
  func ranges() {
    var coverage = ByteCoverage()
    for range in [10..<20, 0..<5, 20..<25, 3..<12, 40..<50, 45..<45, -3..<2] { coverage.add(range) }
    #expect(coverage.ranges == [0..<25, 40..<50])
    #expect(coverage.count == 35)
    #expect(coverage.end == 50)
    #expect(coverage.contiguous == 25)
    #expect(coverage.repeatedBytes == 4)
    #expect(coverage.holes(upTo: 60) == [25..<40, 50..<60])
    #expect(coverage.holes(upTo: 30) == [25..<30])
    #expect(coverage.firstHole(in: 20..<45) == 25..<40)
    #expect(coverage.firstHole(in: 30..<35) == 30..<35)
    #expect(coverage.firstHole(in: 45..<60) == 50..<60)
    #expect(coverage.firstHole(in: 3..<25) == nil)
  }

  @Test("the same as a set of bytes", arguments: 0..<50)
  func against(seed: Int) {
    var generator = SeededRandom.announced("coverage", seed: UInt64(seed))
    var coverage = ByteCoverage()
    var bytes: Set<Int> = []
    var again = 0
    for _ in 0..<60 {
      let start = Int.random(in: 0..<200, using: &generator)
      let range = start..<(start + Int.random(in: 0..<20, using: &generator))
      coverage.add(range)
      again += range.count { bytes.contains($0) }
      bytes.formUnion(range)
    }
    #expect(coverage.count == bytes.count)
    #expect(coverage.repeatedBytes == again)
    #expect(coverage.ranges.flatMap { Array($0) } == bytes.sorted())
  }
}
