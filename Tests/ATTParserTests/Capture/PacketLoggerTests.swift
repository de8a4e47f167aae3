import TestSupport
import Testing

@testable import ATTParser

@Suite("PacketLogger records")
struct PacketLoggerTests {
  @Test(
    "types of records",
    arguments: [
      (0x00, .command, .sent), (0x01, .event, .received), (0x02, .aclData, .sent),
      (0x03, .aclData, .received),
      (0x08, .synchronousData, .sent), (0x09, .synchronousData, .received),
      (0x0A, .packetLoggerNote, .unknown), (0x0B, .packetLoggerNote, .unknown),
      (0x21, .packetLoggerNote, .unknown), (0xFB, .packetLoggerNote, .unknown),
      (0xFC, .packetLoggerNote, .unknown), (0xFD, .packetLoggerNote, .unknown),
      (0xFE, .packetLoggerNote, .unknown), (0xFF, .packetLoggerNote, .unknown),
    ] as [(UInt8, PacketType, Direction)])
  func types(_ type: UInt8, _ packetType: PacketType, _ direction: Direction) throws {
    for order in ByteOrder.allCases {
      var writer = PacketLoggerWriter(order: order)
      writer.add(type, [0x40, 0, 0, 0], seconds: 1_700_000_000, microseconds: 999_999)
      let capture = try ReadCapture(writer.bytes)
      let record = capture.frames[0].frame.record
      #expect(capture.format == .packetLogger)
      #expect(record.packetType == packetType)
      #expect(record.direction == direction)
      #expect(record.timestamp.nanoseconds == 1_700_000_000_999_999_000)
      #expect(record.payload == ByteRange(offset: 13, count: 4))
      if packetType == .packetLoggerNote { #expect(record.code == UInt16(type)) }
    }
  }

  @Test("what cannot be a first record is no PacketLogger file")
  func implausible() {
    var files: [[UInt8]] = []
    for (length, microseconds, type) in [(8, 0, 0), (9, 1_000_000, 0), (9, 0, 0x40), (70_000, 0, 0)] {
      var writer = PacketLoggerWriter()
      writer.add(UInt8(type), [], microseconds: UInt32(microseconds), length: UInt32(length))
      files.append(writer.bytes)
    }
    for bytes in files {
      #expect(throws: CaptureError.self) { try ReadCapture(bytes) }
    }
  }

  @Test("records after the first ones are judged one by one")
  func laterRecords() throws {
    var writer = PacketLoggerWriter()
    for _ in 0..<5 { writer.add(1, PacketBuilder.event(0x10, [1])) }
    let start = writer.bytes.count
    var short = writer
    short.add(1, [], length: 8)
    #expect(
      try ReadCapture(short.bytes).damage
        == CaptureDamage(
          offset: start, framesRead: 5, reason: .invalidRecord("a record claims 8 bytes, 9 are the least")))
    var long = writer
    long.add(1, [], length: .max)
    #expect(
      try ReadCapture(long.bytes).damage
        == CaptureDamage(offset: start, framesRead: 5, reason: .recordTooLong(.max)))
  }
}
