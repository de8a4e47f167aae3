import TestSupport
import Testing

@testable import ATTParser

@Suite("Captures that break off")
struct DamageTests {
  /// Lengths of file header and record header, and where each record's length is.
  private struct Shape {
    var fileHeader: Int
    var recordHeader: Int
  }

  /// The damage that the first `count` bytes of a capture must have, nil at a record's end.
  private func expected(_ shape: Shape, _ packets: [Int], _ count: Int) -> (
    frames: Int, damage: CaptureDamage?
  ) {
    var start = shape.fileHeader
    for (place, length) in packets.enumerated() {
      let left = count - start
      if left >= shape.recordHeader + length {
        start += shape.recordHeader + length
        continue
      }
      guard left > 0 else { return (place, nil) }
      let reason: CaptureDamage.Reason =
        left < shape.recordHeader
        ? .cutInHeader(has: left, needs: shape.recordHeader)
        : .cutInPacket(has: left - shape.recordHeader, needs: length)
      return (place, CaptureDamage(offset: start, framesRead: place, reason: reason))
    }
    return (packets.count, nil)
  }

  @Test(
    "every strict prefix tells the frames read, the byte and the reason",
    arguments: [
      "btsnoop 1002", "btsnoop 1001", "btsnoop 2001", "pcap 201 little", "pcap 201 big ns", "pcap 254",
      "PacketLogger big", "PacketLogger little",
    ])
  func prefixes(_ name: String) throws {
    let bytes = try #require(Traffic.captures.first { $0.name == name }).bytes
    let (shape, wrapping) =
      switch name {
      case "btsnoop 1002": (Shape(fileHeader: 16, recordHeader: 24), 1)
      case "btsnoop 1001", "btsnoop 2001": (Shape(fileHeader: 16, recordHeader: 24), 0)
      case "pcap 254": (Shape(fileHeader: 24, recordHeader: 16), 4)
      case "PacketLogger big", "PacketLogger little": (Shape(fileHeader: 0, recordHeader: 13), 0)
      default: (Shape(fileHeader: 24, recordHeader: 16), 5)
      }
    let packets = Traffic.packets.map { $0.bytes.count + wrapping }
    // Fewer bytes than a first header are a refusal, which CaptureFormatTests looks at.
    for count in max(13, shape.fileHeader)..<bytes.count {
      let capture = try ReadCapture(Array(bytes.prefix(count)))
      let wanted = expected(shape, packets, count)
      #expect(capture.frames.count == wanted.frames, "the first \(count) bytes")
      #expect(capture.damage == wanted.damage, "the first \(count) bytes")
    }
  }

  @Test(
    "every strict prefix of a pcapng file, whose blocks end after their packets",
    arguments: ByteOrder.allCases)
  func pcapngPrefixes(_ order: ByteOrder) throws {
    let bytes = Traffic.pcapng(order)
    for count in 4..<bytes.count {
      let capture = try ReadCapture(Array(bytes.prefix(count)))
      let wanted = expectedPCAPNG(bytes, order, count)
      #expect(capture.frames.count == wanted.frames, "the first \(count) bytes")
      #expect(capture.damage == wanted.damage, "the first \(count) bytes")
    }
  }

  private func word(_ bytes: [UInt8], _ offset: Int, _ order: ByteOrder) -> Int {
    let four = Array(bytes[offset..<(offset + 4)])
    return (order == .big ? four : four.reversed()).reduce(0) { $0 << 8 | Int($1) }
  }

  /// Walks the whole file's blocks up to the one in which `count` bytes end.
  private func expectedPCAPNG(
    _ bytes: [UInt8], _ order: ByteOrder, _ count: Int
  ) -> (frames: Int, damage: CaptureDamage?) {
    var start = 0
    var frames = 0
    while start < count {
      let total = word(bytes, start + 4, order)
      let left = count - start
      let type = word(bytes, start, order)
      if left >= total {
        frames += type == 6 ? 1 : 0
        start += total
        continue
      }
      func damage(_ offset: Int, _ reason: CaptureDamage.Reason) -> CaptureDamage {
        CaptureDamage(offset: offset, framesRead: frames, reason: reason)
      }
      if left < 12 { return (frames, damage(start, .cutInHeader(has: left, needs: 12))) }
      if type == 1 { return (frames, damage(start, .cutInPacket(has: left - 8, needs: total - 12))) }
      if type == 6, left < 28 { return (frames, damage(start, .cutInHeader(has: left, needs: 28))) }
      let packet = type == 6 ? word(bytes, start + 20, order) : 0
      if type == 6, left < 28 + packet {
        return (frames, damage(start, .cutInPacket(has: left - 28, needs: packet)))
      }
      frames += type == 6 ? 1 : 0
      let missing = total - left
      return (
        frames, damage(count, .invalidRecord("the file ends \(missing) bytes before the end of a block"))
      )
    }
    return (frames, nil)
  }

  @Test("a cut file through a pipe is the same damage")
  func piped() throws {
    for capture in Traffic.captures {
      let cut = Array(capture.bytes.dropLast(3))
      #expect(try ReadCapture(piped: cut).damage == ReadCapture(cut).damage, "\(capture.name)")
    }
  }

  @Test(
    "pcapng blocks that cannot be",
    arguments: [
      ("a block claims 8 bytes", 5, "", 8), ("a block claims 30 bytes", 5, "", 30),
      ("an interface description of 4 bytes", 1, "bb000000", nil),
      ("a packet block of 24 bytes", 6, "000000000000000000000000", nil),
      (
        "a packet of interface 7, which no block describes", 6, "07000000 0000000000000000 00000000 00000000",
        nil
      ),
      (
        "a packet of 5 bytes in a block of 36", 6, "00000000 0000000000000000 05000000 05000000 01020304", nil
      ),
      (
        "a packet of interface 9, which no block describes", 2,
        "0900 0000 0000000000000000 00000000 00000000", nil
      ),
    ] as [(String, UInt32, String, UInt32?)])
  func badBlocks(_ what: String, _ type: UInt32, _ body: String, _ total: UInt32?) throws {
    var writer = PCAPNGWriter()
    writer.addInterface(linkType: 187)
    writer.addPacket([4] + PacketBuilder.event(0x10, [1]))
    let start = writer.bytes.count
    writer.addBlock(type, [UInt8](hex: body), total: total)
    #expect(
      try ReadCapture(writer.bytes).damage
        == CaptureDamage(offset: start, framesRead: 1, reason: .invalidRecord(what)))
  }

  @Test("a packet of 4 GB in a block, and a block of 4 GB around nothing")
  func hugeBlocks() throws {
    var writer = PCAPNGWriter()
    writer.addInterface(linkType: 187)
    var packet = writer
    packet.addPacket([1, 2, 3, 4], captured: .max)
    #expect(try ReadCapture(packet.bytes).damage?.reason == .recordTooLong(.max))
    var block = writer
    block.addBlock(5, [1, 2, 3, 4], total: 0xFFFF_FFFC)
    let missing = 0xFFFF_FFFC - 16
    #expect(
      try ReadCapture(block.bytes).damage?.reason
        == .invalidRecord("the file ends \(missing) bytes before the end of a block"))
  }

  @Test("a section without a byte-order magic, and more interfaces than there can be")
  func badSections() throws {
    var writer = PCAPNGWriter()
    var section = writer
    section.addBlock(0x0A0D_0D0A, [UInt8](repeating: 7, count: 16))
    #expect(
      try ReadCapture(section.bytes).damage?.reason
        == .invalidRecord("a section header without a byte-order magic"))
    for _ in 0...4096 { writer.addInterface(linkType: 187) }
    #expect(try ReadCapture(writer.bytes).damage?.reason == .invalidRecord("more than 4096 interfaces"))
  }

  @Test("damage reads as a sentence")
  func sentences() {
    let cut = CaptureDamage(offset: 44, framesRead: 1, reason: .cutInPacket(has: 3, needs: 7))
    #expect(
      cut.description
        == "damaged at byte 44: the file ends 3 bytes into a packet of 7; 1 frame before it were read")
    let huge = CaptureDamage(offset: 9, framesRead: 2, reason: .recordTooLong(4_000_000_000))
    #expect(
      huge.description == "damaged at byte 9: a record claims 4000000000 bytes; 2 frames before it were read")
  }
}
