import TestSupport
import Testing

@testable import Analyzer

private let oadCharacteristics = [
  "f000ffc1-0451-4000-b000-000000000000", "f000ffc2-0451-4000-b000-000000000000",
  "f000ffc5-0451-4000-b000-000000000000",
]

/// A legacy update of 512 bytes, 128 words, in 32 blocks that the device asks for one by one.
struct LegacyOADSession: UpdateSession {
  static let format = "ti-oad"
  static let characteristics = Array(oadCharacteristics.prefix(2))
  static let image = testImage(512)
  static let chunks = 32
  static let dataPlace = 1
  static let acknowledged: Int? = nil

  var script = TransferScript(Self.characteristics)

  mutating func begin() {
    script.write(0, "0100" + "8000" + "42424242" + "00000000")
    script.notify(1, "0000")
  }

  func chunk(_ number: Int) -> [UInt8] { UInt16(number).bytes() + Self.part(number, of: 16) }

  mutating func acknowledge(_ number: Int) {
    if number < 31 { script.notify(1, UInt16(number + 1).bytes()) }
  }

  mutating func end() {}
}

/// An update of 1000 bytes in blocks of 100 bytes, 96 of them of the image.
struct EnhancedOADSession: UpdateSession {
  static let format = "ti-oad"
  static let characteristics = oadCharacteristics
  static let image = testImage(1000)
  static let chunks = 11
  static let dataPlace = 1
  static let acknowledged: Int? = 4

  /// `OAD IMG `, four bytes, type and number, 1000 bytes.
  static let header = "4f414420494d4720" + "0301fffe" + "0100" + "e8030000"

  var script = TransferScript(Self.characteristics)

  mutating func begin() {
    script.command(2, "01")
    script.notify(2, "016400")
    script.command(0, Self.header)
    script.notify(0, "00")
    script.command(2, "03")
    script.notify(2, "120000000000")
  }

  func chunk(_ number: Int) -> [UInt8] { UInt32(number).bytes() + Self.part(number, of: 96) }

  mutating func acknowledge(_ number: Int) {
    script.notify(2, number < 10 ? "1200" + UInt32(number + 1).bytes().hex : "120e0b000000")
  }

  mutating func end() {
    script.command(2, "04")
    script.notify(2, "0400")
  }
}

@Suite("TI OAD, legacy")
struct LegacyOADTests {
  private var session = LegacyOADSession()

  @Test("a header of 16 bytes, as the CC26xx has it")
  mutating func longHeader() throws {
    session.script.write(0, "1234ffff" + "0100" + "8000" + "45454545" + "00000100")
    session.script.notify(1, "0000")
    session.send(0..<32)
    session.script.disconnect(0x08)
    let transfer = try session.script.transfer()
    #expect(transfer.verdict.outcome == .success)
    #expect(transfer.declaredBytes == 512)
  }

  @Test("the version is asked for before")
  mutating func version() throws {
    session.script.write(0, "00")
    session.script.notify(0, "0000008042424242")
    session.run()
    session.script.disconnect(0x13)
    let transfer = try session.script.transfer()
    #expect(transfer.verdict.outcome == .success)
    #expect(transfer.also.isEmpty)
  }

  @Test("the header is refused")
  mutating func refused() throws {
    session.script.write(0, "0000" + "8000" + "42424242" + "00000000")
    session.script.notify(0, "0300008042424242")
    session.script.disconnect(0x16)
    let transfer = try session.script.transfer()
    #expect(transfer.cause == "version-refused")
    #expect(transfer.verdict.cause?.text.contains("version 1 of image B") == true)
  }

  @Test("a client that sends on a timer skips a block, and the device asks for nothing more")
  mutating func missing() throws {
    session.begin()
    for number in 0..<32 where number != 9 {
      session.write(number)
      if number < 9 { session.acknowledge(number) }
    }
    session.script.disconnect(0x13)
    let transfer = try session.script.transfer()
    #expect(transfer.cause == "chunk-missing")
    #expect(transfer.verdict.cause?.text.contains("bytes 144 to 159") == true)
    #expect(transfer.progress == 144)
  }

  @Test("every block was sent and the device stopped asking")
  mutating func lost() throws {
    session.begin()
    for number in 0..<32 {
      session.write(number)
      if number < 9 { session.acknowledge(number) }
    }
    session.script.disconnect(0x13)
    let transfer = try session.script.transfer()
    #expect(transfer.cause == "bytes-lost")
    #expect(transfer.verdict.cause?.text.contains("block 9 last") == true)
  }

  @Test("the device asks for a block again")
  mutating func again() throws {
    session.begin()
    session.send(0..<5)
    session.write(5)
    session.script.notify(1, "0500")
    session.send(5..<32)
    session.script.disconnect(0x13)
    let transfer = try session.script.transfer()
    #expect(transfer.verdict.outcome == .success)
    #expect(transfer.also == ["bytes-lost"])
    #expect(transfer.coverage.repeatedBytes == 16)
  }

  @Test("the device does not restart")
  mutating func noRestart() throws {
    session.run()
    session.script.wait(30_000)
    session.script.disconnect(0x16)
    let transfer = try session.script.transfer()
    #expect(transfer.verdict.outcome == .failed)
  }
}

@Suite("TI OAD, enhanced")
struct EnhancedOADTests {
  private var session = EnhancedOADSession()

  @Test("an MCUboot header")
  mutating func bootloaderHeader() throws {
    session.script.command(2, "01")
    session.script.notify(2, "016400")
    session.script.command(0, "3db8f396" + "00000000" + "2000" + "0000" + "e8030000" + "0000")
    session.script.notify(0, "00")
    session.script.command(2, "03")
    session.script.notify(2, "120000000000")
    session.send(0..<11)
    session.end()
    let transfer = try session.script.transfer()
    #expect(transfer.verdict.outcome == .success)
    #expect(transfer.declaredBytes == 1000)
  }

  @Test(
    "the header is refused",
    arguments: [
      ("01", "hash-mismatch"), ("02", "flash-failed"), ("04", "wrong-state"), ("07", "out-of-resources"),
      ("08", "image-too-large"), ("09", "hardware-refused"), ("0a", "not-an-image"),
      ("0c", "signature-refused"),
      ("0d", "refused"), ("63", "refused"),
    ])
  mutating func refused(status: String, rule: String) throws {
    session.script.command(2, "01")
    session.script.notify(2, "016400")
    session.script.command(0, EnhancedOADSession.header)
    session.script.notify(0, status)
    session.script.disconnect(0x16)
    let transfer = try session.script.transfer()
    #expect(transfer.cause == rule)
    #expect(transfer.verdict.step == .announce)
  }

  @Test("the device asks again for blocks that were sent")
  mutating func again() throws {
    session.begin()
    session.send(0..<5)
    session.write(5)
    session.script.notify(2, "120005000000")
    session.send(5..<11)
    session.end()
    let transfer = try session.script.transfer()
    #expect(transfer.verdict.outcome == .success)
    #expect(transfer.also == ["bytes-lost"])
    #expect(transfer.image()?.bytes == EnhancedOADSession.image)
  }

  @Test("the client sends another block than the one asked for, and the device gives up")
  mutating func wrongBlock() throws {
    session.begin()
    session.send(0..<5)
    session.write(6)
    session.script.notify(2, "120305000000")
    session.script.notify(2, "120605000000")
    session.script.disconnect(0x13)
    let transfer = try session.script.transfer()
    #expect(transfer.cause == "bytes-lost")
    #expect(transfer.also == ["chunk-missing"])
    #expect(transfer.holes.first == 480..<576)
  }

  @Test("the client sends another block and gives up when the device does not take it", arguments: [6, 4])
  mutating func otherBlock(number: Int) throws {
    session.begin()
    session.send(0..<5)
    session.write(number)
    session.script.notify(2, "120305000000")
    session.script.disconnect(0x16)
    let transfer = try session.script.transfer()
    // Block 5 was never sent in either case.
    #expect(transfer.cause == "chunk-missing")
    #expect(transfer.verdict.cause?.text.contains("block \(number) was sent instead") == true)
  }

  @Test("the image does not pass its check")
  mutating func checkFails() throws {
    session.begin()
    session.send(0..<11)
    session.script.command(2, "04")
    session.script.notify(2, "0401")
    session.script.disconnect(0x16)
    let transfer = try session.script.transfer()
    #expect(transfer.cause == "hash-mismatch")
    #expect(transfer.also.isEmpty)
    #expect(transfer.verdict.step == .activate)
  }

  @Test("the device restarts before it answers Enable Image")
  mutating func restartsAtOnce() throws {
    session.begin()
    session.send(0..<11)
    session.script.command(2, "04")
    session.script.disconnect(0x08)
    #expect(try session.script.transfer().verdict.outcome == .success)
  }

  @Test("the image is never enabled")
  mutating func notActivated() throws {
    session.begin()
    session.send(0..<11)
    session.script.disconnect(0x16)
    let transfer = try session.script.transfer()
    #expect(transfer.verdict.outcome == .failed)
    #expect([transfer.cause].compactMap(\.self) + transfer.also == ["not-activated"])
  }

  @Test("the client cancels")
  mutating func cancelled() throws {
    session.begin()
    session.send(0..<5)
    session.script.command(2, "05")
    session.script.disconnect(0x16)
    #expect(try session.script.transfer().cause == "client-stopped")
  }

  @Test("the device waits 10 s for the next block and gives up")
  mutating func inactive() throws {
    session.begin()
    session.send(0..<5)
    session.script.wait(10_000)
    session.script.disconnect(0x13)
    #expect(try session.script.transfer().cause == "inactivity")
  }
}
