import TestSupport
import Testing

@testable import ATTParser

/// What follows the fixed fields of a PDU, as the specification lays it out.
private enum Tail {
  case nothing
  case value
  case uuid
  case entries(Field, Int)
  case handles
  case tuples
  case signature
}

@Suite("Every strict prefix of every ATT PDU")
struct ATTPrefixTests {
  /// The fixed fields after the opcode, with their sizes, and what follows them (Vol 3, Part F, 3.4).
  private static func layout(_ pdu: [UInt8]) -> ([(Field, Int)], Tail) {
    switch pdu[0] {
    case 0x01: ([(.requestOpcodeInError, 1), (.attributeHandleInError, 2), (.errorCode, 1)], .nothing)
    case 0x02: ([(.clientRxMTU, 2)], .nothing)
    case 0x03: ([(.serverRxMTU, 2)], .nothing)
    case 0x04: ([(.startingHandle, 2), (.endingHandle, 2)], .nothing)
    case 0x05: ([(.format, 1)], .entries(.informationData, pdu[1] == 1 ? 4 : 18))
    case 0x06: ([(.startingHandle, 2), (.endingHandle, 2), (.attributeType, 2)], .value)
    case 0x07: ([], .entries(.handlesInformationList, 4))
    case 0x08, 0x10: ([(.startingHandle, 2), (.endingHandle, 2)], .uuid)
    case 0x09, 0x11: ([(.entryLength, 1)], .entries(.attributeDataList, Int(pdu[1])))
    case 0x0A: ([(.attributeHandle, 2)], .nothing)
    case 0x0C: ([(.attributeHandle, 2), (.valueOffset, 2)], .nothing)
    case 0x0E, 0x20: ([], .handles)
    case 0x12, 0x1B, 0x1D, 0x52: ([(.attributeHandle, 2)], .value)
    case 0x16, 0x17: ([(.attributeHandle, 2), (.valueOffset, 2)], .value)
    case 0x18: ([(.flags, 1)], .nothing)
    case 0x23: ([], .tuples)
    case 0xD2: ([(.attributeHandle, 2)], .signature)
    default: ([], .value)
    }
  }

  /// The error that the first `count` bytes of a PDU must give, nil where they are a PDU of their own.
  private static func expected(_ pdu: [UInt8], first count: Int) -> DecodeError? {
    guard count > 0 else { return error(.attributeOpcode, 0, 0, needs: 1) }
    let (fields, tail) = layout(pdu)
    var start = 1
    for (field, size) in fields {
      if count - start < size { return error(field, start, count - start, needs: size) }
      start += size
    }
    let left = count - start
    switch tail {
    case .nothing, .value: return nil
    case .uuid where left < 2: return error(.attributeType, start, left, needs: 2)
    case .uuid where left == 2: return nil
    case .uuid: return error(.attributeType, start, left, needs: 16)
    case .entries(let field, let length) where left < length: return error(field, start, left, needs: length)
    case .entries(let field, let length):
      let over = left % length
      return over == 0 ? nil : error(field, count - over, over, needs: length)
    case .handles where left < 4: return error(.setOfHandles, start, left, needs: 4)
    case .handles: return left % 2 == 0 ? nil : error(.setOfHandles, count - 1, 1, needs: 2)
    case .tuples: return left < 4 ? error(.lengthValueTupleList, start, left, needs: 4) : nil
    case .signature: return left < 12 ? error(.authenticationSignature, start, left, needs: 12) : nil
    }
  }

  private static func error(_ field: Field, _ offset: Int, _ count: Int, needs: Int32) -> DecodeError {
    DecodeError(
      .att, field, ByteRange(offset: offset, count: count), .needs(needs, has: Int32(count)))
  }

  private static func error(_ field: Field, _ offset: Int, _ count: Int, needs: Int) -> DecodeError {
    error(field, offset, count, needs: Int32(needs))
  }

  @Test("reports exactly what is missing and where", arguments: ATTVectors.wellFormed)
  func prefixes(_ vector: VectorLine) {
    let pdu = [UInt8](hex: vector.fields[1])
    for count in 0..<pdu.count {
      let frame = decodeATT(Array(pdu.prefix(count)))
      #expect(frame.problem == Self.expected(pdu, first: count), "the first \(count) bytes")
    }
  }

  @Test(
    "keeps link and channel, and counts places from the start of the file", arguments: ATTVectors.wellFormed)
  func prefixesInAFile(_ vector: VectorLine) throws {
    let pdu = [UInt8](hex: vector.fields[1])
    for count in 0..<pdu.count {
      var writer = BTSnoopWriter()
      let packet = PacketBuilder.acl(0x40, boundary: 2, PacketBuilder.l2cap(4, Array(pdu.prefix(count))))
      writer.add([2] + packet, flags: 1)
      let frame = try #require(try ReadCapture(writer.bytes).frames.first).frame
      // File header 16, record header 24, H4 indicator 1, ACL header 4, L2CAP header 4.
      var wanted = Self.expected(pdu, first: count)
      wanted?.range.offset += 49
      #expect(frame.problem == wanted)
      #expect(frame.connectionHandle?.rawValue == 0x40)
      #expect(frame.l2cap == L2CAPHeader(pduLength: UInt16(count), channelID: .attribute))
    }
  }

  @Test("a PDU shorter than its opcode allows never passes", arguments: ATTOpcode.table.map(\.opcode))
  func shorterThanTheTable(_ opcode: UInt8) throws {
    let row = try #require(ATTOpcode(rawValue: opcode).row)
    // A multiple notification of one tuple is against the rules but decodes.
    for count in 0..<(opcode == 0x23 ? 4 : row.shortest) {
      #expect(decodeATT([opcode] + [UInt8](repeating: 1, count: count)).problem != nil, "\(count) bytes")
    }
    guard let longest = row.longest else { return }
    #expect(decodeATT([opcode] + [UInt8](repeating: 1, count: longest + 1)).problem != nil)
  }
}
