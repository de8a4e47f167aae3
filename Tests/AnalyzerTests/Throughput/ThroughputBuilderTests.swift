import ATTParser
import TestSupport
import Testing

@testable import Analyzer

@Suite("Throughput of scripted captures")
struct ThroughputBuilderTests {
  private var speed = SpeedScript()

  @Test("buffers that the controller told") mutating func buffers() throws {
    speed.buffers(2)
    speed.script.connects()
    speed.command(at: 100)
    speed.completes(1)
    speed.command(at: 110)
    speed.command(at: 111)
    // Full from 111 on, until two are completed together.
    speed.script.time = 141
    speed.completes(2)
    speed.command(at: 142)
    let stream = try speed.stream()
    #expect(stream.meter.times.milliseconds == ["sender_silent": 10, "transmission": 2, "credits": 30])
    #expect(stream.meter.bufferLength == 251)
  }

  @Test("buffers that the controller did not tell: as many as were ever used") mutating func guessed() throws
  {
    speed.script.connects()
    for round: Int64 in 0..<3 {
      for number: Int64 in 0..<4 { speed.command(at: 100 + round * 40 + number) }
      speed.script.time = 133 + round * 40
      speed.completes(4)
    }
    speed.command(at: 220)
    let times = try speed.stream().meter.times
    // In the first round nobody knew; then the buffers are full for the 30 ms of an event.
    #expect(times[.credits] == 60_000_000)
    // That first wait of 37 ms, and 7 ms after each of the others.
    #expect(times[.unknown] + times[.sender] == 51_000_000)
    #expect(times.total == 120_000_000)
  }

  /// An update of 80 bytes by Nordic Legacy DFU, with a byte that the device writes to a handle of the same number
  /// before and after the image, or without.
  private static func update(isAnswered: Bool) -> SpeedScript {
    var speed = SpeedScript()
    speed.script.connects()
    speed.script.asks("12 1000 0104", "13")
    speed.script.sends("52 1200 00000000 00000000 50000000", on: 0x40)
    speed.script.receives("1b 1000 100101")
    speed.script.asks("12 1000 03", "13")
    for number: Int64 in 0..<4 {
      if isAnswered, number == 0 { speed.script.receives("52 1200 aa") }
      speed.command(at: 500 + number * 10, to: 0x12)
    }
    speed.script.time = 900
    speed.script.receives("1b 1000 100301")
    if isAnswered { speed.script.receives("52 1200 bb") }
    speed.script.disconnects()
    return speed
  }

  @Test("what the device writes to a handle of the same number is not the transfer's") func bothWays() throws
  {
    let alone = try #require(try Self.update(isAnswered: false).throughput().transfers.first)
    let both = try #require(try Self.update(isAnswered: true).throughput().transfers.first)
    #expect(both.streams.map(\.meter.direction) == [.sent])
    #expect(both.seconds == alone.seconds)
    #expect(alone.seconds > 0.03)
  }

  @Test("one packet in each connection event") mutating func interval() throws {
    speed.buffers(1)
    speed.script.connects()
    for number: Int64 in 0..<6 {
      speed.command(at: 100 + 31 * number)
      speed.script.time = 100 + 31 * number + 30
      speed.completes(1)
    }
    // The first one goes out before anything was completed, so nothing is known of it.
    let times = try speed.stream().meter.times
    #expect(times.milliseconds == ["sender_silent": 31, "interval": 120, "transmission": 4])
  }

  @Test("several links share the buffers of their adapter") mutating func severalLinks() throws {
    speed.buffers(2)
    speed.script.connects(0x40)
    speed.script.connects(0x41, peer: 7)
    for handle: UInt16 in [0x40, 0x41] {
      speed.command(at: 90, on: handle)
      speed.completes(1, on: handle)
    }
    // The second link fills the buffers, which keeps the first one from sending.
    speed.command(at: 100, on: 0x40)
    speed.completes(1, on: 0x40)
    speed.command(at: 102, on: 0x41)
    speed.command(at: 102, on: 0x41)
    speed.script.time = 132
    speed.completes(2, on: 0x41)
    speed.command(at: 133, on: 0x40)
    let streams = try speed.throughput().streams
    #expect(streams.map(\.meter.connection) == [1, 2])
    #expect(streams[0].meter.times[.credits] == 30_000_000)
  }

  @Test("adapters do not share anything") mutating func adapters() throws {
    speed.script = SessionScript(monitor: true)
    speed.buffers(1, adapter: 0)
    speed.buffers(1, adapter: 1)
    speed.script.connects(adapter: 0)
    speed.script.connects(adapter: 1)
    for adapter: UInt32 in [0, 1] {
      speed.command(at: 80, adapter: adapter)
      speed.completes(1, adapter: adapter)
    }
    speed.command(at: 100, adapter: 0)
    speed.completes(1, adapter: 0)
    speed.command(at: 101, adapter: 1)
    speed.command(at: 150, adapter: 0)
    let streams = try speed.throughput().streams
    #expect(streams[0].meter.times[.credits] == 0)
    #expect(streams[0].meter.times[.sender] == 70_000_000)
  }

  @Test("a link that ends gives its buffers back") mutating func ends() throws {
    speed.buffers(2)
    speed.script.connects(0x40)
    speed.script.connects(0x41, peer: 7)
    for handle: UInt16 in [0x40, 0x41] {
      speed.command(at: 90, on: handle)
      speed.completes(1, on: handle)
    }
    speed.command(at: 100, on: 0x41)
    speed.command(at: 100, on: 0x41)
    speed.script.time = 120
    speed.script.disconnects(0x41)
    speed.command(at: 160, on: 0x40)
    let streams = try speed.throughput().streams
    #expect(streams[0].meter.times[.credits] == 0)
    #expect(streams[0].meter.times.total == 70_000_000)
  }

  @Test("requests wait for their responses") mutating func requests() throws {
    speed.script.connects()
    for number: Int64 in 0..<10 {
      speed.script.time = 100 + number * 40
      speed.script.sends("122000" + String(repeating: "ab", count: 20))
      speed.script.time = 100 + number * 40 + 38
      speed.script.receives("13")
    }
    let stream = try speed.stream()
    #expect(stream.meter.times.milliseconds == ["att_response": 9 * 38, "transmission": 9 * 2])
    #expect(stream.settings?.isAcknowledged == true)
  }

  @Test("indications wait for their confirmations, notifications for nothing that is known")
  mutating func fromServer() throws {
    speed.script.connects()
    for number: Int64 in 0..<5 {
      speed.script.time = 100 + number * 60
      speed.script.receives("1d2000aabb")
      speed.script.time = 130 + number * 60
      speed.script.sends("1e")
    }
    for number: Int64 in 0..<5 {
      speed.script.time = 1000 + number * 100
      speed.script.receives("1b2100aabb")
    }
    let streams = try speed.throughput().streams
    #expect(streams.map(\.meter.kind) == [.indication, .notification])
    // The interval is 30 ms: what comes an event later was sent at once.
    #expect(streams[0].meter.times.milliseconds == ["att_response": 120, "transmission": 120])
    #expect(streams[1].meter.times.milliseconds == ["unknown": 400])
  }

  @Test("pairing and updates of parameters") mutating func procedures() throws {
    speed.script.connects()
    speed.command(at: 100)
    speed.completes(1)
    speed.script.time = 110
    speed.script.pdu(6, "01030001100101", on: 0x40, sent: true)
    speed.script.time = 400
    speed.encrypts()
    speed.command(at: 402)
    speed.script.command(0x2013, [0x40, 0x00, 6, 0, 6, 0, 0, 0, 0x90, 0x01, 0, 0, 0, 0])
    speed.script.time = 600
    speed.updates(interval: 6)
    speed.command(at: 602)
    let times = try speed.stream().meter.times
    #expect(times[.procedure] == 290_000_000 + 197_000_000)
  }

  @Test("sums are those of the stream, also when the clock is set back") mutating func setBack() throws {
    speed.script.connects()
    for time: Int64 in [1000, 1020, 1015, 1100, -5_000_000, -4_999_950, -4_999_000] {
      speed.command(at: time)
    }
    let meter = try speed.stream().meter
    #expect(meter.times.total == meter.duration)
    #expect(meter.duration == 1_100_000_000)
    #expect(meter.bins.amounts.reduce(0, +) == 140)
  }

  // MARK: Limits

  @Test("connections one after the other leave no link behind") mutating func manyConnections() throws {
    for _ in 0..<(ThroughputBuilder.linkLimit + 100) {
      speed.script.connects()
      speed.command(at: speed.script.time)
      speed.script.disconnects()
    }
    speed.script.connects()
    for number: Int64 in 0..<20 { speed.command(at: speed.script.time + number) }
    let throughput = try speed.throughput()
    #expect(throughput.notMeasured == 0)
    #expect(throughput.streams.count <= ThroughputBuilder.streamLimit)
    // The short streams of connections that are over make room for the last one.
    #expect(throughput.streams.last?.meter.count == 20)
  }

  @Test("too many streams of an open connection are counted") mutating func manyStreams() throws {
    speed.script.connects()
    for attribute in 1...UInt16(ThroughputBuilder.streamLimit + 50) {
      speed.command(at: speed.script.time, to: attribute)
    }
    let throughput = try speed.throughput()
    #expect(throughput.streams.count == ThroughputBuilder.streamLimit)
    #expect(throughput.notMeasured == 50)
  }
}
