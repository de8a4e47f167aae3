import TestSupport
import Testing

@testable import Analyzer

/// An update of 512 bytes: four rows of 128, each in a part of 80 and one of 48.
struct CypressSession: UpdateSession {
  static let format = "cypress-bootloader"
  static let characteristics = ["00060001-f8ce-11e4-abf4-0002a5d5c51b"]
  static let image = testImage(512)
  static let declared: Int? = nil
  static let chunks = 8
  static let dataPlace = 0
  static let usesRequests = true
  static let acknowledged: Int? = 3

  var script = TransferScript(Self.characteristics)

  /// A frame with its checksum.
  static func frame(_ code: UInt8, _ payload: [UInt8] = []) -> [UInt8] {
    let bytes = [0x01, code] + UInt16(payload.count).bytes() + payload
    let sum = bytes.reduce(UInt16(0)) { $0 &+ UInt16($1) }
    return bytes + (0 &- sum).bytes() + [0x17]
  }

  mutating func begin() {
    script.write(0, Self.frame(0x38))
    script.notify(0, Self.frame(0x00, [UInt8](hex: "9311041e" + "11" + "010132")))
  }

  func chunk(_ number: Int) -> [UInt8] {
    let row = number / 2
    let bytes = Array(Self.image[(row * 128)..<(row * 128 + 128)])
    return number % 2 == 0
      ? Self.frame(0x37, Array(bytes.prefix(80)))
      : Self.frame(0x39, [0] + UInt16(row + 64).bytes() + bytes.suffix(48))
  }

  mutating func acknowledge(_ number: Int) { script.notify(0, Self.frame(0)) }

  mutating func end() {
    script.write(0, Self.frame(0x31))
    script.notify(0, Self.frame(0, [1]))
    script.write(0, Self.frame(0x3B))
  }
}

@Suite("Cypress bootloader")
struct CypressBootloaderTests {
  private var session = CypressSession()

  /// 0x10000 − (01 + 38) = FFC7.
  @Test("the frames of these tests have the right checksum")
  func frames() {
    #expect(CypressSession.frame(0x38).hex == "01380000c7ff17")
  }

  @Test(
    "a row is refused",
    arguments: [
      (UInt8(0x02), "flash-failed"), (0x03, "bytes-lost"), (0x04, "not-an-image"), (0x05, "refused"),
      (0x08, "crc-mismatch"), (0x0A, "not-an-image"), (0x0B, "flash-failed"), (0x0D, "slot-busy"),
      (0x0F, "refused"), (0x77, "refused"),
    ])
  mutating func refused(status: UInt8, rule: String) throws {
    session.begin()
    session.send(0..<3)
    session.write(3)
    session.script.notify(0, CypressSession.frame(status))
    session.script.disconnect(0x16)
    let transfer = try session.script.transfer()
    #expect(transfer.cause == rule)
    #expect(transfer.verdict.cause?.text.contains("row at byte 128") == true)
    #expect(transfer.progress == 128)
  }

  @Test("a part of a row is never sent")
  mutating func missing() throws {
    session.begin()
    session.send(0..<2)
    session.write(3)
    session.script.notify(0, CypressSession.frame(0x03))
    session.script.disconnect(0x16)
    let transfer = try session.script.transfer()
    #expect(transfer.cause == "chunk-missing")
    #expect(transfer.verdict.cause?.text.contains("only 48 of its 128 bytes") == true)
  }

  @Test("a row is sent again")
  mutating func rowAgain() throws {
    session.begin()
    session.send(0..<3)
    session.write(3)
    session.script.notify(0, CypressSession.frame(0x08))
    session.send(2..<8)
    session.end()
    let transfer = try session.script.transfer()
    #expect(transfer.verdict.outcome == .success)
    #expect(transfer.also == ["crc-mismatch"])
    #expect(transfer.image()?.bytes == CypressSession.image)
  }

  @Test("what the device has is not valid")
  mutating func invalid() throws {
    session.begin()
    session.send(0..<8)
    session.script.write(0, CypressSession.frame(0x31))
    session.script.notify(0, CypressSession.frame(0, [0]))
    session.script.disconnect(0x16)
    let transfer = try session.script.transfer()
    #expect(transfer.cause == "hash-mismatch")
    #expect(transfer.verdict.step == .verify)
  }

  @Test("the device is never left")
  mutating func notLeft() throws {
    session.begin()
    session.send(0..<8)
    session.script.write(0, CypressSession.frame(0x31))
    session.script.notify(0, CypressSession.frame(0, [1]))
    session.script.disconnect(0x16)
    #expect(try session.script.transfer().cause == "not-activated")
  }

  @Test("a frame in several writes, and the commands of newer devices")
  mutating func split() throws {
    session.begin()
    session.script.write(
      0, CypressSession.frame(0x4C, [0] + UInt32(0x1001_0000).bytes() + UInt32(256).bytes()))
    session.script.notify(0, CypressSession.frame(0))
    for row in 0..<2 {
      let bytes = Array(CypressSession.image[(row * 128)..<(row * 128 + 128)])
      session.script.command(0, CypressSession.frame(0x47, Array(bytes.prefix(60))))
      let address = UInt32(0x1001_0000 + row * 128)
      let frame = CypressSession.frame(0x49, address.bytes() + [1, 2, 3, 4] + bytes.suffix(68))
      session.script.command(0, Array(frame.prefix(20)))
      session.script.command(0, Array(frame.dropFirst(20)))
      session.script.notify(0, CypressSession.frame(0))
    }
    session.end()
    let transfer = try session.script.transfer()
    #expect(transfer.verdict.outcome == .success)
    #expect(transfer.image()?.bytes == Array(CypressSession.image.prefix(256)))
    #expect(transfer.parts[0].notes == ["application 0: 256 bytes at address 0x10010000"])
  }
}
