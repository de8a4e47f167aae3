import TestSupport
import Testing

@testable import Analyzer

/// An update of 1096 bytes in 69 units of 16, with a word every 8; the last unit is filled up.
struct BlueNRGSession: UpdateSession {
  static let format = "bluenrg-ota"
  static let characteristics = [
    "210f99f0-8508-11e3-baa7-0800200c9a66", "2691aa80-8508-11e3-baa7-0800200c9a66",
    "2bdc5760-8508-11e3-baa7-0800200c9a66",
  ]
  static let image = testImage(1096)
  static let chunks = 69
  static let dataPlace = 1
  static let acknowledged: Int? = 7

  var script = TransferScript(Self.characteristics)

  mutating func begin() {
    script.write(0, "08" + "48040000" + "00000410")
    script.notify(2, "00000000")
  }

  func chunk(_ number: Int) -> [UInt8] {
    let bytes = Self.part(number, of: 16)
    let unit =
      bytes + [UInt8](repeating: 0, count: 16 - bytes.count) + [number % 8 == 7 ? 1 : 0]
      + UInt16(number).bytes()
    return [unit.reduce(0, ^)] + unit
  }

  mutating func acknowledge(_ number: Int) {
    if number % 8 == 7 { script.notify(2, UInt16(number + 1).bytes() + [0, 0]) }
  }

  mutating func end() { script.notify(2, "45000000") }
}

@Suite("BlueNRG OTA")
struct BlueNRGOTATests {
  private var session = BlueNRGSession()

  @Test("a unit is never sent; the client goes on at the one that is wanted")
  mutating func missing() throws {
    session.begin()
    session.send(0..<5)
    session.write(6)
    session.script.notify(2, "0500f000")
    session.send(5..<69)
    session.end()
    let transfer = try session.script.transfer()
    #expect(transfer.verdict.outcome == .success)
    #expect(transfer.also == ["chunk-missing"])
    #expect(transfer.image()?.bytes == BlueNRGSession.image)
  }

  @Test(
    "a unit that was sent is refused",
    arguments: [
      ("0500f000", "bytes-lost"), ("05003c00", "flash-failed"), ("0500ff00", "flash-failed"),
      ("05000f00", "bytes-corrupted"), ("05007700", "refused"),
    ])
  mutating func refused(answer: String, rule: String) throws {
    session.begin()
    session.send(0..<7)
    session.script.notify(2, answer)
    session.script.disconnect(0x16)
    let transfer = try session.script.transfer()
    #expect(transfer.cause == rule)
    #expect(transfer.progress == 80)
  }

  @Test("a unit has a wrong XOR as it was sent")
  mutating func damaged() throws {
    session.begin()
    session.send(0..<5)
    var unit = session.chunk(5)
    unit[0] ^= 1
    session.script.command(1, unit)
    session.script.notify(2, "05000f00")
    session.script.disconnect(0x16)
    #expect(try session.script.transfer().cause == "crc-mismatch")
  }

  @Test("the device restarts without its last word")
  mutating func restarts() throws {
    session.begin()
    session.send(0..<69)
    session.script.disconnect(0x08)
    #expect(try session.script.transfer().verdict.outcome == .success)
  }
}
