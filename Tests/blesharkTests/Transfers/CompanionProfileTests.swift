import Foundation
import TestSupport
import Testing

/// The flow of an ESP32 companion app, through the profile that the documentation has for it.
@Suite("The profile of a companion app")
struct CompanionProfileTests {
  private static let profile = Document.path("docs/profiles/esp32-companion.json")
  private static let image = (0..<4000).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ $0 >> 8) }
  /// SHA-256 of the image; what a check is worth is tested elsewhere.
  private static let hash = [UInt8](repeating: 0x5A, count: 32)

  private var capture = UpdateCapture([
    "0c7a0001-5b1e-4d1a-9a52-3d6f0e2b7c10", "0c7a0002-5b1e-4d1a-9a52-3d6f0e2b7c10",
    "0c7a0003-5b1e-4d1a-9a52-3d6f0e2b7c10", "2a26",
  ])

  private mutating func prepare(resumingAt offset: Int = 0) {
    capture.connect()
    capture.read(3, Array("1.0.0".utf8))
    capture.write(0, [1] + UInt32(4000).bytes() + Self.hash)
    capture.wait(milliseconds: 900)
    capture.notify(2, [0x81, 0] + UInt32(offset).bytes())
  }

  /// Chunks of 100 bytes; every 16th is a Write Request, and then the device tells how much it has.
  private mutating func send(_ range: Range<Int>) {
    for (number, start) in stride(from: range.lowerBound, to: range.upperBound, by: 100).enumerated() {
      let chunk = Array(Self.image[start..<min(start + 100, range.upperBound)])
      if number % 16 == 15 { capture.write(1, chunk) } else { capture.command(1, chunk) }
      if number % 16 == 15 || start + 100 >= 4000 {
        capture.notify(2, [0x82, 0] + UInt32(start + chunk.count).bytes())
      }
    }
  }

  private func verdict() throws -> WhyReading.Transfer {
    let result = try Bleshark.run("why", "--json", "--ota-profile", Self.profile, "-", input: capture.bytes)
    let transfers = try WhyReading(of: result).transfers
    try #require(transfers.count == 1)
    return transfers[0]
  }

  @Test("all steps, the restart and the new version")
  mutating func whole() throws {
    prepare()
    send(0..<4000)
    capture.write(0, [2])
    capture.notify(2, [0x83, 0])
    capture.write(0, [3])
    capture.notify(2, [0x84, 0])
    capture.disconnect(0x08)
    capture.wait(milliseconds: 3000)
    capture.connect()
    capture.read(3, Array("1.1.0".utf8))
    let transfer = try verdict()
    #expect(transfer.protocol == "esp32-companion")
    #expect(transfer.outcome == "success")
    #expect(transfer.step == "confirm")
    #expect(transfer.declaredBytes == 4000 && transfer.confirmedBytes == 4000 && transfer.chunks == 40)
    #expect(transfer.notes == ["a chunk with response after 15 without"])
    #expect(transfer.also.isEmpty)
    #expect(transfer.remarks.last == "it says version \"1.1.0\" there, and said \"1.0.0\" before")
  }

  @Test("verified, and never told to restart")
  mutating func notActivated() throws {
    prepare()
    send(0..<4000)
    capture.write(0, [2])
    capture.notify(2, [0x83, 0])
    capture.disconnect(0x16)
    let transfer = try verdict()
    #expect(transfer.outcome == "failed")
    // The image is there; that nobody started it is what is wrong, not how the connection ended.
    #expect(transfer.cause?.rule == "ota.not-activated")
    #expect(transfer.step == "verify")
  }

  @Test("the old version after the restart")
  mutating func oldVersion() throws {
    prepare()
    send(0..<4000)
    capture.write(0, [2])
    capture.notify(2, [0x83, 0])
    capture.write(0, [3])
    capture.notify(2, [0x84, 0])
    capture.disconnect(0x13)
    capture.wait(milliseconds: 3000)
    capture.connect()
    capture.read(3, Array("1.0.0".utf8))
    #expect(try verdict().also.map(\.rule) == ["ota.old-version"])
  }

  @Test("the hash differs in the device")
  mutating func refused() throws {
    prepare()
    send(0..<4000)
    capture.write(0, [2])
    capture.notify(2, [0x83, 3])
    let frame = capture.frames
    capture.disconnect(0x16)
    let transfer = try verdict()
    #expect(transfer.outcome == "failed")
    #expect(transfer.cause?.rule == "ota.hash-mismatch")
    #expect(transfer.cause?.text == "the device's verified to verify says hash differs (0x3)")
    #expect(transfer.cause?.frames == [frame])
  }

  @Test("the link is lost while the device erases")
  mutating func erasing() throws {
    capture.connect()
    capture.write(0, [1] + UInt32(4000).bytes() + Self.hash)
    capture.wait(milliseconds: 5000)
    capture.disconnect(0x08)
    #expect(try verdict().cause?.rule == "ota.erase-timeout")
  }

  @Test("resumed where the device says, after a lost link")
  mutating func resumed() throws {
    prepare()
    send(0..<1600)
    send(1600..<2000)
    capture.disconnect(0x08)
    capture.wait(milliseconds: 2000)
    prepare(resumingAt: 1900)
    send(1900..<4000)
    capture.write(0, [2])
    capture.notify(2, [0x83, 0])
    capture.write(0, [3])
    capture.notify(2, [0x84, 0])
    capture.disconnect(0x13)
    let transfer = try verdict()
    #expect(transfer.outcome == "success")
    #expect(transfer.connections == [1, 2])
    #expect(transfer.resumedFrom == 1900)
    #expect(transfer.holes.isEmpty)
  }
}
