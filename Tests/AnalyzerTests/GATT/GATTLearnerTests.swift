import ATTParser
import TestSupport
import Testing

@testable import Analyzer

/// Attribute tables written in few characters.
enum TableText {
  /// Handle, end, UUID and whether it is primary of every service.
  static func services(_ table: GATTTable) -> [String] {
    table.services.map {
      "\($0.start.rawValue)-\($0.end.rawValue) \($0.uuid?.description ?? "?")\($0.isPrimary ? "" : " secondary")"
    }
  }

  /// Declaration, value, properties and UUID of every characteristic.
  static func characteristics(_ table: GATTTable) -> [String] {
    table.characteristics.map {
      "\($0.declaration.rawValue) \($0.value.rawValue) \($0.properties.rawValue) \($0.uuid)"
    }
  }

  /// Declaration, range and UUID of every include.
  static func includes(_ table: GATTTable) -> [String] {
    table.includes.map {
      "\($0.declaration.rawValue) \($0.start.rawValue)-\($0.end.rawValue) \($0.uuid?.description ?? "?")"
    }
  }

  /// Handle and type of everything else.
  static func attributes(_ table: GATTTable) -> [String] {
    table.attributes.map { "\($0.handle.rawValue) \($0.uuid)\($0.isInferred ? " inferred" : "")" }
  }
}

/// What every discovery procedure tells (Vol 3, Part G, 4.4 to 4.7).
@Suite("Discovery") struct GATTLearnerTests {
  private func table(_ exchanges: (request: String, answer: String)...) throws -> GATTTable {
    var script = SessionScript()
    script.connects()
    for (request, answer) in exchanges { script.asks(request, answer) }
    return try script.analysis().connections[0].peerTable
  }

  @Test("primary services by group type, 16 and 128 bits") func groups() throws {
    let table = try table(
      ("10 0100 ffff 0028", "11 06 0100 0900 0018 0a00 0d00 0d18"),
      ("10 0e00 ffff 0028", "11 14 0e00 1400 fb349b5f80000080004a00000100e5b1"),
      ("10 1500 ffff 0028", "01 10 1500 0a"))
    #expect(
      TableText.services(table) == [
        "1-9 1800", "10-13 180d", "14-20 b1e50001-0000-4a00-8000-00805f9b34fb",
      ])
  }

  @Test("secondary services by group type") func secondary() throws {
    let table = try table(("10 0100 ffff 0128", "11 06 1e00 2000 0f18"))
    #expect(TableText.services(table) == ["30-32 180f secondary"])
    #expect(table.uuid(of: AttributeHandle(rawValue: 30)) == BluetoothUUID(0x2801))
  }

  @Test("groups of another type are no services") func otherGroups() throws {
    #expect(try table(("10 0100 ffff 0328", "11 06 0100 0900 0018")).isEmpty)
  }

  @Test("primary services by type value, 16 and 128 bits") func byTypeValue() throws {
    let table = try table(
      ("06 0100 ffff 0028 0d18", "07 0a00 0d00 2000 2400"),
      ("06 0100 ffff 0028 fb349b5f80000080004a00000100e5b1", "07 0e00 1400"),
      ("06 0100 ffff 0128 0f18", "07 3000 3100"))
    #expect(
      TableText.services(table) == [
        "10-13 180d", "14-20 b1e50001-0000-4a00-8000-00805f9b34fb", "32-36 180d",
      ])
  }

  @Test("includes with and without a UUID") func includes() throws {
    let table = try table(
      ("08 0100 ffff 0228", "09 08 0200 1e00 2000 0f18"), ("08 0300 ffff 0228", "09 06 0300 2800 2f00"))
    #expect(TableText.includes(table) == ["2 30-32 180f", "3 40-47 ?"])
    #expect(table.uuid(of: AttributeHandle(rawValue: 3)) == BluetoothUUID(0x2802))
  }

  @Test("characteristics, 16 and 128 bits") func characteristics() throws {
    let table = try table(
      ("08 0100 0d00 0328", "09 07 0200 02 0300 002a 0b00 10 0c00 372a"),
      ("08 0e00 1400 0328", "09 15 0f00 0c 1000 fb349b5f80000080004a00000100e5b1"))
    #expect(
      TableText.characteristics(table) == [
        "2 3 2 2a00", "11 12 16 2a37", "15 16 12 b1e50001-0000-4a00-8000-00805f9b34fb",
      ])
    #expect(
      table.characteristics.map(\.properties.names) == [
        ["read"], ["notify"], ["write_without_response", "write"],
      ])
  }

  @Test("descriptors by find information, 16 and 128 bits") func findInformation() throws {
    let table = try table(
      ("08 0100 0d00 0328", "09 07 0b00 10 0c00 372a"),
      ("04 0b00 0f00", "05 01 0b00 0328 0c00 372a 0d00 0229"),
      ("04 0e00 0f00", "05 02 0e00 fb349b5f80000080004a00000100e5b1"))
    // The declaration and the value are known better; what remains are descriptors.
    #expect(TableText.characteristics(table) == ["11 12 16 2a37"])
    #expect(
      TableText.attributes(table) == ["13 2902", "14 b1e50001-0000-4a00-8000-00805f9b34fb"])
  }

  @Test("find information before the characteristics") func findInformationFirst() throws {
    let table = try table(
      ("04 0b00 0d00", "05 01 0b00 0328 0c00 372a 0d00 0229"),
      ("08 0100 0d00 0328", "09 07 0b00 10 0c00 372a"))
    #expect(TableText.characteristics(table) == ["11 12 16 2a37"])
    #expect(TableText.attributes(table) == ["13 2902"])
  }

  @Test("reading by any other type tells handles and values") func readByType() throws {
    var script = SessionScript()
    script.connects()
    script.asks("08 0100 ffff 002a", "09 07 0300 536861726b")
    script.asks("08 0100 ffff 2a2b", "09 12 0a00 000102030405060708090a0b0c0d0e0f")
    let connection = try script.analysis().connections[0]
    #expect(TableText.attributes(connection.peerTable) == ["3 2a00", "10 2b2a"])
    #expect(
      connection.values[AttributeHandle(rawValue: 3)].map { String(decoding: $0, as: UTF8.self) } == "Shark")
    #expect(connection.values[AttributeHandle(rawValue: 10)]?.count == 16)
  }

  @Test("discovery that stops half-way tells what it told") func partial() throws {
    var script = SessionScript()
    script.connects()
    script.asks("10 0100 ffff 0028", "11 06 0100 0900 0018")
    script.asks("08 0100 0900 0328", "09 07 0200 02 0300 002a")
    script.sends("08 0400 0900 0328")
    script.disconnects(reason: 0x08)
    let connection = try script.analysis().connections[0]
    #expect(TableText.services(connection.peerTable) == ["1-9 1800"])
    #expect(TableText.characteristics(connection.peerTable) == ["2 3 2 2a00"])
    #expect(connection.unanswered.map(\.firstHandle?.rawValue) == [4])
  }

  @Test("a cut answer tells the entries that are whole") func cut() throws {
    var script = SessionScript()
    script.connects()
    script.sends("10 0100 ffff 0028")
    let answer = PacketBuilder.l2cap(4, [UInt8](hex: "11 06 0100 0900 0018 0a00 0d00 0d18"))
    let packet = PacketBuilder.acl(0x40, boundary: 2, answer)
    script.data(Array(packet.dropLast(3)), sent: false, original: UInt32(packet.count + 1))
    #expect(TableText.services(try script.analysis().connections[0].peerTable) == ["1-9 1800"])
  }

  @Test("the same discovery twice tells the same, a later answer replaces an earlier one")
  func repeated() throws {
    let once = try table(
      ("10 0100 ffff 0028", "11 06 0100 0900 0018"), ("08 0100 0900 0328", "09 07 0200 02 0300 002a"))
    let twice = try table(
      ("10 0100 ffff 0028", "11 06 0100 0900 0018"), ("08 0100 0900 0328", "09 07 0200 02 0300 002a"),
      ("10 0100 ffff 0028", "11 06 0100 0900 0018"), ("08 0100 0900 0328", "09 07 0200 02 0300 002a"))
    #expect(once == twice)
    let other = try table(
      ("10 0100 ffff 0028", "11 06 0100 0900 0018"), ("10 0100 ffff 0028", "11 06 0100 0700 0118"))
    #expect(TableText.services(other) == ["1-7 1801"])
  }

  @Test("the recording host's own table, when the other device discovers it") func localTable() throws {
    var script = SessionScript()
    script.connects(role: 1)
    script.receives("10 0100 ffff 0028")
    script.sends("11 06 0100 0900 0018")
    let connection = try script.analysis().connections[0]
    #expect(connection.peerTable.isEmpty)
    #expect(TableText.services(connection.localTable) == ["1-9 1800"])
  }

  @Test("an answer to another request teaches nothing") func wrongAnswer() throws {
    #expect(try table(("0a 0300", "11 06 0100 0900 0018")).isEmpty)
    #expect(try table(("10 0100 ffff 0028", "09 07 0200 02 0300 002a")).isEmpty)
  }

  @Test("discovery on an enhanced bearer counts too") func enhanced() throws {
    var script = SessionScript()
    script.connects()
    script.pdu(5, "17 01 0a00 2700 4000 4000 0a00 4000", on: 0x40, sent: true)
    script.pdu(5, "18 01 0a00 4000 4000 0a00 0000 5000", on: 0x40, sent: false)
    script.pdu(0x50, "0700 10 0100 ffff 0028", on: 0x40, sent: true)
    script.pdu(0x40, "0800 11 06 0100 0900 0018", on: 0x40, sent: false)
    #expect(TableText.services(try script.analysis().connections[0].peerTable) == ["1-9 1800"])
  }
}
