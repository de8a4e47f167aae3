import ATTParser
import Testing

@testable import Analyzer

@Suite("Pace of a link")
struct LinkPaceTests {
  private var link = LinkPace(connection: 1, adapter: 0)
  private var frame = 0

  init() { link.set(interval: 12, latency: 0, timeout: 400) }

  private mutating func at(_ milliseconds: Int64) -> Moment {
    frame += 1
    return Moment(frame: frame, time: Timestamp(nanoseconds: milliseconds * 1_000_000))
  }

  @Test("packets on the air in each event, while there are any") mutating func packetsPerEvent() {
    link.set(octets: 251)
    for _ in 0..<8 { link.sent(251, at(0)) }
    link.completed(4, at(15))
    link.completed(4, at(30))
    // Nothing to send for a second, then four more.
    for _ in 0..<4 { link.sent(251, at(1000)) }
    link.completed(4, at(1015))
    #expect(link.radio.packets == 12)
    #expect(link.radio.events == 3)
    #expect(link.inFlight == 0)
  }

  @Test("a packet of the host is many on the air with a short data length") mutating func pieces() {
    link.set(octets: 27)
    link.sent(251, at(0))
    #expect(link.local.tempo.fragments == 10)
    link.sent(20, at(1))
    #expect(link.local.tempo.fragments == 1)
    // Half of the host's packets are half of those on the air.
    link.completed(1, at(15))
    #expect(link.radio.packets == 5)
    link.completed(1, at(30))
    #expect(link.radio.packets == 11)
  }

  @Test("a PDU in several packets of the host") mutating func packetsPerPDU() {
    #expect(link.packetsPerPDU == 1)
    link.sent(27, at(0))
    link.sent(27, isContinuation: true, at(0))
    link.sent(27, isContinuation: true, at(0))
    #expect(link.packetsPerPDU == 3)
    link.sent(27, at(1))
    #expect(link.packetsPerPDU == 3)
    link.sent(27, at(2))
    #expect(link.packetsPerPDU == 1)
  }

  @Test("more completed than was sent") mutating func tooMany() {
    link.sent(27, at(0))
    link.completed(65_535, at(15))
    link.completed(65_535, at(16))
    #expect(link.inFlight == 0)
    #expect(link.radio.packets == 1)
  }

  @Test("the longest silence while packets are under way") mutating func silence() throws {
    link.sent(27, at(0))
    link.sent(27, at(100))
    link.completed(1, at(500))
    link.heard(at(600))
    link.completed(1, at(3000))
    // Nothing is under way: nothing has to be heard.
    link.heard(at(60_000))
    let silence = try #require(link.silence)
    #expect(silence.nanoseconds == 2_400_000_000)
    #expect(silence.timeout == 4_000_000_000)
    #expect([silence.from.frame, silence.to.frame] == [4, 5])
    #expect(silence.share == 0.6)
    #expect(silence.isLong)
  }

  @Test("a short silence is not worth a remark") mutating func shortSilence() throws {
    link.sent(27, at(0))
    link.completed(1, at(1999))
    #expect(try !#require(link.silence).isLong)
  }
}
