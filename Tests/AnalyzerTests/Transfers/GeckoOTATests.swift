import TestSupport
import Testing

@testable import Analyzer

/// An update with a GBL file of 516 bytes, in writes of 100.
struct GeckoSession: UpdateSession {
  static let format = "silabs-gecko-ota"
  static let characteristics = [
    "f7bf3564-fb6d-4e53-88a4-5e37e0326063", "984227f3-34fc-4045-a5d0-2c581f81a153",
  ]
  /// Head (8 + 8), a program of 480 (8 + 480), end (8 + 4).
  static let image: [UInt8] = {
    let head = [UInt8](hex: "eb17a603" + "08000000" + "00000003" + "00000000")
    let program = [UInt8](hex: "fe0101fe" + "e0010000") + testImage(480)
    let file = head + program + [UInt8](hex: "fc0404fc" + "04000000")
    return file + CyclicCheck.of(file, .crc32).bytes()
  }()
  static let chunks = 6
  static let dataPlace = 1
  static let acknowledged: Int? = nil

  var script = TransferScript(Self.characteristics)

  mutating func begin() { script.write(0, "00") }
  func chunk(_ number: Int) -> [UInt8] { Self.part(number, of: 100) }
  mutating func acknowledge(_ number: Int) {}
  mutating func end() {
    script.write(0, "03")
    script.write(0, "04")
  }
}

@Suite("Silicon Labs Gecko OTA")
struct GeckoOTATests {
  private var session = GeckoSession()

  @Test("the application restarts into the AppLoader")
  mutating func jump() throws {
    session.script.write(0, "00")
    session.script.disconnect(0x13)
    session.script.wait(1000)
    session.script.connect()
    session.run()
    session.script.disconnect(0x13)
    let transfer = try session.script.transfer()
    #expect(transfer.verdict.outcome == .success)
    #expect(transfer.connections == [1, 2])
    #expect(transfer.parts.map(\.isJump) == [true, false])
    #expect(transfer.also.isEmpty)
  }

  @Test("with Write Requests")
  mutating func requests() throws {
    session.begin()
    for number in 0..<6 { session.script.write(1, session.chunk(number)) }
    session.end()
    let transfer = try session.script.transfer()
    #expect(transfer.verdict.outcome == .success)
    #expect(transfer.confirmedBytes == 516)
  }

  @Test(
    "the image is refused",
    arguments: [
      (UInt8(0x81), "wrong-state"), (0x82, "out-of-resources"), (0x83, "image-too-large"),
      (0x84, "not-an-image"), (0x85, "flash-failed"), (0x86, "hardware-refused"), (0x87, "image-too-large"),
    ])
  mutating func refused(code: UInt8, rule: String) throws {
    session.begin()
    session.send(0..<6)
    session.script.write(0, [0x03], fails: code)
    session.script.disconnect(0x16)
    let transfer = try session.script.transfer()
    #expect(transfer.cause == rule)
    #expect(transfer.verdict.step == .verify)
    #expect(transfer.also.isEmpty)
  }

  @Test("a write is missing, and the check fails")
  mutating func missing() throws {
    session.begin()
    session.send(0..<6, without: [3])
    session.script.write(0, [0x03], fails: 0x80)
    session.script.disconnect(0x16)
    let transfer = try session.script.transfer()
    #expect(transfer.cause == "chunk-missing")
    #expect(transfer.also == ["hash-mismatch"])
  }

  @Test("the file was sent whole, and the device's check fails")
  mutating func lost() throws {
    session.begin()
    session.send(0..<6)
    session.script.write(0, [0x03], fails: 0x80)
    session.script.disconnect(0x16)
    #expect(try session.script.transfer().cause == "bytes-lost")
  }

  @Test("the file has a wrong check itself")
  mutating func badFile() throws {
    session.begin()
    for number in 0..<6 {
      var chunk = session.chunk(number)
      if number == 2 { chunk[7] ^= 0x40 }
      session.script.command(1, chunk)
    }
    session.script.write(0, [0x03], fails: 0x80)
    session.script.disconnect(0x16)
    #expect(try session.script.transfer().cause == "hash-mismatch")
  }

  @Test("data before the request to begin")
  mutating func noBegin() throws {
    session.script.write(1, session.chunk(0), fails: 0x81)
    session.script.disconnect(0x16)
    #expect(try session.script.transfer().cause == "wrong-state")
  }

  @Test("the client closes without the end of the image")
  mutating func notEnded() throws {
    session.begin()
    session.send(0..<6)
    session.script.write(0, "04")
    session.script.disconnect(0x13)
    #expect(try session.script.transfer().cause == "not-activated")
  }

  @Test("the application wants a bond before it restarts")
  mutating func security() throws {
    session.script.write(0, [0x00], fails: 0x05)
    session.script.disconnect(0x16)
    #expect(try session.script.transfer().cause == "security-required")
  }
}
