/// The opcode of an HCI command: a 6-bit group and a 10-bit command within it (Vol 4, Part E, 5.4.1).
public struct CommandOpcode: RawRepresentable, Hashable, Sendable, BitwiseCopyable {
  /// The opcode as sent.
  public var rawValue: UInt16

  /// Makes an opcode from the value as sent.
  @inline(__always)
  public init(rawValue: UInt16) { self.rawValue = rawValue }

  /// Ends a link.
  public static let disconnect = CommandOpcode(rawValue: 0x0406)
  /// Opens a BR/EDR link.
  public static let createConnection = CommandOpcode(rawValue: 0x0405)
  /// Returns the controller to its start state, dropping every link.
  public static let reset = CommandOpcode(rawValue: 0x0C03)
  /// Asks for the controller's BR/EDR buffer sizes.
  public static let readBufferSize = CommandOpcode(rawValue: 0x1005)
  /// Asks for the controller's public address.
  public static let readBDADDR = CommandOpcode(rawValue: 0x1009)
  /// Asks for the controller's LE buffer sizes.
  public static let leReadBufferSize = CommandOpcode(rawValue: 0x2002)
  /// The same with the ISO buffers.
  public static let leReadBufferSizeV2 = CommandOpcode(rawValue: 0x2060)
  /// Asks which LE features the controller has.
  public static let leReadLocalSupportedFeatures = CommandOpcode(rawValue: 0x2003)
  /// Sets the host's random address.
  public static let leSetRandomAddress = CommandOpcode(rawValue: 0x2005)
  /// Turns legacy advertising on or off.
  public static let leSetAdvertisingEnable = CommandOpcode(rawValue: 0x200A)
  /// Sets how legacy scanning is done.
  public static let leSetScanParameters = CommandOpcode(rawValue: 0x200B)
  /// Turns legacy scanning on or off.
  public static let leSetScanEnable = CommandOpcode(rawValue: 0x200C)
  /// Opens an LE link.
  public static let leCreateConnection = CommandOpcode(rawValue: 0x200D)
  /// Gives up opening an LE link.
  public static let leCreateConnectionCancel = CommandOpcode(rawValue: 0x200E)
  /// Asks for other connection parameters.
  public static let leConnectionUpdate = CommandOpcode(rawValue: 0x2013)
  /// Starts encryption with a known key.
  public static let leEnableEncryption = CommandOpcode(rawValue: 0x2019)
  /// Hands the controller the key that the other side wants to encrypt with.
  public static let leLongTermKeyRequestReply = CommandOpcode(rawValue: 0x201A)
  /// LE Remote Connection Parameter Request Negative Reply.
  public static let leRemoteParameterRequestNegativeReply = CommandOpcode(rawValue: 0x2021)
  /// Asks for longer link-layer payloads.
  public static let leSetDataLength = CommandOpcode(rawValue: 0x2022)
  /// Asks for another PHY.
  public static let leSetPHY = CommandOpcode(rawValue: 0x2032)
  /// Turns extended advertising on or off.
  public static let leSetExtendedAdvertisingEnable = CommandOpcode(rawValue: 0x2039)
  /// Sets how extended scanning is done.
  public static let leSetExtendedScanParameters = CommandOpcode(rawValue: 0x2041)
  /// Turns extended scanning on or off.
  public static let leSetExtendedScanEnable = CommandOpcode(rawValue: 0x2042)
  /// Opens an LE link on chosen PHYs.
  public static let leExtendedCreateConnection = CommandOpcode(rawValue: 0x2043)
}

/// An HCI command packet.
///
/// ```
/// 0            2                           3
/// | Opcode u16 | Parameter Total Length u8 | parameters …
/// ```
public struct HCICommand: Hashable, Sendable, BitwiseCopyable {
  /// Which command.
  public var opcode: CommandOpcode
  /// What the command's parameters say, for the commands that matter to a connection.
  public var details: Details
  /// The parameters.
  public var parameters: ByteRange

  /// Parameters of the commands that open, change or close a connection.
  public enum Details: Hashable, Sendable, BitwiseCopyable {
    /// A command whose parameters are not looked into.
    case none
    /// Disconnect: the link and the reason given.
    case disconnect(ConnectionHandle, ErrorCode)
    /// Opening an LE link; the interval is in 1.25 ms steps, the supervision timeout in 10 ms steps.
    case createConnection(peer: DeviceAddress, type: AddressType, usesFilterList: Bool, maxInterval: UInt16)
    /// LE Connection Update: what is asked for.
    case connectionUpdate(ConnectionHandle, RequestedParameters)
    /// LE Remote Connection Parameter Request Negative Reply, with its reason.
    case refuseParameterRequest(ConnectionHandle, ErrorCode)
    /// LE Set Data Length: octets and microseconds asked for.
    case setDataLength(ConnectionHandle, txOctets: UInt16, txTime: UInt16)
    /// LE Set PHY: bit masks of the PHYs preferred (1 = 1M, 2 = 2M, 4 = Coded).
    case setPHY(ConnectionHandle, txPHYs: UInt8, rxPHYs: UInt8)
    /// LE Enable Encryption; the key is ``HCICommand/longTermKey``.
    case enableEncryption(ConnectionHandle)
    /// LE Long Term Key Request Reply; the key is ``HCICommand/longTermKey``.
    case longTermKeyReply(ConnectionHandle)
    /// Scanning turned on or off, legacy or extended; filtered, the controller reports each device once, or once
    /// a period.
    case scanEnable(Bool, filtersDuplicates: Bool)
    /// How to scan, legacy or extended, on the first PHY asked for; in 0.625 ms steps.
    case scanParameters(isActive: Bool, interval: UInt16, window: UInt16, usesFilterList: Bool)
    /// Advertising turned on or off, legacy or extended.
    case advertisingEnable(Bool)
    /// LE Set Random Address.
    case setRandomAddress(DeviceAddress)
  }

  /// The connection handle among the parameters, nil for commands that name none.
  public var connectionHandle: ConnectionHandle? {
    switch details {
    case .disconnect(let handle, _), .connectionUpdate(let handle, _), .setDataLength(let handle, _, _),
      .setPHY(let handle, _, _), .enableEncryption(let handle), .longTermKeyReply(let handle),
      .refuseParameterRequest(let handle, _):
      handle
    case .none, .createConnection, .scanEnable, .scanParameters, .advertisingEnable, .setRandomAddress: nil
    }
  }
}

/// Connection parameters that one side asks for, in a command or an L2CAP request.
public struct RequestedParameters: Hashable, Sendable, BitwiseCopyable {
  /// Shortest connection interval wanted, in 1.25 ms steps.
  public var minInterval: UInt16
  /// Longest connection interval wanted, in 1.25 ms steps.
  public var maxInterval: UInt16
  /// Connection events the peripheral may leave out.
  public var latency: UInt16
  /// Supervision timeout, in 10 ms steps.
  public var supervisionTimeout: UInt16

  /// Makes a wish.
  public init(minInterval: UInt16, maxInterval: UInt16, latency: UInt16, supervisionTimeout: UInt16) {
    self.minInterval = minInterval
    self.maxInterval = maxInterval
    self.latency = latency
    self.supervisionTimeout = supervisionTimeout
  }
}
