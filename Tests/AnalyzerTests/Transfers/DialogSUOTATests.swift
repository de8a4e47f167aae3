import TestSupport
import Testing

@testable import Analyzer

/// An update of 565 bytes: a header of 64, 500 of code and the last byte; blocks of 120, chunks of 40.
struct SUOTASession: UpdateSession {
  static let format = "dialog-suota"
  static let characteristics = [
    "8082caa8-41a6-4021-91c6-56f9b954cc34", "9d84b9a3-000c-49d8-9183-855b673fda31",
    "457871e8-d516-4ca1-9116-57d0b17b9cb2", "5f78df94-798c-46f5-990a-b3eb6a065c88",
  ]
  static let image: [UInt8] = {
    let header = [UInt8](hex: "7051aa01" + "f4010000" + "11223344")
    let bytes = header + [UInt8](repeating: 0, count: 52) + testImage(500)
    return bytes + [bytes.reduce(0, ^)]
  }()
  static let chunks = 15
  static let dataPlace = 2
  static let acknowledged: Int? = 2

  var script = TransferScript(Self.characteristics)

  mutating func begin() {
    script.write(0, "00000013")
    script.notify(3, "10")
    script.write(1, "7800")
  }

  func chunk(_ number: Int) -> [UInt8] { Self.part(number, of: 40) }

  mutating func acknowledge(_ number: Int) {
    if number % 3 == 2 { script.notify(3, "02") }
    // Four blocks of 120, then 85 bytes.
    if number == 11 { script.write(1, "5500") }
  }

  mutating func end() {
    script.write(0, "000000fe")
    script.notify(3, "02")
    script.write(0, "000000fd")
  }
}

@Suite("Dialog SUOTA")
struct DialogSUOTATests {
  private var session = SUOTASession()

  @Test(
    "the start is refused",
    arguments: [
      ("07", "out-of-resources"), ("08", "hardware-refused"), ("09", "refused"), ("11", "slot-busy"),
      ("16", "flash-failed"), ("03", "refused"), ("42", "refused"),
    ])
  mutating func refused(status: String, rule: String) throws {
    session.script.write(0, "00000013")
    session.script.notify(3, status)
    session.script.disconnect(0x16)
    let transfer = try session.script.transfer()
    #expect(transfer.cause == rule)
    #expect(transfer.verdict.step == .announce)
    #expect(transfer.also.isEmpty)
  }

  @Test(
    "a block is refused",
    arguments: [
      ("05", "bytes-lost"), ("06", "flash-failed"), ("12", "not-an-image"), ("13", "image-too-large"),
      ("14", "not-an-image"), ("15", "same-image"), ("17", "same-image"),
    ])
  mutating func blockRefused(status: String, rule: String) throws {
    session.begin()
    session.send(0..<2)
    session.write(2)
    session.script.notify(3, status)
    session.script.disconnect(0x16)
    let transfer = try session.script.transfer()
    #expect(transfer.cause == rule)
    #expect(transfer.verdict.cause?.text.contains("up to byte 120") == true)
  }

  @Test("a chunk is never sent")
  mutating func missing() throws {
    session.begin()
    session.send(0..<15, without: [13])
    session.script.write(0, "000000fe")
    session.script.notify(3, "04")
    session.script.disconnect(0x16)
    let transfer = try session.script.transfer()
    #expect(transfer.cause == "chunk-missing")
    #expect(transfer.verdict.cause?.text.contains("525 of 565") == true)
    #expect(transfer.also == ["hash-mismatch"])
  }

  @Test("the last chunk of a block is never sent, and device and client wait for each other")
  mutating func blockUnfinished() throws {
    session.begin()
    session.send(0..<3)
    session.write(3)
    session.write(4)
    session.script.wait(10_000)
    session.script.disconnect(0x16)
    let transfer = try session.script.transfer()
    #expect(transfer.cause == "chunk-missing")
    #expect(transfer.verdict.cause?.text.contains("40 bytes of the block at byte 120") == true)
  }

  @Test("everything was sent, and the device's check fails")
  mutating func lost() throws {
    session.begin()
    session.send(0..<15)
    session.script.write(0, "000000fe")
    session.script.notify(3, "04")
    session.script.disconnect(0x16)
    #expect(try session.script.transfer().cause == "bytes-lost")
  }

  @Test("the last byte is wrong")
  mutating func wrongCheck() throws {
    session.begin()
    session.send(0..<14)
    var last = session.chunk(14)
    last[last.count - 1] ^= 0xFF
    session.script.command(2, last)
    session.acknowledge(14)
    session.script.write(0, "000000fe")
    session.script.notify(3, "04")
    session.script.disconnect(0x16)
    let transfer = try session.script.transfer()
    #expect(transfer.cause == "hash-mismatch")
    #expect(transfer.verdict.cause?.text.contains("0xFF, not 0") == true)
  }

  @Test("the device is never told to restart")
  mutating func notActivated() throws {
    session.begin()
    session.send(0..<15)
    session.script.write(0, "000000fe")
    session.script.notify(3, "02")
    session.script.disconnect(0x16)
    let transfer = try session.script.transfer()
    #expect(transfer.verdict.outcome == .failed)
    #expect([transfer.cause].compactMap(\.self) + transfer.also == ["not-activated"])
  }

  @Test("the client leaves")
  mutating func left() throws {
    session.begin()
    session.send(0..<5)
    session.script.write(0, "000000ff")
    session.script.disconnect(0x16)
    #expect(try session.script.transfer().cause == "client-stopped")
  }
}
