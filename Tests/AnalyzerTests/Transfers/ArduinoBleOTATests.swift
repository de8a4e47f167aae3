import TestSupport
import Testing

@testable import Analyzer

/// An update of 500 bytes in packages of 50, with a buffer of 200 that every fourth package empties.
struct ArduinoSession: UpdateSession {
  static let format = "arduino-ble-ota"
  static let characteristics = [
    "dac89266-35a1-11ef-aba2-0f0127bce478", "dac89194-35a1-11ef-aba1-b37714ad9a54",
  ]
  static let image = testImage(500)
  static let chunks = 10
  static let dataPlace = 0
  static let acknowledged: Int? = 3

  var script = TransferScript(Self.characteristics)

  mutating func begin() {
    script.command(0, "01")
    script.notify(1, "0207")
    script.command(0, "03" + "f4010000" + "ffffffff" + "ffffffff" + "00000000" + "02")
    script.notify(1, "04" + "32000000" + "c8000000")
  }

  func chunk(_ number: Int) -> [UInt8] {
    [number % 4 == 3 ? 0x06 : 0x05] + Self.part(number, of: 50)
  }

  mutating func acknowledge(_ number: Int) {
    if number % 4 == 3 { script.notify(1, "07") }
  }

  mutating func end() {
    script.command(0, [0x08] + CyclicCheck.of(Self.image, .crc32).bytes())
    script.notify(1, "09")
  }
}

/// The same in the form before, which acknowledges when its buffer is full.
struct OldArduinoSession: UpdateSession {
  static let format = "arduino-ble-ota"
  static let characteristics = [
    "15c1564c-36c5-11ed-adc1-a3d6cf5cc2a4", "15c156e2-36c5-11ed-adc2-7396d4fd413a",
  ]
  static let image = testImage(500)
  static let chunks = 10
  static let dataPlace = 0
  static let acknowledged: Int? = 3

  var script = TransferScript(Self.characteristics)

  mutating func begin() {
    script.command(0, "10f4010000")
    script.notify(1, "00" + "32000000" + "c8000000")
  }

  func chunk(_ number: Int) -> [UInt8] { [0x11] + Self.part(number, of: 50) }

  mutating func acknowledge(_ number: Int) {
    if number % 4 == 3 { script.notify(1, "00") }
  }

  mutating func end() {
    script.command(0, [0x12] + CyclicCheck.of(Self.image, .crc32).bytes())
    script.notify(1, "00")
  }
}

@Suite("ArduinoBleOTA")
struct ArduinoBleOTATests {
  private var session = ArduinoSession()
  private var old = OldArduinoSession()

  @Test("the check that was announced is that of the image")
  mutating func check() throws {
    session.run()
    let transfer = try session.script.transfer()
    #expect(transfer.checks.map { $0.agrees(with: ArduinoSession.image) } == [true])
    #expect(transfer.parts[0].notes == ["packages of up to 50 bytes, buffer of 200"])
  }

  @Test(
    "the request to begin is refused",
    arguments: [
      ("1001", "refused"), ("1003", "image-too-large"), ("1004", "flash-failed"), ("1010", "wrong-state"),
      ("1011", "wrong-state"), ("1013", "wrong-state"), ("1030", "not-an-image"),
      ("1051", "signature-refused"), ("1077", "refused"),
    ])
  mutating func refused(answer: String, rule: String) throws {
    session.script.command(0, "03" + "f4010000" + "ffffffff" + "ffffffff" + "00000000" + "02")
    session.script.notify(1, answer)
    session.script.disconnect(0x16)
    let transfer = try session.script.transfer()
    #expect(transfer.cause == rule)
    #expect(transfer.verdict.step == .announce)
    #expect(transfer.also.isEmpty)
  }

  @Test(
    "the request to begin is refused in the form before",
    arguments: [
      ("01", "refused"), ("02", "refused"), ("03", "image-too-large"), ("05", "flash-failed"),
      ("06", "wrong-state"),
    ])
  mutating func oldRefused(answer: String, rule: String) throws {
    old.script.command(0, "10f4010000")
    old.script.notify(1, answer)
    old.script.disconnect(0x16)
    #expect(try old.script.transfer().cause == rule)
  }

  @Test("a package is never sent")
  mutating func missing() throws {
    session.begin()
    session.send(0..<10, without: [5])
    session.script.command(0, [0x08] + CyclicCheck.of(ArduinoSession.image, .crc32).bytes())
    session.script.notify(1, "1003")
    session.script.disconnect(0x16)
    let transfer = try session.script.transfer()
    #expect(transfer.cause == "chunk-missing")
    #expect(transfer.verdict.cause?.text.contains("after 450 of 500 bytes") == true)
  }

  @Test(
    "everything was sent and the device's check fails",
    arguments: [("1041", "bytes-corrupted"), ("1003", "bytes-lost")])
  mutating func corrupted(answer: String, rule: String) throws {
    session.begin()
    session.send(0..<10)
    session.script.command(0, [0x08] + CyclicCheck.of(ArduinoSession.image, .crc32).bytes())
    session.script.notify(1, answer)
    session.script.disconnect(0x16)
    let transfer = try session.script.transfer()
    #expect(transfer.cause == rule)
    #expect(transfer.verdict.step == .verify)
  }

  @Test("the check that the client announced is wrong")
  mutating func wrongCheck() throws {
    old.begin()
    old.send(0..<10)
    old.script.command(0, "1201020304")
    old.script.notify(1, "04")
    old.script.disconnect(0x16)
    #expect(try old.script.transfer().cause == "hash-mismatch")
  }

  @Test("a compressed image is as long as its compressed size")
  mutating func compressed() throws {
    session.script.command(0, "03" + "00100000" + "ffffffff" + "ffffffff" + "f4010000" + "03")
    session.script.notify(1, "04" + "32000000" + "c8000000")
    session.send(0..<10)
    session.end()
    let transfer = try session.script.transfer()
    #expect(transfer.verdict.outcome == .success)
    #expect(transfer.declaredBytes == 500)
    #expect(transfer.checks.isEmpty)
  }

  @Test("the device's buffer overflows")
  mutating func overflow() throws {
    session.begin()
    session.send(0..<3)
    session.script.notify(1, "1021")
    session.script.disconnect(0x16)
    #expect(try session.script.transfer().cause == "out-of-resources")
  }
}
