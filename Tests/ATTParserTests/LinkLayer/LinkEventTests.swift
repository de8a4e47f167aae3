import TestSupport
import Testing

@testable import ATTParser

@Suite("Connection events on the air")
struct LinkEventTests {
  /// Formats without direction, in which everything has to come from times and channels.
  private static let blind: [AirEncapsulation] = [.plain, .pseudoHeader, .ppi]

  private func data(_ script: AirScript) throws -> [DecodedFrame] {
    try ReadCapture(script.bytes).frames.map(\.frame).filter { $0.air.channel == .data }
  }

  @Test("events begin where the central speaks first", arguments: AirEncapsulation.allCases)
  func beginnings(_ format: AirEncapsulation) throws {
    var script = AirScript(format)
    script.connect()
    for number in 0..<12 {
      script.nextEvent()
      script.send(.central, more: number % 3 == 0)
      script.send(.peripheral)
      guard number % 3 == 0 else { continue }
      script.send(.central)
      script.send(.peripheral)
    }
    let frames = try data(script)
    let directions = (0..<frames.count).map { $0 % 2 == 0 ? Direction.sent : .received }
    #expect(frames.map(\.record.direction) == directions)
    #expect(frames.count { $0.air.notes.contains(.beginsEvent) } == 12)
    #expect(frames.filter { $0.air.notes.contains(.beginsEvent) }.map(\.air.eventCounter) == Array(0..<12))
    #expect(frames.allSatisfy { $0.air.missedEvents == 0 })
  }

  @Test("a first PDU that is late by an answer's time is the peripheral's", arguments: blind)
  func peripheralFirst(_ format: AirEncapsulation) throws {
    var script = AirScript(format)
    script.connect()
    for _ in 0..<10 { script.exchange() }
    script.nextEvent()
    script.send(.central, fate: .missed)
    script.send(.peripheral)
    script.exchange()
    let frames = try data(script)
    #expect(frames.suffix(3).map(\.record.direction) == [.received, .sent, .received])
    #expect(frames[20].air.notes.contains(.beginsEvent))
    #expect(frames.last?.air.eventCounter == 11)
  }

  @Test("events that were not heard are counted", arguments: AirEncapsulation.allCases)
  func missedEvents(_ format: AirEncapsulation) throws {
    var script = AirScript(format)
    script.connect()
    for _ in 0..<8 { script.exchange() }
    script.nextEvent(after: 4)
    script.send(.central)
    script.send(.peripheral)
    let frames = try data(script)
    #expect(frames.map { Int($0.air.missedEvents) }.reduce(0, +) == 3)
    #expect(frames.last?.air.eventCounter == 11)
  }

  @Test("a new interval is in force from its instant on", arguments: AirEncapsulation.allCases)
  func instant(_ format: AirEncapsulation) throws {
    var script = AirScript(format)
    script.connect()
    for _ in 0..<5 { script.exchange() }
    // Interval 12 × 1.25 ms, window offset 1, at the instant six events on.
    script.exchange((3, [0, 1, 1, 0, 12, 0, 0, 0, 100, 0] + UInt16(script.event + 7).bytes()))
    for _ in 0..<5 { script.exchange() }
    script.nextEvent(interval: 15_000, offset: 1_250)
    script.send(.central)
    script.send(.peripheral)
    for _ in 0..<6 { script.exchange() }
    let frames = try data(script)
    let changes = frames.filter { $0.air.notes.contains(.parametersInForce) }
    #expect(changes.map(\.air.eventCounter) == [11])
    #expect(frames.last?.air.eventCounter == script.event)
    #expect(frames.allSatisfy { $0.air.missedEvents == 0 })
    #expect(frames.map(\.record.direction) == (0..<frames.count).map { $0 % 2 == 0 ? .sent : .received })
  }

  @Test(
    "PHYs and channel maps come into force at their instants", arguments: [AirEncapsulation.nordic3, .plain])
  func otherInstants(_ format: AirEncapsulation) throws {
    var script = AirScript(format)
    script.connect()
    script.exchange((3, [0x18, 2, 2] + UInt16(6).bytes()))
    script.exchange((3, [0x01, 0xFF, 0, 0, 0, 0] + UInt16(8).bytes()))
    for _ in 0..<10 { script.exchange() }
    let frames = try data(script)
    #expect(frames.filter { $0.air.notes.contains(.physInForce) }.map(\.air.eventCounter) == [6])
    #expect(frames.filter { $0.air.notes.contains(.channelMapInForce) }.map(\.air.eventCounter) == [8])
  }

  @Test("a clock that stamps the end of packets is found out")
  func endStamps() {
    var side = StampSide()
    var time: Int64 = 0
    var starts: [Int64] = []
    for number in 0..<12 {
      // Long and short ones in turn, each 150 µs after the end of the one before.
      let duration: Int64 = number % 2 == 0 ? 80_000 : 300_000
      let start = time
      time += duration
      starts.append(side.start(time, duration: duration, .record) - start)
      time += 150_000
    }
    #expect(starts.suffix(4).allSatisfy { $0 == 0 })
    var straight = StampSide()
    time = 0
    for number in 0..<12 {
      let duration: Int64 = number % 2 == 0 ? 80_000 : 300_000
      #expect(straight.start(time, duration: duration, .record) == time)
      time += duration + 150_000
    }
  }

  @Test("the firmware's clock of 32 bits goes on where it turns over")
  func clock() {
    var clock = AirClock()
    var radio = RadioInfo()
    radio.clock = .microseconds
    radio.time = 0xFFFF_FF00
    let first = clock.time(radio, Timestamp(nanoseconds: 5), duration: 0)
    radio.time = 0x100
    #expect(clock.time(radio, Timestamp(nanoseconds: 6), duration: 0) - first == 512_000)
    radio.time = 0xFFFF_FF00
    #expect(clock.time(radio, Timestamp(nanoseconds: 7), duration: 0) == first)
  }
}
