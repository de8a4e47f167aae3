import ATTParser
import TestSupport
import Testing

@testable import Analyzer

/// Service Changed, and values in lists.
@Suite("Service Changed and lists of values") struct ServiceChangedTests {
  /// Generic Attribute at 1…4 with Service Changed at 3, and a vendor's service at 10…12.
  private func discovered(_ vendor: String = "0b00 02 0c00 01ff") -> SessionScript {
    var script = SessionScript()
    script.connects()
    discover(&script, vendor)
    return script
  }

  private func discover(_ script: inout SessionScript, _ vendor: String) {
    script.asks("10 0100 ffff 0028", "11 06 0100 0400 0118 0a00 0c00 00ff")
    script.asks("08 0100 ffff 0328", "09 07 0200 20 0300 052a \(vendor)")
  }

  @Test("a range that has changed is forgotten") func range() throws {
    var script = discovered()
    script.receives("1d 0300 0a00 ffff")
    script.sends("1e")
    let connection = try script.analysis().connections[0]
    let change = try #require(connection.serviceChanges.first)
    #expect(change.moment.frame == 6)
    #expect(change.direction == .received)
    #expect([change.start.rawValue, change.end.rawValue] == [10, 0xFFFF])
    #expect(TableText.services(connection.peerTable) == ["1-4 1801"])
    #expect(TableText.characteristics(connection.peerTable) == ["2 3 32 2a05"])
  }

  @Test("what is discovered afterwards is the table") func rediscovery() throws {
    var script = discovered()
    script.receives("1d 0300 0100 ffff")
    script.sends("1e")
    script.asks("10 0100 ffff 0028", "11 06 0100 0400 0118 1400 1600 00ff")
    script.asks("08 0100 ffff 0328", "09 07 0200 20 0300 052a 1500 02 1600 01ff")
    let connection = try script.analysis().connections[0]
    #expect(TableText.services(connection.peerTable) == ["1-4 1801", "20-22 ff00"])
    #expect(TableText.characteristics(connection.peerTable) == ["2 3 32 2a05", "21 22 2 ff01"])
  }

  @Test("an indication of another characteristic, or of another size, is none")
  func noServiceChanged() throws {
    var script = discovered("0b00 20 0c00 01ff")
    script.receives("1d 0c00 0100 ffff")
    script.sends("1e")
    script.receives("1d 0300 0100")
    script.sends("1e")
    let connection = try script.analysis().connections[0]
    #expect(connection.serviceChanges.isEmpty)
    #expect(connection.peerTable.services.count == 2)
  }

  @Test("the recording host's own table changes too") func local() throws {
    var script = SessionScript()
    script.connects(role: 1)
    script.receives("10 0100 ffff 0028")
    script.sends("11 06 0100 0400 0118 0a00 0c00 00ff")
    script.receives("08 0100 ffff 0328")
    script.sends("09 07 0200 20 0300 052a 0b00 02 0c00 01ff")
    script.sends("1d 0300 0a00 0c00")
    script.receives("1e")
    let connection = try script.analysis().connections[0]
    #expect(connection.serviceChanges.map(\.direction) == [.sent])
    #expect(TableText.services(connection.localTable) == ["1-4 1801"])
  }

  @Test("a connection that knows the table from another one hears of the change")
  func borrowedTable() throws {
    var script = discovered()
    script.disconnects()
    script.connects()
    script.receives("1d 0300 0a00 ffff")
    script.sends("1e")
    script.sends("0a 0c00")
    let connections = try script.analysis().connections
    #expect(connections[1].serviceChanges.count == 1)
    #expect(TableText.services(connections[1].peerTable) == ["1-4 1801"])
    #expect(TableText.services(connections[0].peerTable) == ["1-4 1801", "10-12 ff00"])
  }

  @Test("a table of before the change does not take in what was discovered after it")
  func earlierConnection() throws {
    var script = discovered()
    script.asks("0a 0c00", "0b 61")
    script.disconnects()
    script.connects()
    script.receives("1d 0300 0a00 ffff")
    script.sends("1e")
    script.asks("10 0a00 ffff 0028", "11 06 1400 1600 00ff")
    script.asks("08 0a00 ffff 0328", "09 07 1500 02 1600 01ff")
    script.asks("0a 1600", "0b 62")
    let connections = try script.analysis().connections
    #expect(TableText.services(connections[0].peerTable) == ["1-4 1801", "10-12 ff00"])
    #expect(TableText.services(connections[1].peerTable) == ["1-4 1801", "20-22 ff00"])
    #expect(TableText.characteristics(connections[1].peerTable) == ["2 3 32 2a05", "21 22 2 ff01"])
  }

  @Test("a connection without discovery, before the change, borrows what was true then")
  func earlierUse() throws {
    var script = SessionScript()
    script.connects()
    script.asks("0a 0c00", "0b 61")
    script.disconnects()
    script.connects()
    discover(&script, "0b00 02 0c00 01ff")
    script.receives("1d 0300 0a00 ffff")
    script.sends("1e")
    script.asks("08 0a00 ffff 0328", "09 07 0b00 02 0c00 02ff")
    script.asks("0a 0c00", "0b 62")
    let connections = try script.analysis().connections
    let streams = connections.map { connection in
      connection.streams.filter { $0.kind == .read }.map { connection.meaning(of: $0) }
    }
    #expect(streams.map { $0.map(Self.uuid) } == [["ff01"], ["ff02"]])
    #expect(connections.map(\.unexplainedHandles) == [[], []])
  }

  @Test("a stream before the change is on the attribute that was there then") func earlierStream() throws {
    var script = discovered()
    script.asks("0a 0c00", "0b 61")
    script.receives("1d 0300 0a00 ffff")
    script.sends("1e")
    script.asks("08 0a00 ffff 0328", "09 07 0b00 02 0c00 02ff")
    script.asks("0c 0c00 0100", "0d 62")
    let connection = try script.analysis().connections[0]
    let meanings = connection.streams.filter { $0.attributeHandle.rawValue == 12 }.map {
      "\($0.kind) \(Self.uuid(connection.meaning(of: $0)) ?? "?")"
    }
    #expect(meanings == ["read ff01", "readBlob ff02"])
  }

  @Test("a stream ends with a change of its attribute, and goes on under the new meaning")
  func streamsEnd() throws {
    var script = discovered("0b00 10 0c00 01ff")
    script.receives("1b 0c00 61")
    script.receives("1b 0c00 6162")
    script.receives("1b 0300 61")
    script.sends("1b 0c00 61")
    script.asks("0a 0c00", "0b 7a7a7a")
    script.sends("0a 0c00")
    script.receives("1d 0300 0a00 ffff")
    script.receives("0b 7a")
    script.sends("1e")
    script.receives("1b 0c00 616263")
    script.asks("08 0a00 ffff 0328", "09 07 0b00 10 0c00 02ff")
    script.receives("1b 0c00 61626364")
    script.receives("1b 0300 62")
    script.sends("1b 0c00 62")
    script.disconnects()
    script.connects()
    script.receives("1b 0c00 65")
    let analysis = try script.analysis()
    let connection = analysis.connections[0]
    #expect(
      analysis.rows(1) == [
        StreamRow(.notification, 12, .received, 2, 3, 6...7),
        StreamRow(.notification, 3, .received, 2, 2, 8...20),
        // The recording host's own attributes have not changed.
        StreamRow(.notification, 12, .sent, 2, 2, 9...21),
        StreamRow(.read, 12, .sent, 2, 4, 10...12),
        StreamRow(.indication, 3, .received, 1, 4, 13...13),
        StreamRow(.notification, 12, .received, 2, 7, 16...19),
      ])
    let names = connection.streams.filter { $0.kind == .notification && $0.direction == .received }.map {
      Self.uuid(connection.meaning(of: $0))
    }
    #expect(names == ["ff01", "2a05", "ff02"])
    #expect(analysis.counts(1)[0x1B] == 8)
    // What was read of the old attribute says nothing about the new one; the answer came after the change.
    #expect(connection.values.map(\.bytes) == [[0x7A]])
    #expect(analysis.rows(2) == [StreamRow(.notification, 12, .received, 1, 1, 24...24)])
  }

  @Test("each connection has what was true between the changes around it") func between() throws {
    var script = SessionScript()
    for uuid in ["01ff", "02ff", "03ff"] {
      script.connects()
      script.asks("0a 0c00", "0b 61")
      script.disconnects()
      script.connects()
      discover(&script, "0b00 02 0c00 \(uuid)")
      script.receives("1d 0300 0a00 ffff")
      script.sends("1e")
      script.disconnects()
    }
    script.connects()
    script.asks("0a 0c00", "0b 61")
    let connections = try script.analysis().connections
    let names = [0, 2, 4, 6].map { place in
      connections[place].streams.first { $0.kind == .read }.flatMap {
        Self.uuid(connections[place].meaning(of: $0))
      }
    }
    #expect(names == ["ff01", "ff02", "ff03", nil])
    // After its own change a device is what the next connection finds.
    #expect(connections.map(\.hasBorrowedTable) == [true, true, true, true, true, false, true])
  }

  @Test("what is discovered after a change of what nobody knew is not what was there before")
  func unknownBefore() throws {
    var script = SessionScript()
    script.connects()
    script.asks("0a 0c00", "0b 61")
    script.disconnects()
    script.connects()
    script.asks("08 0100 0400 0328", "09 07 0200 20 0300 052a")
    script.receives("1d 0300 0a00 ffff")
    script.sends("1e")
    script.asks("08 0a00 ffff 0328", "09 07 0b00 02 0c00 02ff")
    let first = try script.analysis().connections[0]
    #expect(first.unexplainedHandles.map(\.rawValue) == [12])
  }

  @Test("a table of another capture loses what has changed, and no more") func knownElsewhere() throws {
    var known = KnownTables()
    known.fallback = try discovered("0b00 02 0c00 01ff 1500 02 1600 02ff").analysis().connections[0].peerTable
    for opening in [true, false] {
      var script = SessionScript()
      if opening { script.connects() }
      script.asks("0a 0c00", "0b 61")
      script.receives("1d 0300 0b00 0e00")
      script.sends("1e")
      script.asks("0c 0c00 0100", "0d 61")
      script.asks("0a 1600", "0b 61")
      let connection = try script.analysis(known: known).connections[0]
      let names = [ValueStream.Kind.read, .readBlob].flatMap { kind in
        connection.streams.filter { $0.kind == kind }.map { Self.uuid(connection.meaning(of: $0)) }
      }
      #expect(names == ["ff01", "ff02", nil])
    }
  }

  @Test("the whole range again and again, with nothing discovered in between") func repeated() throws {
    var script = discovered()
    for _ in 0..<50 {
      script.receives("1d 0300 0100 ffff")
      script.sends("1e")
    }
    let connection = try script.analysis().connections[0]
    // After the first one nothing tells what handle 3 is.
    #expect(connection.serviceChanges.map(\.forgotten.count) == [4])
    #expect(connection.peerTable.isEmpty)
  }

  @Test("changes cost the memory of what they change, up to a limit") func memory() {
    var memory = TableMemory()
    let peer = DeviceAddress(1)
    func range(_ start: UInt16, _ end: UInt16) -> ClosedRange<AttributeHandle> {
      AttributeHandle(rawValue: start)...AttributeHandle(rawValue: end)
    }
    var own = GATTTable()
    for handle in UInt16(1)...60_000 {
      own.add(GATTTable.Attribute(handle: AttributeHandle(rawValue: handle), uuid: BluetoothUUID(0x2A19)))
    }
    for handle in UInt16(60_001)...60_300 {
      #expect(memory.forget(range(handle, handle), of: peer, in: 1, own: &own).isEmpty)
    }
    #expect(memory.forgottenCount == 0)
    let whole = own
    for _ in 0..<40 {
      var fresh = whole
      #expect(memory.forget(range(1, 30_000), of: peer, in: 1, own: &fresh).count == 30_000)
      fresh = whole
      #expect(memory.forget(range(30_001, 60_000), of: peer, in: 1, own: &fresh).count == 30_000)
    }
    #expect(memory.forgottenCount > 1_000_000)
    #expect(memory.forgottenCount <= TableMemory.attributeLimit)
  }

  private static func uuid(_ meaning: GATTTable.Meaning?) -> String? {
    guard case .value(let characteristic) = meaning else { return nil }
    return characteristic.uuid.description
  }

  @Test("values in a Multiple Handle Value Notification") func multiple() throws {
    var script = discovered()
    script.receives("23 0c00 0200 6162 0e00 0000 0c00 0100 63")
    script.receives("23 0c00 0300 616263")
    let analysis = try script.analysis()
    #expect(
      Set(analysis.rows(1)) == [
        StreamRow(.multipleNotification, 12, .received, 3, 6, 6...7),
        StreamRow(.multipleNotification, 14, .received, 1, 0, 6...6),
      ])
    #expect(analysis.counts(1)[0x23] == 2)
    #expect(analysis.connections[0].unexplainedHandles.map(\.rawValue) == [14])
  }

  @Test("a list that ends inside a value") func cutList() throws {
    var script = discovered()
    script.receives("23 0c00 0200 6162 0e00 0500 01")
    script.receives("23 0c00 02")
    script.receives("23 1000 ffff 6162")
    let rows = try script.analysis().rows(1)
    #expect(
      Set(rows) == [
        StreamRow(.multipleNotification, 12, .received, 1, 2, 6...6),
        // Of the 5 bytes it claims one is there.
        StreamRow(.multipleNotification, 14, .received, 1, 1, 6...6),
        StreamRow(.multipleNotification, 16, .received, 1, 2, 8...8),
      ])
  }

  @Test("a list of which the capture kept the start") func snappedList() throws {
    var script = discovered()
    let pdu = PacketBuilder.l2cap(4, [UInt8](hex: "23 0c00 0200 6162 0e00 0500 0102030405"))
    let packet = PacketBuilder.acl(0x40, boundary: 2, pdu)
    script.data(Array(packet.dropLast(3)), sent: false, original: UInt32(packet.count + 1))
    #expect(
      Set(try script.analysis().rows(1)) == [
        StreamRow(.multipleNotification, 12, .received, 1, 2, 6...6),
        StreamRow(.multipleNotification, 14, .received, 1, 5, 6...6),
      ])
  }
}
