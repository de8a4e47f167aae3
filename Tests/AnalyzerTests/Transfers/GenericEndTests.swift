import ATTParser
import TestSupport
import Testing

@testable import Analyzer

/// How transfers by unknown protocols end, and that several may follow each other.
@Suite("Ends of transfers by unknown protocols")
struct GenericEndTests {
  private static let uuids = [
    "0c7a0001-5b1e-4d1a-9a52-3d6f0e2b7c10", "0c7a0002-5b1e-4d1a-9a52-3d6f0e2b7c10",
  ]

  private var script: TransferScript

  init() {
    script = TransferScript(Self.uuids)
    script.looksAtEverything = true
  }

  /// The request to begin with size and CRC-32, chunks of 100 bytes with a count after every fourth, and the
  /// request to check.
  private mutating func send(_ image: [UInt8], upTo end: Int? = nil, answer: [UInt8]? = [0]) {
    let crc = CyclicCheck.of(image, .crc32).bytes()
    script.write(0, [0x10] + UInt32(image.count).bytes() + crc)
    script.notify(0, [0x90, 0x00] + UInt32(0).bytes())
    let end = end ?? image.count
    for (number, start) in stride(from: 0, to: end, by: 100).enumerated() {
      let stop = min(start + 100, end)
      script.command(1, Array(image[start..<stop]))
      if number % 4 == 3 || stop == image.count { script.notify(0, [0x91, 0x00] + UInt32(stop).bytes()) }
    }
    guard let answer, end == image.count else { return }
    script.write(0, [0x12])
    script.notify(0, [0x92] + answer)
  }

  @Test(
    "the last answer is a refusal; it holds another CRC than the one that was named, the same, or none",
    arguments: [(true, false, "hash-mismatch"), (false, true, "refused"), (false, false, "refused")])
  mutating func check(hasOther: Bool, hasSame: Bool, rule: String) throws {
    let image = testImage(2000)
    let same = CyclicCheck.of(image, .crc32).bytes()
    send(image, answer: [5] + (hasOther ? same.map { $0 ^ 0x21 } : hasSame ? same : []))
    script.disconnect(0x16)
    let transfer = try script.transfer()
    #expect(transfer.cause == rule)
    #expect(transfer.verdict.outcome == (hasOther ? .failed : .unknown))
    #expect(transfer.checks.map(\.kind) == [.crc32])
    #expect(transfer.checks.first?.agrees(with: image) == true)
  }

  @Test("the write of a chunk is refused, and that is the end", arguments: [0x0E, 0x05] as [UInt8])
  mutating func refused(code: UInt8) throws {
    let image = testImage(2000)
    send(image, upTo: 1200)
    script.write(1, Array(image[1200..<1300]), fails: code)
    let frame = script.frame
    script.disconnect(0x16)
    let transfer = try script.transfer()
    #expect(transfer.verdict.outcome == .failed)
    #expect(transfer.cause == (code == 0x05 ? "security-required" : "att-error"))
    #expect(transfer.verdict.cause?.frames.contains(frame) == true)
  }

  @Test("a command is refused, and the transfer goes on")
  mutating func goesOn() throws {
    script.write(0, [0x33], fails: 0x80)
    send(testImage(2000))
    script.disconnect(0x16)
    let transfer = try script.transfer()
    #expect(transfer.verdict.outcome == .success)
    #expect(transfer.also == [])
  }

  @Test("images one after the other are transfers of their own", arguments: [1200, 2000])
  mutating func several(size: Int) throws {
    let images = [testImage(2000), testImage(size).map { $0 ^ 0xFF }, testImage(700)]
    for image in images { send(image) }
    script.disconnect(0x16)
    let transfers = try script.analysis().transfers
    try #require(transfers.count == 3)
    #expect(transfers.map(\.declaredBytes) == images.map(\.count))
    #expect(transfers.map { $0.image()?.bytes } == images)
    #expect(transfers.allSatisfy { $0.verdict.outcome == .success })
  }

  @Test("an image that is refused and sent again is one transfer")
  mutating func again() throws {
    send(testImage(2000), answer: [5])
    send(testImage(2000))
    script.disconnect(0x16)
    let transfer = try script.transfer()
    #expect(transfer.parts.count == 2)
    #expect(transfer.verdict.outcome == .success)
  }

  @Test("a command between chunks does not cut an image")
  mutating func uncut() throws {
    let image = testImage(2000)
    script.write(0, [0x10] + UInt32(2000).bytes())
    script.notify(0, [0x90, 0x00] + UInt32(0).bytes())
    for start in stride(from: 0, to: 2000, by: 100) {
      script.command(1, Array(image[start..<(start + 100)]))
      script.notify(0, [0x91, 0x00] + UInt32(start + 100).bytes())
      script.write(0, [0x55])
    }
    script.disconnect(0x16)
    let transfer = try script.transfer()
    #expect(transfer.declaredBytes == 2000)
    #expect(transfer.image()?.bytes == image)
  }

  @Test(
    "a connection that the client ends after a write that was refused, or not answered",
    arguments: [(0x80, 0x16, true), (0, 0x16, true), (0x80, 0x13, false), (0, 0x13, false)]
      as [(UInt8, UInt8, Bool)])
  mutating func beginning(code: UInt8, reason: UInt8, isOne: Bool) throws {
    script.write(0, [0x02])
    script.write(0, [0x10, 1, 2, 3, 4], fails: code)
    let frame = script.frame
    if code == 0 { script.wait(2000) }
    script.disconnect(reason)
    let found = try script.analysis().refusedBeginnings
    #expect(found.count == (isOne ? 1 : 0))
    #expect(found.first?.error?.code.rawValue == (isOne && code > 0 ? code : nil))
    #expect(found.first?.frames.contains(frame) == (isOne ? true : nil))
  }

  @Test("what is written after a refusal, or long before the end, is no such end")
  mutating func noBeginning() throws {
    script.write(0, [0x10], fails: 0x80)
    script.write(0, [0x02])
    script.disconnect(0x16)
    #expect(try script.analysis().refusedBeginnings.isEmpty)
    script = TransferScript(Self.uuids)
    script.write(0, [0x10], fails: 0x80)
    script.wait(20_000)
    script.disconnect(0x16)
    #expect(try script.analysis().refusedBeginnings.isEmpty)
  }
}
