import TestSupport
import Testing

@testable import Analyzer

@Suite("Nordic Secure DFU")
struct NordicSecureDFUTests {
  /// Packet{signed_command{command{op_code INIT, init{fw_version 3, hw_version 52, app_size 200}}}}, by hand.
  private static let initPacket = "120d0a0b0801120708031034" + "38c801"
  private static let image = testImage(200)

  private var script = TransferScript([
    "8ec90001-f315-4f60-9fb8-838830daea50", "8ec90002-f315-4f60-9fb8-838830daea50",
  ])

  /// A request and its answer.
  private mutating func ask(_ request: String, _ answer: String) {
    script.write(0, request)
    script.notify(0, answer)
  }

  /// Everything up to the first data object of 128 bytes; the pages of this device have 128 bytes.
  private mutating func begin() {
    ask("0601", "600601000100000000000000000000")
    ask("0101" + "0f000000", "600101")
    script.command(1, Self.initPacket)
    ask("03", "6003010f00000000000000")
    ask("04", "600401")
    ask("0602", "600601800000000000000000000000")
  }

  /// Creates an object and writes bytes to it, of which the device says it has `confirmed`.
  private mutating func object(_ range: Range<Int>, confirmed: Int? = nil) {
    ask("0102" + UInt32(range.count).bytes().hex, "600102".replacing("02", with: "01"))
    for start in stride(from: range.lowerBound, to: range.upperBound, by: 20) {
      script.command(1, Array(Self.image[start..<min(start + 20, range.upperBound)]))
    }
    let offset = confirmed ?? range.upperBound
    let crc = CyclicCheck.of(Self.image[..<offset], .crc32)
    ask("03", "600301" + UInt32(offset).bytes().hex + crc.bytes().hex)
  }

  @Test("a whole update")
  mutating func whole() throws {
    begin()
    object(0..<128)
    ask("04", "600401")
    object(128..<200)
    ask("04", "600401")
    script.wait(200)
    script.disconnect(0x13)
    let transfer = try script.transfer()
    #expect(transfer.verdict.outcome == .success)
    #expect(transfer.declaredBytes == 200)
    #expect(transfer.chunks == 11)
    #expect(transfer.image()?.bytes == Self.image)
    #expect(transfer.verdict.also.isEmpty)
  }

  @Test("an object with a lost packet is sent again")
  mutating func repeated() throws {
    begin()
    object(0..<128, confirmed: 108)
    object(0..<128)
    ask("04", "600401")
    object(128..<200)
    ask("04", "600401")
    let transfer = try script.transfer()
    #expect(transfer.verdict.outcome == .success)
    #expect(transfer.also == ["bytes-lost"])
    #expect(transfer.coverage.repeatedBytes == 128)
  }

  @Test("a receipt that comes after the check was asked for is no answer to it")
  mutating func lateReceipt() throws {
    begin()
    ask("020200", "600201")
    ask("010280000000", "600101")
    for start in stride(from: 0, to: 128, by: 20) {
      script.command(1, Array(Self.image[start..<min(start + 20, 128)]))
      if start == 20 { script.notify(0, receipt(40)) }
      if start == 60 { script.notify(0, receipt(80)) }
    }
    script.write(0, "03")
    script.notify(0, receipt(120))
    script.notify(0, receipt(128))
    ask("04", "600401")
    object(128..<200)
    ask("04", "600401")
    let transfer = try script.transfer()
    #expect(transfer.verdict.outcome == .success)
    #expect(transfer.also.isEmpty)
  }

  @Test("a check that is short although a receipt was due")
  mutating func shortCheck() throws {
    begin()
    ask("020200", "600201")
    ask("010280000000", "600101")
    for start in stride(from: 0, to: 128, by: 20) {
      script.command(1, Array(Self.image[start..<min(start + 20, 128)]))
    }
    script.write(0, "03")
    script.notify(0, receipt(108))
    script.wait(100)
    script.disconnect(0x16)
    // Nothing tells whether this was the receipt for 108 bytes or the answer; the client did not wait for another.
    #expect(try script.transfer().verdict.outcome == .failed)
  }

  @Test("the receipt that was agreed on does not come")
  mutating func missingReceipt() throws {
    begin()
    ask("020200", "600201")
    ask("010280000000", "600101")
    script.command(1, Array(Self.image[0..<20]))
    script.command(1, Array(Self.image[20..<40]))
    script.wait(5000)
    script.disconnect(0x16)
    let transfer = try script.transfer()
    #expect(transfer.cause == "receipt-missing")
    #expect(transfer.verdict.cause?.text.contains("the receipt for 2 packets") == true)
  }

  private func receipt(_ offset: Int) -> String {
    "600301" + UInt32(offset).bytes().hex + CyclicCheck.of(Self.image[..<offset], .crc32).bytes().hex
  }

  @Test("an object that was not sent in full is not executed")
  mutating func shortObject() throws {
    begin()
    ask("010280000000", "600101")
    for start in stride(from: 0, to: 100, by: 20) {
      script.command(1, Array(Self.image[start..<start + 20]))
    }
    ask("03", receipt(100))
    ask("04", "600408")
    script.wait(100)
    script.disconnect(0x16)
    #expect(try script.transfer().cause == "chunk-missing")
  }

  @Test("the jump, and the bootloader at the address plus one")
  mutating func jump() throws {
    script = TransferScript(["8ec90003-f315-4f60-9fb8-838830daea50"])
    script.write(0, "01")
    script.indicate(0, "200101")
    script.disconnect(0x13)
    let transfer = try script.transfer()
    #expect(transfer.parts[0].isJump)
  }

  @Test("the device ends the connection in the middle")
  mutating func disconnected() throws {
    begin()
    object(0..<128)
    ask("04", "600401")
    script.disconnect(0x13)
    let frame = script.frame
    let transfer = try script.transfer()
    #expect(transfer.verdict.outcome == .failed)
    #expect(transfer.cause == "device-disconnected")
    #expect(transfer.verdict.cause?.frames.contains(frame) == true)
    #expect(transfer.progress == 128)
  }

  @Test(
    "refusals",
    arguments: [
      ("60040b05", "version-refused"), ("60040b06", "hardware-refused"), ("60040b07", "softdevice-refused"),
      ("60040b08", "signature-refused"), ("600405", "init-packet-refused"), ("60040a", "init-packet-refused"),
    ])
  mutating func refusals(answer: String, rule: String) throws {
    ask("0601", "600601000100000000000000000000")
    ask("0101" + "0f000000", "600101")
    script.command(1, Self.initPacket)
    ask("03", "6003010f00000000000000")
    ask("04", answer)
    script.wait(100)
    script.disconnect(0x16)
    let transfer = try script.transfer()
    #expect(transfer.verdict.outcome == .failed)
    #expect(transfer.cause == rule)
    #expect(transfer.verdict.step == .announce)
    #expect(transfer.also.isEmpty)
  }

  @Test("the image does not have the hash that was announced")
  mutating func verificationFails() throws {
    begin()
    object(0..<128)
    ask("04", "600401")
    object(128..<200)
    ask("04", "60040b0c")
    script.disconnect(0x16)
    #expect(try script.transfer().cause == "hash-mismatch")
  }

  @Test("resumed in the middle of an object after a lost link")
  mutating func resumed() throws {
    begin()
    object(0..<128)
    ask("04", "600401")
    ask("0102" + "48000000", "600101")
    script.command(1, Array(Self.image[128..<148]))
    script.disconnect(0x08)
    script.wait(3000)
    script.connect()
    ask("0601", "6006010001000000" + "0f00000000000000".prefix(14) + "00")
    ask(
      "0602",
      "60060180000000" + UInt32(148).bytes().hex + CyclicCheck.of(Self.image[..<148], .crc32).bytes().hex)
    for start in stride(from: 148, to: 200, by: 20) {
      script.command(1, Array(Self.image[start..<min(start + 20, 200)]))
    }
    ask("03", "600301c8000000" + CyclicCheck.of(Self.image, .crc32).bytes().hex)
    ask("04", "600401")
    let transfer = try script.transfer()
    #expect(transfer.verdict.outcome == .success)
    #expect(transfer.connections == [1, 2])
    #expect(transfer.resumedFrom == [148])
    #expect(transfer.declaredBytes == 200)
    #expect(transfer.image()?.bytes == Self.image)
  }

  @Test("recognized without discovery")
  mutating func withoutDiscovery() throws {
    script = TransferScript([], isDiscovered: false)
    begin()
    object(0..<128)
    ask("04", "600401")
    object(128..<200)
    ask("04", "600401")
    let transfer = try script.transfer()
    #expect(transfer.format == "nordic-secure-dfu")
    #expect(transfer.image()?.bytes == Self.image)
  }
}

extension Array where Element == UInt8 {
  /// Hexadecimal digits.
  var hex: String {
    map { byte in
      let digits = String(byte, radix: 16)
      return digits.count < 2 ? "0" + digits : digits
    }.joined()
  }
}
