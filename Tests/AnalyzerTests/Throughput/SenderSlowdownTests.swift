import ATTParser
import Testing

@testable import Analyzer

@Suite("Senders that slow down")
struct SenderSlowdownTests {
  /// A stream of values of 200 bytes: so many one every 15 ms, then so many with a rest of `rest` ms before each.
  private func meter(_ fast: Int, _ slow: Int, rest: Int64) -> StreamMeter {
    var clock = PaceClock()
    clock.knowsCredits = true
    clock.send(0)
    var meter = StreamMeter(
      connection: 1, .writeCommand, .sent, AttributeHandle(rawValue: 9),
      Moment(frame: 1, time: Timestamp(nanoseconds: 0)), PaceReading(), stallFloor: 250_000_000)
    var time: Int64 = 0
    for number in 0..<(fast + slow) {
      if number < fast {
        // The link keeps it.
        clock.setFull(true, time)
        time += 15_000_000
        clock.setFull(false, time)
      } else {
        time += rest * 1_000_000
      }
      clock.send(time)
      _ = meter.add(
        200, Moment(frame: number + 1, time: Timestamp(nanoseconds: time)),
        PaceReading(times: clock.times, elapsed: clock.elapsed))
    }
    return meter
  }

  @Test("from full speed to rests") func found() throws {
    // 3 s of 13.3 kB/s, then 30 values 200 ms apart.
    let slowdown = try #require(SenderSlowdown.find(meter(200, 30, rest: 200)))
    #expect(abs(slowdown.begin - 3_000_000_000) <= 50_000_000)
    #expect((199...202).contains(slowdown.frame))
    #expect(abs(slowdown.before - 13_333) < 300)
    #expect(abs(slowdown.after - 1000) < 60)
    #expect(slowdown.rest > 0.95)
  }

  @Test("full speed to the end, rests from the beginning, one long rest, two short parts")
  func notFound() {
    #expect(SenderSlowdown.find(meter(400, 0, rest: 0)) == nil)
    #expect(SenderSlowdown.find(meter(0, 100, rest: 200)) == nil)
    #expect(SenderSlowdown.find(meter(200, 1, rest: 9000)) == nil)
    #expect(SenderSlowdown.find(meter(60, 8, rest: 200)) == nil)
  }
}
