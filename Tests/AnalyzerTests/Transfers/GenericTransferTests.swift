import ATTParser
import TestSupport
import Testing

@testable import Analyzer

/// Transfers by protocols that nobody knows: what proves them, and what does not.
@Suite("Transfers by unknown protocols")
struct GenericTransferTests {
  private static let uuids = [
    "0c7a0001-5b1e-4d1a-9a52-3d6f0e2b7c10", "0c7a0002-5b1e-4d1a-9a52-3d6f0e2b7c10",
  ]
  private static let image = testImage(2000)

  private var script: TransferScript

  init() {
    script = TransferScript(Self.uuids)
    script.looksAtEverything = true
  }

  /// A number of four bytes, least significant first.
  private static func u32(_ number: Int) -> [UInt8] { UInt32(number).bytes() }

  /// The request to begin, with the size in its bytes 1 to 4, and an answer.
  private mutating func start(size: Int = 2000) {
    script.write(0, [0x10] + Self.u32(size))
    script.notify(0, [0x90, 0x00] + Self.u32(0))
  }

  /// Values of 100 bytes of the image, with a count of the device after every `window` of them.
  private mutating func send(
    _ range: Range<Int>, window: Int? = 4, _ frame: (Int, [UInt8]) -> [UInt8] = { $1 }
  ) {
    for (number, start) in stride(from: range.lowerBound, to: range.upperBound, by: 100).enumerated() {
      let end = min(start + 100, range.upperBound)
      script.command(1, frame(start, Array(Self.image[start..<end])))
      if let window, number % window == window - 1 || end == 2000 {
        script.notify(0, [0x91, 0x00] + Self.u32(end))
      }
    }
  }

  private mutating func finish(status: UInt8 = 0) {
    script.write(0, [0x12])
    script.notify(0, [0x92, status])
  }

  @Test("size and counts agree, and the last answer is like those before")
  mutating func success() throws {
    start()
    send(0..<2000)
    finish()
    script.disconnect(0x16)
    let transfer = try script.transfer()
    #expect(transfer.format == "generic")
    #expect(transfer.verdict.outcome == .success)
    #expect(transfer.declaredBytes == 2000 && transfer.confirmedBytes == 2000)
    #expect(transfer.image()?.bytes == Self.image)
    #expect(transfer.dataHandle?.rawValue == TransferScript.handle(1))
    #expect(transfer.controlHandle?.rawValue == TransferScript.handle(0))
    #expect(transfer.parts[0].steps.map(\.step) == [.announce, .transfer, .verify])
    #expect(try script.analysis().bulkStreams.isEmpty)
    #expect(
      transfer.parts[0].notes == [
        "the device's count is at byte 2 of its messages on handle 0x0012, after 400 bytes each"
      ])
  }

  /// Telemetry on the attribute that answers come from, too.
  private mutating func chatter(_ count: Int) {
    for number in 0..<count {
      script.notify(0, [0x55, 0x00, UInt8(number & 0xFF), UInt8(number >> 8), 0xAA, 0xBB])
    }
  }

  @Test("a device that has talked for long is heard again when something is written in bulk")
  mutating func afterChatter() throws {
    chatter(1000)
    start()
    send(0..<2000, window: 2)
    finish()
    script.disconnect(0x16)
    let transfer = try script.transfer()
    #expect(transfer.confirmedBytes == 2000)
    #expect(transfer.verdict.outcome == .success)
  }

  @Test("a device that talks beside its acknowledgements is heard to the end")
  mutating func besideChatter() throws {
    start()
    for start in stride(from: 0, to: 2000, by: 200) {
      send(start..<start + 200, window: 2)
      chatter(20)
    }
    finish()
    script.disconnect(0x16)
    let transfer = try script.transfer()
    #expect(transfer.confirmedBytes == 2000)
    #expect(transfer.verdict.outcome == .success)
  }

  @Test("a rhythm is heard to its end, and what was left alone has none") mutating func rhythm() throws {
    for number in 0..<400 {
      script.command(1, [UInt8](repeating: UInt8(number & 0xFF), count: 20))
      if number % 4 == 3 { script.notify(0, [0x01, 0x02]) }
    }
    let steady = try #require(try script.analysis().bulkStreams.first)
    #expect(steady.rhythm?.values == 4)
    var other = GenericTransferTests()
    for number in 0..<100 {
      other.script.command(1, [UInt8](repeating: UInt8(number), count: 20))
      other.chatter(30)
    }
    #expect(try #require(try other.script.analysis().bulkStreams.first).rhythm == nil)
  }

  @Test("an answer unlike those before is perhaps a refusal, and no success")
  mutating func perhapsRefused() throws {
    start()
    send(0..<2000)
    finish(status: 5)
    script.disconnect(0x16)
    let transfer = try script.transfer()
    #expect(transfer.verdict.outcome == .unknown)
    #expect(transfer.cause == "refused")
    #expect(transfer.verdict.cause?.confidence == .possible)
  }

  @Test(
    "without a last answer nothing is said of acceptance, however the connection ends",
    arguments: [UInt8(0x13), 0x16, 0x08])
  func noAnswer(_ reason: UInt8) throws {
    var test = self
    test.start()
    test.send(0..<2000)
    test.script.disconnect(reason)
    let transfer = try test.script.transfer()
    #expect(transfer.verdict.outcome == .incomplete)
    #expect(transfer.verdict.cause == nil)
    #expect(transfer.confirmedBytes == 2000)
  }

  @Test("the device ends the connection before all that was announced is sent")
  mutating func disconnected() throws {
    start()
    send(0..<1200)
    script.disconnect(0x13)
    let transfer = try script.transfer()
    #expect(transfer.verdict.outcome == .failed)
    #expect(transfer.cause == "device-disconnected")
    #expect(transfer.declaredBytes == 2000 && transfer.progress == 1200)
    #expect(transfer.holes == [1200..<2000])
  }

  @Test("the acknowledgement that never comes")
  mutating func silent() throws {
    start()
    send(0..<800)
    send(800..<1200, window: nil)
    script.wait(2000)
    script.disconnect(0x16)
    let transfer = try script.transfer()
    #expect(transfer.verdict.outcome == .failed)
    #expect(transfer.cause == "no-answer")
    #expect(transfer.progress == 800)
  }

  @Test("a size alone that is exactly what was written")
  mutating func sizeAlone() throws {
    start()
    send(0..<2000, window: nil)
    script.disconnect(0x13)
    let transfer = try script.transfer()
    #expect(transfer.verdict.outcome == .incomplete)
    #expect(transfer.declaredBytes == 2000)
    #expect(transfer.image()?.bytes == Self.image)
  }

  @Test("a size alone that is not what was written proves nothing", arguments: [1999, 2001, 20_000])
  func wrongSize(_ size: Int) throws {
    var test = self
    test.start(size: size)
    test.send(0..<2000, window: nil)
    test.script.disconnect(0x13)
    let analysis = try test.script.analysis()
    #expect(analysis.transfers.isEmpty)
    try #require(analysis.bulkStreams.count == 1)
    let bulk = analysis.bulkStreams[0]
    #expect(bulk.values == 20 && bulk.requests == 0 && bulk.bytes == 2000 && bulk.longest == 100)
    #expect(bulk.attributeHandle.rawValue == TransferScript.handle(1))
    #expect(bulk.field == nil)
  }

  @Test("counts alone, three of them, are a transfer of a size that nobody knows")
  mutating func countsAlone() throws {
    send(0..<1200)
    script.disconnect(0x13)
    let transfer = try script.transfer()
    // More may have been meant to come, or not: no claim of a failure.
    #expect(transfer.verdict.outcome == .incomplete)
    #expect(transfer.declaredBytes == nil && transfer.confirmedBytes == 1200)
  }

  @Test("frames with a counter that the device repeats are no transfer")
  mutating func frames() throws {
    for number in 0..<40 {
      script.command(1, [UInt8(number)] + (0..<60).map { UInt8(truncatingIfNeeded: number * ($0 + 1)) })
      if number % 5 == 4 { script.notify(0, [0x01] + Self.u32(number + 1)) }
    }
    script.disconnect(0x16)
    let analysis = try script.analysis()
    #expect(analysis.transfers.isEmpty)
    let bulk = try #require(analysis.bulkStreams.first)
    #expect(bulk.field == ChunkField(kind: .sequence, offset: 0, count: 1, order: .little, step: 1))
    #expect(bulk.rhythm?.values == 5)
    #expect(bulk.rhythm?.attributeHandle.rawValue == TransferScript.handle(0))
  }

  @Test("an offset in front of each value", arguments: [TransferProfile.ByteOrder.little, .big])
  func offset(_ order: TransferProfile.ByteOrder) throws {
    var test = self
    test.start()
    test.send(0..<2000) { start, bytes in
      (order == .little ? Self.u32(start) : Self.u32(start).reversed()) + bytes
    }
    test.finish()
    let transfer = try test.script.transfer()
    #expect(transfer.verdict.outcome == .success)
    #expect(transfer.image()?.bytes == Self.image)
    #expect(
      transfer.parts[0].notes.first?.hasPrefix(
        "an offset in front of each value: 32 bits at byte 0, \(order)-endian") == true)
  }

  @Test("a number in front and a CRC behind each value")
  mutating func sequence() throws {
    start()
    send(0..<2000) { start, bytes in
      let framed = UInt16(start / 100 + 1).bytes() + bytes
      return framed + UInt16(CyclicCheck.of(framed, .modbus)).bytes()
    }
    finish()
    let transfer = try script.transfer()
    #expect(transfer.verdict.outcome == .success)
    #expect(transfer.image()?.bytes == Self.image)
  }

  @Test("resumed where the device says")
  mutating func resumed() throws {
    start()
    send(0..<1200)
    script.disconnect(0x08)
    script.wait(2000)
    script.connect()
    script.write(0, [0x11])
    script.notify(0, [0x90, 0x00] + Self.u32(1100))
    send(1100..<2000)
    finish()
    script.disconnect(0x16)
    let transfer = try script.transfer()
    #expect(transfer.verdict.outcome == .success)
    #expect(transfer.connections == [1, 2])
    #expect(transfer.resumedFrom == [1100])
    #expect(transfer.image()?.bytes == Self.image)
  }

  @Test("a stream that a protocol claims is neither bulk nor an unknown transfer")
  mutating func claimed() throws {
    var chunk = TransferProfile.Chunk(attribute: 0)
    chunk.window = nil
    var profile = TransferProfile(name: "raw", title: "Raw", chunk: chunk)
    profile.attributes = [.init(name: "data", uuid: BluetoothUUID(text: Self.uuids[1]) ?? BluetoothUUID(0))]
    script.profiles = [profile]
    start()
    send(0..<2000)
    finish()
    let analysis = try script.analysis()
    #expect(analysis.transfers.map(\.format) == ["raw"])
    #expect(analysis.bulkStreams.isEmpty)
  }

  @Test("nothing is inferred unless everything is looked at")
  mutating func quiet() throws {
    script.looksAtEverything = false
    start()
    send(0..<2000)
    finish()
    let analysis = try script.analysis()
    #expect(analysis.transfers.isEmpty && analysis.bulkStreams.isEmpty)
  }

  @Test("fields are found by how they grow")
  func fields() {
    func values(_ header: (Int) -> [UInt8]) -> [[UInt8]] {
      (0..<8).map { number in
        header(number)
          + (0..<16).map { UInt8(truncatingIfNeeded: number &* 37 &+ $0 &* $0 &* 11 &+ number &* number) }
      }
    }
    func found(_ header: (Int) -> [UInt8]) -> ChunkField? { ChunkField.found(in: values(header)) }
    #expect(found { _ in [] } == nil)
    #expect(
      found { UInt16($0 + 300).bytes() }
        == ChunkField(kind: .sequence, offset: 0, count: 2, order: .little, step: 1))
    #expect(
      found { UInt16($0 + 300).bytes().reversed() }
        == ChunkField(kind: .sequence, offset: 0, count: 2, order: .big, step: 1))
    // A counter of one byte that wraps, behind a byte that does not change.
    #expect(
      found { [0xA5, UInt8(truncatingIfNeeded: 252 + $0)] }
        == ChunkField(kind: .sequence, offset: 1, count: 1, order: .little, step: 1))
    #expect(
      found { [0x07] + UInt32($0 * 16).bytes() }
        == ChunkField(kind: .offset, offset: 1, count: 4, order: .little, step: 16))
    // It grows by something that is not what the value carries.
    #expect(found { UInt32($0 * 48).bytes() } == nil)
  }
}
