import ATTParser
import TestSupport
import Testing

@testable import Analyzer

/// An image found in what was written, whatever the protocol.
@Suite("Images in writes")
struct ImageAlignmentTests {
  /// Bytes without repetition, by a shift register; 300 bytes of padding from 1,000 on.
  private static let image: [UInt8] = {
    var state: UInt32 = 1
    var bytes = (0..<2000).map { _ in
      state = state &* 1_664_525 &+ 1_013_904_223
      return UInt8(truncatingIfNeeded: state >> 24)
    }
    bytes.replaceSubrange(1000..<1300, with: repeatElement(0xFF, count: 300))
    return bytes
  }()

  private var script = TransferScript([
    "0c7a0001-5b1e-4d1a-9a52-3d6f0e2b7c10", "0c7a0002-5b1e-4d1a-9a52-3d6f0e2b7c10",
  ])

  init() {
    script.looksAtEverything = true
    script.images = [ReferenceImage(name: "fw.bin", bytes: Self.image)]
  }

  /// Writes of 100 bytes of the image from one offset to another.
  private mutating func send(_ range: Range<Int>, _ frame: (Int, [UInt8]) -> [UInt8] = { $1 }) {
    for start in stride(from: range.lowerBound, to: range.upperBound, by: 100) {
      script.command(1, frame(start, Array(Self.image[start..<min(start + 100, range.upperBound)])))
    }
  }

  private func alignment() throws -> ImageAlignment {
    let images = try script.analysis().images
    try #require(images.count == 1)
    return images[0]
  }

  @Test("all of it, in order, padding included")
  mutating func whole() throws {
    let first = script.frame + 1
    send(0..<2000)
    let found = try alignment()
    #expect(found.isWhole && found.isInOrder)
    #expect(found.name == "fw.bin" && found.size == 2000)
    #expect(found.missing.isEmpty && found.repeated.ranges.isEmpty && found.damages.isEmpty)
    try #require(found.runs.count == 1)
    let run = found.runs[0]
    #expect(run.range == 0..<2000 && run.values == 20 && run.connection == 1)
    #expect(run.attributeHandle.rawValue == TransferScript.handle(1))
    #expect(run.first.frame == first && run.last.frame == first + 19)
  }

  @Test("with a header and a trailer around")
  mutating func framed() throws {
    send(0..<2000) { start, bytes in UInt16(start / 100).bytes() + bytes + [0x12, UInt8(start / 100)] }
    let found = try alignment()
    #expect(found.header == 2 && found.trailer == 2)
    #expect(found.isWhole && found.isInOrder)
  }

  @Test("a part that was never written")
  mutating func missing() throws {
    send(0..<600)
    send(800..<2000)
    let found = try alignment()
    #expect(found.missing == [600..<800])
    #expect(found.runs.map(\.range) == [0..<600, 800..<2000])
    #expect(!found.isWhole && found.isInOrder)
  }

  @Test("a part that was written twice, and one that came late")
  mutating func disorder() throws {
    send(0..<400)
    send(200..<400)
    send(1400..<2000)
    send(400..<1400)
    let found = try alignment()
    #expect(found.repeated.ranges == [200..<400])
    #expect(found.runs.map(\.range) == [0..<400, 200..<400, 1400..<2000, 400..<1400])
    #expect(found.isWhole && !found.isInOrder)
  }

  @Test("other bytes in the middle of a write, and a write that is wrong altogether")
  mutating func damaged() throws {
    let first = script.frame + 1
    send(0..<900) { start, bytes in
      var bytes = bytes
      if start == 500 { bytes[40..<43] = [bytes[40] ^ 1, bytes[41] ^ 0x80, bytes[42] ^ 2] }
      if start == 700 { bytes = bytes.map { $0 ^ 0x55 } }
      return bytes
    }
    let found = try alignment()
    #expect(found.coverage.ranges == [0..<900])
    #expect(found.damages.map(\.range) == [540..<543, 700..<800])
    #expect(found.damages.map(\.moment.frame) == [first + 5, first + 7])
  }

  @Test("what is written rightly afterwards is right")
  mutating func repaired() throws {
    send(0..<900) { start, bytes in start == 500 ? bytes.map { $0 == bytes[40] ? $0 ^ 1 : $0 } : bytes }
    send(500..<600)
    send(900..<2000)
    let found = try alignment()
    #expect(found.damages.isEmpty && found.isWhole)
    #expect(found.repeated.ranges == [500..<600])
  }

  @Test("over two connections")
  mutating func connections() throws {
    send(0..<800)
    script.disconnect(0x08)
    script.connect()
    send(800..<2000)
    let found = try alignment()
    #expect(found.runs.map(\.connection) == [1, 2])
    #expect(found.isWhole && found.isInOrder)
  }

  @Test("another image is not found")
  mutating func other() throws {
    send(0..<2000) { $1.map { $0 ^ 0x5A } }
    let found = try alignment()
    #expect(found.coverage.ranges.isEmpty && found.runs.isEmpty)
    #expect(found.missing == [0..<2000])
  }

  @Test("short writes, as with the smallest ATT_MTU")
  mutating func short() throws {
    for start in stride(from: 0, to: 2000, by: 16) {
      script.command(1, UInt16(start / 16).bytes() + Self.image[start..<min(start + 16, 2000)])
    }
    let found = try alignment()
    #expect(found.header == 2 && found.isWhole && found.isInOrder)
  }

  @Test("an index finds every stretch of fifteen bytes, and only what is there")
  func index() {
    let index = ImageIndex(Array(Self.image[..<1000]))
    for start in 0..<985 {
      let match = index.longestMatch(in: Array(Self.image[start..<(start + 15)]))
      #expect(match == .init(range: 0..<15, origin: start, isOnly: true), "\(start)")
    }
    #expect(index.longestMatch(in: Array(repeating: 0xFF, count: 40)) == nil)
    #expect(ImageIndex([]).longestMatch(in: Array(repeating: 0, count: 40)) == nil)
    #expect(ImageIndex([1, 2, 3]).longestMatch(in: [1, 2, 3, 4, 5, 6, 7, 8, 9]) == nil)
  }
}
