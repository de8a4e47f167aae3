import ATTParser
import Testing

@testable import Analyzer

@Suite("Stalls")
struct StallTests {
  private static let second: Int64 = 1_000_000_000
  private static let floor: Int64 = 250_000_000

  // MARK: Which gaps are stalls

  @Test("gaps under the floor are none, whatever came before")
  func floor() {
    var detector = StallDetector(floor: Self.floor)
    let found = ([Int64](repeating: 1_000_000, count: 100) + [Self.floor, Self.floor + 1]).map {
      detector.add($0)
    }
    #expect(found == [Bool](repeating: false, count: 101) + [true])
  }

  @Test("a stream with long gaps has a threshold of six times its third quartile")
  func threshold() {
    var detector = StallDetector(floor: Self.floor)
    for _ in 0..<16 { _ = detector.add(Self.second) }
    let found = [6 * Self.second, 6 * Self.second + 1].map { detector.add($0) }
    #expect(found == [false, true])
  }

  @Test("stalls at every page of flash do not hide each other", arguments: [8, 17, 33])
  func robust(_ chunks: Int) {
    var detector = StallDetector(floor: Self.floor)
    var found = 0
    for place in 1...800 where detector.add(place % chunks == 0 ? Self.second : 15_000_000) { found += 1 }
    #expect(found == 800 / chunks)
    #expect(detector.finalThreshold == Self.floor)
  }

  @Test("values that come in triples do not stall")
  func triples() {
    var detector = StallDetector(floor: Self.floor)
    for place in 0..<60 { _ = detector.add(place % 3 == 2 ? Self.second : 20_000_000) }
    // The quartile is known to a quarter of itself.
    #expect((4 * Self.second...6 * Self.second).contains(detector.finalThreshold))
  }

  @Test("any gap has a threshold", arguments: [Int64.min, -1, 0, 1, 3, 4, 7, 8, 1 << 40, 1 << 61, .max])
  func anyGap(_ gap: Int64) {
    var detector = StallDetector(floor: Self.floor)
    for _ in 0..<40 { _ = detector.add(gap) }
    #expect(detector.finalThreshold >= Self.floor)
  }

  @Test("a beat that most rests keep")
  func beat() {
    var detector = StallDetector(floor: Self.floor)
    #expect(detector.beat == nil)
    for place in 0..<40 { _ = detector.add(place % 2 == 0 ? 200_000 : 30_000_000 + Int64(place) * 1000) }
    #expect(abs((detector.beat ?? 0) - 30_000_000) < 100_000)
    for place in 0..<64 { _ = detector.add(Int64(5 + place * 3) * 1_000_000) }
    #expect(detector.beat == nil)
  }

  // MARK: What is regular about them

  /// Stalls at times in milliseconds, after bytes.
  private func stalls(_ list: [(milliseconds: Int64, offset: Int)], _ cause: Limiter = .peerBusy) -> [Stall] {
    list.enumerated().map { place, item in
      let from = Timestamp(nanoseconds: item.milliseconds * 1_000_000)
      var times = LimiterTimes()
      times[cause] = 300_000_000
      return Stall(
        from: Moment(frame: 2 * place + 1, time: from),
        to: Moment(frame: 2 * place + 2, time: Timestamp(nanoseconds: from.nanoseconds + 300_000_000)),
        offset: item.offset, times: times)
    }
  }

  @Test("flash pages, whose ends chunks do not hit", arguments: [1024, 2048, 4096, 8192])
  func pages(_ page: Int) {
    // Chunks of 244 bytes; the stall comes with the first one that fills a page.
    let list = (1...12).map { (Int64($0) * 777, (($0 * page) + 243) / 244 * 244) }
    let pattern = StallPattern.of(stalls(list), chunk: 244)
    #expect(pattern?.kind == .bytes(page))
    #expect(pattern?.count == 12)
    #expect(pattern?.cause == .peerBusy)
  }

  @Test("equal distances that are no page")
  func distances() {
    let list = (1...6).map { (Int64($0 * $0) * 100, $0 * 5000) }
    #expect(StallPattern.of(stalls(list), chunk: 20)?.kind == .bytes(5000))
  }

  @Test("a timer, whatever was sent meanwhile")
  func timer() {
    let offsets = [100, 900, 1500, 5000, 5100, 9000, 9700]
    let list = offsets.enumerated().map { (Int64($0.offset) * 1000, $0.element) }
    let pattern = StallPattern.of(stalls(list, .sender), chunk: 20)
    #expect(pattern?.kind == .time(Self.second))
    #expect(pattern?.cause == .sender)
  }

  @Test("too few, and none that are alike")
  func none() {
    #expect(StallPattern.of(stalls([(0, 0), (1000, 4096), (2000, 8192)]), chunk: 20) == nil)
    let wild = [(0, 0), (100, 1000), (700, 1300), (900, 9000), (5000, 9700)].map { (Int64($0.0), $0.1) }
    #expect(StallPattern.of(stalls(wild), chunk: 20) == nil)
  }

  @Test("its cause is what took longest")
  func cause() {
    var stall = stalls([(0, 0)])[0]
    stall.times[.sender] = 100_000_000
    #expect(stall.cause == .peerBusy)
    #expect(stall.seconds == 0.4)
    stall.times = LimiterTimes()
    #expect(stall.cause == .unknown)
  }
}
