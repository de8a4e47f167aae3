/// A Security Manager command (Vol 3, Part H, 3).
///
/// ```
/// 0         1
/// | Code u8 | data …
/// ```
public struct SMPCommand: Hashable, Sendable, BitwiseCopyable {
  /// Which command.
  public var code: SMPCode
  /// What the command says.
  public var details: Details
  /// The data after the code.
  public var data: ByteRange

  /// What the commands say that decide a pairing.
  public enum Details: Hashable, Sendable, BitwiseCopyable {
    /// A command whose data is not looked into.
    case none
    /// Pairing Request or Response.
    case features(PairingFeatures)
    /// Pairing Failed.
    case failed(reason: UInt8)
    /// Security Request.
    case securityRequest(authenticationRequirements: UInt8)
    /// Identity Information; the key is the command's data, least significant byte first.
    case identityKey
    /// Identity Address Information.
    case identityAddress(AddressType, DeviceAddress)
  }

  /// What one side offers for a pairing (Vol 3, Part H, 3.5.1).
  public struct PairingFeatures: Hashable, Sendable, BitwiseCopyable {
    /// 0 display only, 1 display and yes/no, 2 keyboard only, 3 none, 4 keyboard and display.
    public var ioCapability: UInt8
    /// 1 when out-of-band data is there.
    public var oobDataFlag: UInt8
    /// Bits: 0–1 bonding, 2 MITM, 3 Secure Connections, 4 keypress, 5 CT2.
    public var authenticationRequirements: UInt8
    /// Longest encryption key, in bytes.
    public var maximumKeySize: UInt8
  }

  /// The command's name in the specification's short form.
  public var name: String { code.name }

  /// The name of a Pairing Failed reason (Vol 3, Part H, 3.5.5).
  public static func failureName(_ reason: UInt8) -> String {
    let index = Int(reason)
    return index < failureNames.count && index > 0 ? failureNames[index] : "Reserved reason \(reason)"
  }

  private static let failureNames = [
    "", "Passkey Entry Failed", "OOB Not Available", "Authentication Requirements",
    "Confirm Value Failed", "Pairing Not Supported", "Encryption Key Size", "Command Not Supported",
    "Unspecified Reason", "Repeated Attempts", "Invalid Parameters", "DHKey Check Failed",
    "Numeric Comparison Failed", "BR/EDR pairing in progress",
    "Cross-transport Key Derivation/Generation not allowed", "Key Rejected", "Busy",
  ]
}

extension SMPCommand {
  /// Decodes a Security Manager PDU.
  static func decode(
    _ pdu: ByteReader, problem: inout DecodeError?
  ) throws(DecodeError) -> SMPCommand {
    var reader = pdu
    let code = SMPCode(rawValue: try reader.u8(.smpCode))
    var command = SMPCommand(code: code, details: .none, data: reader.rest)
    if !code.isKnown {
      if problem == nil {
        problem = DecodeError(.smp, .smpCode, reader.whole, .unknownCode(UInt16(code.rawValue)))
      }
      return command
    }
    do throws(DecodeError) {
      switch code {
      case .pairingRequest, .pairingResponse:
        command.details = .features(
          PairingFeatures(
            ioCapability: try reader.u8(.parameters), oobDataFlag: try reader.u8(.parameters),
            authenticationRequirements: try reader.u8(.parameters),
            maximumKeySize: try reader.u8(.parameters)))
        _ = try reader.take(2, .parameters)
      case .pairingFailed: command.details = .failed(reason: try reader.u8(.parameters))
      case .securityRequest:
        command.details = .securityRequest(authenticationRequirements: try reader.u8(.parameters))
      case .identityInformation:
        _ = try reader.take(16, .parameters)
        command.details = .identityKey
      case .identityAddressInformation:
        let type = AddressType(rawValue: try reader.u8(.parameters))
        command.details = .identityAddress(type, try reader.address(.parameters))
      default: break
      }
    } catch {
      if problem == nil { problem = error }
    }
    return command
  }
}
