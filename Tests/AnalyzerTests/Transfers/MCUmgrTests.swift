import TestSupport
import Testing

@testable import Analyzer

@Suite("MCUmgr")
struct MCUmgrTests {
  /// The only characteristic.
  static let characteristic = "da2e7828-fbce-4e01-ae9e-261174997c48"
  /// The image.
  static let image = testImage(400)

  /// The session so far.
  var script = TransferScript([characteristic])
  /// The sequence number of the last request.
  var sequence: UInt8 = 0

  // MARK: - CBOR by hand

  /// A text of fewer than 24 letters.
  static func key(_ text: String) -> [UInt8] { [0x60 + UInt8(text.utf8.count)] + Array(text.utf8) }

  /// An unsigned integer.
  static func integer(_ value: Int) -> [UInt8] {
    value < 24
      ? [UInt8(value)] : value < 256 ? [0x18, UInt8(value)] : [0x19] + UInt16(value).bytes(.big)
  }

  /// A byte string.
  static func string(_ bytes: some Collection<UInt8>) -> [UInt8] {
    bytes.count < 24
      ? [0x40 + UInt8(bytes.count)] + bytes : [0x58, UInt8(bytes.count)] + bytes
  }

  /// A map, in the order given.
  static func map(_ entries: (String, [UInt8])...) -> [UInt8] {
    [0xA0 + UInt8(entries.count)] + entries.flatMap { key($0.0) + $0.1 }
  }

  // MARK: - Requests and responses

  /// A frame with the sequence number of the last request.
  mutating func frame(_ first: UInt8, _ group: UInt16, _ command: UInt8, _ body: [UInt8]) -> [UInt8] {
    [first, 0] + UInt16(body.count).bytes(.big) + group.bytes(.big) + [sequence, command] + body
  }

  /// Writes a request, in pieces of `size` bytes.
  mutating func ask(
    _ group: UInt16, _ command: UInt8, write: Bool = true, _ body: [UInt8], size: Int = 244,
    version: UInt8 = 1
  ) {
    sequence &+= 1
    let bytes = frame(version << 3 | (write ? 2 : 0), group, command, body)
    for start in stride(from: 0, to: bytes.count, by: size) {
      script.command(0, Array(bytes[start..<min(start + size, bytes.count)]))
    }
  }

  /// A response to the last request, in pieces of `size` bytes.
  mutating func answer(
    _ group: UInt16, _ command: UInt8, write: Bool = true, _ body: [UInt8], size: Int = 244,
    version: UInt8 = 1
  ) {
    let bytes = frame(version << 3 | (write ? 3 : 1), group, command, body)
    for start in stride(from: 0, to: bytes.count, by: size) {
      script.notify(0, Array(bytes[start..<min(start + size, bytes.count)]))
    }
  }

  /// An upload request.
  mutating func send(_ range: Range<Int>, size: Int = 244, isFirst: Bool? = nil) {
    let data = ("data", Self.string(Self.image[range]))
    if isFirst ?? (range.lowerBound == 0) {
      ask(
        1, 1,
        Self.map(
          ("off", Self.integer(range.lowerBound)), data, ("len", Self.integer(400)),
          ("sha", Self.string(Digest.sha256(Self.image) ?? []))), size: size)
    } else {
      ask(1, 1, Self.map(("off", Self.integer(range.lowerBound)), data), size: size)
    }
  }

  /// The device wants to go on at an offset.
  mutating func took(_ offset: Int) { answer(1, 1, Self.map(("off", Self.integer(offset)))) }

  /// What the device takes.
  mutating func parameters() {
    ask(0, 6, write: false, [0xA0])
    answer(0, 6, write: false, Self.map(("buf_size", Self.integer(512)), ("buf_count", Self.integer(4))))
  }

  /// The whole image.
  mutating func upload(_ size: Int = 244) {
    send(0..<150, size: size)
    took(150)
    send(150..<300, size: size)
    took(300)
    send(300..<400, size: size)
    answer(1, 1, Self.map(("off", Self.integer(400)), ("match", [0xF5])))
  }

  /// The request to test the image, and the restart.
  mutating func testAndReset() {
    ask(1, 0, Self.map(("hash", Self.string(testImage(32))), ("confirm", [0xF4])))
    answer(1, 0, Self.map(("images", [0x80])))
    ask(0, 5, [0xA0])
    answer(0, 5, [0xA0])
    script.disconnect(0x13)
  }

  // MARK: -

  @Test("a whole update, requests and responses in pieces of any size", arguments: [244, 61, 20])
  mutating func whole(size: Int) throws {
    parameters()
    upload(size)
    testAndReset()
    let transfer = try script.transfer()
    #expect(transfer.format == "mcumgr")
    #expect(transfer.verdict.outcome == .success)
    #expect(transfer.verdict.also.isEmpty)
    #expect(transfer.declaredBytes == 400)
    #expect(transfer.confirmedBytes == 400)
    #expect(transfer.chunks == 3)
    #expect(transfer.image()?.bytes == Self.image)
    #expect(transfer.checks.first?.agrees(with: Self.image) == true)
    #expect(
      transfer.parts[0].notes == [
        "the device takes requests of up to 512 bytes, 4 at once", "the image is to be tested",
      ])
  }

  @Test("uploaded and never activated: a success that changes nothing")
  mutating func notActivated() throws {
    upload()
    script.wait(500)
    script.disconnect(0x16)
    let transfer = try script.transfer()
    #expect(transfer.verdict.outcome == .success)
    #expect(transfer.also == ["not-activated"])
  }

  @Test("reading the list of images is no update")
  mutating func list() throws {
    parameters()
    ask(1, 0, write: false, [0xA0])
    answer(1, 0, write: false, Self.map(("images", [0x80])))
    #expect(try script.analysis().transfers.isEmpty)
  }

  @Test(
    "refusals of the first request, by older and newer devices",
    arguments: [
      ("rc", 1, "refused"), ("rc", 2, "out-of-resources"), ("rc", 3, "not-an-image"),
      ("rc", 5, "not-an-image"),
      ("rc", 6, "slot-busy"), ("rc", 11, "security-required"), ("err", 9, "slot-busy"),
      ("err", 12, "flash-failed"), ("err", 22, "not-an-image"), ("err", 23, "not-an-image"),
      ("err", 27, "version-refused"), ("err", 28, "slot-busy"), ("err", 30, "image-too-large"),
      ("err", 99, "refused"),
    ])
  mutating func refusals(kind: String, code: Int, rule: String) throws {
    send(0..<150)
    let body =
      kind == "rc"
      ? Self.map(("rc", Self.integer(code)), ("off", [0]))
      : Self.map(("err", Self.map(("group", [1]), ("rc", Self.integer(code)))))
    answer(1, 1, body)
    script.wait(200)
    script.disconnect(0x16)
    let transfer = try script.transfer()
    #expect(transfer.verdict.outcome == .failed)
    #expect(transfer.cause == rule)
    #expect(transfer.also.isEmpty)
  }

  @Test("the device says the hash is wrong; the second try succeeds")
  mutating func wrongHash() throws {
    send(0..<200)
    took(200)
    send(200..<400)
    answer(1, 1, Self.map(("off", Self.integer(400)), ("match", [0xF4])))
    script.disconnect(0x16)
    #expect(try script.transfer().cause == "hash-mismatch")
    script.wait(2000)
    script.connect()
    upload()
    testAndReset()
    let transfer = try script.transfer()
    #expect(transfer.verdict.outcome == .success)
    #expect(transfer.also == ["hash-mismatch"])
  }

  @Test("a lost link, and the device offers where to go on")
  mutating func resumed() throws {
    send(0..<150)
    took(150)
    send(150..<300)
    script.disconnect(0x08)
    script.wait(1000)
    script.connect()
    send(0..<150)
    took(300)
    send(300..<400)
    took(400)
    testAndReset()
    let transfer = try script.transfer()
    #expect(transfer.verdict.outcome == .success)
    #expect(transfer.resumedFrom == [300])
    #expect(transfer.connections == [1, 2])
    #expect(transfer.image()?.bytes == Self.image)
  }

  @Test("the client goes on elsewhere than the device offers")
  mutating func wrongResume() throws {
    send(0..<150)
    took(150)
    script.disconnect(0x08)
    script.wait(1000)
    script.connect()
    send(0..<100)
    took(150)
    send(300..<400)
    took(150)
    script.wait(200)
    script.disconnect(0x16)
    let transfer = try script.transfer()
    #expect(transfer.cause == "wrong-resume")
    #expect(transfer.resumedFrom == [150])
  }

  @Test(
    "what the device runs after the restart",
    arguments: [(true, true, []), (true, false, ["not-confirmed"]), (false, true, [])])
  mutating func running(isNew: Bool, isConfirmed: Bool, also: [String]) throws {
    upload()
    testAndReset()
    script.wait(3000)
    script.connect()
    let hash = isNew ? testImage(32) : Array(repeating: 0x55, count: 32)
    let active = Self.map(
      ("slot", [0]), ("hash", Self.string(hash)), ("active", [0xF5]),
      ("confirmed", [isConfirmed ? 0xF5 : 0xF4]))
    let other = Self.map(("slot", [1]), ("hash", Self.string(testImage(31) + [0])), ("active", [0xF4]))
    ask(1, 0, write: false, [0xA0])
    answer(1, 0, write: false, Self.map(("images", [0x82] + other + active)))
    let transfer = try script.transfer()
    #expect(transfer.verdict.outcome == (isNew ? .success : .failed))
    #expect(transfer.cause == (isNew ? nil : "old-version"))
    #expect(transfer.also == also)
    #expect(transfer.verdict.remarks.contains { $0.contains("it runs the new image") } == isNew)
  }

  @Test("the device has the image already")
  mutating func same() throws {
    send(0..<150)
    took(400)
    testAndReset()
    let transfer = try script.transfer()
    #expect(transfer.verdict.outcome == .success)
    #expect(transfer.also == ["same-image"])
  }

  @Test("bytes that were never sent, and bytes that were sent and not taken")
  mutating func missing() throws {
    send(0..<150)
    took(150)
    send(300..<400)
    took(150)
    script.wait(200)
    script.disconnect(0x16)
    #expect(try script.transfer().cause == "chunk-missing")
    #expect(try script.transfer().holes == [150..<300])
    script = TransferScript([Self.characteristic])
    send(0..<150)
    took(150)
    send(150..<300)
    took(150)
    script.wait(200)
    script.disconnect(0x16)
    #expect(try script.transfer().cause == "bytes-lost")
    #expect(try script.transfer().progress == 150)
  }

  @Test("a piece of a request that was never sent")
  mutating func missingPiece() throws {
    send(0..<150)
    took(150)
    sequence += 1
    let bytes = frame(
      0x0A, 1, 1, Self.map(("off", Self.integer(150)), ("data", Self.string(Self.image[150..<300]))))
    script.command(0, Array(bytes[..<61]))
    script.command(0, Array(bytes[122...]))
    script.wait(5000)
    script.disconnect(0x16)
    let transfer = try script.transfer()
    #expect(transfer.verdict.outcome == .failed)
    #expect(transfer.cause == "chunk-missing")
    #expect(transfer.verdict.cause?.text.contains("61 of the \(bytes.count) bytes") == true)
  }

  @Test("no answer: sent again, then given up")
  mutating func silent() throws {
    send(0..<150)
    took(150)
    send(150..<300)
    script.wait(5000)
    send(150..<300)
    script.wait(5000)
    script.disconnect(0x16)
    let transfer = try script.transfer()
    #expect(transfer.verdict.outcome == .failed)
    #expect(transfer.cause == "no-answer")
    #expect(transfer.coverage.repeatedBytes == 150)
  }

  @Test("the link is lost while the device erases for the first request")
  mutating func erasing() throws {
    send(0..<150)
    script.wait(4000)
    script.disconnect(0x08)
    #expect(try script.transfer().cause == "erase-timeout")
  }

  @Test("several requests at once: the oldest answer is the one that is awaited")
  mutating func pipelined() throws {
    send(0..<150)
    took(150)
    send(150..<300)
    let first = script.frame
    send(300..<400)
    script.wait(1500)
    script.disconnect(0x16)
    let transfer = try script.transfer()
    #expect(transfer.cause == "no-answer")
    #expect(transfer.verdict.cause?.frames == [first, script.frame])
  }

  @Test("the request to test the image is refused")
  mutating func testRefused() throws {
    upload()
    ask(1, 0, Self.map(("hash", Self.string(testImage(32))), ("confirm", [0xF4])))
    answer(1, 0, Self.map(("err", Self.map(("group", [1]), ("rc", Self.integer(32))))))
    script.wait(200)
    script.disconnect(0x16)
    let transfer = try script.transfer()
    #expect(transfer.verdict.outcome == .failed)
    #expect(transfer.cause == "slot-busy")
  }

  @Test("a request that is longer than the device takes, and longer than ATT_MTU allows")
  mutating func tooLong() throws {
    script = TransferScript([Self.characteristic], mtu: 100)
    ask(0, 6, write: false, [0xA0])
    answer(0, 6, write: false, Self.map(("buf_size", Self.integer(96)), ("buf_count", [1])))
    send(0..<150)
    script.wait(9000)
    script.disconnect(0x16)
    let transfer = try script.transfer()
    #expect(transfer.cause == "value-exceeds-mtu")
    #expect(transfer.also == ["out-of-resources"])
  }

  @Test("a write that the server refuses")
  mutating func attributeError() throws {
    send(0..<150)
    took(150)
    script.write(0, frame(0x0A, 1, 1, Self.map(("off", [0x18, 150]), ("data", [0x41, 0]))), fails: 0x0F)
    script.disconnect(0x16)
    #expect(try script.transfer().cause == "security-required")
  }

  @Test(
    "recognized without discovery: by an upload, or by a request and its response", arguments: [true, false])
  mutating func withoutDiscovery(asksFirst: Bool) throws {
    script = TransferScript([], isDiscovered: false)
    if asksFirst { parameters() }
    upload(60)
    let transfer = try script.transfer()
    #expect(transfer.format == "mcumgr")
    #expect(transfer.image()?.bytes == Self.image)
  }

  @Test("values that are no frames, and requests that end early")
  mutating func damaged() throws {
    send(0..<150)
    for count in 0..<30 {
      script.command(0, Array(frame(0x0A, 1, 1, [0xBF] + testImage(40)).prefix(count)))
      script.notify(0, Array(frame(0x0B, 1, 1, [0xBF, 0x63]).prefix(count)))
    }
    ask(1, 1, Self.map(("off", [0x1B] + Array(repeating: 0xFF, count: 8)), ("data", [0x40])))
    answer(1, 1, Self.map(("off", [0x1B] + Array(repeating: 0xFF, count: 8))))
    ask(1, 1, [0xFF])
    _ = try script.analysis()
  }
}
