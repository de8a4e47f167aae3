import TestSupport
import Testing

@testable import Analyzer

/// An update of 4500 bytes in Write Requests of 150.
struct WICEDSession: UpdateSession {
  static let format = "wiced-ota"
  static let characteristics = [
    "a3dd50bf-f7a7-4e99-838e-570a086c661b", "a2e86c7a-d961-4091-b74f-2409e72efe26",
  ]
  static let image = testImage(4500)
  static let chunks = 30
  static let dataPlace = 1
  static let usesRequests = true
  static let acknowledged: Int? = nil

  var script = TransferScript(Self.characteristics)

  mutating func begin() {
    script.write(0, "01")
    script.notify(0, "00")
    script.write(0, "0294110000")
    script.notify(0, "00")
  }

  func chunk(_ number: Int) -> [UInt8] { Self.part(number, of: 150) }
  mutating func acknowledge(_ number: Int) {}
  mutating func end() { verify("00") }

  mutating func verify(_ answer: String) {
    script.write(0, [0x03] + CyclicCheck.of(Self.image, .crc32).bytes())
    script.indicate(0, answer)
  }
}

@Suite("WICED OTA")
struct WICEDOTATests {
  private var session = WICEDSession()

  @Test("the check that was announced is that of the image")
  mutating func check() throws {
    session.run()
    let transfer = try session.script.transfer()
    #expect(transfer.checks.map { $0.agrees(with: WICEDSession.image) } == [true])
    #expect(transfer.confirmedBytes == 4500)
  }

  @Test("a size of two bytes, as older clients send it")
  mutating func shortSize() throws {
    session.script.write(0, "01")
    session.script.notify(0, "00")
    session.script.write(0, "029411")
    session.script.notify(0, "00")
    session.send(0..<30)
    session.end()
    #expect(try session.script.transfer().declaredBytes == 4500)
  }

  @Test(
    "the size is refused",
    arguments: [
      ("01", "refused"), ("02", "wrong-state"), ("04", "not-an-image"), ("05", "image-too-large"),
      ("07", "hardware-refused"), ("08", "version-refused"), ("55", "refused"),
    ])
  mutating func refused(status: String, rule: String) throws {
    session.script.write(0, "01")
    session.script.notify(0, "00")
    session.script.write(0, "0294110000")
    session.script.notify(0, status)
    session.script.disconnect(0x16)
    let transfer = try session.script.transfer()
    #expect(transfer.cause == rule)
    #expect(transfer.verdict.step == .announce)
    #expect(transfer.also.isEmpty)
  }

  @Test("a chunk is never sent")
  mutating func missing() throws {
    session.begin()
    session.send(0..<30, without: [11])
    session.verify("03")
    session.script.disconnect(0x16)
    let transfer = try session.script.transfer()
    #expect(transfer.cause == "chunk-missing")
    #expect(transfer.verdict.cause?.text.contains("4350 of 4500") == true)
    #expect(transfer.also == ["hash-mismatch"])
  }

  @Test("everything was sent and the device's check fails")
  mutating func corrupted() throws {
    session.begin()
    session.send(0..<30)
    session.verify("03")
    session.script.disconnect(0x16)
    #expect(try session.script.transfer().cause == "bytes-corrupted")
  }

  @Test("the check that the client announced is wrong")
  mutating func wrongCheck() throws {
    session.begin()
    session.send(0..<30)
    session.script.write(0, "0301020304")
    session.script.indicate(0, "03")
    session.script.disconnect(0x16)
    #expect(try session.script.transfer().cause == "hash-mismatch")
  }

  @Test("long writes are no writes that are too long")
  func longWrites() throws {
    var session = WICEDSession(mtu: 23)
    session.begin()
    for number in 0..<30 { session.script.writeInPieces(1, session.chunk(number)) }
    session.end()
    let transfer = try session.script.transfer()
    #expect(transfer.verdict.outcome == .success)
    #expect(transfer.also == [])
    #expect(transfer.image()?.bytes == WICEDSession.image)
  }

  @Test("the client aborts")
  mutating func aborted() throws {
    session.begin()
    session.send(0..<3)
    session.script.write(0, "07")
    session.script.disconnect(0x16)
    #expect(try session.script.transfer().cause == "client-stopped")
  }
}
