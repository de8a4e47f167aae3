import TestSupport
import Testing

@testable import ATTParser

@Suite("Reading bytes")
struct ByteReaderTests {
  private let bytes = [UInt8](hex: "01 0203 04050607 08090a0b0c0d 0e0f")

  @Test("integers are little-endian, and places count from the origin")
  func fields() throws {
    var reader = ByteReader(unsafe bytes.span.bytes, origin: 100, store: .recombined, layer: .l2cap)
    #expect(try reader.u8(.parameters) == 0x01)
    #expect(try reader.u16(.parameters) == 0x0302)
    #expect(try reader.u32(.parameters) == 0x0706_0504)
    #expect(try reader.address(.parameters) == DeviceAddress(0x0D0C_0B0A_0908))
    #expect(reader.rest == ByteRange(offset: 113, count: 2, store: .recombined))
    #expect(try reader.take(1, .parameters) == ByteRange(offset: 113, count: 1, store: .recombined))
    #expect(reader.takeRest() == ByteRange(offset: 114, count: 1, store: .recombined))
    #expect(reader.remaining == 0)
    #expect(reader.whole == ByteRange(offset: 100, count: 15, store: .recombined))
  }

  @Test("too few bytes are named and stay unread", arguments: 0...6)
  func shortages(_ left: Int) {
    var reader = ByteReader(unsafe bytes.span.bytes, origin: 0, store: .capture, layer: .hci)
    _ = try? reader.take(15 - left, .parameters)
    let wanted = DecodeError(
      .hci, .commandOpcode, ByteRange(offset: 15 - left, count: left), .needs(7, has: Int32(left)))
    do throws(DecodeError) {
      _ = try reader.take(7, .commandOpcode)
      Issue.record("7 bytes of \(left) were read")
    } catch {
      #expect(error == wanted)
    }
    #expect(reader.remaining == left)
  }

  @Test(
    "a reader for an inner layer covers at most its limit",
    arguments: [(0, 0), (5, 5), (14, 14), (99, 14), (-1, 0)])
  func inner(_ limit: Int, _ count: Int) throws {
    var reader = ByteReader(unsafe bytes.span.bytes, origin: 10, store: .capture, layer: .acl)
    _ = try reader.u8(.parameters)
    let inner = reader.inner(.att, limit: limit)
    #expect(inner.whole == ByteRange(offset: 11, count: count))
    #expect(inner.layer == .att)
    #expect(reader.remaining == 14)
  }

  @Test("both byte orders of every width")
  func loads() {
    let eight = [UInt8](hex: "0102030405060708")
    let span = unsafe eight.span.bytes
    #expect([span.u16LE(1), span.u16BE(1)] == [0x0302, 0x0203])
    #expect([span.u32LE(1), span.u32BE(1)] == [0x0504_0302, 0x0203_0405])
    #expect([span.u64LE(0), span.u64BE(0)] == [0x0807_0605_0403_0201, 0x0102_0304_0506_0708])
    #expect(span.u48LE(2) == 0x0807_0605_0403)
  }
}

@Suite("Ranges, addresses and errors as text")
struct ByteValuesTests {
  @Test("a range loses its first bytes and never more than it has")
  func dropFirst() {
    let range = ByteRange(offset: 10, count: 4, store: .reassembled)
    #expect(range.dropFirst(1) == ByteRange(offset: 11, count: 3, store: .reassembled))
    #expect(range.dropFirst(9) == ByteRange(offset: 14, count: 0, store: .reassembled))
    #expect(range.dropFirst(-1) == range)
    #expect(ByteRange(offset: 3, count: -7).count == 0)
    #expect(ByteRange.empty.isEmpty)
  }

  @Test("addresses are printed most significant byte first")
  func addresses() {
    #expect(DeviceAddress(0x0A00_F1F2_F3F4).description == "0A:00:F1:F2:F3:F4")
    #expect(DeviceAddress(.max).value == 0xFFFF_FFFF_FFFF)
    let names = (0...4).map { AddressType(rawValue: $0).name }
    #expect(names == ["public", "random", "public_identity", "random_identity", "unknown_4"])
  }

  @Test("every field has a name of its own place in the list")
  func fieldNames() {
    let fields: [(Field, String)] = [
      (.packetIndicator, "Packet Indicator"), (.commandOpcode, "Opcode"),
      (.dataTotalLength, "Data Total Length"),
      (.pduLength, "PDU Length"), (.sduLength, "SDU Length"), (.attributeOpcode, "Attribute Opcode"),
      (.attributeValue, "Attribute Value"), (.serverRxMTU, "Server Rx MTU"), (.format, "Format"),
      (.informationData, "Information Data"), (.valueOffset, "Value Offset"),
      (.setOfHandles, "Set Of Handles"),
      (.lengthValueTupleList, "Length Value Tuple List"), (.noParameters, "Parameters"), (.smpCode, "Code"),
    ]
    for (field, name) in fields { #expect(field.name == name) }
    for rawValue in UInt8(0)...Field.smpCode.rawValue {
      #expect(Field(rawValue: rawValue)?.name.isEmpty == false)
    }
  }

  @Test(
    "errors read as sentences",
    arguments: [
      (.needs(2, has: 1), .capture, "ATT: Attribute Handle needs 2 bytes, 1 left (byte 9)"),
      (
        .needs(1, has: 0), .recombined,
        "ATT: Attribute Handle needs 1 byte, 0 left (byte 9 of the recombined PDU)"
      ),
      (
        .trailing(1), .reassembled,
        "ATT: Attribute Handle is followed by 1 byte that belong to no field (byte 9 of the reassembled SDU)"
      ),
      (.badEntryLength(3), .capture, "ATT: Attribute Handle of 3 fits no entry (byte 9)"),
      (.invalidValue(7), .capture, "ATT: Attribute Handle cannot be 7 (byte 9)"),
      (.unknownCode(0x7F), .capture, "ATT: Attribute Handle 0x7f is not defined (byte 9)"),
      (
        .abandonedPDU(needs: 9, has: 4), .capture,
        "ATT: Attribute Handle abandoned after 4 of 9 bytes (byte 9)"
      ),
      (
        .cutByCapture(needs: 9, has: 4), .capture,
        "ATT: Attribute Handle has 9 bytes on the link, the capture kept 4 (byte 9)"
      ),
      (
        .continuationWithoutStart, .capture,
        "ATT: Attribute Handle continues a PDU whose start is not in the capture (byte 9)"
      ),
    ] as [(DecodeError.Reason, ByteRange.Store, String)])
  func errors(_ reason: DecodeError.Reason, _ store: ByteRange.Store, _ text: String) {
    let error = DecodeError(.att, .attributeHandle, ByteRange(offset: 9, count: 1, store: store), reason)
    #expect(error.description == text)
  }

  @Test("layers have names")
  func layers() {
    let names = (UInt8(0)...9).compactMap { Layer(rawValue: $0)?.name }
    #expect(
      names == [
        "record", "radio header", "LL", "HCI", "ACL", "L2CAP", "L2CAP signalling", "L2CAP SDU", "ATT", "SMP",
      ])
  }
}
