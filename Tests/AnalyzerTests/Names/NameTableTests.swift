import ATTParser
import Testing

@testable import Analyzer

@Suite("Names by UUID in a text") struct NameTableTests {
  private static let table = NameTable(
    """
    1800 First
    1802 Second one
    fff0 Ölpumpe
    0000180a-0000-3512-2118-0009af100700 Long
    6e400001-b5a3-f393-e0a9-e50e24dcca9e Longest
    """)

  @Test(
    "first, inner and last lines, and what would stand before, between and after them",
    arguments: [
      ("1800", "First"), ("1802", "Second one"), ("fff0", "Ölpumpe"),
      ("0000180a-0000-3512-2118-0009af100700", "Long"), ("6e400001-b5a3-f393-e0a9-e50e24dcca9e", "Longest"),
      ("0000", nil), ("1801", nil), ("1803", nil), ("ffff", nil), ("0000180a", nil),
      ("0000180a-0000-3512-2118-0009af100701", nil), ("00000000-0000-0000-0000-000000000000", nil),
      ("ffffffff-ffff-ffff-ffff-ffffffffffff", nil),
    ] as [(String, String?)])
  func names(_ text: String, _ name: String?) throws {
    #expect(Self.table.name(of: try #require(BluetoothUUID(text: text))) == name)
  }

  @Test("a table of one line, of none, and of what is no table")
  func small() {
    #expect(NameTable("2902 Only").name(of: BluetoothUUID(0x2902)) == "Only")
    #expect(NameTable("2902 Only").name(of: BluetoothUUID(0x2901)) == nil)
    #expect(NameTable("").name(of: BluetoothUUID(0x2902)) == nil)
    #expect(NameTable("2902").name(of: BluetoothUUID(0x2902)) == nil)
    #expect(NameTable("290 Short\n").name(of: BluetoothUUID(0x0290)) == nil)
  }
}
