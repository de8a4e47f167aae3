import ATTParser

/// Why a link was not encrypted.
struct PairingFailure: Hashable {
  /// The reason that the one side told the other; nil when it was not a pairing that failed, but encryption.
  var code: PairingFailureCode?
  /// In words.
  var text: String

  /// Makes a failure.
  init(_ code: PairingFailureCode?, _ text: String) {
    self.code = code
    self.text = text
  }

  /// What to do about it, nil when there is nothing to say.
  var advice: String? {
    switch code {
    case .passkeyEntryFailed, .authenticationRequirements, .confirmValueFailed:
      "give the passkey that the device shows or has printed on it"
    default: nil
    }
  }
}

/// A reason of Pairing Failed (Vol 3, Part H, 3.5.5); unknown values are values.
struct PairingFailureCode: RawRepresentable, Hashable {
  /// The reason as sent.
  var rawValue: UInt8

  /// The passkey was not typed in.
  static let passkeyEntryFailed = PairingFailureCode(rawValue: 0x01)
  /// The one side needs protection that the other cannot give.
  static let authenticationRequirements = PairingFailureCode(rawValue: 0x03)
  /// The confirm value does not fit: the passkeys are different.
  static let confirmValueFailed = PairingFailureCode(rawValue: 0x04)
  /// Pairing is not supported.
  static let pairingNotSupported = PairingFailureCode(rawValue: 0x05)
  /// The key would be too short.
  static let encryptionKeySize = PairingFailureCode(rawValue: 0x06)
  /// No other reason says it.
  static let unspecified = PairingFailureCode(rawValue: 0x08)
  /// A parameter is invalid.
  static let invalidParameters = PairingFailureCode(rawValue: 0x0A)
  /// The check value does not fit.
  static let checkFailed = PairingFailureCode(rawValue: 0x0B)

  /// The name in the specification.
  var name: String { SMPCommand.failureName(rawValue) }
}
