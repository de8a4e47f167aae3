import ATTParser
import Analyzer
import Testing

@Suite("What an app is shown") struct AppErrorsTests {
  private static func disconnect(_ reason: UInt8) -> AppError {
    AppErrors.forDisconnect(ErrorCode(rawValue: reason))
  }

  private static func connect(_ status: UInt8, cancelled: Bool = false) -> AppError {
    AppErrors.forConnectFailure(ErrorCode(rawValue: status), wasCancelled: cancelled)
  }

  private static func att(_ code: UInt8) -> AppError { AppErrors.forATT(ATTErrorCode(rawValue: code)) }

  @Test(
    "the reason of a disconnection is Android's status",
    arguments: [
      (0x08, "GATT_CONN_TIMEOUT (8)"), (0x13, "GATT_CONN_TERMINATE_PEER_USER (19)"),
      (0x15, "GATT_CONN_TERMINATED_POWER_OFF (21)"), (0x22, "GATT_CONN_LMP_TIMEOUT (34)"),
      (0x3E, "GATT_CONN_FAIL_ESTABLISH (62)"), (0x3D, "status 61"), (0x05, "status 5"),
      (0x16, "GATT_CONN_TERMINATE_LOCAL_HOST (22), or GATT_SUCCESS (0) if the app asked"),
    ] as [(UInt8, String)])
  func androidDisconnect(_ reason: UInt8, _ text: String) {
    #expect(Self.disconnect(reason).android == text)
  }

  @Test(
    "Core Bluetooth has an error for few reasons, and none for a disconnection of its own",
    arguments: [
      (0x06, "CBError.peerRemovedPairingInformation (14)"), (0x08, "CBError.connectionTimeout (6)"),
      (0x13, "CBError.peripheralDisconnected (7)"), (0x3E, "CBError.connectionFailed (10)"), (0x16, nil),
      (0x3D, nil), (0x22, nil),
    ] as [(UInt8, String?)])
  func coreBluetoothDisconnect(_ reason: UInt8, _ text: String?) {
    #expect(Self.disconnect(reason).coreBluetooth == text)
  }

  @Test("a connection that was not established")
  func connectFailure() {
    let failed = Self.connect(0x3E)
    #expect(failed.coreBluetooth == "CBError.connectionFailed (10)")
    #expect(failed.android == "GATT_ERROR (133), from Android 15 also GATT_CONNECTION_TIMEOUT (147)")
    #expect(Self.connect(0x09).coreBluetooth == "CBError.connectionLimitReached (11)")
    #expect(Self.connect(0x0C).coreBluetooth == nil)
    let cancelled = Self.connect(0x02, cancelled: true)
    #expect(cancelled.coreBluetooth == nil)
    #expect(
      cancelled.android?.hasPrefix("GATT_CONNECTION_TIMEOUT (147), before Android 15 GATT_ERROR (133)")
        == true)
    #expect(cancelled == Self.connect(0x02))
  }

  @Test("success is no error")
  func success() {
    #expect(Self.disconnect(0) == .nothing)
    #expect(Self.connect(0) == .nothing)
    #expect(Self.att(0) == .nothing)
    #expect(AppErrors.forEncryptionFailure(.success) == .nothing)
  }

  @Test("encryption with the keys of an earlier pairing")
  func encryption() {
    #expect(
      AppErrors.forEncryptionFailure(ErrorCode(rawValue: 0x06)).coreBluetooth
        == "CBError.peerRemovedPairingInformation (14)")
    #expect(
      AppErrors.forEncryptionFailure(ErrorCode(rawValue: 0x22)).coreBluetooth
        == "CBError.encryptionTimedOut (15)")
    #expect(AppErrors.forEncryptionFailure(ErrorCode(rawValue: 0x1F)) == .nothing)
  }

  @Test(
    "codes of ATT have names on both sides",
    arguments: [
      (0x01, "CBATTError.invalidHandle (1)", "GATT_INVALID_HANDLE (1)"),
      (0x03, "CBATTError.writeNotPermitted (3)", "GATT_WRITE_NOT_PERMITTED (3)"),
      (
        0x05, "CBATTError.insufficientAuthentication (5)",
        "GATT_INSUFFICIENT_AUTHENTICATION (5), or GATT_AUTH_FAIL (137) if pairing for it failed"
      ),
      (0x0D, "CBATTError.invalidAttributeValueLength (13)", "GATT_INVALID_ATTRIBUTE_LENGTH (13)"),
      (
        0x0F, "CBATTError.insufficientEncryption (15)",
        "GATT_INSUFFICIENT_ENCRYPTION (15), or GATT_AUTH_FAIL (137) if pairing for it failed"
      ),
      (0x11, "CBATTError.insufficientResources (17)", "GATT_INSUF_RESOURCE (17)"),
      (0x12, "CBATTErrorDomain 18, \"Unknown ATT error.\"", "GATT_DATABASE_OUT_OF_SYNC (18)"),
      (0xFD, "CBATTErrorDomain 253, \"Unknown ATT error.\"", "GATT_CCC_CFG_ERR (253)"),
    ] as [(UInt8, String, String)])
  func attErrors(_ code: UInt8, _ coreBluetooth: String, _ android: String) {
    #expect(Self.att(code) == AppError(coreBluetooth: coreBluetooth, android: android))
  }

  @Test("an application error looks like an error of Android's own")
  func applicationError() {
    #expect(Self.att(0x85).android == "status 133, which is also Android's own GATT_ERROR")
    #expect(Self.att(0x85).coreBluetooth == "CBATTErrorDomain 133, \"Unknown ATT error.\"")
    #expect(Self.att(0x9F).android == "status 159")
  }

  @Test("every code gives something and nothing is empty")
  func all() {
    for code in UInt8.min...UInt8.max {
      for error in [Self.disconnect(code), Self.connect(code), Self.att(code)] {
        #expect(error.coreBluetooth != "")
        #expect(error.android != "")
        #expect(code == 0 || error.android != nil)
      }
    }
  }
}
