/// The code of an L2CAP signalling command (Vol 3, Part A, 4).
public struct SignalingCode: RawRepresentable, Hashable, Sendable, BitwiseCopyable {
  /// The code as sent.
  public var rawValue: UInt8

  /// Makes a code from the value as sent.
  @inline(__always)
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The command's name in the specification's short form.
  public var name: String {
    let index = Int(rawValue)
    guard index < Self.names.count, !Self.names[index].isEmpty else {
      return "L2CAP_UNKNOWN_\(String(rawValue, radix: 16))"
    }
    return Self.names[index]
  }

  private static let names = [
    "", "L2CAP_COMMAND_REJECT_RSP", "L2CAP_CONNECTION_REQ", "L2CAP_CONNECTION_RSP",
    "L2CAP_CONFIGURATION_REQ", "L2CAP_CONFIGURATION_RSP", "L2CAP_DISCONNECTION_REQ",
    "L2CAP_DISCONNECTION_RSP", "L2CAP_ECHO_REQ", "L2CAP_ECHO_RSP", "L2CAP_INFORMATION_REQ",
    "L2CAP_INFORMATION_RSP", "L2CAP_CREATE_CHANNEL_REQ", "L2CAP_CREATE_CHANNEL_RSP",
    "L2CAP_MOVE_CHANNEL_REQ", "L2CAP_MOVE_CHANNEL_RSP", "L2CAP_MOVE_CHANNEL_CONFIRMATION_REQ",
    "L2CAP_MOVE_CHANNEL_CONFIRMATION_RSP", "L2CAP_CONNECTION_PARAMETER_UPDATE_REQ",
    "L2CAP_CONNECTION_PARAMETER_UPDATE_RSP", "L2CAP_LE_CREDIT_BASED_CONNECTION_REQ",
    "L2CAP_LE_CREDIT_BASED_CONNECTION_RSP", "L2CAP_FLOW_CONTROL_CREDIT_IND",
    "L2CAP_CREDIT_BASED_CONNECTION_REQ", "L2CAP_CREDIT_BASED_CONNECTION_RSP",
    "L2CAP_CREDIT_BASED_RECONFIGURE_REQ", "L2CAP_CREDIT_BASED_RECONFIGURE_RSP",
  ]
}

/// An L2CAP signalling command.
///
/// ```
/// 0         1               2             4
/// | Code u8 | Identifier u8 | Length u16 | data …
/// ```
public struct SignalingCommand: Hashable, Sendable, BitwiseCopyable {
  /// Which command.
  public var code: SignalingCode
  /// Matches a response to its request.
  public var identifier: UInt8
  /// What the command says.
  public var details: Details
  /// The command's data.
  public var data: ByteRange

  /// What the commands say that open, change or close a channel or a connection's parameters.
  public enum Details: Hashable, Sendable, BitwiseCopyable {
    /// A command whose data is not looked into.
    case none
    /// Command Reject: 0 not understood, 1 MTU exceeded, 2 invalid channel.
    case commandReject(reason: UInt16)
    /// BR/EDR Connection Request.
    case connectionRequest(psm: UInt16, source: ChannelID)
    /// BR/EDR Connection Response; 0 is success, 1 pending.
    case connectionResponse(destination: ChannelID, source: ChannelID, result: UInt16)
    /// Disconnection Request or Response.
    case disconnection(destination: ChannelID, source: ChannelID)
    /// Connection Parameter Update Request, from a peripheral.
    case parameterUpdateRequest(RequestedParameters)
    /// Connection Parameter Update Response; 0 accepted, 1 rejected.
    case parameterUpdateResponse(result: UInt16)
    /// LE Credit Based Connection Request, or the enhanced form with up to five channels.
    case creditBasedRequest(spsm: UInt16, mtu: UInt16, mps: UInt16, credits: UInt16, channels: ChannelList)
    /// The response to either form.
    case creditBasedResponse(mtu: UInt16, mps: UInt16, credits: UInt16, result: UInt16, channels: ChannelList)
    /// Flow Control Credit: packets the sender may be sent more.
    case flowControlCredit(ChannelID, credits: UInt16)
    /// Credit Based Reconfigure Request.
    case reconfigureRequest(mtu: UInt16, mps: UInt16, channels: ChannelList)
    /// Credit Based Reconfigure Response; 0 is success.
    case reconfigureResponse(result: UInt16)
  }
}

/// Up to five channel identifiers of one signalling command.
public struct ChannelList: Hashable, Sendable, BitwiseCopyable {
  /// Identifiers a command can name at most.
  static let limit = 5

  // Five identifiers of 16 bits in two words: a value without a heap buffer.
  private var low: UInt64 = 0
  private var high: UInt16 = 0
  /// Number of identifiers.
  public private(set) var count: UInt8 = 0

  /// Makes an empty list.
  public init() {}

  /// The identifier at `index`, 0 beyond the end.
  public subscript(index: Int) -> ChannelID {
    if index < 0 || index >= Int(count) { return ChannelID(rawValue: 0) }
    if index == 4 { return ChannelID(rawValue: high) }
    return ChannelID(rawValue: UInt16(truncatingIfNeeded: low >> UInt64(16 &* index)))
  }

  /// Adds an identifier; a sixth is dropped.
  mutating func append(_ channel: ChannelID) {
    guard count < Self.limit else { return }
    if count == 4 {
      high = channel.rawValue
    } else {
      low |= UInt64(channel.rawValue) << UInt64(16 &* Int(count))
    }
    count &+= 1
  }
}
