/// The code of an ATT Error Response (Vol 3, Part F, 3.4.1.1).
public struct ATTErrorCode: RawRepresentable, Hashable, Sendable, BitwiseCopyable {
  /// The code as sent.
  public var rawValue: UInt8

  /// Makes a code from the value as sent.
  @inline(__always)
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// No attribute in the range asked for: the normal end of a discovery.
  public static let attributeNotFound = ATTErrorCode(rawValue: 0x0A)

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
