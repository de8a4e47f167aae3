import ATTParser
import Testing

@testable import Analyzer

@Suite("Meter of a stream")
struct StreamMeterTests {
  private static let millisecond: Int64 = 1_000_000

  private var clock = PaceClock()
  private var meter: StreamMeter
  private var frame = 10

  init() {
    clock.knowsCredits = true
    clock.send(0)
    meter = StreamMeter(
      connection: 3, .writeCommand, .sent, AttributeHandle(rawValue: 9), Self.moment(10, 0),
      PaceReading(times: clock.times, elapsed: clock.elapsed), stallFloor: 250 * Self.millisecond)
  }

  private static func moment(_ frame: Int, _ milliseconds: Int64) -> Moment {
    Moment(frame: frame, time: Timestamp(nanoseconds: milliseconds * millisecond))
  }

  private mutating func add(_ size: Int, _ milliseconds: Int64, keepsStall: Bool = true) {
    clock.send(milliseconds * Self.millisecond)
    let reading = PaceReading(times: clock.times, elapsed: clock.elapsed)
    _ = meter.add(size, Self.moment(frame, milliseconds), reading, keepsStall: keepsStall)
    frame += 1
  }

  @Test("bytes, rates and bursts") mutating func rates() {
    // Two bursts of three values, 98 ms apart.
    for time: Int64 in [0, 1, 2, 100, 101, 102] { add(time == 2 ? 40 : 20, time) }
    #expect(meter.count == 6)
    #expect(meter.bytes == 140)
    #expect(meter.longest == 40)
    #expect(meter.seconds == 0.102)
    #expect(meter.rate.map { Int($0) } == 1372)
    #expect(meter.burst == 3)
    #expect(meter.times.total == 102 * Self.millisecond)
    #expect(meter.times[.sender] == 98 * Self.millisecond)
    #expect(meter.rests.amounts.reduce(0, +) == Int(98 * Self.millisecond))
    #expect([meter.first.frame, meter.last.frame] == [10, 15])
  }

  @Test("one value has no rate") mutating func single() {
    add(20, 0)
    #expect(meter.rate == nil)
    #expect(meter.activeRate == nil)
    #expect(meter.burst == 1)
    #expect(meter.packetsPerEvent == nil)
  }

  @Test("a stall, and the rate without it") mutating func stall() {
    add(100, 0)
    add(100, 100)
    add(100, 1100)
    #expect(meter.stalls.count == 1)
    #expect(meter.stalls[0].offset == 200)
    #expect([meter.stalls[0].from.frame, meter.stalls[0].to.frame] == [11, 12])
    #expect(meter.stalls[0].cause == .sender)
    #expect(meter.stalled == 1000 * Self.millisecond)
    #expect(meter.activeRate == 3000)
  }

  @Test("stalls beyond the limit are counted, and stay in the sum") mutating func manyStalls() {
    // Each stall follows enough short gaps not to become usual.
    var time: Int64 = 0
    for _ in 0..<300 {
      for _ in 0..<32 {
        add(1, time)
        time += 5
      }
      time += 1000
    }
    add(1, time)
    #expect(meter.stalls.count == StreamMeter.stallLimit)
    #expect(meter.stallsNotKept == 300 - StreamMeter.stallLimit)
    #expect(meter.stalled == 300 * 1005 * Self.millisecond)
    time += 2000
    add(1, time, keepsStall: false)
    #expect(meter.stallsNotKept == 301 - StreamMeter.stallLimit)
  }

  @Test("what is long at first and usual in the end is no stall") mutating func usual() {
    for number: Int64 in 0..<20 { add(10, number * 400) }
    #expect(meter.stalls.count == 16)
    meter.finish()
    #expect(meter.stalls.isEmpty)
    #expect(meter.stalled == 0)
    #expect(!meter.isMostlyStalled)
  }

  @Test("a clock that is set back takes nothing away") mutating func setBack() {
    add(100, 0)
    add(100, 1000)
    add(100, -1_000_000)
    add(100, -999_900)
    #expect(meter.seconds == 1.1)
    #expect(meter.bins.amounts.reduce(0, +) == 400)
    #expect(meter.times.total == meter.duration)
  }
}
