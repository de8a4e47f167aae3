/// The code of a Security Manager command (Vol 3, Part H, 3.3, table 3.3).
public struct SMPCode: RawRepresentable, Hashable, Sendable, BitwiseCopyable {
  /// The code as sent.
  public let rawValue: UInt8

  /// Makes a code, known or not.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Pairing Request.
  public static let pairingRequest = SMPCode(rawValue: 0x01)
  /// Pairing Response.
  public static let pairingResponse = SMPCode(rawValue: 0x02)
  /// Pairing Confirm.
  public static let pairingConfirm = SMPCode(rawValue: 0x03)
  /// Pairing Random.
  public static let pairingRandom = SMPCode(rawValue: 0x04)
  /// Pairing Failed.
  public static let pairingFailed = SMPCode(rawValue: 0x05)
  /// Encryption Information: the long-term key of legacy pairing.
  public static let encryptionInformation = SMPCode(rawValue: 0x06)
  /// Central Identification: EDIV and Rand of that key.
  public static let centralIdentification = SMPCode(rawValue: 0x07)
  /// Identity Information: the key that resolves private addresses.
  public static let identityInformation = SMPCode(rawValue: 0x08)
  /// Identity Address Information.
  public static let identityAddressInformation = SMPCode(rawValue: 0x09)
  /// Signing Information: the key of signed writes.
  public static let signingInformation = SMPCode(rawValue: 0x0A)
  /// Security Request, of the peripheral.
  public static let securityRequest = SMPCode(rawValue: 0x0B)
  /// Pairing Public Key.
  public static let publicKey = SMPCode(rawValue: 0x0C)
  /// Pairing DHKey Check.
  public static let dhKeyCheck = SMPCode(rawValue: 0x0D)
  /// Pairing Keypress Notification.
  public static let keypress = SMPCode(rawValue: 0x0E)

  /// The command's name in the specification's short form.
  public var name: String {
    let index = Int(rawValue)
    return isKnown ? Self.names[index] : "SMP_UNKNOWN_\(String(rawValue, radix: 16))"
  }

  /// True for the codes of the specification.
  var isKnown: Bool { rawValue > 0 && Int(rawValue) < Self.names.count }

  private static let names = [
    "", "SMP_PAIRING_REQ", "SMP_PAIRING_RSP", "SMP_PAIRING_CONFIRM", "SMP_PAIRING_RANDOM",
    "SMP_PAIRING_FAILED", "SMP_ENCRYPTION_INFORMATION", "SMP_CENTRAL_IDENTIFICATION",
    "SMP_IDENTITY_INFORMATION", "SMP_IDENTITY_ADDRESS_INFORMATION", "SMP_SIGNING_INFORMATION",
    "SMP_SECURITY_REQ", "SMP_PAIRING_PUBLIC_KEY", "SMP_PAIRING_DHKEY_CHECK", "SMP_PAIRING_KEYPRESS",
  ]
}
