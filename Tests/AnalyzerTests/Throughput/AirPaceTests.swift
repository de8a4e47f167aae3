import ATTParser
import TestSupport
import Testing

@testable import Analyzer

/// What is measured of streams in captures of the air: what was planted is found.
@Suite("Pace of the air")
struct AirPaceTests {
  /// The connection interval in microseconds.
  private static let interval: UInt64 = 30_000

  /// A Write Command of 20 bytes as one packet.
  private static let command = AirScript.l2cap(4, "521000" + String(repeating: "07", count: 20))
  /// A notification of 20 bytes as one packet.
  private static let notification = AirScript.l2cap(4, "1B1000" + String(repeating: "07", count: 20))

  private static func opened() -> AirScript {
    var script = AirScript(.nordic3, interval: interval)
    script.connect()
    script.exchange()
    return script
  }

  private static func only(_ script: AirScript) throws -> Throughput.Stream {
    let streams = try Throughput(of: script.bytes).streams
    try #require(streams.count == 1, "\(streams.map(\.meter.kind))")
    return streams[0]
  }

  private static func milliseconds(_ stream: Throughput.Stream) -> [String: Double] {
    stream.meter.times.milliseconds
  }

  @Test("one packet in each event: the interval")
  func oneEachEvent() throws {
    var script = Self.opened()
    for _ in 0..<11 { script.exchange(Self.command) }
    let stream = try Self.only(script)
    #expect(Self.milliseconds(stream) == ["interval": 300])
    #expect(stream.packetsPerEvent == 1)
    #expect(stream.meter.repeatedShare == 0)
    #expect(stream.meter.direction == .sent)
  }

  @Test("one notification in each event: the interval, of the peripheral")
  func notifications() throws {
    var script = Self.opened()
    for _ in 0..<11 { script.exchange((1, []), Self.notification) }
    let stream = try Self.only(script)
    #expect(Self.milliseconds(stream) == ["interval": 300])
    #expect(stream.meter.direction == .received)
  }

  @Test("four packets in each event, and more to send: the link carries what it can")
  func severalEachEvent() throws {
    var script = Self.opened()
    for _ in 0..<10 {
      script.nextEvent()
      for _ in 0..<4 {
        script.send(.central, Self.command.0, Self.command.1, more: true)
        script.send(.peripheral)
      }
    }
    let stream = try Self.only(script)
    let times = stream.meter.times
    #expect(stream.packetsPerEvent == 4)
    // 3 gaps in each of 10 events, of a packet of 37 bytes, an empty one of 10 and two pauses of 150 µs each; the other
    // 9 gaps fill the intervals up.
    let gap = 0.001 * Double((4 + 2 + 27 + 3 + 1) * 8 + 150 + (4 + 2 + 3 + 1) * 8 + 150)
    #expect(abs(Double(times[.transmission]) / 1e6 - 30 * gap) < 0.001)
    #expect(abs(Double(times[.credits]) / 1e6 - 9 * (30 - 3 * gap)) < 0.001)
    #expect(times.total == times[.transmission] + times[.credits])
  }

  @Test("empty packets in between: the sender had nothing to send")
  func sender() throws {
    var script = Self.opened()
    for _ in 0..<5 {
      script.exchange(Self.command)
      for _ in 0..<9 { script.exchange() }
    }
    script.exchange(Self.command)
    let stream = try Self.only(script)
    #expect(Self.milliseconds(stream) == ["sender_silent": 1500])
  }

  @Test("packets that are sent again: link trouble, and their share")
  func retransmissions() throws {
    var script = Self.opened()
    for _ in 0..<5 {
      script.exchange(Self.command)
      script.nextEvent()
      script.sendInVain(.central, Self.command.0, Self.command.1)
      for _ in 0..<2 {
        script.nextEvent()
        script.resend(.central)
      }
      script.send(.peripheral)
    }
    script.exchange(Self.command)
    let stream = try Self.only(script)
    // A round is 4 intervals: one to the packet that is lost at first, two until it is through, one to the next.
    #expect(Self.milliseconds(stream) == ["link_trouble": 300, "interval": 300])
    #expect(stream.meter.count == 11)
    // Of 10 new packets after the first value, and 10 that were sent again.
    #expect(stream.meter.repeatedShare == 0.5)
  }

  @Test("a Write Request: its response")
  func response() throws {
    var script = Self.opened()
    let request = AirScript.l2cap(4, "121000" + String(repeating: "07", count: 20))
    for _ in 0..<5 {
      script.exchange(request)
      script.exchange()
      script.exchange((1, []), AirScript.l2cap(4, "13"))
    }
    script.exchange(request)
    let stream = try Self.only(script)
    let times = Self.milliseconds(stream)
    #expect(abs((times["att_response"] ?? 0) - 5 * 60) < 5)
    #expect(abs(times.values.reduce(0, +) - 450) < 0.001)
  }

  @Test("packets that the sniffer missed are counted, not called the link's")
  func missed() throws {
    var script = Self.opened()
    for count in 0..<11 {
      script.nextEvent()
      script.send(.central, Self.command.0, Self.command.1, fate: count == 5 ? .missed : .heard)
      script.send(.peripheral)
    }
    let stream = try Self.only(script)
    #expect(stream.meter.count == 10)
    #expect(stream.meter.missedPackets == 1)
    #expect(stream.meter.repeatedShare == 0)
    #expect(stream.meter.times[.link] == 0)
  }

  @Test("a log of a host tells nothing of packets sent again")
  func host() throws {
    var script = SpeedScript()
    script.script.connects()
    for time in 0..<10 { script.command(at: Int64(time) * 30) }
    let stream = try script.stream()
    #expect(stream.meter.repeatedShare == nil)
    #expect(!stream.meter.isOfTheAir)
  }
}
