import TestSupport
import Testing

@testable import Analyzer

/// An update of 900 bytes in blocks of 400, in chunks of 100.
struct NXPSession: UpdateSession {
  static let format = "nxp-otap"
  static let characteristics = [
    "01ff5551-ba5e-f4ee-5ca1-eb1e5e4b1ce0", "01ff5552-ba5e-f4ee-5ca1-eb1e5e4b1ce0",
  ]
  static let image = testImage(900)
  static let chunks = 9
  static let dataPlace = 1
  static let acknowledged: Int? = 3

  var script = TransferScript(Self.characteristics)

  /// `04 id 1, start, size, chunk 100, method 0, channel 4`.
  static func block(_ start: Int, _ size: Int) -> String {
    "040100" + UInt32(start).bytes().hex + UInt32(size).bytes().hex + "6400" + "00" + "0400"
  }

  mutating func begin() {
    script.indicate(0, "02" + "0000" + "0100004111110001")
    script.write(0, "03" + "0100" + "0200004111110001" + "84030000")
    script.indicate(0, Self.block(0, 400))
  }

  func chunk(_ number: Int) -> [UInt8] { [0x05, UInt8(number % 4)] + Self.part(number, of: 100) }

  mutating func acknowledge(_ number: Int) {
    if number == 3 { script.indicate(0, Self.block(400, 400)) }
    if number == 7 { script.indicate(0, Self.block(800, 100)) }
  }

  mutating func end() { script.indicate(0, "06010000") }
}

@Suite("NXP OTAP")
struct NXPOTAPTests {
  private var session = NXPSession()

  @Test("resumed where the device asks after a lost link")
  mutating func resumed() throws {
    session.begin()
    session.send(0..<5)
    session.script.disconnect(0x08)
    session.script.wait(3000)
    session.script.connect()
    session.script.indicate(0, "02" + "0000" + "0100004111110001")
    session.script.write(0, "03" + "0100" + "0200004111110001" + "84030000")
    session.script.indicate(0, NXPSession.block(400, 400))
    session.send(4..<9)
    session.end()
    let transfer = try session.script.transfer()
    #expect(transfer.verdict.outcome == .success)
    #expect(transfer.resumedFrom == [400])
    #expect(transfer.also.isEmpty)
    #expect(transfer.image()?.bytes == NXPSession.image)
  }

  @Test("a chunk is never sent")
  mutating func missing() throws {
    session.begin()
    session.write(0)
    session.write(2)
    session.script.indicate(0, "07050b")
    session.script.disconnect(0x16)
    let transfer = try session.script.transfer()
    #expect(transfer.cause == "chunk-missing")
    #expect(transfer.verdict.cause?.text.contains("bytes 100 to 199") == true)
  }

  @Test("a chunk is lost, and the device asks for the block again")
  mutating func blockAgain() throws {
    session.begin()
    for number in 0..<4 { session.write(number) }
    session.script.indicate(0, NXPSession.block(0, 400))
    session.send(0..<9)
    session.end()
    let transfer = try session.script.transfer()
    #expect(transfer.verdict.outcome == .success)
    #expect(transfer.also == ["bytes-lost"])
    #expect(transfer.coverage.repeatedBytes == 400)
  }

  @Test(
    "the image is refused when it is announced",
    arguments: [
      (UInt8(0x0C), "image-too-large"), (0x0E, "not-an-image"), (0x12, "not-an-image"),
      (0x14, "version-refused"), (0x17, "flash-failed"), (0x06, "wrong-state"), (0x07, "refused"),
      (0x7F, "refused"),
    ])
  mutating func refused(code: UInt8, rule: String) throws {
    session.script.indicate(0, "02" + "0000" + "0100004111110001")
    session.script.write(0, "03" + "0100" + "0200004111110001" + "84030000")
    session.script.indicate(0, "0703" + [code].hex)
    session.script.disconnect(0x16)
    let transfer = try session.script.transfer()
    #expect(transfer.cause == rule)
    #expect(transfer.verdict.step == .announce)
    #expect(transfer.also.isEmpty)
  }

  @Test("the whole image is refused", arguments: [("0a", "hash-mismatch"), ("18", "hash-mismatch")])
  mutating func imageRefused(code: String, rule: String) throws {
    session.begin()
    session.send(0..<9)
    session.script.indicate(0, "060100" + code)
    session.script.disconnect(0x16)
    #expect(try session.script.transfer().cause == rule)
  }

  @Test("a side stops", arguments: [true, false])
  mutating func stopped(byClient: Bool) throws {
    session.begin()
    session.send(0..<2)
    if byClient { session.script.write(0, "080100") } else { session.script.indicate(0, "080100") }
    session.script.disconnect(0x16)
    #expect(try session.script.transfer().cause == (byClient ? "client-stopped" : "refused"))
  }
}
