import TestSupport
import Testing

@testable import Analyzer

/// What makes a device hold other bytes than were meant, each with a twin that is all right.
@Suite("Symptoms of bytes that do not arrive")
struct LosingSymptomTests {
  @Test("an object that was sent whole is not executed: part of it did not arrive")
  func notExecuted() throws {
    var session = SecureSession()
    session.begin()
    session.send(0..<128)
    session.ask("04", "600408")
    session.script.disconnect(0x16)
    #expect(try session.script.transfer().cause == "bytes-lost")
  }

  @Test("the device counts bytes that were not sent", arguments: [168, 128])
  func counted(bytes: Int) throws {
    var session = SecureSession()
    session.begin()
    session.send(0..<128)
    session.check(says: bytes)
    session.script.wait(300)
    session.script.disconnect(0x16)
    let transfer = try session.script.transfer()
    #expect(transfer.verdict.outcome == .failed)
    #expect(transfer.cause == (bytes > 128 ? "stale-state" : "client-disconnected"))
  }

  @Test("an object after a rejection that is neither a page nor the rest", arguments: [60, 72])
  func wrongPage(size: Int) throws {
    var session = SecureSession()
    session.begin()
    session.send(0..<128)
    session.check(says: 128)
    session.ask("04", "600401")
    session.ask("0102" + UInt32(size).bytes().hex, "600103")
    session.script.disconnect(0x16)
    let transfer = try session.script.transfer()
    // 200 bytes: 72 of them are the rest.
    #expect(transfer.cause == (size == 60 ? "wrong-resume" : "wrong-state"))
  }

  @Test("what was executed before is executed again")
  func executedTwice() throws {
    var session = SecureSession()
    session.begin(offset: 128)
    session.ask("04", "600408")
    session.script.disconnect(0x16)
    let transfer = try session.script.transfer()
    #expect(transfer.cause == "wrong-state")
    #expect(transfer.verdict.cause?.text.contains("was executed before") == true)
  }

  @Test("the device that was asked for receipts gives none", arguments: [true, false])
  func receipts(hasGivenOne: Bool) throws {
    var session = LegacySession()
    session.begin(receipts: 4)
    session.send(0..<80)
    if hasGivenOne {
      session.script.notify(0, [0x11] + UInt32(80).bytes())
      session.send(80..<160)
    }
    session.script.wait(9000)
    session.script.disconnect(0x16)
    let transfer = try session.script.transfer()
    #expect(transfer.verdict.outcome == .failed)
    #expect(transfer.cause == (hasGivenOne ? "no-answer" : "receipt-missing"))
  }

  @Test("packets of more than 20 bytes, and a device that leaves", arguments: [20, 60])
  func packets(size: Int) throws {
    var session = LegacySession()
    session.packet = size
    session.begin()
    session.send(0..<120)
    session.script.wait(300)
    session.script.disconnect(0x13)
    let transfer = try session.script.transfer()
    #expect(transfer.verdict.outcome == .failed)
    #expect(transfer.cause == (size == 60 ? "packets-beyond-20" : "device-disconnected"))
    #expect(transfer.also == [])
  }

  @Test("packets of more than 20 bytes that the device takes")
  func longPackets() throws {
    var session = LegacySession()
    session.packet = 60
    session.run()
    let transfer = try session.script.transfer()
    #expect(transfer.verdict.outcome == .success)
    #expect(transfer.also == [])
  }

  @Test(
    "chunks without response, where the properties offer only the other kind",
    arguments: [0x0A, 0x0E] as [UInt8])
  func writeKind(properties: UInt8) throws {
    var session = LegacySession()
    session.script = TransferScript(LegacySession.characteristics, properties: properties)
    session.begin()
    session.send(0..<200)
    session.script.wait(9000)
    session.script.disconnect(0x16)
    let transfer = try session.script.transfer()
    #expect(transfer.verdict.outcome == .failed)
    // Read and write; with 0x04 also without response.
    #expect(transfer.cause == (properties == 0x0A ? "wrong-write-kind" : "no-answer"))
  }

  @Test("values of more than 512 bytes are not answered", arguments: [514, 500])
  func beyond512(size: Int) throws {
    var session = LegacySession()
    session.script = TransferScript(LegacySession.characteristics, mtu: 517)
    session.size = 2 * size
    session.packet = size
    session.begin()
    session.send(0..<(2 * size))
    session.script.wait(9000)
    session.script.disconnect(0x16)
    let transfer = try session.script.transfer()
    #expect(transfer.verdict.outcome == .failed)
    #expect(transfer.cause == (size > 512 ? "value-exceeds-512" : "packets-beyond-20"))
  }
}
