import TestSupport
import Testing

@testable import Analyzer

private let gaiaCharacteristics = [
  "00001101-d102-11e1-9b23-00025b00a5a5", "00001102-d102-11e1-9b23-00025b00a5a5",
  "00001103-d102-11e1-9b23-00025b00a5a5",
]

/// An upgrade of 600 bytes in requests of 200 and chunks of 50, in the frames of vendor 001D.
struct GAIASession: UpdateSession {
  static let format = "qualcomm-gaia"
  static let characteristics = gaiaCharacteristics
  static let image = testImage(600)
  static let chunks = 12
  static let dataPlace = 0
  static let usesRequests = true
  static let acknowledged: Int? = 3

  var script = TransferScript(Self.characteristics)

  /// The client says a word.
  mutating func say(_ word: String) { script.write(0, "001d0c02" + word) }
  /// The device says one.
  mutating func hear(_ word: String) { script.notify(1, "001d0c80" + word) }

  mutating func begin() {
    script.write(0, "001d0c00")
    script.notify(1, "001d0d00")
    say("13000411223344")
    hear("1400060011223344" + "04")
    say("010000")
    hear("0200030000" + "64")
    say("150000")
    hear("030008" + "000000c8" + "00000000")
  }

  func chunk(_ number: Int) -> [UInt8] {
    let isLast: UInt8 = number == 11 ? 1 : 0
    return [UInt8](hex: "001d0c02" + "040033") + [isLast] + Self.part(number, of: 50)
  }

  mutating func acknowledge(_ number: Int) {
    if number == 3 || number == 7 { hear("030008" + "000000c8" + "00000000") }
  }

  /// The device restarts once and comes back to be told to commit.
  mutating func end() {
    validate()
    say("0c000100")
    script.disconnect(0x13)
    script.wait(3000)
    script.connect()
    commit()
  }

  mutating func validate() {
    say("160000")
    hear("1700020064")
    say("160000")
    hear("0b0000")
  }

  mutating func commit() {
    script.write(0, "001d0c00")
    script.notify(1, "001d0d00")
    say("13000411223344")
    hear("1400060311223344" + "04")
    say("010000")
    hear("020003000064")
    say("0e000100")
    hear("0f0000")
    say("10000100")
    hear("120000")
  }
}

/// The same in the frames of vendor 000A, with data behind RWCP headers on a characteristic of its own.
struct RWCPSession: UpdateSession {
  static let format = "qualcomm-gaia"
  static let characteristics = gaiaCharacteristics
  static let image = testImage(600)
  static let chunks = 12
  static let dataPlace = 2
  static let acknowledged: Int? = 3

  var script = TransferScript(Self.characteristics)

  mutating func say(_ word: String) {
    script.write(0, "000a0642" + word)
    script.notify(1, "000a864200")
  }
  mutating func hear(_ word: String) { script.notify(1, "000a400312" + word) }

  mutating func begin() {
    script.write(0, "000a0640")
    script.notify(1, "000a864000")
    say("13000411223344")
    hear("1400060011223344" + "04")
    say("010000")
    hear("020003000064")
    say("150000")
    hear("030008" + "000000c8" + "00000000")
    script.command(2, "40")
    script.notify(2, "40")
  }

  func chunk(_ number: Int) -> [UInt8] {
    let isLast: UInt8 = number == 11 ? 1 : 0
    return [UInt8(number + 1)] + [UInt8](hex: "000a0642" + "040033") + [isLast] + Self.part(number, of: 50)
  }

  mutating func acknowledge(_ number: Int) {
    script.notify(2, [UInt8(number + 1)])
    if number == 3 || number == 7 { hear("030008" + "000000c8" + "00000000") }
  }

  mutating func end() {
    say("160000")
    hear("0b0000")
    // Without a restart now.
    say("0c000102")
    hear("220000")
  }
}

@Suite("Qualcomm GAIA upgrade")
struct GAIAUpgradeTests {
  private var session = GAIASession()
  private var segments = RWCPSession()

  @Test("the restart and the commit are part of the upgrade")
  mutating func commit() throws {
    session.run()
    let transfer = try session.script.transfer()
    #expect(transfer.verdict.outcome == .success)
    #expect(transfer.connections == [1, 2])
    #expect(transfer.verdict.step == .confirm)
    #expect(transfer.parts[1].notes == ["the device went on after the restart"])
  }

  @Test("the new image is never committed")
  mutating func notCommitted() throws {
    session.begin()
    session.send(0..<12)
    session.validate()
    session.say("0c000100")
    session.script.disconnect(0x13)
    let transfer = try session.script.transfer()
    #expect(transfer.verdict.outcome == .incomplete)
    #expect(transfer.verdict.step == .reboot)
  }

  @Test("the client has the device go back")
  mutating func rolledBack() throws {
    session.begin()
    session.send(0..<12)
    session.validate()
    session.say("0c000100")
    session.script.disconnect(0x13)
    session.script.connect()
    session.say("13000411223344")
    session.hear("1400060311223344" + "04")
    session.say("0e000100")
    session.hear("0f0000")
    session.say("10000101")
    session.script.disconnect(0x16)
    #expect(try session.script.transfer().cause == "not-confirmed")
  }

  @Test("resumed where the device skips to")
  mutating func resumed() throws {
    session.begin()
    session.send(0..<4)
    session.script.disconnect(0x08)
    session.script.wait(2000)
    session.script.connect()
    session.script.write(0, "001d0c00")
    session.script.notify(1, "001d0d00")
    session.say("13000411223344")
    session.hear("1400060011223344" + "04")
    session.say("010000")
    session.hear("020003000064")
    session.say("150000")
    session.hear("030008" + "000000c8" + "000000c8")
    session.send(4..<12)
    session.end()
    let transfer = try session.script.transfer()
    #expect(transfer.verdict.outcome == .success)
    #expect(transfer.resumedFrom == [200])
    #expect(transfer.declaredBytes == 600)
    #expect(transfer.image()?.bytes == GAIASession.image)
  }

  @Test(
    "an error",
    arguments: [
      (UInt8(0x13), "hardware-refused"), (0x17, "flash-failed"), (0x1A, "hash-mismatch"),
      (0x21, "out-of-resources"), (0x23, "wrong-state"), (0x24, "out-of-resources"), (0x30, "not-an-image"),
      (0x3C, "signature-refused"), (0x51, "flash-failed"), (0x59, "image-too-large"), (0x65, "refused"),
      (0x7F, "refused"),
    ])
  mutating func refused(code: UInt8, rule: String) throws {
    session.begin()
    session.send(0..<5)
    session.hear("11000200" + [code].hex)
    session.say("1f000200" + [code].hex)
    session.say("070000")
    session.hear("080000")
    session.script.disconnect(0x16)
    let transfer = try session.script.transfer()
    #expect(transfer.cause == rule)
    #expect(transfer.verdict.step == .transfer)
  }

  @Test("a warning that the client passes over")
  mutating func warning() throws {
    session.script.write(0, "001d0c00")
    session.script.notify(1, "001d0d00")
    session.hear("1100020081")
    session.say("1f00020081")
    session.run()
    let transfer = try session.script.transfer()
    #expect(transfer.verdict.outcome == .success)
    #expect(transfer.also == ["wrong-state"])
  }

  @Test("the start is refused")
  mutating func notStarted() throws {
    session.say("13000411223344")
    session.hear("1400060011223344" + "04")
    session.say("010000")
    session.hear("020003090064")
    session.script.disconnect(0x16)
    #expect(try session.script.transfer().cause == "wrong-state")
  }

  @Test("a command is refused in the answer to it")
  mutating func commandRefused() throws {
    session.script.write(0, "001d0c00")
    session.script.notify(1, "001d0d8003")
    session.script.disconnect(0x16)
    let transfer = try session.script.transfer()
    #expect(transfer.cause == "refused")
    #expect(transfer.verdict.cause?.text.contains("insufficient resources (3)") == true)
  }

  @Test("segments are sent again after a gap")
  mutating func gap() throws {
    segments.begin()
    segments.send(0..<2)
    segments.write(2)
    segments.script.notify(2, "c2")
    // Segment 2 comes again, and then the rest.
    segments.send(2..<12)
    segments.end()
    let transfer = try segments.script.transfer()
    #expect(transfer.verdict.outcome == .success)
    #expect(transfer.also == ["bytes-lost"])
    #expect(transfer.coverage.repeatedBytes == 50)
    #expect(transfer.image()?.bytes == RWCPSession.image)
  }

  @Test("a segment is never sent")
  mutating func missing() throws {
    segments.begin()
    segments.send(0..<3)
    segments.send(4..<6)
    segments.script.disconnect(0x13)
    let transfer = try segments.script.transfer()
    #expect(transfer.cause == "device-disconnected")
    #expect(transfer.also == ["chunk-missing"])
    #expect(transfer.holes == [150..<200])
  }
}
