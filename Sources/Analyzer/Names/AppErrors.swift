public import ATTParser

/// What an app on the phone is shown for something that went wrong on the link.
public struct AppError: Hashable, Sendable {
  /// Core Bluetooth's error, `CBError.connectionTimeout (6)`; nil when there is none or it is not known.
  public let coreBluetooth: String?
  /// Android's status, `GATT_CONN_TIMEOUT (8)`; nil when there is none or it is not known.
  public let android: String?

  /// Makes the two sides of one error.
  public init(coreBluetooth: String?, android: String?) {
    self.coreBluetooth = coreBluetooth
    self.android = android
  }

  /// The names that apps are shown; nil when neither platform's is known.
  public var text: String? {
    let sides = [coreBluetooth.map { "iOS \($0)" }, android.map { "Android \($0)" }].compactMap { $0 }
    return sides.isEmpty ? nil : sides.joined(separator: ", ")
  }

  /// Nothing is shown, or it is not known what.
  public static let nothing = AppError(coreBluetooth: nil, android: nil)
}

/// The names that Core Bluetooth and Android give to codes of the link and of ATT.
///
/// Codes are those of the phone's own host: a capture made on the peripheral shows the other end's view.
/// Android hands the reason of a disconnection on as the status of `onConnectionStateChange`, and reports
/// a connection that was never established with one status of its own. Core Bluetooth keeps trying until
/// the app cancels, so that most failures to connect reach no app.
public enum AppErrors {
  /// What an app is shown when its connection ends with a reason.
  ///
  /// Core Bluetooth reports no error for a disconnection that its own side asked for.
  public static func forDisconnect(_ reason: ErrorCode) -> AppError {
    switch reason.rawValue {
    case 0x00: .nothing
    case 0x06: AppError(coreBluetooth: CoreBluetooth.peerRemovedPairingInformation, android: status(reason))
    case 0x08: AppError(coreBluetooth: CoreBluetooth.connectionTimeout, android: status(reason))
    case 0x13: AppError(coreBluetooth: CoreBluetooth.peripheralDisconnected, android: status(reason))
    case 0x16:
      AppError(coreBluetooth: nil, android: status(reason) + ", or GATT_SUCCESS (0) if the app asked")
    case 0x3E: AppError(coreBluetooth: CoreBluetooth.connectionFailed, android: status(reason))
    default: AppError(coreBluetooth: nil, android: status(reason))
    }
  }

  /// What an app is shown when a connection was not established.
  ///
  /// - Parameter wasCancelled: the host itself gave up, for the app or, on Android, after 30 s of its own.
  public static func forConnectFailure(_ status: ErrorCode, wasCancelled: Bool) -> AppError {
    if status == .success { return .nothing }
    if wasCancelled || status.rawValue == 0x02 {
      return AppError(
        coreBluetooth: nil,
        android: "GATT_CONNECTION_TIMEOUT (147), before Android 15 GATT_ERROR (133), if the system gave up")
    }
    let coreBluetooth: String? =
      switch status.rawValue {
      case 0x09: CoreBluetooth.connectionLimitReached
      case 0x3E: CoreBluetooth.connectionFailed
      default: nil
      }
    return AppError(
      coreBluetooth: coreBluetooth,
      android: "GATT_ERROR (133), from Android 15 also GATT_CONNECTION_TIMEOUT (147)")
  }

  /// What an app is shown when the link could not be encrypted with the keys of an earlier pairing.
  public static func forEncryptionFailure(_ status: ErrorCode) -> AppError {
    switch status.rawValue {
    case 0x06: AppError(coreBluetooth: CoreBluetooth.peerRemovedPairingInformation, android: nil)
    case 0x08, 0x22: AppError(coreBluetooth: CoreBluetooth.encryptionTimedOut, android: nil)
    default: .nothing
    }
  }

  /// What an app is shown when its request was answered with an ATT Error Response.
  public static func forATT(_ code: ATTErrorCode) -> AppError {
    let number = Int(code.rawValue)
    if number == 0 { return .nothing }
    let coreBluetooth =
      if let name = attNames[number]?.coreBluetooth {
        "CBATTError.\(name) (\(number))"
      } else {
        "CBATTErrorDomain \(number), \"Unknown ATT error.\""
      }
    var android =
      if let name = attNames[number]?.android {
        "\(name) (\(number))"
      } else if let other = stackNames[number] {
        "status \(number), which is also Android's own \(other)"
      } else {
        "status \(number)"
      }
    if number == 0x05 || number == 0x0F { android += ", or GATT_AUTH_FAIL (137) if pairing for it failed" }
    return AppError(coreBluetooth: coreBluetooth, android: android)
  }

  /// Members of `CBError.Code` with their raw values.
  private enum CoreBluetooth {
    static let connectionTimeout = "CBError.connectionTimeout (6)"
    static let peripheralDisconnected = "CBError.peripheralDisconnected (7)"
    static let connectionFailed = "CBError.connectionFailed (10)"
    static let connectionLimitReached = "CBError.connectionLimitReached (11)"
    static let peerRemovedPairingInformation = "CBError.peerRemovedPairingInformation (14)"
    static let encryptionTimedOut = "CBError.encryptionTimedOut (15)"
  }

  /// The status of `onConnectionStateChange` for a reason, with the name of Android's Bluetooth stack.
  private static func status(_ reason: ErrorCode) -> String {
    let number = Int(reason.rawValue)
    guard let name = disconnectNames[number] else { return "status \(number)" }
    return "\(name) (\(number))"
  }

  private static let disconnectNames = [
    0x08: "GATT_CONN_TIMEOUT", 0x13: "GATT_CONN_TERMINATE_PEER_USER",
    0x15: "GATT_CONN_TERMINATED_POWER_OFF", 0x16: "GATT_CONN_TERMINATE_LOCAL_HOST",
    0x22: "GATT_CONN_LMP_TIMEOUT", 0x3E: "GATT_CONN_FAIL_ESTABLISH",
  ]

  /// Names by ATT error code: `CBATTError.Code`, and `BluetoothGatt` or else the stack beneath it.
  private static let attNames: [Int: (coreBluetooth: String?, android: String)] = [
    0x01: ("invalidHandle", "GATT_INVALID_HANDLE"),
    0x02: ("readNotPermitted", "GATT_READ_NOT_PERMITTED"),
    0x03: ("writeNotPermitted", "GATT_WRITE_NOT_PERMITTED"),
    0x04: ("invalidPdu", "GATT_INVALID_PDU"),
    0x05: ("insufficientAuthentication", "GATT_INSUFFICIENT_AUTHENTICATION"),
    0x06: ("requestNotSupported", "GATT_REQUEST_NOT_SUPPORTED"),
    0x07: ("invalidOffset", "GATT_INVALID_OFFSET"),
    0x08: ("insufficientAuthorization", "GATT_INSUFFICIENT_AUTHORIZATION"),
    0x09: ("prepareQueueFull", "GATT_PREPARE_Q_FULL"),
    0x0A: ("attributeNotFound", "GATT_NOT_FOUND"),
    0x0B: ("attributeNotLong", "GATT_NOT_LONG"),
    0x0C: ("insufficientEncryptionKeySize", "GATT_INSUF_KEY_SIZE"),
    0x0D: ("invalidAttributeValueLength", "GATT_INVALID_ATTRIBUTE_LENGTH"),
    0x0E: ("unlikelyError", "GATT_ERR_UNLIKELY"),
    0x0F: ("insufficientEncryption", "GATT_INSUFFICIENT_ENCRYPTION"),
    0x10: ("unsupportedGroupType", "GATT_UNSUPPORT_GRP_TYPE"),
    0x11: ("insufficientResources", "GATT_INSUF_RESOURCE"),
    0x12: (nil, "GATT_DATABASE_OUT_OF_SYNC"), 0x13: (nil, "GATT_VALUE_NOT_ALLOWED"),
    0xFD: (nil, "GATT_CCC_CFG_ERR"), 0xFE: (nil, "GATT_PRC_IN_PROGRESS"), 0xFF: (nil, "GATT_OUT_OF_RANGE"),
  ]

  /// Statuses of Android's stack that an application error of the peripheral is easily taken for.
  private static let stackNames = [
    0x80: "GATT_NO_RESOURCES", 0x81: "GATT_INTERNAL_ERROR", 0x82: "GATT_WRONG_STATE",
    0x83: "GATT_DB_FULL", 0x84: "GATT_BUSY", 0x85: "GATT_ERROR", 0x86: "GATT_CMD_STARTED",
    0x87: "GATT_ILLEGAL_PARAMETER", 0x88: "GATT_PENDING", 0x89: "GATT_AUTH_FAIL", 0x8B: "GATT_INVALID_CFG",
    0x8C: "GATT_SERVICE_STARTED", 0x8D: "GATT_ENCRYPED_NO_MITM", 0x8E: "GATT_NOT_ENCRYPTED",
    0x8F: "GATT_CONGESTED", 0x90: "GATT_DUP_REG", 0x91: "GATT_ALREADY_OPEN", 0x92: "GATT_CANCEL",
    0x93: "GATT_CONNECTION_TIMEOUT",
  ]
}
