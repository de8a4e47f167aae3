import ATTParser
import TestSupport
import Testing

@testable import Analyzer

/// Which connections are to one device.
@Suite("Device stories") struct DeviceStoryTests {
  /// Connection, link and gap of every chapter, a line a story.
  private func stories(_ script: SessionScript) throws -> [String] {
    try script.analysis().stories.map { story in
      let chapters = story.chapters.map { chapter in
        let gap = chapter.gap.map { " \(Int(($0 * 1000).rounded())) ms" } ?? ""
        return "\(chapter.connection)" + (chapter.link.map { " \($0.rawValue)" } ?? "") + gap
      }
      return "\(story.address?.description ?? "?"): \(chapters.joined(separator: ", "))"
    }
  }

  @Test("the same address, with the time between") func sameAddress() throws {
    var script = SessionScript()
    script.connects()
    script.disconnects()
    script.time += 499
    script.connects()
    script.disconnects()
    script.connects(peer: 0x33)
    #expect(
      try stories(script) == ["C1:02:03:04:05:06: 1, 2 same_address 500 ms", "C1:02:03:04:05:33: 3"])
  }

  @Test("the address plus one, as a bootloader takes it, and back") func addressPlusOne() throws {
    var script = SessionScript()
    script.connects()
    script.disconnects()
    script.connects(peer: 0x07)
    script.disconnects()
    script.connects()
    #expect(
      try stories(script) == [
        "C1:02:03:04:05:06: 1, 2 address_plus_one 1 ms, 3 same_address 1 ms"
      ])
  }

  @Test("the bootloader's address has the lowest byte plus one, without a carry") func carry() throws {
    var script = SessionScript()
    script.connects(peer: 0xFF)
    script.disconnects()
    script.connects(peer: 0x00)
    script.disconnects()
    // C1:02:03:04:06:00 follows C1:02:03:04:05:FF as a number, but is another device.
    script.event(PacketBuilder.leConnectionComplete(0x40, peer: [0x00, 0x06, 0x04, 0x03, 0x02, 0xC1]))
    #expect(
      try stories(script) == [
        "C1:02:03:04:05:FF: 1, 2 address_plus_one 1 ms", "C1:02:03:04:06:00: 3",
      ])
  }

  @Test("a device at the next address that is connected at the same time is another one")
  func neighbours() throws {
    var script = SessionScript()
    script.connects(0x40)
    script.connects(0x41, peer: 0x07)
    script.disconnects(0x41)
    script.disconnects(0x40)
    #expect(try stories(script) == ["C1:02:03:04:05:06: 1", "C1:02:03:04:05:07: 2"])
  }

  @Test("the address minus one is another device") func addressMinusOne() throws {
    var script = SessionScript()
    script.connects(peer: 0x07)
    script.disconnects()
    script.connects()
    #expect(try stories(script).count == 2)
  }

  @Test("an end that was not recorded leaves no gap") func missedEnd() throws {
    var script = SessionScript()
    script.connects()
    script.connects()
    #expect(try stories(script) == ["C1:02:03:04:05:06: 1, 2 same_address"])
  }

  @Test("private addresses that a key in the capture resolves") func resolved() throws {
    var script = SessionScript()
    // The sample of the Core Specification, Vol 3, Part H, D.7: 70:81:94:0D:FB:AA is of this key.
    let address = [UInt8](hex: "aafb0d948170")
    script.event(PacketBuilder.leConnectionComplete(0x40, peer: address))
    script.pdu(6, "08 9b7d390aa610103405adc857a33402ec", on: 0x40, sent: false)
    script.pdu(6, "09 01 0100000000c0", on: 0x40, sent: false)
    script.disconnects()
    script.event(PacketBuilder.leConnectionComplete(0x40, peer: address))
    script.disconnects()
    script.connects()
    #expect(
      try stories(script) == [
        "C0:00:00:00:00:01: 1, 2 resolved_address 1 ms", "C1:02:03:04:05:06: 3",
      ])
  }

  @Test("connections without an opening are stories of their own") func unknown() throws {
    var script = SessionScript()
    script.sends("0a 0300", on: 0x40)
    script.sends("0a 0300", on: 0x41)
    #expect(try stories(script) == ["?: 1", "?: 2"])
  }
}
