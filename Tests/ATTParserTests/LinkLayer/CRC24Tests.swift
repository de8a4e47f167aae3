import TestSupport
import Testing

@testable import ATTParser

@Suite("CRCs of the air")
struct CRC24Tests {
  @Test(
    "the table gives what the shift register gives, bit by bit",
    arguments: [0x55_5555, 0, 0xFF_FFFF, 0x12_3456])
  func sameAsRegister(_ initial: UInt32) {
    var random = SeededRandom.announced("CRC", seed: 24)
    for count in [0, 1, 2, 7, 39, 255] {
      let pdu = random.bytes(count)
      let wanted = AirBuilder.crc(pdu, initial: initial)
      let found = CRC24.checksum(unsafe pdu.span.bytes, initial: initial)
      #expect((0..<3).map { UInt8(truncatingIfNeeded: found >> UInt32(8 * $0)) } == wanted)
    }
  }

  @Test("a changed bit changes the CRC") func changed() {
    let pdu: [UInt8] = [0, 9, 1, 2, 3, 4, 5, 6, 2, 1, 5]
    let good = CRC24.checksum(unsafe pdu.span.bytes, initial: CRC24.advertising)
    for bit in 0..<(pdu.count * 8) {
      var changed = pdu
      changed[bit / 8] ^= 1 << UInt8(bit % 8)
      #expect(CRC24.checksum(unsafe changed.span.bytes, initial: CRC24.advertising) != good)
    }
  }
}
