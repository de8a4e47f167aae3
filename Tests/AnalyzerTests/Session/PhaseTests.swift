import ATTParser
import TestSupport
import Testing

@testable import Analyzer

/// Which stretches of a connection's life a walk marks.
@Suite("Phases") struct PhaseTests {
  /// Name, first and last frame of the phases of a connection.
  private func phases(_ script: SessionScript, _ connection: Int = 1) throws -> [String] {
    try script.analysis().connections[connection - 1].phases.map {
      "\($0.name.rawValue) \($0.start.frame)-\($0.end.frame)"
    }
  }

  /// LE Create Connection to the device that ``SessionScript/connects(_:status:role:peer:adapter:)`` names.
  private static let create: [UInt8] =
    [0x60, 0, 0x60, 0, 0, 1, 6, 5, 4, 3, 2, 0xC1, 1, 24, 0, 24, 0, 0, 0, 0xF4, 1, 0, 0, 0, 0]

  @Test("a whole life") func life() throws {
    var script = SessionScript()
    script.command(0x200C, [1, 0])  // 1: scanning on
    script.command(0x200C, [0, 0])  // 2: off, just before connecting
    script.command(0x200D, Self.create)  // 3
    script.connects()  // 4
    script.asks("02 f700", "03 f700")  // 5, 6
    script.asks("10 0100 ffff 0028", "11 06 0a00 0d00 0d18")  // 7, 8
    script.asks("08 0a00 0d00 0328", "01 08 0a00 0a")  // 9, 10
    script.pdu(6, "01 03 00 01 10 00 00", on: 0x40, sent: true)  // 11
    script.event(PacketBuilder.event(0x08, [0] + UInt16(0x40).bytes() + [1]))  // 12
    script.asks("12 0d00 0100", "13")  // 13, 14
    script.receives("1b 0c00 0648")  // 15
    script.command(0x0406, UInt16(0x40).bytes() + [0x13])  // 16
    script.disconnects(reason: 0x16)  // 17
    #expect(
      try phases(script) == [
        "scanning 1-2", "connecting 3-4", "mtu 5-6", "discovering 7-10", "pairing 11-12",
        "subscribing 13-14", "ready 14-17", "disconnecting 16-17",
      ])
  }

  @Test("a scan that goes on while one attempt fails is that of the next one too") func scans() throws {
    var script = SessionScript()
    script.command(0x200C, [1, 0])
    script.command(0x200D, Self.create)
    script.connects(status: 0x3E)
    script.command(0x200D, Self.create)
    script.connects()
    #expect(try phases(script) == ["scanning 1-4", "connecting 4-5"])
  }

  @Test("a scan that began after the command to connect is not part of it") func lateScan() throws {
    var script = SessionScript()
    script.command(0x200D, Self.create)
    script.command(0x200C, [1, 0])
    script.connects()
    #expect(try phases(script) == ["connecting 1-3"])
  }

  @Test("a connection that came in has no phase of connecting") func peripheral() throws {
    var script = SessionScript()
    script.command(0x200D, Self.create)
    script.connects(0x41, role: 1)
    script.connects(0x40)
    #expect(try phases(script, 1) == [])
    #expect(try phases(script, 2) == ["connecting 1-3"])
  }

  @Test("turning notifications off, reading values and commands are no set-up") func noSetUp() throws {
    var script = SessionScript()
    script.connects()
    script.asks("12 0d00 0000", "13")
    script.asks("0a 0300", "0b 61")
    script.asks("08 0100 ffff 002a", "09 07 0300 536861726b")
    script.sends("52 0300 01")
    #expect(try phases(script) == [])
  }

  @Test(
    "a bulk of values is a transfer: 16 of them and 1,024 bytes",
    arguments: [(16, 64, true), (15, 100, false), (100, 10, false), (16, 63, false)])
  func transferring(_ sample: (count: Int, size: Int, isBulk: Bool)) throws {
    var script = SessionScript()
    script.connects()
    let value = [UInt8](repeating: 0x61, count: sample.size).hex
    for _ in 0..<sample.count { script.sends("52 0300 \(value)") }
    script.receives("1b 0c00 0648")
    #expect(try phases(script) == (sample.isBulk ? ["transferring 2-\(sample.count + 1)"] : []))
  }

  @Test("phases end with the last frame of a connection that outlives the capture") func openEnd() throws {
    var script = SessionScript()
    script.connects()
    script.asks("02 f700", "03 f700")
    script.receives("1b 0c00 0648")
    #expect(try phases(script) == ["mtu 2-3", "ready 3-4"])
    script.sends("02 f700")
    #expect(try phases(script) == ["mtu 2-5"])
  }
}
