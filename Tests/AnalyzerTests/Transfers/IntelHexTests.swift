import TestSupport
import Testing

@testable import Analyzer

@Suite("Intel HEX")
struct IntelHexTests {
  private static func read(_ lines: String...) throws -> [IntelHex.Segment] {
    try IntelHex(Array(lines.joined(separator: "\r\n").utf8)).segments
  }

  @Test("data, with the upper half of the address")
  func linear() throws {
    // 00 01 | 02 00 | 10 00; the second line goes on behind the first.
    let segments = try Self.read(
      ":020000040002F8", ":0410000001020304E2", ":0210040005" + "06" + "DF", ":00000001FF")
    #expect(segments.map(\.address) == [0x21000])
    #expect(segments.map(\.bytes) == [[1, 2, 3, 4, 5, 6]])
  }

  @Test("segment addresses count sixteen bytes each")
  func segment() throws {
    let segments = try Self.read(":020000021200EA", ":01000000AA55", ":00000001FF")
    #expect(segments.map(\.address) == [0x12000])
  }

  @Test("short gaps are filled as flash is, long ones begin another segment, and order does not matter")
  func gaps() throws {
    let segments = try Self.read(
      ":0100040055A6", ":01000000AA55", ":02000004000FEB", ":01000000CC33", ":00000001FF")
    #expect(segments.map(\.address) == [0, 0xF0000])
    #expect(segments.map(\.bytes) == [[0xAA, 0xFF, 0xFF, 0xFF, 0x55], [0xCC]])
  }

  @Test(
    "what is wrong is said with its line",
    arguments: [
      (":01000000AA56", "line 1: its check is wrong"),
      (":02000000AA55", "line 1: 2 bytes are promised, 1 are there"),
      (":01000000AG55", "line 1: not a hexadecimal digit"),
      (":01000009AA4C", "line 1: record type 9 is not known"),
      (":010000040AF1", "line 1: an address of 1 bytes"),
      ("01000000AA55", "line 1: no record"),
      (":01000000AA55", "line 1: the record that ends the file is missing"),
    ])
  func wrong(_ line: String, _ message: String) {
    let error = #expect(throws: IntelHex.Failure.self) { try IntelHex(Array(line.utf8)) }
    #expect(error?.description == message)
  }
}
