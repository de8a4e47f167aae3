import TestSupport
import Testing

@testable import ATTParser

@Suite("The buffer that slides over a capture")
struct CaptureStreamTests {
  /// A capture of more than three buffers, of packets whose lengths and bytes follow from their number.
  private static let large: [UInt8] = {
    var writer = BTSnoopWriter()
    for number in 0..<4000 {
      let value = [UInt8](repeating: UInt8(number & 0xFF), count: number % 2000)
      let pdu = [0x1B, UInt8(number & 0xFF), UInt8(number >> 8)] + value
      writer.add([2] + PacketBuilder.acl(0x40, boundary: 2, PacketBuilder.l2cap(4, pdu)), flags: 1)
    }
    return writer.bytes
  }()

  private func check(_ capture: ReadCapture) {
    #expect(capture.damage == nil)
    #expect(capture.frames.count == 4000)
    var offset = 16
    for (number, seen) in capture.frames.enumerated() {
      let wanted = [UInt8(0x1B), UInt8(number & 0xFF), UInt8(number >> 8)]
      guard seen.bytes.count == 3 + number % 2000, Array(seen.bytes.prefix(3)) == wanted,
        seen.bytes.dropFirst(3).allSatisfy({ $0 == UInt8(number & 0xFF) }), seen.base == offset + 25
      else {
        Issue.record("frame \(number + 1) has other bytes or another place")
        return
      }
      offset += 24 + 1 + 8 + seen.bytes.count
    }
  }

  @Test("frames across refills are whole and at their place in the file")
  func refills() throws {
    #expect(Self.large.count > 3 << 20)
    check(try ReadCapture(piped: Self.large))
    check(try ReadCapture(Self.large))
  }

  @Test(
    "a packet of the longest length, at every distance from the buffer's end", arguments: [0, 1, 25, 4095])
  func longestPacket(_ distance: Int) throws {
    var writer = BTSnoopWriter()
    let filler = CaptureStream.capacity - 200_000 - distance
    for _ in 0..<4 { writer.add([0xFF] + [UInt8](repeating: 1, count: filler / 4)) }
    writer.add([0xFE] + [UInt8](repeating: 2, count: Int(RecordReader.longestPacket) - 1))
    writer.add([4] + PacketBuilder.event(0x10, [1]), flags: 3)
    let capture = try ReadCapture(piped: writer.bytes)
    #expect(capture.damage == nil)
    #expect(capture.frames.count == 6)
    #expect(capture.frames[4].frame.record.payload.count == Int(RecordReader.longestPacket) - 1)
    #expect(capture.frames[5].frame.event.details == .hardwareError(1))
  }

  @Test("bytes that are not in the buffer any more are none")
  func goneBytes() throws {
    var reader = try CaptureReader(CaptureStream(descriptor: pipedDescriptor(Self.large), closing: true))
    let next = reader.next()
    let first = try #require(next)
    #expect(reader.copyBytes(of: first.att.range).count == 3)
    while reader.next() != nil {}
    #expect(reader.copyBytes(of: first.att.range).isEmpty)
    for store in [ByteRange.Store.recombined, .reassembled, .capture] {
      #expect(reader.copyBytes(of: ByteRange(offset: 1 << 40, count: 4, store: store)).isEmpty)
      #expect(reader.copyBytes(of: ByteRange(offset: -5, count: 4, store: store)).isEmpty)
    }
  }

  @Test("a pipe that delivers a byte at a time", arguments: Traffic.captures.indices)
  func singleBytes(_ index: Int) throws {
    let bytes = Traffic.captures[index].bytes
    let stream = CaptureStream(descriptor: pipedDescriptor(bytes, chunks: [1]), closing: true)
    #expect(try ReadCapture(stream).essence == ReadCapture(bytes).essence)
  }
}
