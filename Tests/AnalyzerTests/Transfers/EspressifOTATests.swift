import TestSupport
import Testing

@testable import Analyzer

/// An update of 5000 bytes in packets of 200: sector 0 with 20 and a last one of 96, sector 1 with 4 and one of 104.
struct EspressifSession: UpdateSession {
  static let format = "espressif-ble-ota"
  static let characteristics = ["8020", "8021", "8022"]
  static let image: [UInt8] = [0xE9] + testImage(5000).dropFirst()
  static let chunks = 26
  static let dataPlace = 0
  static let acknowledged: Int? = 20

  var script = TransferScript(Self.characteristics)

  /// A message of 20 bytes with its CRC.
  static func frame(_ hex: String) -> [UInt8] {
    let bytes = [UInt8](hex: hex)
    let padded = bytes + [UInt8](repeating: 0, count: 18 - bytes.count)
    return padded + UInt16(CyclicCheck.of(padded, .xmodem)).bytes()
  }

  mutating func begin() {
    script.write(2, Self.frame("010088130000"))
    script.indicate(2, Self.frame("030001000000").hex)
  }

  func chunk(_ number: Int) -> [UInt8] {
    let sector = number < 21 ? 0 : 1
    let first = sector == 0 ? 0 : 21
    let isLast = number == 20 || number == 25
    let start = sector * 4096 + (number - first) * 200
    let end = isLast ? (sector == 0 ? 4096 : 5000) : start + 200
    let bytes = Array(Self.image[start..<end])
    let header = UInt16(sector).bytes() + [isLast ? 0xFF : UInt8(number - first)]
    guard isLast else { return header + bytes }
    let whole = Self.image[(sector * 4096)..<end]
    return header + bytes + UInt16(CyclicCheck.of(whole, .xmodem)).bytes()
  }

  mutating func acknowledge(_ number: Int) {
    if number == 20 { script.indicate(0, Self.frame("00000000").hex) }
    if number == 25 { script.indicate(0, Self.frame("01000000").hex) }
  }

  mutating func end() {
    script.write(2, Self.frame("0200"))
    script.indicate(2, Self.frame("030002000000").hex)
  }
}

@Suite("Espressif BLE OTA")
struct EspressifOTATests {
  private var session = EspressifSession()

  /// The CRC of a start with 5000 bytes, worked out with Python's `binascii.crc_hqx`.
  @Test("the frames of these tests have the right CRC")
  func frames() {
    #expect(EspressifSession.frame("010088130000").hex == "0100881300000000000000000000000000006a44")
  }

  @Test("another use of the same numbers is no update")
  mutating func otherUse() throws {
    session.script.write(2, "0101")
    session.script.notify(2, "03000100")
    for number in 0..<30 { session.script.command(0, [0, 0, UInt8(number)] + testImage(60)) }
    #expect(try session.script.analysis().transfers.isEmpty)
  }

  @Test("the device restarts by itself after the last sector")
  mutating func withoutStop() throws {
    session.begin()
    session.send(0..<26)
    session.script.wait(500)
    session.script.disconnect(0x13)
    let transfer = try session.script.transfer()
    #expect(transfer.verdict.outcome == .success)
    #expect(transfer.confirmedBytes == 5000)
  }

  @Test(
    "a packet is never sent, and the device says so",
    arguments: [("00000100", 1), ("00000200", 2), ("00000300", 3)])
  mutating func missing(answer: String, status: Int) throws {
    session.begin()
    for number in 0..<21 where number != 7 { session.write(number) }
    session.script.indicate(0, EspressifSession.frame(answer).hex)
    session.script.disconnect(0x16)
    let transfer = try session.script.transfer()
    #expect(transfer.cause == "chunk-missing")
    #expect(transfer.verdict.cause?.text.contains("bytes 1400 to 1599") == true)
    #expect(transfer.verdict.cause?.text.contains("(\(status))") == true)
    #expect(transfer.holes.first == 1400..<1600)
  }

  @Test("the packet before the last of a sector is never sent")
  mutating func missingBeforeLast() throws {
    session.begin()
    for number in 0..<21 where number != 19 { session.write(number) }
    session.script.indicate(0, EspressifSession.frame("00000100").hex)
    session.script.disconnect(0x16)
    #expect(try session.script.transfer().holes.first == 3800..<4000)
  }

  @Test("the device accepts a sector without all of its packets, as Bluedroid does")
  mutating func acceptedWithHole() throws {
    session.begin()
    session.send(0..<26, without: [7])
    session.end()
    let transfer = try session.script.transfer()
    #expect(transfer.verdict.outcome == .success)
    #expect(transfer.also == ["chunk-missing"])
    #expect(transfer.holes == [1400..<1600])
  }

  @Test(
    "every packet was sent and the device has not got them",
    arguments: [("00000100", "crc-mismatch"), ("00000200", "bytes-lost"), ("00000300", "bytes-lost")])
  mutating func lost(answer: String, rule: String) throws {
    session.begin()
    for number in 0..<21 { session.write(number) }
    session.script.indicate(0, EspressifSession.frame(answer).hex)
    session.script.disconnect(0x16)
    #expect(try session.script.transfer().cause == rule)
  }

  @Test("the client's CRC of a sector is wrong", arguments: [true, false])
  mutating func wrongCheck(isRefused: Bool) throws {
    session.begin()
    session.send(0..<20)
    var last = session.chunk(20)
    last[last.count - 1] ^= 1
    session.script.command(0, last)
    if isRefused {
      session.script.indicate(0, EspressifSession.frame("00000100").hex)
      session.script.disconnect(0x16)
      let transfer = try session.script.transfer()
      #expect(transfer.cause == "crc-mismatch")
      #expect(transfer.verdict.cause?.text.contains("the CRC that the client sent is not") == true)
      #expect(transfer.also.isEmpty)
    } else {
      session.acknowledge(20)
      session.send(21..<26)
      session.end()
      let transfer = try session.script.transfer()
      #expect(transfer.verdict.outcome == .success)
      #expect(transfer.also == ["crc-mismatch"])
    }
  }

  @Test("a sector is sent again after a CRC error")
  mutating func sectorAgain() throws {
    session.begin()
    for number in 0..<21 { session.write(number) }
    session.script.indicate(0, EspressifSession.frame("00000100").hex)
    session.send(0..<26)
    session.end()
    let transfer = try session.script.transfer()
    #expect(transfer.verdict.outcome == .success)
    #expect(transfer.also == ["crc-mismatch"])
    #expect(transfer.coverage.repeatedBytes == 4096)
    #expect(transfer.image()?.bytes == EspressifSession.image)
  }

  @Test(
    "the start is refused",
    arguments: [("030001000100", "wrong-state"), ("030001000300", "signature-refused")])
  mutating func refused(answer: String, rule: String) throws {
    session.script.write(2, EspressifSession.frame("010088130000"))
    session.script.indicate(2, EspressifSession.frame(answer).hex)
    session.script.disconnect(0x16)
    let transfer = try session.script.transfer()
    #expect(transfer.cause == rule)
    #expect(transfer.verdict.step == .announce)
  }

  @Test("the stop is refused")
  mutating func stopRefused() throws {
    session.begin()
    session.send(0..<21)
    session.script.write(2, EspressifSession.frame("0200"))
    session.script.indicate(2, EspressifSession.frame("030002000100").hex)
    session.script.disconnect(0x16)
    #expect(try session.script.transfer().cause == "refused")
  }

  @Test("the client stops in the middle, and the device takes the stop")
  mutating func stoppedEarly() throws {
    session.begin()
    session.send(0..<21)
    session.end()
    session.script.disconnect(0x16)
    let transfer = try session.script.transfer()
    #expect(transfer.cause == "client-stopped")
    #expect(transfer.progress == 4096)
  }

  @Test("the link is lost while the device erases")
  mutating func erasing() throws {
    session.script.write(2, EspressifSession.frame("010088130000"))
    session.script.wait(4000)
    session.script.disconnect(0x08)
    #expect(try session.script.transfer().cause == "erase-timeout")
  }

  @Test("a window of two sectors, as ble_ota_raw offers it")
  mutating func window() throws {
    session.script.write(2, EspressifSession.frame("010088130000"))
    session.script.notify(2, EspressifSession.frame("0300010000000200"))
    for number in 0..<26 { session.write(number) }
    session.script.notify(0, EspressifSession.frame("00000000010000"))
    session.script.notify(0, EspressifSession.frame("01000000020000"))
    session.end()
    let transfer = try session.script.transfer()
    #expect(transfer.verdict.outcome == .success)
    #expect(transfer.also.isEmpty)
    #expect(transfer.parts[0].notes == ["window of 2 sectors"])
  }

  @Test("in a window only the second acknowledgement is missing")
  mutating func windowWithoutAcknowledgement() throws {
    session.script.write(2, EspressifSession.frame("010088130000"))
    session.script.notify(2, EspressifSession.frame("0300010000000200"))
    for number in 0..<26 { session.write(number) }
    session.script.notify(0, EspressifSession.frame("00000000010000"))
    session.script.wait(10_000)
    session.script.disconnect(0x16)
    let transfer = try session.script.transfer()
    #expect(transfer.cause == "no-answer")
    #expect(transfer.verdict.cause?.text.contains("sector 1") == true)
  }
}
