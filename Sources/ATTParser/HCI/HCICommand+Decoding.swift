extension HCICommand {
  /// Decodes a command packet into `frame`.
  ///
  /// Parameters that are short leave `details` at `.none` and are the frame's problem; a header that is short
  /// throws, and the frame holds no command.
  @inline(__always)
  static func decode(_ packet: ByteReader, into frame: inout DecodedFrame) throws(DecodeError) {
    var reader = packet
    let opcode = CommandOpcode(rawValue: try reader.u16(.commandOpcode))
    let length = Int(try reader.u8(.parameterTotalLength))
    let parameters = reader.inner(.hci, limit: length)
    frame.kind = .command
    frame.command.opcode = opcode
    frame.command.details = .none
    frame.command.parameters = parameters.whole
    if reader.remaining < length {
      frame.problem = reader.shortage(length, .parameters)
      return
    }
    do throws(DecodeError) {
      frame.command.details = try details(of: opcode, parameters)
    } catch {
      frame.problem = error
    }
  }

  private static func details(
    of opcode: CommandOpcode, _ parameters: ByteReader
  ) throws(DecodeError) -> Details {
    var reader = parameters
    switch opcode {
    case .disconnect:
      let handle = ConnectionHandle(rawValue: try reader.u16(.connectionHandle))
      return .disconnect(handle, ErrorCode(rawValue: try reader.u8(.parameters)))
    case .leCreateConnection:
      // Scan interval u16, scan window u16, filter policy u8, peer type u8, peer address, own type u8,
      // interval min u16, interval max u16, latency u16, timeout u16, CE length min u16, max u16.
      _ = try reader.u32(.parameters)
      let usesFilterList = try reader.u8(.parameters) == 1
      let type = AddressType(rawValue: try reader.u8(.parameters))
      let peer = try reader.address(.parameters)
      _ = try reader.take(3, .parameters)
      let interval = try reader.u16(.parameters)
      return .createConnection(
        peer: peer, type: type, usesFilterList: usesFilterList, maxInterval: interval)
    case .leExtendedCreateConnection:
      // Filter policy u8, own type u8, peer type u8, peer address, PHYs u8, then per PHY: scan interval
      // u16, scan window u16, interval min u16, interval max u16, …
      let usesFilterList = try reader.u8(.parameters) == 1
      _ = try reader.u8(.parameters)
      let type = AddressType(rawValue: try reader.u8(.parameters))
      let peer = try reader.address(.parameters)
      _ = try reader.take(7, .parameters)
      let interval = try reader.u16(.parameters)
      return .createConnection(
        peer: peer, type: type, usesFilterList: usesFilterList, maxInterval: interval)
    case .leConnectionUpdate:
      let handle = ConnectionHandle(rawValue: try reader.u16(.connectionHandle))
      return .connectionUpdate(handle, try RequestedParameters(&reader))
    case .leSetDataLength:
      let handle = ConnectionHandle(rawValue: try reader.u16(.connectionHandle))
      return .setDataLength(
        handle, txOctets: try reader.u16(.parameters), txTime: try reader.u16(.parameters))
    case .leSetPHY:
      let handle = ConnectionHandle(rawValue: try reader.u16(.connectionHandle))
      _ = try reader.u8(.parameters)
      return .setPHY(handle, txPHYs: try reader.u8(.parameters), rxPHYs: try reader.u8(.parameters))
    case .leRemoteParameterRequestNegativeReply:
      let handle = ConnectionHandle(rawValue: try reader.u16(.connectionHandle))
      return .refuseParameterRequest(handle, ErrorCode(rawValue: try reader.u8(.parameters)))
    case .leEnableEncryption:
      let handle = ConnectionHandle(rawValue: try reader.u16(.connectionHandle))
      // Random_Number u64, Encrypted_Diversifier u16, Long_Term_Key 16 bytes.
      _ = try reader.take(8, .parameters)
      _ = try reader.take(2, .parameters)
      _ = try reader.take(longTermKeyLength, .parameters)
      return .enableEncryption(handle)
    case .leLongTermKeyRequestReply:
      let handle = ConnectionHandle(rawValue: try reader.u16(.connectionHandle))
      _ = try reader.take(longTermKeyLength, .parameters)
      return .longTermKeyReply(handle)
    case .leSetScanEnable, .leSetExtendedScanEnable:
      let isOn = try reader.u8(.parameters) == 1
      return .scanEnable(isOn, filtersDuplicates: try reader.u8(.parameters) != 0)
    case .leSetScanParameters:
      // Scan type u8, interval u16, window u16, own type u8, filter policy u8.
      let isActive = try reader.u8(.parameters) == 1
      let interval = try reader.u16(.parameters)
      let window = try reader.u16(.parameters)
      _ = try reader.u8(.parameters)
      let usesFilterList = try reader.u8(.parameters) & 1 == 1
      return .scanParameters(
        isActive: isActive, interval: interval, window: window, usesFilterList: usesFilterList)
    case .leSetExtendedScanParameters:
      // Own type u8, filter policy u8, PHYs u8, then per PHY: scan type u8, interval u16, window u16.
      _ = try reader.u8(.parameters)
      let usesFilterList = try reader.u8(.parameters) & 1 == 1
      _ = try reader.u8(.parameters)
      let isActive = try reader.u8(.parameters) == 1
      let interval = try reader.u16(.parameters)
      return .scanParameters(
        isActive: isActive, interval: interval, window: try reader.u16(.parameters),
        usesFilterList: usesFilterList)
    case .leSetAdvertisingEnable, .leSetExtendedAdvertisingEnable:
      return .advertisingEnable(try reader.u8(.parameters) == 1)
    case .leSetRandomAddress:
      return .setRandomAddress(try reader.address(.parameters))
    default:
      return .none
    }
  }
}

extension HCICommand {
  /// Bytes of a long-term key.
  private static var longTermKeyLength: Int { 16 }

  /// The key that a command hands the controller to encrypt a link with, least significant byte first.
  ///
  /// It is the last parameter (Vol 4, Part E, 7.8.24 and 7.8.25); nil for other commands.
  public var longTermKey: ByteRange? {
    switch details {
    case .enableEncryption: parameters.dropFirst(2 + 8 + 2).prefix(Self.longTermKeyLength)
    case .longTermKeyReply: parameters.dropFirst(2).prefix(Self.longTermKeyLength)
    default: nil
    }
  }
}

extension RequestedParameters {
  /// Reads interval min u16, interval max u16, latency u16, timeout u16.
  init(_ reader: inout ByteReader) throws(DecodeError) {
    minInterval = try reader.u16(.parameters)
    maxInterval = try reader.u16(.parameters)
    latency = try reader.u16(.parameters)
    supervisionTimeout = try reader.u16(.parameters)
  }
}
