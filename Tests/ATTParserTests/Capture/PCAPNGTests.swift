import TestSupport
import Testing

@testable import ATTParser

private let event: [UInt8] = [4] + PacketBuilder.event(0x10, [1])

@Suite("pcapng blocks")
struct PCAPNGTests {
  @Test("sections of both byte orders, each with its own interfaces and link types")
  func sections() throws {
    var writer = PCAPNGWriter(order: .little)
    writer.addInterface(linkType: 187)
    writer.addInterface(linkType: 201)
    writer.addPacket(event, interface: 0)
    writer.addPacket([0, 0, 0, 1] + event, interface: 1)
    writer.addSection(.big, options: [.comment("the second")])
    writer.addInterface(linkType: 254)
    writer.addPacket([0, 2, 0, 3] + event.dropFirst(), interface: 0)
    let capture = try ReadCapture(writer.bytes)
    #expect(capture.damage == nil)
    #expect(
      capture.frames.map(\.frame.event.details) == [.hardwareError(1), .hardwareError(1), .hardwareError(1)])
    #expect(capture.frames.map(\.frame.record.adapter) == [0, 0, 2])
    #expect(capture.linkType == .hciH4)
  }

  @Test(
    "time resolutions and offsets",
    arguments: [
      (3, 1_700_000_000_123, 0, 1_700_000_000_123_000_000),
      (6, 1_700_000_000_123_456, 0, 1_700_000_000_123_456_000),
      (9, 1_700_000_000_123_456_789, 0, 1_700_000_000_123_456_789),
      (0, 1_700_000_000, 0, 1_700_000_000_000_000_000),
      (0x80 | 10, 1_700_000_000 << 10 | 512, 0, 1_700_000_000_500_000_000),
      (6, 500_000, 1_700_000_000, 1_700_000_000_500_000_000),
      (6, 1_000_000, -2, -1_000_000_000), (0x7F, 123, 5, 5_000_000_000), (0xFF, 123, 5, 5_000_000_000),
      (0, .max, 0, .max), (6, .max, .max, .max), (6, 0, .min, .min), (0x80, .max, 0, .max),
    ] as [(UInt8, UInt64, Int64, Int64)])
  func times(_ resolution: UInt8, _ ticks: UInt64, _ offset: Int64, _ nanoseconds: Int64) throws {
    for order in ByteOrder.allCases {
      var writer = PCAPNGWriter(order: order)
      writer.addInterface(linkType: 187, resolution: resolution, offsetSeconds: offset)
      writer.addPacket(event, ticks: ticks)
      let capture = try ReadCapture(writer.bytes)
      #expect(capture.frames[0].frame.record.timestamp.nanoseconds == nanoseconds)
    }
  }

  @Test("two interfaces of one section keep their own resolution; the default is microseconds")
  func ownResolution() throws {
    var writer = PCAPNGWriter()
    writer.addInterface(linkType: 187)
    writer.addInterface(linkType: 187, resolution: 9)
    writer.addPacket(event, interface: 0, ticks: 5_000_000)
    writer.addPacket(event, interface: 1, ticks: 5_000_000)
    let times = try ReadCapture(writer.bytes).frames.map(\.frame.record.timestamp.nanoseconds)
    #expect(times == [5_000_000_000, 5_000_000])
  }

  @Test("simple packets have no time of their own and take that of the packet before")
  func simplePackets() throws {
    var writer = PCAPNGWriter()
    writer.addInterface(linkType: 187, snapLength: 5)
    writer.addPacket(event, ticks: 7)
    writer.addSimplePacket(event)
    writer.addSimplePacket(event + [0xEE], original: 300)
    let capture = try ReadCapture(writer.bytes)
    #expect(capture.damage == nil)
    #expect(capture.untimedRecords == 2)
    #expect(capture.frames.map(\.frame.record.timestamp.nanoseconds) == [7000, 7000, 7000])
    #expect(capture.frames[1].frame.problem == nil)
    #expect(capture.frames[2].frame.record.missingBytes == 295)
    #expect(capture.frames[2].frame.event.details == .hardwareError(1))
  }

  @Test("packet blocks of the old form count their drops")
  func oldPackets() throws {
    var writer = PCAPNGWriter(order: .big)
    writer.addInterface(linkType: 187)
    writer.addOldPacket(event, drops: 3, ticks: 9)
    writer.addOldPacket(event, drops: 0xFFFF)
    writer.addOldPacket(event, drops: 2)
    let capture = try ReadCapture(writer.bytes)
    #expect(capture.frames.count == 3)
    #expect(capture.droppedRecords == 5)
    #expect(capture.frames[0].frame.record.timestamp.nanoseconds == 9000)
    #expect(capture.frames[0].frame.event.details == .hardwareError(1))
  }

  @Test(
    "the flags option gives the direction that H4 lacks",
    arguments: [
      (nil, .unknown), (0, .unknown), (1, .received), (2, .sent), (3, .unknown), (0xFFFF_FFFE, .sent),
    ] as [(UInt32?, Direction)])
  func directions(_ flags: UInt32?, _ direction: Direction) throws {
    // Boundary 3 lets nothing be inferred.
    let packet = [2] + PacketBuilder.acl(0x40, boundary: 3, PacketBuilder.l2cap(4, [0x0A, 1, 0]))
    for order in ByteOrder.allCases {
      var writer = PCAPNGWriter(order: order)
      writer.addInterface(linkType: 187)
      writer.addPacket(packet, flags: flags, options: [.comment("after the flags")])
      #expect(try ReadCapture(writer.bytes).frames[0].frame.record.direction == direction)
    }
  }

  @Test("frames of a link type that is not read keep their number")
  func mixed() throws {
    var writer = PCAPNGWriter()
    writer.addInterface(linkType: 1)
    writer.addInterface(linkType: 187)
    writer.addPacket([1, 2, 3], interface: 0)
    writer.addPacket(event, interface: 1)
    let capture = try ReadCapture(writer.bytes)
    #expect(capture.refusal == nil)
    #expect(capture.unreadRecords == 1)
    #expect(capture.linkType == .hciH4)
    #expect(capture.frames.map(\.frame.kind) == [.note, .event])
    #expect(capture.frames.map(\.frame.record.number) == [1, 2])
    #expect(capture.frames[0].frame.record.packetType == .unreadLinkType)
    #expect(capture.frames[0].frame.record.code == 1)
  }

  @Test("a file of nothing but other link types is refused by the first one's name")
  func allUnsupported() throws {
    var writer = PCAPNGWriter()
    writer.addInterface(linkType: 105)
    writer.addPacket([1, 2, 3])
    let capture = try ReadCapture(writer.bytes)
    #expect(
      capture.refusal?.summary
        == "not supported: link type 105, IEEE 802.11")
  }

  @Test("a journal entry is a frame without a packet")
  func journal() throws {
    var writer = PCAPNGWriter()
    writer.addInterface(linkType: 187)
    writer.addBlock(9, Array("MESSAGE=hello\n".utf8))
    writer.addPacket(event)
    let frames = try ReadCapture(writer.bytes).frames
    #expect(frames.map(\.frame.kind) == [.note, .event])
    #expect(frames[0].frame.record.packetType == .otherNote)
  }

  @Test("blocks longer than the buffer are passed over", arguments: [4, 5, 0x0BAD, 0x4000_0BAD] as [UInt32])
  func longBlocks(_ type: UInt32) throws {
    var writer = PCAPNGWriter()
    writer.addInterface(linkType: 187)
    writer.addPacket(event)
    writer.addBlock(type, [UInt8](repeating: 0x5A, count: 2 << 20))
    writer.addPacket(event)
    for capture in [try ReadCapture(writer.bytes), try ReadCapture(piped: writer.bytes)] {
      #expect(capture.frames.count == 2)
      #expect(capture.damage == nil)
      #expect(capture.frames[1].frame.event.details == .hardwareError(1))
    }
  }

  @Test("a packet whose comments are longer than the buffer is read all the same")
  func longComments() throws {
    var writer = PCAPNGWriter()
    writer.addInterface(linkType: 187)
    let comment = PCAPNGWriter.Option(1, [UInt8](repeating: 0x61, count: 65_535))
    writer.addPacket(event, flags: 1, options: Array(repeating: comment, count: 32))
    writer.addPacket(event)
    for capture in [try ReadCapture(writer.bytes), try ReadCapture(piped: writer.bytes)] {
      #expect(capture.frames.count == 2)
      #expect(capture.damage == nil)
    }
  }

  @Test("options that claim more than their block end the list")
  func badOptions() throws {
    var writer = PCAPNGWriter()
    writer.addBlock(1, UInt16(187).bytes() + [0, 0, 0, 0, 0, 0] + [9, 0, 0xFF, 0xFF, 9, 0, 0, 0])
    writer.addPacket(event, ticks: 3)
    #expect(try ReadCapture(writer.bytes).frames[0].frame.record.timestamp.nanoseconds == 3000)
  }
}
