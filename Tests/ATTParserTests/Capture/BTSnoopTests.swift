import TestSupport
import Testing

@testable import ATTParser

@Suite("btsnoop records")
struct BTSnoopTests {
  private let event = PacketBuilder.event(0x10, [1])

  @Test(
    "times: today, the last second before 1970, far before it, and a writer that counts from 1970",
    arguments: [
      (62_168_256_000_000_000 + 1_700_000_000_123_456, 1_700_000_000_123_456_000),
      (62_168_256_000_000_000, 0), (62_168_256_000_000_000 - 1, -1000),
      (62_168_256_000_000_000 - 86_400_000_000, -86_400_000_000_000),
      (1_700_000_000_123_456, 1_700_000_000_123_456_000),
    ] as [(Int64, Int64)])
  func times(_ rawTime: Int64, _ nanoseconds: Int64) throws {
    var writer = BTSnoopWriter()
    writer.addRaw([4] + event, flags: 3, rawTime: rawTime)
    #expect(try ReadCapture(writer.bytes).frames[0].frame.record.timestamp.nanoseconds == nanoseconds)
  }

  @Test("times at the ends of 64 bits do no harm", arguments: [Int64.min, -1, 0, .max])
  func extremeTimes(_ rawTime: Int64) throws {
    var writer = BTSnoopWriter()
    writer.addRaw([4] + event, flags: 3, rawTime: rawTime)
    #expect(try ReadCapture(writer.bytes).frames.count == 1)
  }

  @Test("the drop counter is cumulative: its highest value counts")
  func drops() throws {
    var writer = BTSnoopWriter()
    for drops: UInt32 in [0, 3, 3, 7, 5] { writer.add([4] + event, flags: 3, drops: drops) }
    #expect(try ReadCapture(writer.bytes).droppedRecords == 7)
  }

  @Test("H4 indicators decide the type whatever the flags say, bumble's 0x10 included")
  func flags() throws {
    var writer = BTSnoopWriter()
    let read = PacketBuilder.acl(0x40, boundary: 0, PacketBuilder.l2cap(4, [0x0A, 1, 0]))
    writer.add([1] + PacketBuilder.command(0x0C03), flags: 0x10)
    writer.add([4] + event, flags: 0x11)
    writer.add([1] + PacketBuilder.command(0x0C03), flags: 3)
    writer.add([4] + event, flags: 0)
    writer.add([2] + read, flags: 0x10)
    writer.add([2] + read, flags: 0x11)
    let records = try ReadCapture(writer.bytes).frames.map(\.frame.record)
    #expect(records.map(\.packetType) == [.command, .event, .command, .event, .aclData, .aclData])
    #expect(records.map(\.direction) == [.sent, .received, .sent, .received, .sent, .received])
  }

  @Test("H1 records: flag bit 1 parts commands and events from data")
  func h1() throws {
    var writer = BTSnoopWriter(dataLink: 1001)
    writer.add(PacketBuilder.command(0x0C03), flags: 2)
    writer.add(event, flags: 3)
    writer.add([0x40, 0, 0, 0], flags: 0)
    writer.add([0x40, 0, 0, 0], flags: 1)
    let capture = try ReadCapture(writer.bytes)
    let records = capture.frames.map(\.frame.record)
    #expect(capture.linkType == .hciH1)
    #expect(records.map(\.packetType) == [.command, .event, .aclData, .aclData])
    #expect(records.map(\.direction) == [.sent, .received, .sent, .received])
  }

  @Test(
    "Linux monitor opcodes",
    arguments: [
      (0, .monitorNote, .unknown), (1, .monitorNote, .unknown), (2, .command, .sent), (3, .event, .received),
      (4, .aclData, .sent), (5, .aclData, .received), (6, .synchronousData, .sent),
      (7, .synchronousData, .received), (8, .monitorNote, .unknown), (12, .monitorNote, .unknown),
      (13, .monitorNote, .unknown), (17, .monitorNote, .unknown), (18, .isoData, .sent),
      (19, .isoData, .received), (0xFFFF, .monitorNote, .unknown),
    ] as [(UInt32, PacketType, Direction)])
  func monitor(_ opcode: UInt32, _ type: PacketType, _ direction: Direction) throws {
    var writer = BTSnoopWriter(dataLink: 2001)
    writer.add([0x40, 0, 0, 0], flags: 3 << 16 | opcode)
    let record = try ReadCapture(writer.bytes).frames[0].frame.record
    #expect(record.packetType == type)
    #expect(record.direction == direction)
    #expect(record.adapter == 3)
    if type == .monitorNote { #expect(record.code == UInt16(opcode)) }
  }

  @Test("emulator records keep their frame number and their frequency, and are no packets")
  func simulator() throws {
    var writer = BTSnoopWriter(dataLink: 2002)
    writer.add([1, 2, 3], flags: 0x0010_0962)
    let capture = try ReadCapture(writer.bytes)
    #expect(capture.linkType == .simulator)
    #expect(capture.frames[0].frame.kind == .note)
    #expect(capture.frames[0].frame.record.packetType == .simulatorNote)
    #expect(capture.frames[0].frame.record.code == 2402)
  }

  @Test("a record that includes more than its original length misses nothing")
  func includedOverOriginal() throws {
    var writer = BTSnoopWriter()
    writer.add([4] + event, flags: 3, original: 2)
    writer.add([4] + event, flags: 3, original: 40)
    let frames = try ReadCapture(writer.bytes).frames
    #expect(frames.map(\.frame.record.missingBytes) == [0, 36])
    #expect(frames[0].frame.problem == nil)
  }

  @Test("zero-length records count as frames and say what they lack")
  func zeroLength() throws {
    var writer = BTSnoopWriter()
    writer.add([])
    writer.add([4] + event, flags: 3)
    let capture = try ReadCapture(writer.bytes)
    #expect(capture.frames.map(\.frame.kind) == [.note, .event])
    #expect(capture.frames[0].problem == "record.packetIndicator 0+0 needs(1, has: 0)")
  }

  @Test("an indicator that means nothing is named", arguments: [0, 6, 0x7E, 0xFF] as [UInt8])
  func unknownIndicator(_ indicator: UInt8) throws {
    var writer = BTSnoopWriter()
    writer.add([indicator, 1, 2])
    let frame = try ReadCapture(writer.bytes).frames[0]
    #expect(frame.problem == "record.packetIndicator 0+2 unknownCode(\(indicator))")
    #expect(frame.frame.record.code == UInt16(indicator))
  }

  @Test(
    "a record of 4 GB is refused before any of it is read", arguments: [0xFFFF_FFFF, 262_145] as [UInt32])
  func hugeRecord(_ length: UInt32) throws {
    var writer = BTSnoopWriter()
    writer.add([4] + event, flags: 3)
    writer.add([4], flags: 3, included: length)
    let capture = try ReadCapture(writer.bytes)
    #expect(capture.frames.count == 1)
    #expect(capture.damage == CaptureDamage(offset: 44, framesRead: 1, reason: .recordTooLong(length)))
  }
}
