import ATTParser
import TestSupport
import Testing

/// PDUs outside captures.
@Suite("ATT messages")
struct ATTMessageTests {
  @Test("a PDU is decoded as in a capture, and its ranges are places in it")
  func decoded() throws {
    let message = try ATTMessage([UInt8](hex: "09 07 0200 10 0300 372a 0500 0a 0600 392a"))
    guard case .readByTypeResponse(let list) = message.pdu else {
      Issue.record("\(message.pdu)")
      return
    }
    let entries = message.entries(of: list)
    #expect(entries.map(\.handle.rawValue) == [2, 5])
    #expect(entries.map { message.bytes(of: $0.value).hex } == ["100300372a", "0a0600392a"])
    #expect(message.uuid(of: entries[1].value.dropFirst(3)) == BluetoothUUID(0x2A39))
    let write = try ATTMessage([UInt8](hex: "12 0600 aabb"))
    #expect(write.attributeValue == [0xAA, 0xBB] && write.opcode == .writeRequest)
    let set = try ATTMessage([UInt8](hex: "0e 0600 0300"))
    guard case .readMultipleRequest(let handles) = set.pdu else {
      Issue.record("\(set.pdu)")
      return
    }
    #expect(set.handles(of: handles).map(\.rawValue) == [6, 3])
  }

  @Test("values of a multiple notification; a length beyond the end takes nothing")
  func multiple() throws {
    let message = try ATTMessage([UInt8](hex: "23 0300 0200 aabb 0600 0500 cc"))
    guard case .multipleHandleValueNotification(let list) = message.pdu else {
      Issue.record("\(message.pdu)")
      return
    }
    let values = message.values(of: list)
    #expect(values.map(\.handle.rawValue) == [3] && values.map(\.value) == [[0xAA, 0xBB]])
  }

  @Test("what is no PDU throws", arguments: ["", "0a06", "7f00", "02f70000", "050301"])
  func refused(_ hex: String) { #expect(throws: DecodeError.self) { try ATTMessage([UInt8](hex: hex)) } }

  @Test("a range of other bytes is empty")
  func foreignRange() throws {
    let message = try ATTMessage([0x13])
    #expect(message.bytes(of: ByteRange(offset: 1, count: 4)).isEmpty)
    #expect(message.bytes(of: ByteRange(offset: -1, count: 1)).isEmpty)
    #expect(message.uuid(of: ByteRange(offset: 0, count: 1)) == nil)
  }

  @Test("a value is put into a PDU")
  func encoded() {
    let pdu = ATTPDU.writeCommand(attributeHandle: AttributeHandle(rawValue: 6), attributeValue: .empty)
    #expect(pdu.encoded(carrying: [1, 2]).hex == "5206000102")
  }
}
