import Testing

@testable import Analyzer

@Suite("Cyclic checks")
struct CyclicCheckTests {
  /// The check values that the catalogues give for the digits 1 to 9.
  @Test(
    arguments: [
      (CyclicCheck.Kind.crc32, UInt32(0xCBF4_3926)), (.crc32WithoutInversion, 0x340B_C6D9), (.modbus, 0x4B37),
      (.xmodem, 0x31C3), (.ccittFalse, 0x29B1),
    ])
  func checkValues(kind: CyclicCheck.Kind, expected: UInt32) {
    #expect(CyclicCheck.of("123456789".utf8, kind) == expected)
    var inPieces = CyclicCheck(kind)
    inPieces.add("1234".utf8)
    inPieces.add("".utf8)
    inPieces.add("56789".utf8)
    #expect(inPieces.value == expected)
  }
}
