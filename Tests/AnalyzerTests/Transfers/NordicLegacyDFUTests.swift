import TestSupport
import Testing

@testable import Analyzer

@Suite("Nordic Legacy DFU")
struct NordicLegacyDFUTests {
  private static let characteristics = [
    "00001531-1212-efde-1523-785feabcd123", "00001532-1212-efde-1523-785feabcd123",
    "00001534-1212-efde-1523-785feabcd123",
  ]
  private static let image = testImage(200)
  /// Any device type, revision and version; one SoftDevice, any; the CRC-16/CCITT-FALSE of the image.
  private static let initPacket: [UInt8] =
    [UInt8](hex: "ffffffffffffffff0100feff") + UInt16(CyclicCheck.of(image, .ccittFalse)).bytes()

  private var script = TransferScript(characteristics)

  private mutating func ask(_ request: String, _ answer: String) {
    script.write(0, request)
    script.notify(0, answer)
  }

  /// Everything up to the image, with a receipt every four packets.
  private mutating func begin(receipts: Bool = true) {
    script.read(2, "0800")
    script.write(0, "0104")
    script.command(1, "0000000000000000c8000000")
    script.wait(2500)
    script.notify(0, "100101")
    script.write(0, "0200")
    script.command(1, Self.initPacket)
    ask("0201", "100201")
    if receipts { script.write(0, "080400") }
    script.write(0, "03")
  }

  private mutating func send(_ range: Range<Int>, size: Int = 20) {
    for start in stride(from: range.lowerBound, to: range.upperBound, by: size) {
      script.command(1, Array(Self.image[start..<min(start + size, range.upperBound)]))
    }
  }

  private mutating func receipt(_ bytes: Int) { script.notify(0, [0x11] + UInt32(bytes).bytes()) }

  private mutating func sendAll() {
    send(0..<80)
    receipt(80)
    send(80..<160)
    receipt(160)
    send(160..<200)
    script.notify(0, "100301")
  }

  @Test("a whole update")
  mutating func whole() throws {
    begin()
    sendAll()
    ask("04", "100401")
    script.write(0, "05")
    script.wait(100)
    script.disconnect(0x13)
    let transfer = try script.transfer()
    #expect(transfer.format == "nordic-legacy-dfu")
    #expect(transfer.verdict.outcome == .success)
    #expect(transfer.also.isEmpty)
    #expect(transfer.declaredBytes == 200)
    #expect(transfer.confirmedBytes == 200)
    #expect(transfer.chunks == 10)
    #expect(transfer.image()?.bytes == Self.image)
    #expect(transfer.checks.map { $0.agrees(with: Self.image) } == [true])
    #expect(
      transfer.parts[0].notes == [
        "version 0.8 of the service", "packet receipt notification every 4 packets",
      ])
  }

  @Test("the sizes of a SoftDevice and a bootloader count together")
  mutating func several() throws {
    script.write(0, "0103")
    script.command(1, "640000006400000000000000")
    script.notify(0, "100101")
    #expect(try script.transfer().declaredBytes == 200)
  }

  @Test("the application jumps into its bootloader, which takes the image")
  mutating func jump() throws {
    script.read(2, "0100")
    script.write(0, "0104")
    script.wait(200)
    script.disconnect(0x13)
    #expect(try script.transfer().parts[0].isJump)
    script.wait(1000)
    script.connect()
    begin()
    sendAll()
    ask("04", "100401")
    script.write(0, "05")
    script.disconnect(0x08)
    let transfer = try script.transfer()
    #expect(transfer.verdict.outcome == .success)
    #expect(transfer.connections == [1, 2])
  }

  @Test(
    "refusals of the start",
    arguments: [(2, "wrong-state"), (3, "refused"), (4, "image-too-large"), (6, "refused")]
      as [(UInt8, String)])
  mutating func start(status: UInt8, rule: String) throws {
    script.write(0, "0104")
    script.command(1, "0000000000000000c8000000")
    script.notify(0, [0x10, 0x01, status])
    script.write(0, "06")
    script.disconnect(0x13)
    let transfer = try script.transfer()
    #expect(transfer.verdict.outcome == .failed)
    #expect(transfer.cause == rule)
    #expect(transfer.also.isEmpty)
  }

  @Test("refusals of the init packet", arguments: [5, 6] as [UInt8])
  mutating func initPacket(status: UInt8) throws {
    script.write(0, "0104")
    script.command(1, "0000000000000000c8000000")
    script.notify(0, "100101")
    script.write(0, "0200")
    script.command(1, testImage(20))
    ask("0201", "1002" + [status].hex)
    script.wait(100)
    script.disconnect(0x16)
    let transfer = try script.transfer()
    #expect(transfer.cause == "init-packet-refused")
    #expect(transfer.verdict.step == .announce)
  }

  @Test(
    "refusals after the image",
    arguments: [("1004", 5, "hash-mismatch"), ("1003", 6, "flash-failed"), ("1003", 2, "wrong-state")])
  mutating func image(answer: String, status: UInt8, rule: String) throws {
    begin(receipts: false)
    send(0..<200)
    if answer == "1004" {
      script.notify(0, "100301")
      script.write(0, "04")
    }
    script.notify(0, answer + [status].hex)
    script.wait(100)
    script.disconnect(0x16)
    #expect(try script.transfer().cause == rule)
  }

  @Test("a receipt counts less than was sent up to it")
  mutating func lost() throws {
    begin()
    send(0..<80)
    receipt(60)
    script.wait(100)
    script.disconnect(0x16)
    let transfer = try script.transfer()
    #expect(transfer.cause == "bytes-lost")
    #expect(transfer.progress == 60)
  }

  @Test("the client does not wait for receipts, and nothing is lost")
  mutating func ahead() throws {
    begin()
    send(0..<160)
    receipt(80)
    receipt(160)
    send(160..<200)
    script.notify(0, "100301")
    ask("04", "100401")
    script.write(0, "05")
    script.disconnect(0x13)
    let transfer = try script.transfer()
    #expect(transfer.verdict.outcome == .success)
    #expect(transfer.also.isEmpty)
  }

  @Test("the size that was received is asked for")
  mutating func reported() throws {
    begin(receipts: false)
    send(0..<200)
    ask("07", "100701b4000000")
    script.wait(100)
    script.disconnect(0x16)
    #expect(try script.transfer().cause == "bytes-lost")
    #expect(try script.transfer().confirmedBytes == 180)
  }

  @Test("part of the image was never sent: the device waits for the rest")
  mutating func neverSent() throws {
    begin(receipts: false)
    send(0..<100)
    send(120..<200)
    script.wait(6000)
    script.disconnect(0x16)
    let transfer = try script.transfer()
    #expect(transfer.verdict.outcome == .failed)
    #expect(transfer.cause == "client-stopped")
    #expect(transfer.holes == [180..<200])
  }

  @Test("the link is lost while the device erases, or in the middle")
  mutating func linkLost() throws {
    script.write(0, "0104")
    script.command(1, "0000000000000000c8000000")
    script.wait(4000)
    script.disconnect(0x08)
    #expect(try script.transfer().cause == "erase-timeout")
    script = TransferScript(Self.characteristics)
    begin()
    send(0..<40)
    script.disconnect(0x08)
    #expect(try script.transfer().cause == "link-timeout")
    #expect(try script.transfer().progress == 40)
  }

  @Test("the device ends the connection, and the next try begins anew")
  mutating func again() throws {
    begin()
    send(0..<80)
    receipt(80)
    script.disconnect(0x13)
    #expect(try script.transfer().cause == "device-disconnected")
    script.wait(1000)
    script.connect()
    begin()
    sendAll()
    ask("04", "100401")
    script.write(0, "05")
    script.disconnect(0x13)
    let transfer = try script.transfer()
    #expect(transfer.verdict.outcome == .success)
    #expect(transfer.also == ["restarted-from-zero"])
  }

  @Test("no answer: to the sizes, to a receipt that is due, to the last byte", arguments: [0, 1, 2])
  mutating func silent(place: Int) throws {
    if place == 0 {
      script.write(0, "0102")
      script.command(1, "0000000000000000c8000000")
    } else {
      begin(receipts: place == 1)
      send(0..<(place == 1 ? 80 : 200))
    }
    script.wait(9000)
    script.disconnect(0x16)
    // A device that has never given a receipt may give none at all.
    #expect(try script.transfer().cause == (place == 1 ? "receipt-missing" : "no-answer"))
  }

  @Test("all sent, and never activated")
  mutating func notActivated() throws {
    begin()
    sendAll()
    ask("04", "100401")
    script.wait(100)
    script.disconnect(0x16)
    #expect(try script.transfer().cause == "not-activated")
  }

  @Test("the device refuses the write, as one does whose updates are switched off")
  mutating func attributeError() throws {
    script.write(0, "0104", fails: 0x08)
    script.disconnect(0x16)
    #expect(try script.transfer().cause == "security-required")
  }

  @Test("packets longer than the ATT_MTU allows, and longer than the service takes")
  mutating func tooLong() throws {
    script = TransferScript(Self.characteristics, mtu: 23)
    begin()
    send(0..<200, size: 50)
    script.wait(3000)
    script.disconnect(0x16)
    let transfer = try script.transfer()
    #expect(transfer.cause == "value-exceeds-mtu")
    #expect(transfer.parts[0].notes.contains { $0.hasPrefix("packets of up to 50 bytes") })
  }

  @Test("recognized without discovery, and on a vendor's UUIDs", arguments: [true, false])
  mutating func pattern(isDiscovered: Bool) throws {
    script = TransferScript(
      isDiscovered
        ? [
          "f0001531-0451-4000-b000-000000000001", "f0001532-0451-4000-b000-000000000001",
          "f0001534-0451-4000-b000-000000000001",
        ] : [], isDiscovered: isDiscovered)
    begin()
    sendAll()
    ask("04", "100401")
    script.write(0, "05")
    script.disconnect(0x13)
    let transfer = try script.transfer()
    #expect(transfer.format == "nordic-legacy-dfu")
    #expect(transfer.verdict.outcome == .success)
    #expect(transfer.image()?.bytes == Self.image)
  }

  @Test("a start whose sizes do not fit its mode is something else")
  mutating func otherPattern() throws {
    script = TransferScript([], isDiscovered: false)
    script.write(0, "0104")
    script.command(1, "c80000000000000000000000")
    script.notify(0, "100101")
    #expect(try script.analysis().transfers.isEmpty)
  }

  @Test("values that end early")
  mutating func short() throws {
    begin()
    for value in ["", "10", "1001", "11", "11ff", "10070105", "100701ffffffff", "11ffffffff"] {
      script.notify(0, value)
      script.write(0, value)
      script.command(1, value)
    }
    for opcode in 0...9 as ClosedRange<UInt8> {
      script.write(0, [opcode])
      script.command(1, "")
      script.command(1, "ffffffffffffffffffffffff")
    }
    _ = try script.analysis()
  }
}
