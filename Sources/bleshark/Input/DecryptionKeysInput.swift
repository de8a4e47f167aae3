import ATTParser

/// Reads the keys of encrypted connections from a command line.
enum DecryptionKeysInput {
  /// The keys that `--ltk` and `--passkey` give.
  ///
  /// - Throws: ``UsageError``.
  static func read(_ invocation: Invocation) throws -> DecryptionKeys {
    DecryptionKeys(
      longTermKeys: try invocation.allValues(.longTermKey).map(key),
      passkey: try invocation.value(.passkey).map(passkey))
  }

  private static func key(_ text: String) throws -> [UInt8] {
    let digits = text.lowercased().hasPrefix("0x") ? text.dropFirst(2) : text[...]
    let values = digits.compactMap(\.hexDigitValue)
    guard digits.count == 32, values.count == 32 else {
      throw UsageError("--ltk is a key of 32 hexadecimal digits, not '\(text)'")
    }
    return stride(from: 0, to: 32, by: 2).map { UInt8(values[$0] << 4 | values[$0 + 1]) }
  }

  private static func passkey(_ text: String) throws -> UInt32 {
    guard let number = UInt32(text), number < 1_000_000, text.allSatisfy(\.isNumber) else {
      throw UsageError("--passkey is a number of up to six digits, not '\(text)'")
    }
    return number
  }
}
