import Foundation
import TestSupport
import Testing

/// Verdicts about captures that other people recorded.
@Suite("Transfers in other people's captures") struct TransferCorpusTests {
  private static let telink = CaptureFile.corpus.first { $0.name == "telink-ota-complete.btsnoop" }

  @Test(
    "a complete update of a pen, by its restart",
    .enabled(if: telink != nil, "SKIPPED: BLESHARK_CORPUS names no folder of captures"))
  func complete() throws {
    let file = try #require(Self.telink)
    let why = try WhyReading(file.path)
    try #require(why.transfers.count == 1)
    let transfer = why.transfers[0]
    #expect(transfer.protocol == "telink-ota")
    #expect(transfer.outcome == "success")
    #expect(transfer.chunks == 3025)
    #expect(transfer.deliveredBytes == 48_400)
    #expect(transfer.declaredBytes == 48_388)
    #expect(transfer.holes.isEmpty)
    #expect(transfer.also.isEmpty)
    #expect(transfer.step == "confirm")
    // The link is lost in frame 6709, and the pen is connected to again in frame 6988.
    #expect(transfer.remarks.contains { $0.contains("frame 6709") })
    #expect(transfer.remarks.contains { $0.contains("frame 6988") })
    #expect(transfer.notes == ["the image's CRC-32 agrees", "the CRC-16 of every block agrees"])
  }

  @Test(
    "its image",
    .enabled(if: telink != nil, "SKIPPED: BLESHARK_CORPUS names no folder of captures"))
  func image() throws {
    let extract = try ExtractReading(try #require(Self.telink).path)
    try #require(extract.images.count == 1)
    let image = extract.images[0]
    #expect(image.bytes == 48_388)
    #expect(image.padding == 12)
    #expect(image.holes.isEmpty)
    // The last block begins with 81 44 df 78.
    #expect(image.checks.map(\.value) == ["78df4481"])
    #expect(image.checks.map(\.agrees) == [true])
    #expect(extract.first.count == 48_388)
    #expect(extract.first[8..<12].elementsEqual("KNLT".utf8))
  }

  @Test(
    "the same without frame 4001 names the block that is missing",
    .enabled(if: telink != nil, "SKIPPED: BLESHARK_CORPUS names no folder of captures"))
  func missing() throws {
    let folder = try TemporaryFolder()
    let bytes = try Fixture.bytes(atPath: try #require(Self.telink).path)
    let path = try folder.write("missing.btsnoop", Self.without(frame: 4001, bytes))
    let why = try WhyReading(path)
    try #require(why.transfers.count == 1)
    let transfer = why.transfers[0]
    #expect(transfer.outcome == "failed")
    #expect(transfer.cause?.rule == "ota.chunk-missing")
    // Index 0x068e.
    #expect(transfer.cause?.text == "block 1678 (bytes 26848…26863) was never sent")
    #expect(transfer.cause?.frames.prefix(2) == [4000, 4001])
    #expect(transfer.holes == [WhyReading.Hole(offset: 26_848, length: 16)])
  }

  /// A btsnoop file without one of its records: 16 bytes, then records of 24 bytes and the data.
  private static func without(frame: Int, _ file: [UInt8]) -> [UInt8] {
    var offset = 16
    for _ in 1..<frame { offset += 24 + length(file, offset) }
    var result = file
    result.removeSubrange(offset..<(offset + 24 + length(file, offset)))
    return result
  }

  private static func length(_ file: [UInt8], _ offset: Int) -> Int {
    file[(offset + 4)..<(offset + 8)].reduce(0) { $0 << 8 | Int($1) }
  }

  @Test(
    "nothing else is a transfer",
    .enabled(if: !CaptureFile.corpus.isEmpty, "SKIPPED: BLESHARK_CORPUS names no folder of captures"),
    arguments: CaptureFile.corpus.filter {
      !$0.isOfTheAir && !$0.name.hasPrefix("telink") && !$0.path.contains("/peer/")
    })
  func nothing(_ file: CaptureFile) throws {
    #expect(try WhyReading(file.path).transfers.isEmpty)
  }
}
