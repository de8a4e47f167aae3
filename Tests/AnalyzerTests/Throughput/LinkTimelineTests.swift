import ATTParser
import TestSupport
import Testing

@testable import Analyzer

@Suite("Settings of a link over time")
struct LinkTimelineTests {
  private var speed = SpeedScript()

  @Test("what is in force when a stream begins") mutating func before() throws {
    speed.script.connects()
    speed.updates(phy: 2)
    speed.updates(octets: 200)
    speed.script.asks("02f700", "030002")
    speed.encrypts()
    speed.updates(interval: 12, latency: 3)
    for number: Int64 in 0..<10 { speed.command(at: 100 + number * 15) }
    let stream = try speed.stream()
    let settings = try #require(stream.settings)
    #expect(
      settings
        == LinkSettings(phy: .le2M, octets: 200, attMTU: 247, interval: 15_000, isEncrypted: true))
    #expect(stream.assumed.isEmpty)
    #expect(stream.timeline?.stretches.count == 1)
    #expect(stream.remarks.contains { if case .latency(3, _) = $0 { true } else { false } })
  }

  @Test("changes on the way: the ceiling is that of each for its time") mutating func changes() throws {
    speed.script.connects()
    speed.updates(octets: 251)
    speed.script.asks("02f700", "03f700")
    speed.updates(interval: 12)
    for number: Int64 in 0..<10 { speed.command(at: 1000 + number * 100, bytes: 244) }
    speed.script.time = 2000
    speed.updates(phy: 2)
    for number: Int64 in 0..<31 { speed.command(at: 2000 + number * 100, bytes: 244) }
    let stream = try speed.stream()
    let stretches = try #require(stream.timeline?.stretches)
    #expect(stretches.map(\.settings.phy) == [.le1M, .le2M])
    #expect(stretches.map { ($0.seconds * 1000).rounded() } == [1000, 3000])
    #expect(stream.settings?.phy == .le2M)
    // 97.6 kB/s for a second and 162.7 for three.
    #expect(abs((stream.ceiling ?? 0) / 1000 - (97.6 + 3 * 162.7) / 4) < 0.2)
  }

  @Test("a longer interval is worth a remark, with what it did") mutating func raised() throws {
    speed.script.connects()
    speed.updates(interval: 12)
    for number: Int64 in 0..<100 { speed.command(at: 1000 + number * 10) }
    speed.script.time = 2000
    speed.updates(interval: 72)
    for number: Int64 in 0..<11 { speed.command(at: 2000 + number * 100) }
    let changes = try speed.stream().remarks.compactMap { remark in
      if case .intervalRaised(let change) = remark { change } else { nil }
    }
    try #require(changes.count == 1)
    #expect([changes[0].old, changes[0].new] == [15_000, 90_000])
    #expect(abs(changes[0].offset - 2000) <= 20)
    #expect(abs((changes[0].rates?.before ?? 0) - 2000) < 50)
    #expect(abs((changes[0].rates?.after ?? 0) - 210) < 25)
  }

  @Test("a shorter interval, and one that is nearly the same, are not") mutating func notRaised() throws {
    speed.script.connects()
    for (place, interval) in [UInt16(40), 12, 13].enumerated() {
      speed.script.time = Int64(place) * 1000
      speed.updates(interval: interval)
      for number: Int64 in 1...20 { speed.command(at: Int64(place) * 1000 + number * 10) }
    }
    let stream = try speed.stream()
    #expect(stream.timeline?.stretches.map(\.settings.interval) == [50_000, 15_000, 16_250])
    #expect(!stream.remarks.contains { if case .intervalRaised = $0 { true } else { false } })
  }

  @Test("what a capture that begins too late does not tell is assumed, and said") mutating func late() throws
  {
    for number: Int64 in 0..<10 { speed.command(at: 100 + number * 15, bytes: 100) }
    let stream = try speed.stream()
    #expect(stream.settings == LinkSettings(attMTU: 103))
    #expect(
      stream.assumed == ["ATT_MTU 103", "1M PHY", "data length 27", "an interval that does not matter"])
  }

  @Test("short buffers of the controller make short packets") mutating func shortBuffers() throws {
    speed.buffers(8, length: 27)
    speed.script.connects()
    speed.updates(octets: 251)
    for number: Int64 in 0..<3 { speed.command(at: 100 + number * 15) }
    #expect(try speed.stream().settings?.octets == 27)
  }

  @Test("values in each connection event, or in every other one", arguments: [1, 2])
  mutating func beat(_ count: Int64) throws {
    speed.script.connects()
    speed.updates(interval: 24)
    for number: Int64 in 0..<40 { speed.command(at: 100 + number * 30 * count) }
    let stream = try speed.stream()
    #expect(stream.remarks == [.beat(30_000_000 * count, intervals: Int(count))])
  }

  @Test("packets that nobody acknowledges for most of the supervision timeout") mutating func silence() throws
  {
    speed.buffers(4)
    speed.script.connects()
    speed.updates(interval: 24, timeout: 200)
    for number: Int64 in 0..<4 { speed.command(at: 100 + number) }
    speed.script.time = 1600
    speed.completes(4)
    speed.command(at: 1601)
    let stream = try speed.stream()
    guard case .silence(let silence)? = stream.remarks.first else {
      Issue.record("\(stream.remarks)")
      return
    }
    #expect(silence.nanoseconds == 1_500_000_000)
    #expect(silence.share == 0.75)
  }
}
