import TestSupport
import Testing

@testable import Analyzer

/// The memory of a connection that ended is used for the next one, which must not show.
@Suite("Places of connections that ended") struct ConnectionPlaceTests {
  /// ATT PDUs of connections: `>` is what the host sends, `<` what it receives.
  private static let sessions = [
    [],
    [
      "> 02 f700", "< 03 f700", "> 10 0100 ffff 0028", "< 11 06 0100 0300 0018 1000 1f00 0a18",
      "> 08 1000 1f00 0328", "< 09 07 1100 02 1200 292a 1300 1a 1400 372a", "> 04 1500 1500",
      "< 05 01 1500 0229", "> 12 1500 0100", "< 13", "> 0a 1200", "< 0b 6162", "< 1b 1400 0102",
      "> 0a 0900", "< 01 0a 0900 0a", "> 0a 0700",
    ],
    [
      "> 52 2a00 0102", "< 1b 2c00 03", "> 12 2a00 0104", "< 13", "> 12 2d00 0200", "< 13",
      "> 52 2b00 05060708", "< 1d 3000 61", "> 1e", "> 16 3200 0000 61", "< 17 3200 0000 61", "> 18 01",
      "< 19",
    ],
    ["> 0a 0300", "> 0a 0500", "< 0b 01", "< 0b 02", "> 1e", "< 0a 0300", "> 0b 0405"],
  ]

  @Test(
    "a connection shows the same whatever was in its place", arguments: sessions.indices, sessions.indices)
  func anyBefore(_ before: Int, _ after: Int) throws {
    let inItsPlace = try second(Self.sessions[before], Self.sessions[after], endsFirst: true)
    #expect(try inItsPlace == second(Self.sessions[before], Self.sessions[after], endsFirst: false))
  }

  /// Everything about the second of two connections, which gets the place of the first if that has ended.
  private func second(_ before: [String], _ after: [String], endsFirst: Bool) throws -> String {
    var script = SessionScript()
    script.connects(0x40, peer: 6)
    add(before, on: 0x40, to: &script)
    if endsFirst {
      script.disconnects(0x40)
    } else {
      script.event(PacketBuilder.event(0x13, [1, 0x40, 0, 1, 0]))
    }
    script.connects(0x41, peer: 7)
    add(after, on: 0x41, to: &script)
    script.disconnects(0x41)
    let analysis = try script.analysis()
    try #require(analysis.connections.count == 2)
    // Where a stream was while it lasted is another matter.
    return String(reflecting: analysis.connections[1]).replacing(/stream: -?\d+/, with: "")
  }

  private func add(_ pdus: [String], on handle: UInt16, to script: inout SessionScript) {
    for pdu in pdus {
      if pdu.hasPrefix(">") {
        script.sends(String(pdu.dropFirst(2)), on: handle)
      } else {
        script.receives(String(pdu.dropFirst(2)), on: handle)
      }
    }
  }

  @Test("what was heard on a connection recognizes no protocol on the next") func heardBefore() throws {
    var script = TransferScript([], isDiscovered: false)
    script.write(0, "0104")
    script.command(1, "0000000000000000c8000000")
    script.disconnect(0x13)
    script.connect(isDiscovered: false)
    script.notify(0, "100101")
    script.disconnect(0x13)
    #expect(try script.analysis().transfers.isEmpty)
  }

  @Test("a transfer is recognized whatever was heard on the connection before") func recognizedAfter() throws
  {
    var script = TransferScript([], isDiscovered: false)
    script.write(0, "0103")
    script.command(1, "0000000000000000")
    script.notify(2, "10010101010101")
    script.disconnect(0x13)
    script.connect(peer: 7, isDiscovered: false)
    script.write(0, "0104")
    script.command(1, "0000000000000000c8000000")
    script.notify(0, "100101")
    script.disconnect(0x13)
    let transfers = try script.analysis().transfers
    #expect(transfers.map(\.format) == ["nordic-legacy-dfu"])
    #expect(transfers.map(\.connections) == [[2]])
  }
}
