import TestSupport
import Testing

@testable import Analyzer

@Suite("Telink OTA")
struct TelinkOTATests {
  private static let characteristic = "00010203-0405-0607-0809-0a0b0c0d2b12"

  /// 100 bytes: the size at 0x18, the mark at 0x08, and a CRC-32 without the last inversion at the end.
  private static let image: [UInt8] = {
    var image = testImage(96)
    image.replaceSubrange(8..<12, with: Array("KNLT".utf8))
    image.replaceSubrange(0x18..<0x1C, with: [100, 0, 0, 0])
    return image + CyclicCheck.of(image, .crc32WithoutInversion).bytes()
  }()

  private var script = TransferScript([characteristic])

  /// A block of 16 bytes (or `size`) with its index and check, filled up with 0xFF.
  private static func block(_ index: Int, _ size: Int = 16, of image: [UInt8] = image) -> [UInt8] {
    let bytes = image.dropFirst(index * size).prefix(size)
    let filled = UInt16(index).bytes() + bytes + Array(repeating: 0xFF, count: size - bytes.count)
    return filled + UInt16(CyclicCheck.of(filled, .modbus)).bytes()
  }

  private mutating func send(_ blocks: some Sequence<Int>, size: Int = 16) {
    for index in blocks { script.command(0, Self.block(index, size)) }
  }

  @Test("the check is CRC-16/MODBUS, as a captured packet has it")
  func checks() {
    // Index 0xbd0 of a real update: 8144df78 and 0xff, CRC f1ca.
    let packet = [UInt8](hex: "d00b8144df78fffffffffffffffffffffffff1ca")
    #expect(UInt16(CyclicCheck.of(packet.dropLast(2), .modbus)).bytes() == packet.suffix(2))
  }

  @Test("a whole update of an older device, which answers by restarting", arguments: [UInt8(0x08), 0x13])
  mutating func whole(reason: UInt8) throws {
    script.command(0, "00ff")
    script.command(0, "01ff")
    send(0..<7)
    script.command(0, "02ff0600f9ff")
    script.command(0, "02ff")
    script.wait(1500)
    script.disconnect(reason)
    script.wait(3000)
    script.connect()
    let transfer = try script.transfer()
    #expect(transfer.verdict.outcome == .success)
    #expect(transfer.verdict.also.isEmpty)
    #expect(transfer.declaredBytes == 100)
    #expect(transfer.chunks == 7)
    #expect(transfer.sentBytes == 112)
    #expect(transfer.holes.isEmpty)
    #expect(transfer.image()?.bytes.prefix(100) == Self.image[...])
    #expect(transfer.verdict.step == .confirm)
    #expect(transfer.verdict.remarks.count == 2)
    let check = try #require(transfer.checks.first)
    #expect(check.kind == .crc32Trailer)
    #expect(check.agrees(with: Self.image) == true)
    #expect(check.agrees(with: testImage(100)) == false)
    #expect(transfer.parts[0].notes == ["the image's CRC-32 agrees", "the CRC-16 of every block agrees"])
  }

  @Test("a block that was never sent")
  mutating func missing() throws {
    script.command(0, "01ff")
    send([0, 1, 2])
    let before = script.frame
    send([4, 5, 6])
    script.command(0, "02ff0600f9ff")
    script.wait(1500)
    script.disconnect(0x08)
    let transfer = try script.transfer()
    #expect(transfer.verdict.outcome == .failed)
    #expect(transfer.cause == "chunk-missing")
    #expect(transfer.verdict.cause?.text == "block 3 (bytes 48…63) was never sent")
    #expect(transfer.verdict.cause?.frames == [before, before + 1, before + 4])
    #expect(transfer.holes == [48..<64])
    #expect(transfer.also.isEmpty)
  }

  @Test("the last blocks were never sent", arguments: ["02ff0600f9ff", "02ff"])
  mutating func missingAtTheEnd(end: String) throws {
    script.command(0, "01ff")
    send(0..<5)
    script.command(0, end)
    script.disconnect(0x08)
    let transfer = try script.transfer()
    #expect(transfer.cause == "chunk-missing")
    #expect(transfer.verdict.cause?.text == "blocks 5 to 6 (bytes 80…111) were never sent")
  }

  @Test("a newer device with longer blocks tells results")
  mutating func extended() throws {
    script.command(0, "04ff020001")
    script.notify(0, "05ff010001")
    script.command(0, "03ff2001")
    send(0..<4, size: 32)
    script.command(0, "02ff0300fcff")
    script.notify(0, "06ff00")
    script.disconnect(0x13)
    let transfer = try script.transfer()
    #expect(transfer.verdict.outcome == .success)
    #expect(transfer.chunks == 4)
    #expect(transfer.image()?.bytes.prefix(100) == Self.image[...])
  }

  @Test(
    "results of a newer device",
    arguments: [
      (3, "crc-mismatch"), (4, "flash-failed"), (5, "bytes-lost"), (6, "wrong-state"), (7, "hash-mismatch"),
      (8, "version-refused"), (9, "refused"), (0x0A, "not-an-image"), (0x0B, "image-too-large"),
      (0x0C, "inactivity"), (0x0F, "hardware-refused"), (0x7F, "refused"),
    ] as [(UInt8, String)])
  mutating func results(code: UInt8, rule: String) throws {
    script.command(0, "03ff1001")
    send(0..<7)
    script.command(0, "02ff0600f9ff")
    script.notify(0, [0x06, 0xFF, code])
    script.wait(100)
    script.disconnect(0x13)
    let transfer = try script.transfer()
    #expect(transfer.verdict.outcome == .failed)
    #expect(transfer.cause == rule)
    #expect(transfer.also.isEmpty)
  }

  @Test("packet sequence error: never sent, or sent and not delivered")
  mutating func sequence() throws {
    script.command(0, "03ff1001")
    send([0, 1, 3])
    script.notify(0, "06ff01")
    script.disconnect(0x13)
    #expect(try script.transfer().cause == "chunk-missing")
    script = TransferScript([Self.characteristic])
    script.command(0, "03ff1001")
    send([0, 1, 2])
    script.notify(0, "06ff01")
    script.disconnect(0x13)
    #expect(try script.transfer().cause == "bytes-lost")
  }

  @Test("the version that is offered is not accepted")
  mutating func version() throws {
    script.command(0, "04ff020001")
    script.notify(0, "05ff030000")
    script.wait(100)
    script.disconnect(0x16)
    #expect(try script.transfer().cause == "version-refused")
  }

  @Test("a block whose CRC is wrong as it was sent")
  mutating func badCRC() throws {
    script.command(0, "01ff")
    send(0..<3)
    var block = Self.block(3)
    block[5] ^= 1
    script.command(0, block)
    send(4..<7)
    script.command(0, "02ff0600f9ff")
    script.disconnect(0x08)
    let transfer = try script.transfer()
    #expect(transfer.verdict.outcome == .failed)
    #expect(transfer.cause == "crc-mismatch")
  }

  @Test("the link is lost in the middle, and the next try begins anew")
  mutating func restarted() throws {
    script.command(0, "01ff")
    send(0..<4)
    script.disconnect(0x08)
    script.wait(2000)
    script.connect()
    script.command(0, "01ff")
    send(0..<7)
    script.command(0, "02ff0600f9ff")
    script.disconnect(0x08)
    let transfer = try script.transfer()
    #expect(transfer.verdict.outcome == .success)
    #expect(transfer.connections == [1, 2])
    #expect(transfer.also == ["restarted-from-zero"])
  }

  @Test("ends without a result: link lost, client gone, no restart, no answer")
  mutating func ends() throws {
    func ended(_ reason: UInt8, after milliseconds: Int64 = 100, atEnd: Bool = false) throws -> Transfer {
      var script = TransferScript([Self.characteristic])
      script.command(0, "01ff")
      for index in 0..<(atEnd ? 7 : 5) { script.command(0, Self.block(index)) }
      if atEnd { script.command(0, "02ff0600f9ff") }
      script.wait(milliseconds)
      script.disconnect(reason)
      return try script.transfer()
    }
    #expect(try ended(0x08).cause == "link-timeout")
    #expect(try ended(0x13).cause == "device-disconnected")
    #expect(try ended(0x16).cause == "client-disconnected")
    #expect(try ended(0x16, after: 9000).cause == "client-stopped")
    let silent = try ended(0x16, after: 8000, atEnd: true)
    #expect(silent.cause == "no-answer")
    #expect(silent.verdict.outcome == .failed)
  }

  @Test("writes longer than ATT_MTU − 3, and a write that is refused")
  mutating func attributeErrors() throws {
    script = TransferScript([Self.characteristic], mtu: 23)
    script.command(0, "03ff2001")
    send(0..<2, size: 32)
    script.write(0, Self.block(2, 32), fails: 0x0D)
    script.disconnect(0x16)
    let transfer = try script.transfer()
    #expect(transfer.cause == "att-error")
    #expect(transfer.also.contains("value-exceeds-mtu"))
  }

  @Test("recognized without discovery, also in the middle", arguments: [0, 3])
  mutating func withoutDiscovery(first: Int) throws {
    script = TransferScript([], isDiscovered: false)
    if first == 0 { script.command(0, "01ff") }
    send(first..<7)
    script.command(0, "02ff0600f9ff")
    script.disconnect(0x08)
    let transfer = try script.transfer()
    #expect(transfer.format == "telink-ota")
    #expect(transfer.chunks == 7 - first)
    #expect(
      transfer.image()?.bytes.dropFirst(16 * first).prefix(100 - 16 * first)
        == Self.image.dropFirst(16 * first))
  }

  @Test("20-byte writes without the check are no update")
  mutating func otherWrites() throws {
    script = TransferScript([], isDiscovered: false)
    script.command(0, "01ff")
    for index in 0..<20 { script.command(0, UInt16(index).bytes() + testImage(18)) }
    #expect(try script.analysis().transfers.isEmpty)
  }

  @Test("every value may end early")
  mutating func short() throws {
    for value in [
      "", "01", "01ff", "0000", "02ff06", "03ff", "04ff", "ffff", String(repeating: "00", count: 244),
    ] {
      script.command(0, value)
      script.notify(0, value)
    }
    script.notify(0, "06ff")
    _ = try script.analysis()
  }
}
