/// A frame of Qualcomm GAIA, as far as upgrades use it.
///
/// ```
/// vendor u16, command u16, payload        big-endian
///     001D    feature 7 bits (6), kind 2 bits (command, word, answer, error), number 7 bits
///     000A    06xx, answers with the highest bit set; 4003 carries words behind the number of their event
/// ```
struct GAIAFrame {
  /// What a frame carries.
  enum Content {
    /// The client connects to the upgrade.
    case connect
    /// It disconnects from it.
    case disconnect
    /// The device answers a command with a status; whether that was the request to connect.
    case answer(UInt8, isConnect: Bool)
    /// A word of the upgrade: `op u8, length u16, data`.
    case word([UInt8])
    /// Anything else.
    case other
  }

  /// Who has defined the command.
  let vendor: UInt16
  /// The command.
  let command: UInt16
  private let payload: [UInt8]

  /// Reads vendor and command, both big-endian; nil for another vendor's frame or too few bytes.
  init?(_ value: ArraySlice<UInt8>) {
    let bytes = Array(value)
    guard let vendor = bytes.bigEndian(at: 0, 2), vendor == 0x001D || vendor == 0x000A,
      let command = bytes.bigEndian(at: 2, 2)
    else { return nil }
    self.vendor = UInt16(vendor)
    self.command = UInt16(command)
    payload = Array(bytes.dropFirst(4))
  }

  /// What the frame carries.
  func content(fromDevice: Bool) -> Content {
    vendor == 0x001D ? present(fromDevice) : former(fromDevice)
  }

  private func present(_ fromDevice: Bool) -> Content {
    switch (command, fromDevice) {
    case (0x0C00, false): .connect
    case (0x0C01, false): .disconnect
    case (0x0C02, false): word(payload)
    case (0x0D00...0x0D02, true): .answer(0, isConnect: command == 0x0D00)
    case (0x0D80...0x0D82, true): .answer(payload.first ?? 0xFF, isConnect: command == 0x0D80)
    case (0x0C80, true): word(payload)
    default: .other
    }
  }

  private func former(_ fromDevice: Bool) -> Content {
    switch (command, fromDevice) {
    case (0x0640, false): .connect
    case (0x0641, false): .disconnect
    case (0x0642, false): word(payload)
    case (0x8640...0x8642, true): .answer(payload.first ?? 0, isConnect: command == 0x8640)
    case (0x4003, true) where payload.first == 0x12: word(Array(payload.dropFirst()))
    default: .other
    }
  }

  private func word(_ bytes: [UInt8]) -> Content { bytes.count >= 3 ? .word(bytes) : .other }

  /// Statuses of answers.
  static let statuses: [UInt8: String] = [
    1: "not supported", 2: "not authenticated", 3: "insufficient resources", 4: "authenticating",
    5: "invalid parameter", 6: "incorrect state", 7: "in progress",
  ]

  /// What an error of an upgrade is.
  static func error(_ code: Int) -> (String, Symptom) {
    errors[code] ?? ("unknown error", .refused)
  }

  private static let errors: [Int: (String, Symptom)] = [
    0x10: ("internal error", .refused), 0x11: ("unknown identifier", .refused),
    0x12: ("bad length", .notAnImage),
    0x13: ("wrong variant", .hardwareRefused), 0x14: ("wrong number of a partition", .notAnImage),
    0x15: ("size of a partition does not match", .notAnImage),
    0x16: ("type of a partition not found", .notAnImage), 0x17: ("partition cannot be opened", .flashFailed),
    0x18: ("partition cannot be written", .flashFailed), 0x19: ("partition cannot be closed", .flashFailed),
    0x1A: ("file system validation failed", .hashMismatch),
    0x1B: ("OEM validation failed", .signatureRefused),
    0x1C: ("upgrade failed", .refused), 0x1D: ("application not ready", .wrongState),
    0x1E: ("loader error", .refused), 0x1F: ("unexpected message of the loader", .refused),
    0x20: ("message of the loader missing", .refused), 0x21: ("battery low", .outOfResources),
    0x22: ("invalid synchronization identifier", .wrongState), 0x23: ("in error state", .wrongState),
    0x24: ("no memory", .outOfResources), 0x30: ("bad length: partition", .notAnImage),
    0x31: ("bad length: too short", .notAnImage), 0x32: ("bad length: upgrade header", .notAnImage),
    0x33: ("bad length: partition header", .notAnImage), 0x34: ("bad length: signature", .notAnImage),
    0x35: ("bad length: data header when resuming", .wrongResume),
    0x38: ("signature wrong: headers", .signatureRefused),
    0x39: ("signature wrong: upgrade header", .signatureRefused),
    0x3A: ("signature wrong: partition header 1", .signatureRefused),
    0x3B: ("signature wrong: partition header 2", .signatureRefused),
    0x3C: ("signature wrong: partition data", .signatureRefused),
    0x3D: ("signature wrong: footer", .signatureRefused),
    0x3E: ("signature not checked: no memory", .outOfResources),
    0x40: ("partition cannot be closed", .flashFailed),
    0x41: ("partition header cannot be closed", .flashFailed),
    0x42: ("no space to close the partition", .flashFailed),
    0x48: ("type of a partition does not match", .notAnImage), 0x49: ("two images of one type", .notAnImage),
    0x50: ("partition header cannot be written", .flashFailed),
    0x51: ("partition data cannot be written", .flashFailed), 0x58: ("file too small", .notAnImage),
    0x59: ("file too big", .imageTooLarge), 0x65: ("internal error 1", .refused),
    0x66: ("internal error 2", .refused), 0x67: ("internal error 3", .refused),
    0x68: ("internal error 4", .refused), 0x69: ("internal error 5", .refused),
    0x6A: ("internal error 6", .refused), 0x6B: ("internal error 7", .refused),
    0x70: ("silent commit not supported", .refused),
    0x80: ("configuration of the application not compatible", .versionRefused),
    0x81: ("another file than the one begun", .wrongState),
    0x82: ("synchronization identifier is zero", .wrongState),
  ]
}
