import TestSupport

@testable import ATTParser

/// An exchange between host and controller, packet by packet, written as a Linux monitor capture.
struct Script {
  private var writer = BTSnoopWriter(dataLink: 2001)

  /// Begins an exchange.
  init() {}

  /// The host sends ACL data.
  mutating func sent(_ packet: [UInt8], adapter: UInt32 = 0, missing: Int = 0) {
    add(packet, opcode: 4, adapter, missing)
  }

  /// The controller delivers ACL data.
  mutating func received(_ packet: [UInt8], adapter: UInt32 = 0, missing: Int = 0) {
    add(packet, opcode: 5, adapter, missing)
  }

  /// The host sends a command.
  mutating func command(_ packet: [UInt8], adapter: UInt32 = 0) { add(packet, opcode: 2, adapter, 0) }

  /// The controller delivers an event.
  mutating func event(_ packet: [UInt8], adapter: UInt32 = 0) { add(packet, opcode: 3, adapter, 0) }

  /// The host sends a whole L2CAP PDU on a link.
  mutating func send(_ channel: UInt16, _ payload: [UInt8], on handle: UInt16 = 0x40, adapter: UInt32 = 0) {
    sent(PacketBuilder.acl(handle, boundary: 0, PacketBuilder.l2cap(channel, payload)), adapter: adapter)
  }

  /// The controller delivers a whole L2CAP PDU of a link.
  mutating func receive(_ channel: UInt16, _ payload: [UInt8], on handle: UInt16 = 0x40, adapter: UInt32 = 0)
  {
    received(PacketBuilder.acl(handle, boundary: 2, PacketBuilder.l2cap(channel, payload)), adapter: adapter)
  }

  /// Everything the exchange decodes to.
  func frames() throws -> [SeenFrame] { try ReadCapture(writer.bytes).frames }

  private mutating func add(_ packet: [UInt8], opcode: UInt32, _ adapter: UInt32, _ missing: Int) {
    let kept = Array(packet.dropLast(missing))
    writer.add(kept, flags: adapter << 16 | opcode, original: UInt32(packet.count))
  }
}
