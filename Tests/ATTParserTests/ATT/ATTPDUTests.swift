import TestSupport
import Testing

@testable import ATTParser

/// The ATT PDUs of the vector files.
enum ATTVectors {
  /// Well-formed PDUs: name, hex, what they say.
  static let wellFormed = VectorLine.read("pdus/att.txt", fields: 3)
  /// Malformed PDUs: name, hex, error, what is kept.
  static let malformed = VectorLine.read("malformed/att.txt", fields: 4)
}

@Suite("ATT PDUs, decoded and encoded")
struct ATTPDUTests {
  @Test("a well-formed PDU decodes to what the specification says", arguments: ATTVectors.wellFormed)
  func decode(_ vector: VectorLine) {
    let pdu = [UInt8](hex: vector.fields[1])
    let frame = decodeATT(pdu)
    #expect(frame.kind == .att)
    #expect(frame.problem == nil)
    #expect(frame.att.range == ByteRange(offset: 0, count: pdu.count))
    #expect(SeenFrame(frame: frame, bytes: pdu).att == vector.fields[2])
  }

  @Test("what was decoded encodes to the same bytes", arguments: ATTVectors.wellFormed)
  func roundTrip(_ vector: VectorLine) {
    let pdu = [UInt8](hex: vector.fields[1])
    let encoded = decodeATT(pdu).att.pdu.encoded { Array(pdu[$0.offset..<($0.offset + $0.count)]) }
    #expect(encoded == pdu)
  }

  @Test("every opcode that is defined has a vector")
  func everyOpcodeHasAVector() {
    let covered = Set(ATTVectors.wellFormed.compactMap { [UInt8](hex: $0.fields[1]).first })
    #expect(covered == Set(ATTOpcode.table.map(\.opcode)))
  }

  @Test(
    "a malformed PDU tells its field and place, and keeps what came before", arguments: ATTVectors.malformed)
  func malformed(_ vector: VectorLine) {
    let pdu = [UInt8](hex: vector.fields[1])
    let frame = decodeATT(pdu)
    #expect(text(of: frame.problem) == vector.fields[2])
    #expect(SeenFrame(frame: frame, bytes: pdu).att == vector.fields[3])
  }

  @Test("an undecoded PDU has no encoding of its own")
  func undecodedHasNoEncoding() {
    #expect(ATTPDU.undecoded(parameters: .empty).encoded { _ in [] } == nil)
  }

  @Test("a value that the capture cut is shorter, not wrong")
  func cutValue() {
    let frame = decodeATT([UInt8](hex: "1b 0e00 0102"), missing: 7)
    #expect(frame.problem == nil)
    #expect(frame.att.missingBytes == 7)
    #expect(frame.att.pdu.attributeValue?.count == 2)
  }

  @Test("an MTU request that the capture cut does not end in trailing bytes")
  func cutFixedSize() {
    let frame = decodeATT([UInt8](hex: "02 05"), missing: 1)
    #expect(text(of: frame.problem) == "att.clientRxMTU 1+1 needs(2, has: 1)")
  }

  @Test(
    "the handle and value that a PDU carries itself",
    arguments: [
      ("01 0a 2a00 05", 0x2A, nil), ("02 0502", nil, nil), ("04 0100 ffff", 1, nil),
      ("06 0100 ffff 0028 0d18", 1, 2), ("08 0300 ffff 0328", 3, nil), ("0a 2a00", 0x2A, nil),
      ("0b 010203", nil, 3), ("0c 2a00 1600", 0x2A, nil), ("0d 01", nil, 1), ("0f 0102", nil, 2),
      ("10 0100 ffff 0028", 1, nil), ("12 0f00 0100", 0x0F, 2), ("13", nil, nil),
      ("16 2a00 1200 aabbcc", 0x2A, 3), ("17 2a00 1200 aa", 0x2A, 1), ("18 01", nil, nil),
      ("1b 0e00 1648", 0x0E, 2), ("1d 0300 01", 3, 1), ("1e", nil, nil), ("52 2a00 de", 0x2A, 1),
      ("d2 2a00 0102 000102030405060708090a0b", 0x2A, 2), ("23 0300 0100 aa 0500 0000", nil, nil),
    ] as [(String, UInt16?, Int?)])
  func handleAndValue(_ hex: String, _ handle: UInt16?, _ valueLength: Int?) {
    let pdu = decodeATT([UInt8](hex: hex)).att.pdu
    #expect(pdu.firstHandle?.rawValue == handle)
    let looksInRange = ["04", "06", "08", "10"].contains(hex.prefix(2))
    #expect(pdu.attributeHandle?.rawValue == (looksInRange ? nil : handle))
    #expect((pdu.handleRange != nil) == looksInRange)
    #expect(ATTOpcode(rawValue: [UInt8](hex: hex)[0]).looksInRange == looksInRange)
    #expect(pdu.attributeValue?.count == valueLength)
  }

  @Test(
    "the range that a request looks in",
    arguments: ["04 0300 2a00", "06 0300 2a00 0028", "08 0300 2a00 0328"])
  func range(_ hex: String) {
    let range = decodeATT([UInt8](hex: hex)).att.pdu.handleRange
    #expect(range == AttributeHandleRange(AttributeHandle(rawValue: 3), AttributeHandle(rawValue: 0x2A)))
  }

  @Test("PDUs of every opcode and length decode as field by field") func fieldByField() {
    for opcode in UInt8.min...UInt8.max {
      for count in 0..<24 {
        let pdu = [opcode] + (0..<count).map { UInt8(truncatingIfNeeded: 7 &* $0 &+ 1) }
        for missing in [0, 3] {
          let frame = decodeATT(pdu, missing: missing)
          let (expected, problem) = fields(of: pdu, isCut: missing > 0)
          #expect(frame.att.pdu == expected && frame.problem == problem, "\(pdu.hex)")
        }
      }
    }
  }

  private func fields(of pdu: [UInt8], isCut: Bool) -> (ATTPDU, DecodeError?) {
    var reader = ByteReader(
      unsafe pdu.span.bytes.extracting(droppingFirst: 1), origin: 1, store: .capture, layer: .att)
    var problem: DecodeError?
    do throws(DecodeError) {
      let decoded = try ATTPDU.decode(
        ATTOpcode(rawValue: pdu[0]), &reader, isCut: isCut, problem: &problem)
      return (decoded, problem)
    } catch {
      return (.undecoded(parameters: reader.whole), problem ?? error)
    }
  }
}
