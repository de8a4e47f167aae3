import ATTParser
import TestSupport
import Testing

@testable import Analyzer

/// Facts of connections in the forms of which there may be thousands.
@Suite("Packed facts") struct PackedFactsTests {
  @Test("a moment, or none", arguments: [Int64.min, -1, 0, 1, 1 << 32, 1_767_225_600_000_000_001, .max])
  func moments(_ time: Int64) {
    let moment = Moment(frame: 4_000_000_000, time: Timestamp(nanoseconds: time))
    var packed = PackedMoment(moment)
    #expect(packed.unpacked == moment)
    #expect(packed.ifAny == moment)
    packed.ifAny = nil
    #expect(packed.ifAny == nil)
    packed.ifAny = moment
    #expect(packed.ifAny == moment)
  }

  @Test("PDUs by opcode, without those that were not seen") func opcodes() {
    #expect(OpcodeCounts().isEmpty)
    var tally = OpcodeTally()
    for _ in 0..<3 { tally.addSlot() }
    tally.add(ATTOpcode(rawValue: 0x0B), 70_000, in: 1)
    for _ in 0..<3 { tally.add(ATTOpcode(rawValue: 0x01), in: 1) }
    tally.add(ATTOpcode(rawValue: 0x52), 4_294_967_295, in: 1)
    for opcode: UInt8 in [0x24, 0xFF] { tally.add(ATTOpcode(rawValue: opcode), in: 1) }
    #expect(tally.take(0).isEmpty)
    #expect(tally.take(2).isEmpty)
    let counts = tally.take(1)
    #expect(tally.take(1).isEmpty)
    #expect(!counts.isEmpty)
    #expect(counts.map(\.opcode?.rawValue) == [0x01, 0x0B, 0x52, nil])
    #expect(counts.map(\.count) == [3, 70_000, 4_294_967_295, 2])
    #expect(counts.sum == 4_295_037_300)
  }

  @Test("the bytes of a stream and its longest value do not mix") func streams() {
    func moment(_ frame: Int) -> Moment { Moment(frame: frame, time: Timestamp(microseconds: Int64(frame))) }
    var stream = ValueStream(.notification, .received, AttributeHandle(rawValue: 0x12), moment(1))
    #expect(stream.bytes == 0)
    #expect(stream.longestValue == (0, 0))
    for (frame, bytes) in [(1, 20), (2, 512), (3, 512), (4, 0)] { stream.add(bytes: bytes, moment(frame)) }
    #expect(stream.bytes == 1044)
    #expect(stream.longestValue == (512, 2))
    stream.addBytes(1 << 40)
    #expect(stream.bytes == 1044 + 1 << 40)
    #expect(stream.longestValue == (512, 2))
    // Beyond what a value can have, which damaged captures claim.
    stream.add(bytes: 70_000, moment(5))
    #expect(stream.longestValue == (65_535, 5))
    #expect(stream.bytes == 71_044 + 1 << 40)
    #expect(stream.count == 5)
  }
}
