import Testing

@testable import Analyzer

/// What a side waited for, nanosecond by nanosecond; times in milliseconds.
@Suite("Clock of a side")
struct PaceClockTests {
  private static let millisecond: Int64 = 1_000_000

  private var clock = PaceClock()

  init() {
    clock.knowsCredits = true
    clock.tempo.interval = 15 * Self.millisecond
    clock.send(0)
  }

  private func at(_ milliseconds: Double) -> Int64 { Int64(milliseconds * Double(Self.millisecond)) }

  /// Checks the times, which have to add up to the whole to the nanosecond.
  private func expect(_ expected: [Limiter: Double], _ location: SourceLocation = #_sourceLocation) {
    for limiter in Limiter.allCases {
      #expect(clock.times[limiter] == at(expected[limiter] ?? 0), "\(limiter)", sourceLocation: location)
    }
    #expect(clock.times.total == clock.elapsed, sourceLocation: location)
  }

  // MARK: Nothing is awaited

  @Test("values one after the other") mutating func transmission() {
    clock.send(at(1))
    clock.send(at(5))
    expect([.transmission: 5])
  }

  @Test("a host that sends nothing") mutating func sender() {
    clock.send(at(4.000001))
    expect([.sender: 4.000001])
  }

  @Test("a host whose controller is not seen") mutating func unknown() {
    clock.knowsCredits = false
    clock.send(at(3))
    clock.send(at(50))
    expect([.transmission: 3, .unknown: 47])
  }

  @Test("values that are heard in one connection event after the other") mutating func received() {
    clock.knowsCredits = false
    clock.tempo.isReceived = true
    clock.send(at(15))
    clock.send(at(33.75))
    clock.send(at(60))
    expect([.transmission: 33.75, .unknown: 26.25])
  }

  // MARK: The controller

  @Test("full buffers, several packets in each event") mutating func credits() {
    clock.setQueued(true, at(0))
    clock.setFull(true, at(1))
    clock.complete(4, at(15))
    clock.setFull(false, at(15))
    clock.send(at(16))
    expect([.credits: 14, .transmission: 2])
  }

  @Test("full buffers, one packet in each event") mutating func interval() {
    clock.setQueued(true, at(0))
    clock.setFull(true, at(0))
    clock.complete(1, at(15))
    clock.complete(1, at(30))
    clock.setFull(false, at(30))
    clock.send(at(31))
    expect([.interval: 30, .transmission: 1])
  }

  @Test("packets that are reported one by one in the same event") mutating func oneByOne() {
    clock.setQueued(true, at(0))
    clock.setFull(true, at(0))
    // The first report comes after an interval, the others at once: most of the time is the first one's.
    clock.complete(4, at(15))
    clock.complete(1, at(16))
    clock.complete(1, at(17))
    clock.setFull(false, at(17))
    clock.send(at(17))
    expect([.credits: 17])
  }

  @Test("without an interval nothing is said about events") mutating func noInterval() {
    clock.tempo.interval = 0
    clock.setQueued(true, at(0))
    clock.setFull(true, at(0))
    clock.complete(1, at(15))
    clock.setFull(false, at(15))
    clock.send(at(15))
    expect([.credits: 15])
  }

  @Test("packets that do not get through") mutating func link() {
    clock.setQueued(true, at(0))
    clock.setFull(true, at(0))
    clock.complete(4, at(1000))
    clock.setFull(false, at(1000))
    clock.send(at(1000))
    // One interval is what it would have taken.
    expect([.link: 985, .credits: 15])
  }

  @Test("packets in many pieces take long without any trouble") mutating func pieces() {
    clock.tempo.fragments = 10
    clock.setQueued(true, at(0))
    clock.setFull(true, at(0))
    clock.complete(10, at(150))
    clock.setFull(false, at(150))
    clock.send(at(150))
    expect([.credits: 150])
  }

  @Test("a sleeping peripheral takes long without any trouble") mutating func latency() {
    clock.tempo.latency = 9
    clock.setQueued(true, at(0))
    clock.setFull(true, at(0))
    clock.complete(4, at(150))
    clock.setFull(false, at(150))
    clock.send(at(150))
    expect([.credits: 150])
  }

  @Test("full buffers that nobody waited for") mutating func rest() {
    clock.setQueued(true, at(0))
    clock.setFull(true, at(0))
    clock.complete(4, at(15))
    clock.setFull(false, at(15))
    clock.send(at(115))
    expect([.sender: 115])
  }

  @Test("full buffers, and a host that is a little slow") mutating func slowHost() {
    clock.setQueued(true, at(0))
    clock.setFull(true, at(0))
    clock.complete(4, at(30))
    clock.setFull(false, at(30))
    clock.send(at(40))
    expect([.credits: 30, .sender: 10])
  }

  @Test("full buffers that another link made free") mutating func otherLink() {
    clock.setFull(true, at(0))
    clock.setFull(false, at(10))
    clock.send(at(10))
    expect([.credits: 10])
  }

  // MARK: The other side

  @Test("a request and its response") mutating func response() {
    clock.setRequesting(true, at(0))
    clock.setRequesting(false, at(30))
    clock.send(at(31))
    expect([.response: 30, .transmission: 1])
  }

  @Test("a response that takes long for once") mutating func slowResponse() {
    for round in 0..<6 {
      clock.send(at(Double(round) * 30))
      clock.setRequesting(true, at(Double(round) * 30))
      clock.setRequesting(false, at(Double(round) * 30 + 30))
    }
    clock.setRequesting(true, at(180))
    clock.setRequesting(false, at(410))
    expect([.response: 210, .peerBusy: 200])
  }

  @Test("an acknowledgement, with the buffers full meanwhile") mutating func acknowledgement() {
    clock.setQueued(true, at(0))
    clock.setAwaiting(true, isOperation: false, at(0))
    clock.setFull(true, at(0))
    clock.complete(8, at(30))
    clock.setFull(false, at(30))
    clock.setQueued(false, at(30))
    clock.setAwaiting(false, isOperation: false, at(45))
    clock.send(at(46))
    expect([.acknowledgement: 45, .transmission: 1])
  }

  @Test("values in spite of what is awaited were not kept by it") mutating func pipeline() {
    clock.setAwaiting(true, isOperation: false, at(0))
    clock.send(at(2))
    clock.setFull(true, at(2))
    clock.complete(4, at(17))
    clock.setFull(false, at(17))
    clock.send(at(18))
    clock.setAwaiting(false, isOperation: false, at(48))
    expect([.transmission: 3, .credits: 15, .acknowledgement: 30])
  }

  @Test("an operation that takes long, even the first one") mutating func operation() {
    clock.setAwaiting(true, isOperation: true, at(0))
    clock.setAwaiting(false, isOperation: true, at(200))
    expect([.peerBusy: 200])
  }

  @Test("a queue that drains is not the peer's work") mutating func drain() {
    clock.tempo.fragments = 10
    clock.setQueued(true, at(0))
    clock.setAwaiting(true, isOperation: true, at(0))
    for event in 1...20 { clock.complete(4, at(Double(event) * 15)) }
    clock.setQueued(false, at(300))
    clock.setAwaiting(false, isOperation: true, at(310))
    expect([.acknowledgement: 310])
  }

  @Test("an answer that is late because packets do not get through") mutating func lateByLink() {
    clock.setQueued(true, at(0))
    clock.setRequesting(true, at(0))
    clock.complete(1, at(2000))
    clock.setQueued(false, at(2000))
    clock.setRequesting(false, at(2015))
    expect([.link: 1985, .response: 30])
  }

  @Test("first the response, then what it announces") mutating func both() {
    clock.setRequesting(true, at(0))
    clock.setAwaiting(true, isOperation: true, at(0))
    clock.setRequesting(false, at(30))
    clock.setAwaiting(false, isOperation: true, at(50))
    expect([.response: 30, .acknowledgement: 20])
  }

  // MARK: Values that are heard, where no protocol tells

  @Test("a rest that ends with what is heard waited for it") mutating func heard() {
    clock.hear(at(40))
    clock.send(at(41))
    expect([.acknowledgement: 40, .transmission: 1])
  }

  @Test("also when the buffers were full at first") mutating func heardWhileFull() {
    clock.setQueued(true, at(0))
    clock.setFull(true, at(0))
    clock.complete(4, at(15))
    clock.setFull(false, at(15))
    clock.hear(at(30))
    clock.send(at(32))
    expect([.acknowledgement: 30, .transmission: 2])
  }

  @Test("a host that goes on long after it did not wait for it") mutating func heardLongBefore() {
    clock.hear(at(40))
    clock.send(at(51))
    expect([.sender: 51])
  }

  @Test("one of many values ends every rest") mutating func heardOften() {
    for time in [10, 20, 30] { clock.hear(at(Double(time))) }
    clock.send(at(31))
    expect([.sender: 31])
  }

  @Test("values that are heard between values that are sent kept nobody") mutating func heardBetween() {
    clock.hear(at(1))
    clock.send(at(2))
    expect([.transmission: 2])
  }

  // MARK: Procedures

  @Test("pairing") mutating func procedure() {
    clock.setInProcedure(true, at(0))
    clock.setInProcedure(false, at(80))
    clock.send(at(81))
    expect([.procedure: 80, .transmission: 1])
  }

  @Test("a procedure that never ends does not take everything") mutating func endless() {
    clock.setInProcedure(true, at(0))
    for second in 1...60 { clock.send(at(Double(second) * 1000)) }
    expect([.procedure: 40_000, .sender: 20_000])
  }

  // MARK: The clock

  @Test("records a little out of order take no time, and none twice") mutating func disorder() {
    clock.send(at(10))
    clock.send(at(9))
    clock.send(at(12))
    expect([.sender: 10, .transmission: 2])
  }

  @Test("a clock that is set goes on from there") mutating func setBack() {
    clock.send(at(3))
    clock.send(at(-3_600_000))
    clock.send(at(-3_600_000 + 2))
    expect([.transmission: 5])
  }

  @Test("times that no capture has") mutating func extremes() {
    for time in [Int64.max, .min, 0, .max, .min, .max - 1, -1, .max] {
      clock.setRequesting(true, time)
      clock.setRequesting(false, time)
      clock.send(time)
    }
    for _ in 0..<5000 {
      clock.send(Int64.min)
      clock.send(Int64.max)
    }
    #expect(clock.times.total == clock.elapsed)
    #expect(clock.elapsed > 0)
  }

  @Test("anything in any order adds up to the nanosecond", arguments: 0..<20)
  mutating func any(_ seed: Int) {
    var state = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 | 1
    func random(_ count: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % count
    }
    var time: Int64 = 0
    for _ in 0..<2000 {
      time += Int64(random(40_000_000)) - 1_000_000
      switch random(9) {
      case 0, 1: clock.send(time)
      case 2: clock.setFull(random(2) == 0, time)
      case 3: clock.complete(random(9), time)
      case 4: clock.setRequesting(random(2) == 0, time)
      case 5: clock.setAwaiting(random(2) == 0, isOperation: random(2) == 0, time)
      case 6: clock.hear(time)
      case 7: clock.setInProcedure(random(2) == 0, time)
      default: clock.setQueued(random(2) == 0, time)
      }
    }
    clock.setRequesting(false, time)
    clock.setAwaiting(false, isOperation: false, time)
    clock.send(time)
    #expect(clock.times.total == clock.elapsed)
    #expect(Limiter.allCases.allSatisfy { clock.times[$0] >= 0 })
  }
}
