/// A Controller error code, also the reason of a disconnection (Vol 1, Part F, 1.3).
public struct ErrorCode: RawRepresentable, Hashable, Sendable, BitwiseCopyable {
  /// The code as sent.
  public var rawValue: UInt8

  /// Makes a code from the value as sent.
  @inlinable
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  // Not stored: what another module stores is asked for by a call, and this one is compared with at every event.
  /// The command or event succeeded.
  @inlinable
  public static var success: ErrorCode { ErrorCode(rawValue: 0) }
  /// The other device answered nothing within the supervision timeout.
  public static let connectionTimeout = ErrorCode(rawValue: 0x08)
  /// The other side's user or host ended the connection.
  public static let remoteUserTerminated = ErrorCode(rawValue: 0x13)
  /// The recording host ended the connection.
  public static let terminatedByLocalHost = ErrorCode(rawValue: 0x16)

  /// The name in the specification, or the number for a reserved code.
  public var name: String {
    let index = Int(rawValue)
    guard index < Self.names.count, !Self.names[index].isEmpty else { return "Reserved error \(rawValue)" }
    return Self.names[index]
  }

  private static let names = [
    "Success", "Unknown HCI Command", "Unknown Connection Identifier", "Hardware Failure", "Page Timeout",
    "Authentication Failure", "PIN or Key Missing", "Memory Capacity Exceeded", "Connection Timeout",
    "Connection Limit Exceeded", "Synchronous Connection Limit To A Device Exceeded",
    "Connection Already Exists", "Command Disallowed", "Connection Rejected due to Limited Resources",
    "Connection Rejected Due To Security Reasons", "Connection Rejected due to Unacceptable BD_ADDR",
    "Connection Accept Timeout Exceeded", "Unsupported Feature or Parameter Value",
    "Invalid HCI Command Parameters", "Remote User Terminated Connection",
    "Remote Device Terminated Connection due to Low Resources",
    "Remote Device Terminated Connection due to Power Off", "Connection Terminated By Local Host",
    "Repeated Attempts", "Pairing Not Allowed", "Unknown LMP PDU", "Unsupported Remote Feature",
    "SCO Offset Rejected", "SCO Interval Rejected", "SCO Air Mode Rejected",
    "Invalid LMP Parameters / Invalid LL Parameters", "Unspecified Error",
    "Unsupported LMP Parameter Value / Unsupported LL Parameter Value", "Role Change Not Allowed",
    "LMP Response Timeout / LL Response Timeout",
    "LMP Error Transaction Collision / LL Procedure Collision", "LMP PDU Not Allowed",
    "Encryption Mode Not Acceptable", "Link Key cannot be Changed", "Requested QoS Not Supported",
    "Instant Passed", "Pairing With Unit Key Not Supported", "Different Transaction Collision", "",
    "QoS Unacceptable Parameter", "QoS Rejected", "Channel Classification Not Supported",
    "Insufficient Security", "Parameter Out Of Mandatory Range", "", "Role Switch Pending", "",
    "Reserved Slot Violation", "Role Switch Failed", "Extended Inquiry Response Too Large",
    "Secure Simple Pairing Not Supported By Host", "Host Busy - Pairing",
    "Connection Rejected due to No Suitable Channel Found", "Controller Busy",
    "Unacceptable Connection Parameters", "Advertising Timeout",
    "Connection Terminated due to MIC Failure",
    "Connection Failed to be Established / Synchronization Timeout", "MAC Connection Failed",
    "Coarse Clock Adjustment Rejected but Will Try to Adjust Using Clock Dragging",
    "Type0 Submap Not Defined", "Unknown Advertising Identifier", "Limit Reached",
    "Operation Cancelled by Host", "Packet Too Long",
  ]
}
