import TestSupport
import Testing

@testable import Analyzer

/// An update of 500 bytes in slow mode: parts of 240 bytes, in pieces of 60.
struct FbiegoSession: UpdateSession {
  static let format = "fbiego-esp32"
  static let characteristics = [
    "fb1e4002-54ae-4a28-9f74-dfccb248601d", "fb1e4003-54ae-4a28-9f74-dfccb248601d",
  ]
  static let image: [UInt8] = [0xE9] + testImage(500).dropFirst()
  static let chunks = 9
  static let dataPlace = 0
  static let acknowledged: Int? = 3

  var script = TransferScript(Self.characteristics)

  mutating func begin() {
    script.command(0, "fd")
    script.notify(1, "aa00")
    script.command(0, "fe000001f4")
    script.command(0, "ff0003003c")
  }

  func chunk(_ number: Int) -> [UInt8] { [0xFB, UInt8(number % 4)] + Self.part(number, of: 60) }

  mutating func write(_ number: Int) {
    script.command(0, chunk(number))
    endPart(number)
  }

  /// The request that ends a part goes with its last piece.
  mutating func endPart(_ number: Int) {
    if number == 3 { script.write(0, "fc00f00000") }
    if number == 7 { script.write(0, "fc00f00001") }
    if number == 8 { script.write(0, "fc00140002") }
  }

  mutating func acknowledge(_ number: Int) {
    if number == 3 { script.notify(1, "f10001") }
    if number == 7 { script.notify(1, "f10002") }
    if number == 8 { script.notify(1, "f20003") }
  }

  mutating func end() { result("Written : 500/500 [100 %] \nOTA Done: Success!\n") }

  /// The device's last word.
  mutating func result(_ text: String) { script.notify(1, [0x0F] + Array(text.utf8)) }
}

@Suite("fbiego ESP32 BLE OTA")
struct FbiegoOTATests {
  private var session = FbiegoSession()

  @Test("a piece is never sent, and shows at the end")
  mutating func missing() throws {
    session.begin()
    session.send(0..<9, without: [5])
    session.result("Written : 500/500 [100 %] \nError #: 9")
    session.script.wait(5000)
    session.script.disconnect(0x13)
    let transfer = try session.script.transfer()
    #expect(transfer.verdict.outcome == .failed)
    #expect(transfer.cause == "chunk-missing")
    #expect(transfer.verdict.cause?.text.contains("bytes 300 to 359") == true)
    #expect(transfer.also == ["hash-mismatch"])
    #expect(transfer.holes == [300..<360])
  }

  @Test(
    "every error of the installation",
    arguments: [
      (1, "flash-failed"), (2, "flash-failed"), (3, "flash-failed"), (4, "image-too-large"),
      (5, "image-too-large"), (6, "bytes-lost"), (7, "hash-mismatch"), (8, "not-an-image"),
      (9, "hash-mismatch"), (10, "out-of-resources"), (12, "refused"), (99, "refused"),
    ])
  mutating func refused(code: Int, rule: String) throws {
    session.begin()
    session.send(0..<9)
    session.result("Written : 500/500 [100 %] \nError #: \(code)")
    let transfer = try session.script.transfer()
    #expect(transfer.cause == rule)
    #expect(transfer.verdict.cause?.text.contains("(error \(code))") == true)
    #expect(transfer.verdict.step == .verify)
  }

  @Test("not enough space")
  mutating func space() throws {
    session.begin()
    session.send(0..<9)
    session.result("Not enough space to begin BLE OTA DFU")
    #expect(try session.script.transfer().cause == "image-too-large")
  }

  @Test("fast mode, without a size")
  mutating func fast() throws {
    session.script.command(0, "fd")
    session.script.command(0, "ff0003003c")
    session.script.notify(1, "aa01")
    for number in 0..<9 { session.write(number) }
    session.script.notify(1, "f20003")
    session.end()
    let transfer = try session.script.transfer()
    #expect(transfer.verdict.outcome == .success)
    #expect(transfer.declaredBytes == nil)
    #expect(transfer.image()?.bytes == FbiegoSession.image)
  }

  @Test("the file is shorter than was announced, and the device waits for ever")
  mutating func short() throws {
    session.script.command(0, "fd")
    session.script.notify(1, "aa00")
    session.script.command(0, "fe00000200")
    session.script.command(0, "ff0003003c")
    session.send(0..<9)
    session.script.wait(60_000)
    session.script.disconnect(0x16)
    let transfer = try session.script.transfer()
    #expect(transfer.cause == "chunk-missing")
    #expect(transfer.verdict.cause?.text.contains("bytes 500 to 511") == true)
  }
}
