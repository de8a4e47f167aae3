import TestSupport
import Testing

@testable import Analyzer

@Suite("Huami updates")
struct HuamiDFUTests {
  private static let characteristics = [
    "00001531-0000-3512-2118-0009af100700", "00001532-0000-3512-2118-0009af100700",
  ]
  private static let image = testImage(300)

  private var script = TransferScript(characteristics)

  private mutating func ask(_ request: String, _ answer: String) {
    script.write(0, request)
    script.notify(0, answer)
  }

  private mutating func send(_ range: Range<Int>) {
    for start in stride(from: range.lowerBound, to: range.upperBound, by: 100) {
      script.command(1, Array(Self.image[start..<min(start + 100, range.upperBound)]))
    }
  }

  /// The newer protocol, up to the image.
  private mutating func begin() {
    ask("d0", "10d001056400")
    let size = UInt32(300).bytes().hex
    let crc = CyclicCheck.of(Self.image, .crc32).bytes().hex
    ask("d2fd" + size + crc + "6400" + "000001" + size, "10d201")
    ask("d301", "10d301")
  }

  @Test("the older protocol")
  mutating func older() throws {
    ask("012c0100", "100101")
    script.write(0, "03")
    send(0..<200)
    script.write(0, "00")
    send(200..<300)
    script.notify(0, "100301")
    ask("04" + UInt16(CyclicCheck.of(Self.image, .ccittFalse)).bytes().hex, "100401")
    ask("05", "100501")
    script.disconnect(0x13)
    let transfer = try script.transfer()
    #expect(transfer.format == "huami-dfu")
    #expect(transfer.verdict.outcome == .success)
    #expect(transfer.declaredBytes == 300)
    #expect(transfer.checks.map { $0.agrees(with: Self.image) } == [true])
    #expect(transfer.image()?.bytes == Self.image)
  }

  @Test("the newer protocol, also without discovery", arguments: [true, false])
  mutating func newer(isDiscovered: Bool) throws {
    script = TransferScript(isDiscovered ? Self.characteristics : [], isDiscovered: isDiscovered)
    begin()
    send(0..<300)
    for bytes in [100, 200, 300] { script.notify(0, "10d4" + UInt32(bytes).bytes().hex) }
    ask("d5", "10d501")
    ask("d6", "10d601")
    script.disconnect(0x13)
    let transfer = try script.transfer()
    #expect(transfer.format == "huami-dfu")
    #expect(transfer.verdict.outcome == .success)
    #expect(transfer.also.isEmpty)
    #expect(transfer.declaredBytes == 300)
    #expect(transfer.confirmedBytes == 300)
    #expect(transfer.checks.map { $0.agrees(with: Self.image) } == [true])
  }

  @Test("refusals", arguments: [("10d247", "image-too-large"), ("10d222", "refused")])
  mutating func refusals(answer: String, rule: String) throws {
    ask("d0", "10d001056400")
    ask("d2fd2c01000000000000640000000" + "12c010000", answer)
    script.wait(100)
    script.disconnect(0x16)
    #expect(try script.transfer().cause == rule)
  }

  @Test("the check fails in the device")
  mutating func check() throws {
    begin()
    send(0..<300)
    script.notify(0, "10d42c010000")
    ask("d5", "10d502")
    script.wait(100)
    script.disconnect(0x16)
    #expect(try script.transfer().cause == "hash-mismatch")
  }

  @Test("no answer to the last byte, and a device that hangs up in the middle")
  mutating func ends() throws {
    begin()
    send(0..<300)
    script.wait(3000)
    script.disconnect(0x16)
    #expect(try script.transfer().cause == "no-answer")
    script = TransferScript(Self.characteristics)
    begin()
    send(0..<100)
    script.notify(0, "10d464000000")
    script.disconnect(0x13)
    #expect(try script.transfer().cause == "device-disconnected")
    #expect(try script.transfer().progress == 100)
  }

  @Test("values that end early")
  mutating func short() throws {
    begin()
    for value in ["", "10", "10d4", "10d401", "d2", "01", "0100", "04", "d5"] {
      script.write(0, value)
      script.notify(0, value)
      script.command(1, value)
    }
    _ = try script.analysis()
  }
}
