/// The code of an ATT Error Response (Vol 3, Part F, 3.4.1.1), and why a server refuses a request.
public struct ATTErrorCode: RawRepresentable, Error, Hashable, Sendable, BitwiseCopyable {
  /// The code as sent.
  public var rawValue: UInt8

  /// Makes a code from the value as sent.
  @inline(__always)
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  // Table 3.4 of that section.
  /// There is no attribute with the handle.
  public static let invalidHandle = ATTErrorCode(rawValue: 0x01)
  /// The attribute cannot be read.
  public static let readNotPermitted = ATTErrorCode(rawValue: 0x02)
  /// The attribute cannot be written.
  public static let writeNotPermitted = ATTErrorCode(rawValue: 0x03)
  /// The PDU is none.
  public static let invalidPDU = ATTErrorCode(rawValue: 0x04)
  /// The attribute needs a link that was paired with protection against others in between.
  public static let insufficientAuthentication = ATTErrorCode(rawValue: 0x05)
  /// The server does not have the request.
  public static let requestNotSupported = ATTErrorCode(rawValue: 0x06)
  /// The offset is past the end of the value.
  public static let invalidOffset = ATTErrorCode(rawValue: 0x07)
  /// The attribute needs the word of a user.
  public static let insufficientAuthorization = ATTErrorCode(rawValue: 0x08)
  /// Too many parts of long writes wait.
  public static let prepareQueueFull = ATTErrorCode(rawValue: 0x09)
  /// No attribute in the range asked for: the normal end of a discovery.
  public static let attributeNotFound = ATTErrorCode(rawValue: 0x0A)
  /// The value is too short to be read in parts.
  public static let attributeNotLong = ATTErrorCode(rawValue: 0x0B)
  /// The attribute needs a longer key.
  public static let encryptionKeySizeTooShort = ATTErrorCode(rawValue: 0x0C)
  /// The value written has a length that the attribute does not take.
  public static let invalidAttributeValueLength = ATTErrorCode(rawValue: 0x0D)
  /// Something failed that the specification has no other code for.
  public static let unlikelyError = ATTErrorCode(rawValue: 0x0E)
  /// The attribute needs an encrypted link.
  public static let insufficientEncryption = ATTErrorCode(rawValue: 0x0F)
  /// The type is none of a group of attributes.
  public static let unsupportedGroupType = ATTErrorCode(rawValue: 0x10)
  /// The server has no room for the request.
  public static let insufficientResources = ATTErrorCode(rawValue: 0x11)
  /// The client does not know the server's attributes as they are now.
  public static let databaseOutOfSync = ATTErrorCode(rawValue: 0x12)
  /// The value written is none that the attribute takes.
  public static let valueNotAllowed = ATTErrorCode(rawValue: 0x13)

  /// The name in the specification, or the range a code belongs to.
  public var name: String {
    switch rawValue {
    case 0x01...0x13: Self.names[Int(rawValue) - 1]
    case 0x80...0x9F: "Application Error \(rawValue)"
    case 0xFC: "Write Request Rejected"
    case 0xFD: "Client Characteristic Configuration Descriptor Improperly Configured"
    case 0xFE: "Procedure Already in Progress"
    case 0xFF: "Out of Range"
    default: "Reserved Error \(rawValue)"
    }
  }

  private static let names = [
    "Invalid Handle", "Read Not Permitted", "Write Not Permitted", "Invalid PDU",
    "Insufficient Authentication", "Request Not Supported", "Invalid Offset",
    "Insufficient Authorization", "Prepare Queue Full", "Attribute Not Found", "Attribute Not Long",
    "Encryption Key Size Too Short", "Invalid Attribute Value Length", "Unlikely Error",
    "Insufficient Encryption", "Unsupported Group Type", "Insufficient Resources",
    "Database Out Of Sync", "Value Not Allowed",
  ]
}
