import ATTParser

/// A command to the controller, with its parameters as they are sent.
struct HCICommandPacket {
  /// Which command.
  var opcode: CommandOpcode
  /// The parameters, at most 255 bytes.
  var parameters: [UInt8]

  /// Makes a command without parameters.
  init(_ opcode: CommandOpcode) {
    self.opcode = opcode
    parameters = []
  }

  /// Makes a command whose parameters `build` adds.
  init(_ opcode: CommandOpcode, _ build: (inout ParameterBytes) -> Void) {
    self.opcode = opcode
    var bytes = ParameterBytes()
    build(&bytes)
    parameters = bytes.bytes
  }

  /// The packet: indicator u8, opcode u16, length u8, parameters.
  var bytes: [UInt8] {
    var packet = ParameterBytes()
    packet.u8(0x01)
    packet.u16(opcode.rawValue)
    packet.u8(UInt8(truncatingIfNeeded: parameters.count))
    return packet.bytes + parameters.prefix(255)
  }

  /// The command's name in the specification.
  var name: String { opcode.name }
}

/// Bytes in the order that HCI, L2CAP and SMP send them: least significant first.
struct ParameterBytes {
  /// What was added so far.
  private(set) var bytes: [UInt8] = []

  /// Adds one byte.
  mutating func u8(_ value: UInt8) { bytes.append(value) }

  /// Adds two bytes.
  mutating func u16(_ value: UInt16) { bytes += value.littleEndianBytes }

  /// Adds eight bytes.
  mutating func u64(_ value: UInt64) { bytes += value.littleEndianBytes }

  /// Adds the six bytes of an address.
  mutating func address(_ address: DeviceAddress) { bytes += address.littleEndianBytes }

  /// Adds the handle of a link.
  mutating func handle(_ handle: ConnectionHandle) { u16(handle.rawValue) }

  /// Adds bytes as they are.
  mutating func raw(_ more: [UInt8]) { bytes += more }
}

extension CommandOpcode {
  /// Set Event Mask.
  static let setEventMask = CommandOpcode(rawValue: 0x0C01)
  /// LE Set Event Mask.
  static let leSetEventMask = CommandOpcode(rawValue: 0x2001)
  /// LE Set Advertising Parameters.
  static let leSetAdvertisingParameters = CommandOpcode(rawValue: 0x2006)
  /// LE Set Advertising Data.
  static let leSetAdvertisingData = CommandOpcode(rawValue: 0x2008)
  /// LE Set Scan Response Data.
  static let leSetScanResponseData = CommandOpcode(rawValue: 0x2009)
  /// LE Long Term Key Request Negative Reply.
  static let leLongTermKeyRequestNegativeReply = CommandOpcode(rawValue: 0x201B)
  /// LE Remote Connection Parameter Request Reply.
  static let leRemoteParameterRequestReply = CommandOpcode(rawValue: 0x2020)
}
