import Testing

@testable import Replay

/// The cutting of a stream of bytes into HCI packets.
@Suite("H4 framing")
struct H4FramerTests {
  /// An event, ACL data, synchronous data, ISO data, and ACL data without any.
  static let packets: [[UInt8]] = [
    [0x04, 0x0E, 0x04, 0x01, 0x03, 0x0C, 0x00],
    [0x02, 0x40, 0x20, 0x05, 0x00, 0x01, 0x00, 0x04, 0x00, 0x1E],
    [0x03, 0x01, 0x00, 0x02, 0xAA, 0xBB],
    // The two highest bits of an ISO length are not part of it.
    [0x05, 0x01, 0x00, 0x01, 0xC0, 0xCC],
    [0x02, 0x40, 0x10, 0x00, 0x00],
    [0x02, 0x40, 0x20, 0x2C, 0x01] + [UInt8](repeating: 0x55, count: 300),
  ]

  @Test("pieces of any length give the same packets", arguments: 1...40)
  func pieces(size: Int) throws {
    let stream = Self.packets.flatMap { $0 }
    var framer = H4Framer()
    var found: [[UInt8]] = []
    for start in stride(from: 0, to: stream.count, by: size) {
      framer.append(stream[start..<min(stream.count, start + size)])
      while let packet = try framer.next("test") { found.append(packet) }
    }
    #expect(found == Self.packets)
    #expect(!framer.isInPacket)
  }

  @Test("no prefix of a packet is one")
  func prefixes() throws {
    for packet in Self.packets {
      for count in 0..<packet.count {
        var framer = H4Framer()
        framer.append(packet[0..<count])
        #expect(try framer.next("test") == nil)
        #expect(framer.isInPacket == (count > 0))
      }
    }
  }

  @Test("what no controller sends ends the reading", arguments: [0x00, 0x01, 0x06, 0x41, 0xFF])
  func junk(indicator: UInt8) throws {
    var framer = H4Framer()
    framer.append(Self.packets[0] + [indicator, 0x04, 0x04])
    #expect(try framer.next("h4:tcp:somewhere:1") == Self.packets[0])
    let error = #expect(throws: ReplayError.self) { try framer.next("h4:tcp:somewhere:1") }
    #expect(error?.layer == .transport && error?.subject == "h4:tcp:somewhere:1")
    #expect(error?.reason == "byte 0x\(hexadecimal(indicator)) where an H4 packet begins")
  }

  @Test("a long stream is not kept")
  func long() throws {
    var framer = H4Framer()
    for _ in 0..<2000 {
      framer.append(Self.packets[5][...])
      framer.append(Self.packets[0][0..<3])
      #expect(try framer.next("test")?.count == 305)
      #expect(try framer.next("test") == nil)
      framer.append(Self.packets[0][3...])
      #expect(try framer.next("test") == Self.packets[0])
    }
    #expect(framer.keptBytes < 200_000)
  }
}
