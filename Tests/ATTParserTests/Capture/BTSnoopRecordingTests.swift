import ATTParser
import TestSupport
import Testing

/// The file that a run is written to, byte by byte as the format has it.
@Suite("btsnoop recording")
struct BTSnoopRecordingTests {
  @Test("header and records")
  func bytes() {
    var file = BTSnoopRecording()
    file.add([0x04, 0x0E], .received, at: Timestamp(nanoseconds: 0))
    file.add([0x02, 0x40, 0x00], .sent, at: Timestamp(nanoseconds: 1_500_000))
    #expect(
      file.bytes.hex
        == [
          "6274736e6f6f7000 00000001 000003ea", "00000002 00000002 00000003 00000000 00dcddb30f2f8000 040e",
          "00000003 00000003 00000000 00000000 00dcddb30f2f85dc 024000",
        ].map { [UInt8](hex: $0).hex }.joined())
  }
}
