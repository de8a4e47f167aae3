/// Why a device refused a request of MCUmgr, by the name its group has for it.
struct MCUmgrError {
  /// `image group error 23, wrong magic in the image header`.
  let text: String
  /// What that means for an update.
  let symptom: Symptom

  /// Reads `rc` (older devices, and errors of the protocol itself) or `err { group, rc }` of a response.
  ///
  /// - Returns: nil when the response is no error.
  init?(_ response: CBORItem) {
    let reason = response["rsn"]?.string.map { ": \(ByteText.escaped(Array($0.utf8)))" } ?? ""
    if let code = response["err"]?["rc"]?.integer, code != 0 {
      let group = response["err"]?["group"]?.integer
      let known = group == 1 ? Self.image[code] : group == 0 ? Self.system[code] : nil
      let name = known?.0 ?? "unknown"
      let title = group == 1 ? "image" : group == 0 ? "system" : group.map { "\($0)" } ?? "unknown"
      text = "\(title) group error \(code), \(name)\(reason)"
      symptom = known?.1 ?? .refused
    } else if let code = response["rc"]?.integer, code != 0 {
      let known = Self.common[code]
      text = "error \(code), \(known?.0 ?? (code >= 256 ? "the user's own" : "unknown"))\(reason)"
      symptom = known?.1 ?? .refused
    } else {
      return nil
    }
  }

  /// Codes of `rc`.
  private static let common: [Int: (String, Symptom)] = [
    1: ("unknown error", .refused), 2: ("out of memory", .outOfResources), 3: ("invalid value", .refused),
    4: ("timeout", .refused), 5: ("no entry", .refused), 6: ("bad state", .slotBusy),
    7: ("response too large", .outOfResources), 8: ("not supported", .commandUnsupported),
    9: ("corrupt", .hashMismatch), 10: ("busy", .slotBusy), 11: ("access denied", .securityRequired),
    12: ("protocol version too old", .versionRefused), 13: ("protocol version too new", .versionRefused),
  ]

  /// Codes of group 0.
  private static let system: [Int: (String, Symptom)] = [
    1: ("unknown error", .refused), 2: ("invalid format", .refused),
    3: ("query yields no answer", .refused),
  ]

  /// Codes of group 1.
  private static let image: [Int: (String, Symptom)] = [
    1: ("unknown error", .refused), 2: ("flash configuration query failed", .flashFailed),
    3: ("no image", .notAnImage), 4: ("no TLVs in the image", .notAnImage),
    5: ("invalid TLV in the image", .notAnImage), 6: ("several hashes in the image", .notAnImage),
    7: ("invalid size of a TLV in the image", .notAnImage), 8: ("hash not found", .notAnImage),
    9: ("no free slot", .slotBusy), 10: ("flash could not be opened", .flashFailed),
    11: ("flash could not be read", .flashFailed), 12: ("flash could not be written", .flashFailed),
    13: ("flash could not be erased", .flashFailed), 14: ("invalid slot", .refused),
    15: ("out of memory", .outOfResources), 16: ("flash context already set", .wrongState),
    17: ("flash context not set", .wrongState), 18: ("no flash area device", .flashFailed),
    19: ("invalid page offset", .flashFailed), 20: ("invalid offset", .wrongState),
    21: ("invalid length", .wrongState), 22: ("invalid image header", .notAnImage),
    23: ("wrong magic in the image header", .notAnImage), 24: ("invalid hash", .hashMismatch),
    25: ("invalid flash address", .notAnImage), 26: ("version could not be read", .notAnImage),
    27: ("the current version is newer", .versionRefused), 28: ("an image is pending already", .slotBusy),
    29: ("invalid vector table in the image", .notAnImage), 30: ("image too large", .imageTooLarge),
    31: ("data beyond the image's size", .imageTooLarge), 32: ("confirmation denied", .slotBusy),
    33: ("the active image cannot be tested", .slotBusy), 34: ("active slot not known", .wrongState),
  ]
}
