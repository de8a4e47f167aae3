import Testing

@testable import ATTParser

@Suite("ATT opcodes")
struct ATTOpcodeTests {
  @Test(
    "name, kind, answer and sender (Vol 3, Part F, 3.4.8)",
    arguments: [
      (0x01, "ATT_ERROR_RSP", .response, nil), (0x02, "ATT_EXCHANGE_MTU_REQ", .request, 0x03),
      (0x03, "ATT_EXCHANGE_MTU_RSP", .response, nil), (0x04, "ATT_FIND_INFORMATION_REQ", .request, 0x05),
      (0x05, "ATT_FIND_INFORMATION_RSP", .response, nil),
      (0x06, "ATT_FIND_BY_TYPE_VALUE_REQ", .request, 0x07),
      (0x07, "ATT_FIND_BY_TYPE_VALUE_RSP", .response, nil),
      (0x08, "ATT_READ_BY_TYPE_REQ", .request, 0x09), (0x09, "ATT_READ_BY_TYPE_RSP", .response, nil),
      (0x0A, "ATT_READ_REQ", .request, 0x0B), (0x0B, "ATT_READ_RSP", .response, nil),
      (0x0C, "ATT_READ_BLOB_REQ", .request, 0x0D), (0x0D, "ATT_READ_BLOB_RSP", .response, nil),
      (0x0E, "ATT_READ_MULTIPLE_REQ", .request, 0x0F), (0x0F, "ATT_READ_MULTIPLE_RSP", .response, nil),
      (0x10, "ATT_READ_BY_GROUP_TYPE_REQ", .request, 0x11),
      (0x11, "ATT_READ_BY_GROUP_TYPE_RSP", .response, nil), (0x12, "ATT_WRITE_REQ", .request, 0x13),
      (0x13, "ATT_WRITE_RSP", .response, nil), (0x16, "ATT_PREPARE_WRITE_REQ", .request, 0x17),
      (0x17, "ATT_PREPARE_WRITE_RSP", .response, nil), (0x18, "ATT_EXECUTE_WRITE_REQ", .request, 0x19),
      (0x19, "ATT_EXECUTE_WRITE_RSP", .response, nil), (0x1B, "ATT_HANDLE_VALUE_NTF", .notification, nil),
      (0x1D, "ATT_HANDLE_VALUE_IND", .indication, 0x1E), (0x1E, "ATT_HANDLE_VALUE_CFM", .confirmation, nil),
      (0x20, "ATT_READ_MULTIPLE_VARIABLE_REQ", .request, 0x21),
      (0x21, "ATT_READ_MULTIPLE_VARIABLE_RSP", .response, nil),
      (0x23, "ATT_MULTIPLE_HANDLE_VALUE_NTF", .notification, nil), (0x52, "ATT_WRITE_CMD", .command, nil),
      (0xD2, "ATT_SIGNED_WRITE_CMD", .command, nil), (0x14, "ATT_UNKNOWN_14", .unknown, nil),
      (0xFF, "ATT_UNKNOWN_ff", .unknown, nil),
    ] as [(UInt8, String, ATTOpcode.Kind, UInt8?)])
  func facts(_ value: UInt8, _ name: String, _ kind: ATTOpcode.Kind, _ answer: UInt8?) {
    let opcode = ATTOpcode(rawValue: value)
    #expect(opcode.name == name)
    #expect(opcode.kind == kind)
    #expect(opcode.answer?.rawValue == answer)
    let isFromClient: Bool? =
      switch kind {
      case .request, .command, .confirmation: true
      case .response, .notification, .indication: false
      case .unknown: nil
      }
    #expect(opcode.isFromClient == isFromClient)
  }

  @Test("31 PDUs are defined, and the flag bits say command and signature")
  func flagBits() {
    #expect(ATTOpcode.table.count == 31)
    for row in ATTOpcode.table {
      #expect((row.opcode & 0x40 != 0) == (ATTOpcode(rawValue: row.opcode).kind == .command), "\(row.name)")
    }
  }

  @Test("every defined opcode has its own place for counting, and comes back from it")
  func places() {
    for row in ATTOpcode.table {
      let opcode = ATTOpcode(rawValue: row.opcode)
      #expect(ATTOpcode(index: opcode.index) == opcode)
    }
    let places = (0...255).map { ATTOpcode(rawValue: UInt8($0)).index }
    #expect(places.allSatisfy { (0..<ATTOpcode.indexCount).contains($0) })
    #expect(ATTOpcode(rawValue: 0x99).index == ATTOpcode.indexCount - 1)
    #expect(ATTOpcode(index: ATTOpcode.indexCount - 1) == nil)
    #expect(ATTOpcode(index: -1) == nil)
  }
}
