import ATTParser
import TestSupport
import Testing

@testable import Analyzer

/// Tables that one connection, or another capture, lends to a connection without discovery.
@Suite("Tables learned elsewhere") struct KnownTablesTests {
  private static let peer = DeviceAddress(text: "C1:02:03:04:05:06")

  private func table(_ uuid: UInt16, at declaration: UInt16 = 11) -> GATTTable {
    var table = GATTTable()
    table.add(
      GATTTable.Characteristic(
        declaration: AttributeHandle(rawValue: declaration),
        value: AttributeHandle(rawValue: declaration + 1),
        properties: .read, uuid: BluetoothUUID(uuid)))
    return table
  }

  private func reads(peer: UInt8 = 0x06) -> SessionScript {
    var script = SessionScript()
    script.connects(peer: peer)
    script.asks("0a 0c00", "0b 61")
    return script
  }

  @Test("the table of the device, else the one for all others") func choice() throws {
    var known = KnownTables()
    known.byPeer[try #require(Self.peer)] = table(0x2A37)
    known.fallback = table(0x2A19)
    #expect(known.table(for: Self.peer) == table(0x2A37))
    #expect(known.table(for: DeviceAddress(text: "C1:02:03:04:05:07")) == table(0x2A19))
    #expect(known.table(for: nil) == table(0x2A19))
    #expect(KnownTables().table(for: Self.peer) == nil)
    let own = try reads().analysis(known: known).connections[0]
    #expect(own.hasBorrowedTable)
    #expect(own.peerTable == table(0x2A37))
    #expect(own.unexplainedHandles.isEmpty)
    #expect(try reads(peer: 7).analysis(known: known).connections[0].peerTable == table(0x2A19))
  }

  @Test("a device at two private addresses that its key resolves is one") func privateAddresses() throws {
    // The key of the Core Specification's sample, Vol 3, Part H, D.7, and another address of it, as openssl makes it.
    let addresses = ["aafb0d948170", "2ca8a1060541"].map { [UInt8](hex: $0) }
    var script = SessionScript()
    script.event(PacketBuilder.leConnectionComplete(0x40, peer: addresses[0]))
    script.pdu(6, "08 9b7d390aa610103405adc857a33402ec", on: 0x40, sent: false)
    script.pdu(6, "09 01 0100000000c0", on: 0x40, sent: false)
    script.asks("08 0100 ffff 0328", "09 07 0b00 02 0c00 372a")
    script.disconnects()
    script.event(PacketBuilder.leConnectionComplete(0x40, peer: addresses[1]))
    script.asks("0a 0c00", "0b 61")
    let connections = try script.analysis().connections
    #expect(connections.map(\.device) == [DeviceAddress(0xC000_0000_0001), DeviceAddress(0xC000_0000_0001)])
    #expect(connections[1].hasBorrowedTable)
    #expect(connections[1].peerTable == connections[0].peerTable)
    #expect(connections[1].unexplainedHandles.isEmpty)
  }

  @Test("a connection that uses no attribute borrows nothing") func idle() throws {
    var known = KnownTables()
    known.fallback = table(0x2A19)
    var script = SessionScript()
    script.connects()
    let connection = try script.analysis(known: known).connections[0]
    #expect(connection.peerTable.isEmpty)
    #expect(!connection.hasBorrowedTable)
  }

  @Test("what the connection itself discovered goes first") func ownDiscovery() throws {
    var known = KnownTables()
    known.fallback = table(0x2A19)
    known.fallback?.merge(table(0x2A00, at: 2))
    var script = SessionScript()
    script.connects()
    script.asks("08 0a00 0d00 0328", "09 07 0b00 10 0c00 372a")
    script.asks("0a 0c00", "0b 61")
    let whole = try script.analysis(known: known).connections[0]
    // Everything that is used is explained: nothing is taken from elsewhere.
    #expect(TableText.characteristics(whole.peerTable) == ["11 12 16 2a37"])
    #expect(!whole.hasBorrowedTable)
    script.asks("0a 0300", "0b 61")
    script.disconnects()
    script.connects()
    script.asks("0a 0300", "0b 61")
    for connection in try script.analysis(known: known).connections {
      #expect(TableText.characteristics(connection.peerTable) == ["2 3 2 2a00", "11 12 16 2a37"])
      #expect(connection.hasBorrowedTable)
    }
  }

  @Test("a connection to the same address lends its table, before and after") func sameAddress() throws {
    var script = reads()
    script.disconnects()
    script.connects()
    script.asks("08 0a00 0d00 0328", "09 07 0b00 10 0c00 372a")
    script.disconnects()
    script.connects()
    script.receives("1b 0c00 61")
    script.disconnects()
    script.connects(peer: 0x33)
    script.receives("1b 0c00 61")
    let connections = try script.analysis().connections
    #expect(connections.map(\.hasBorrowedTable) == [true, false, true, false])
    #expect(connections.map { $0.peerTable.characteristics.count } == [1, 1, 1, 0])
    #expect(connections.map { $0.unexplainedHandles.map(\.rawValue) } == [[], [], [], [12]])
  }

  @Test("what is borrowed or only inferred is no discovery") func discovery() throws {
    var script = reads()
    script.asks("12 0d00 0100", "13")
    script.disconnects()
    let inferred = try script.analysis()
    #expect(!inferred.connections[0].hasDiscovery)
    #expect(inferred.quality.missing.contains(.discovery))
    script.connects()
    script.asks("08 0a00 0d00 0328", "09 07 0b00 10 0c00 372a")
    let analysis = try script.analysis()
    #expect(analysis.connections.map(\.hasDiscovery) == [false, true])
    #expect(analysis.connections.map(\.hasBorrowedTable) == [true, false])
    #expect(!analysis.quality.missing.contains(.discovery))
  }

  @Test("handles that nothing explains, in their order") func unexplained() throws {
    var script = SessionScript()
    script.connects()
    script.sends("52 1400 01")
    script.receives("1b 0c00 61")
    script.asks("0a 0300", "01 0a 0300 02")
    script.receives("52 0500 01")
    script.sends("1b 0600 01")
    let connection = try script.analysis().connections[0]
    // 5 and 6 are the recording host's own attributes.
    #expect(connection.unexplainedHandles.map(\.rawValue) == [3, 12, 20])
  }

  @Test("what a frame's handle means, on which side it is") func meaning() throws {
    var script = SessionScript()
    script.connects()
    script.asks("08 0a00 0d00 0328", "09 07 0b00 10 0c00 372a")
    script.receives("08 0a00 0d00 0328")
    script.sends("09 07 0b00 02 0c00 002a")
    script.sends("0a 0c00")
    script.receives("0a 0c00")
    script.receives("1b 0c00 61")
    script.sends("1b 0c00 61")
    var reader = try CaptureReader(CaptureStream(bytes: script.bytes))
    var builder = SessionBuilder()
    var frame = DecodedFrame()
    var found: [String?] = []
    while reader.next(into: &frame) {
      builder.add(&frame, &reader)
      guard frame.record.number > 5 else { continue }
      let meaning = builder.meaning(of: AttributeHandle(rawValue: 12), in: frame)
      guard case .value(let characteristic) = meaning else { return found.append(nil) }
      found.append(characteristic.uuid.description)
    }
    #expect(found == ["2a37", "2a00", "2a37", "2a00"])
  }
}
