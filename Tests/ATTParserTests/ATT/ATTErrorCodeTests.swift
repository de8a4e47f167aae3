import Testing

@testable import ATTParser

@Suite("ATT error codes")
struct ATTErrorCodeTests {
  @Test(
    "names (Vol 3, Part F, 3.4.1.1; Supplement, Part B)",
    arguments: [
      (0x01, "Invalid Handle"), (0x02, "Read Not Permitted"), (0x03, "Write Not Permitted"),
      (0x04, "Invalid PDU"), (0x05, "Insufficient Authentication"), (0x06, "Request Not Supported"),
      (0x07, "Invalid Offset"), (0x08, "Insufficient Authorization"), (0x09, "Prepare Queue Full"),
      (0x0A, "Attribute Not Found"), (0x0B, "Attribute Not Long"), (0x0C, "Encryption Key Size Too Short"),
      (0x0D, "Invalid Attribute Value Length"), (0x0E, "Unlikely Error"), (0x0F, "Insufficient Encryption"),
      (0x10, "Unsupported Group Type"), (0x11, "Insufficient Resources"), (0x12, "Database Out Of Sync"),
      (0x13, "Value Not Allowed"), (0x14, "Reserved Error 20"), (0x00, "Reserved Error 0"),
      (0x80, "Application Error 128"), (0x9F, "Application Error 159"), (0xA0, "Reserved Error 160"),
      (0xFC, "Write Request Rejected"),
      (0xFD, "Client Characteristic Configuration Descriptor Improperly Configured"),
      (0xFE, "Procedure Already in Progress"), (0xFF, "Out of Range"),
    ] as [(UInt8, String)])
  func names(_ code: UInt8, _ name: String) {
    #expect(ATTErrorCode(rawValue: code).name == name)
  }

  @Test("each named constant is the code of that name (Vol 3, Part F, table 3.4)")
  func constants() {
    let constants: [ATTErrorCode] = [
      .invalidHandle, .readNotPermitted, .writeNotPermitted, .invalidPDU, .insufficientAuthentication,
      .requestNotSupported, .invalidOffset, .insufficientAuthorization, .prepareQueueFull,
      .attributeNotFound, .attributeNotLong, .encryptionKeySizeTooShort, .invalidAttributeValueLength,
      .unlikelyError, .insufficientEncryption, .unsupportedGroupType, .insufficientResources,
      .databaseOutOfSync, .valueNotAllowed,
    ]
    #expect(constants.map(\.rawValue) == Array(0x01...0x13))
    #expect(!constants.contains { $0.name.hasPrefix("Reserved") })
  }
}
