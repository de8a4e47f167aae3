/// The opcodes by their names (Vol 3, Part F, 3.4.8).
extension ATTOpcode {
  /// Error Response.
  public static let errorResponse = ATTOpcode(rawValue: 0x01)
  /// Exchange MTU Request.
  public static let exchangeMTURequest = ATTOpcode(rawValue: 0x02)
  /// Exchange MTU Response.
  public static let exchangeMTUResponse = ATTOpcode(rawValue: 0x03)
  /// Find Information Request.
  public static let findInformationRequest = ATTOpcode(rawValue: 0x04)
  /// Find Information Response.
  public static let findInformationResponse = ATTOpcode(rawValue: 0x05)
  /// Find By Type Value Request.
  public static let findByTypeValueRequest = ATTOpcode(rawValue: 0x06)
  /// Find By Type Value Response.
  public static let findByTypeValueResponse = ATTOpcode(rawValue: 0x07)
  /// Read By Type Request.
  public static let readByTypeRequest = ATTOpcode(rawValue: 0x08)
  /// Read By Type Response.
  public static let readByTypeResponse = ATTOpcode(rawValue: 0x09)
  /// Read Request.
  public static let readRequest = ATTOpcode(rawValue: 0x0A)
  /// Read Response.
  public static let readResponse = ATTOpcode(rawValue: 0x0B)
  /// Read Blob Request.
  public static let readBlobRequest = ATTOpcode(rawValue: 0x0C)
  /// Read Blob Response.
  public static let readBlobResponse = ATTOpcode(rawValue: 0x0D)
  /// Read Multiple Request.
  public static let readMultipleRequest = ATTOpcode(rawValue: 0x0E)
  /// Read Multiple Response.
  public static let readMultipleResponse = ATTOpcode(rawValue: 0x0F)
  /// Read By Group Type Request.
  public static let readByGroupTypeRequest = ATTOpcode(rawValue: 0x10)
  /// Read By Group Type Response.
  public static let readByGroupTypeResponse = ATTOpcode(rawValue: 0x11)
  /// Write Request.
  public static let writeRequest = ATTOpcode(rawValue: 0x12)
  /// Write Response.
  public static let writeResponse = ATTOpcode(rawValue: 0x13)
  /// Prepare Write Request.
  public static let prepareWriteRequest = ATTOpcode(rawValue: 0x16)
  /// Prepare Write Response.
  public static let prepareWriteResponse = ATTOpcode(rawValue: 0x17)
  /// Execute Write Request.
  public static let executeWriteRequest = ATTOpcode(rawValue: 0x18)
  /// Execute Write Response.
  public static let executeWriteResponse = ATTOpcode(rawValue: 0x19)
  /// Handle Value Notification.
  public static let handleValueNotification = ATTOpcode(rawValue: 0x1B)
  /// Handle Value Indication.
  public static let handleValueIndication = ATTOpcode(rawValue: 0x1D)
  /// Handle Value Confirmation.
  public static let handleValueConfirmation = ATTOpcode(rawValue: 0x1E)
  /// Read Multiple Variable Request.
  public static let readMultipleVariableRequest = ATTOpcode(rawValue: 0x20)
  /// Read Multiple Variable Response.
  public static let readMultipleVariableResponse = ATTOpcode(rawValue: 0x21)
  /// Multiple Handle Value Notification.
  public static let multipleHandleValueNotification = ATTOpcode(rawValue: 0x23)
  /// Write Command.
  public static let writeCommand = ATTOpcode(rawValue: 0x52)
  /// Signed Write Command.
  public static let signedWriteCommand = ATTOpcode(rawValue: 0xD2)

  /// True for the requests that look in a range of handles: those of discovery, and reading by type.
  public var looksInRange: Bool {
    switch self {
    case .findInformationRequest, .findByTypeValueRequest, .readByTypeRequest, .readByGroupTypeRequest: true
    default: false
    }
  }
}
