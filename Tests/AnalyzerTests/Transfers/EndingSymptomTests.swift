import TestSupport
import Testing

@testable import Analyzer

/// What ends a transfer in the middle, each with a twin that is all right.
@Suite("Symptoms of ends")
struct EndingSymptomTests {
  /// Attempts of Legacy DFU that the device ends after so many bytes.
  private static func attempts(_ ends: [Int], reason: UInt8 = 0x13) throws -> Transfer {
    var session = LegacySession()
    for (place, end) in ends.enumerated() {
      if place > 0 {
        session.script.wait(2000)
        session.script.connect()
      }
      session.begin()
      session.send(0..<end)
      session.script.wait(300)
      session.script.disconnect(reason)
    }
    return try session.script.transfer()
  }

  @Test("each attempt ends at the same byte", arguments: [UInt8(0x13), 0x08])
  func samePlace(reason: UInt8) throws {
    let transfer = try Self.attempts([100, 100, 100], reason: reason)
    #expect(transfer.verdict.outcome == .failed)
    #expect(transfer.cause == "same-place")
    #expect(transfer.verdict.cause?.text.hasPrefix("3 attempts") == true)
  }

  @Test("attempts end here and there, or the client ends them", arguments: [UInt8(0x13), 0x16])
  func otherPlaces(reason: UInt8) throws {
    let transfer = try Self.attempts(reason == 0x13 ? [100, 140] : [100, 100], reason: reason)
    #expect(transfer.cause == (reason == 0x13 ? "device-disconnected" : "client-disconnected"))
    #expect(!transfer.also.contains("same-place"))
  }

  @Test("the second attempt gets by")
  func getsBy() throws {
    var session = LegacySession()
    session.begin()
    session.send(0..<100)
    session.script.disconnect(0x13)
    session.script.wait(2000)
    session.script.connect()
    session.run()
    let transfer = try session.script.transfer()
    #expect(transfer.verdict.outcome == .success)
    #expect(!transfer.also.contains("same-place"))
  }

  @Test(
    "the client stops where 16 bits end",
    arguments: [
      (69_536, 20, 4000, "counter-overflow"), (200_000, 16, 65_536, "counter-overflow"),
      (200_000, 16, 131_072, "counter-overflow"), (69_536, 20, 3980, "client-disconnected"),
      (200_000, 16, 65_520, "client-disconnected"),
    ])
  func overflow(size: Int, packet: Int, sent: Int, rule: String) throws {
    var session = LegacySession()
    session.size = size
    session.packet = packet
    session.begin()
    session.send(0..<sent)
    session.script.wait(2000)
    session.script.disconnect(0x16)
    let transfer = try session.script.transfer()
    #expect(transfer.verdict.outcome == .failed)
    #expect(transfer.cause == rule)
  }

  @Test(
    "an image for an ESP32 that does not begin as those do, and is not accepted",
    arguments: [(0xE9, ["hash-mismatch"]), (0x7F, ["hash-mismatch", "not-an-image"])] as [(UInt8, [String])])
  func espImage(first: UInt8, rules: [String]) throws {
    var session = FbiegoSession()
    session.begin()
    for number in 0..<FbiegoSession.chunks {
      var chunk = session.chunk(number)
      if number == 0 { chunk[2] = first }
      session.script.command(FbiegoSession.dataPlace, chunk)
      session.endPart(number)
      session.acknowledge(number)
    }
    session.script.notify(1, [0x0F] + Array("Error #: 9".utf8))
    session.script.wait(300)
    session.script.disconnect(0x16)
    let transfer = try session.script.transfer()
    #expect(transfer.verdict.outcome == .failed)
    #expect([transfer.cause].compactMap(\.self) + transfer.also == rules)
  }
}
