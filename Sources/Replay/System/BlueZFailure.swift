import ATTParser

/// What BlueZ's errors mean for an attribute: the ATT error as far as its words tell it.
enum BlueZFailure {
  /// Translates an error of a call about an attribute.
  static func attribute(_ error: BusError) -> SystemGATTFailure {
    if let code = code(in: error.message) { return .refused(code) }
    switch error.name {
    case "org.bluez.Error.NotPermitted":
      if error.message.contains("Read") { return .refused(.readNotPermitted) }
      if error.message.contains("paired") { return .refused(.insufficientAuthentication) }
      return .refused(.writeNotPermitted)
    case "org.bluez.Error.NotAuthorized": return .refused(.insufficientAuthorization)
    case "org.bluez.Error.NotSupported": return .refused(.requestNotSupported)
    case "org.bluez.Error.InvalidValueLength": return .refused(.invalidAttributeValueLength)
    case "org.bluez.Error.InvalidOffset": return .refused(.invalidOffset)
    case "org.bluez.Error.NotConnected": return .gone("the link ended")
    case "org.freedesktop.DBus.Error.NoReply", "org.freedesktop.DBus.Error.Timeout",
      "org.bluez.Error.InProgress":
      return .noAnswer
    case "org.freedesktop.DBus.Error.UnknownObject", "org.freedesktop.DBus.Error.UnknownMethod":
      return .gone("BlueZ has forgotten the attribute: the services changed, or the link ended")
    case "org.freedesktop.DBus.Error.ServiceUnknown", "":
      return .gone("BlueZ cannot be reached any more: \(error.message)")
    default: return .refused(.unlikelyError)
    }
  }

  /// The code in "Operation failed with ATT error: 0x80 (Unknown code)".
  static func code(in message: String) -> ATTErrorCode? {
    let words = message.split(separator: " ")
    guard let place = words.firstIndex(of: "error:"), place + 1 < words.count,
      words[place + 1].hasPrefix("0x")
    else {
      return nil
    }
    return UInt8(words[place + 1].dropFirst(2), radix: 16).map(ATTErrorCode.init(rawValue:))
  }

  /// Why a device cannot be connected to, in words.
  static func connecting(_ error: BusError, _ device: String) -> ReplayError {
    switch error.name {
    case "org.freedesktop.DBus.Error.NoReply", "org.freedesktop.DBus.Error.Timeout":
      ReplayError(
        .link, device, "did not answer in time",
        advice: "is it on, near, advertising, and not connected to something else?")
    case "org.bluez.Error.NotReady":
      ReplayError(.transport, device, "the adapter is off", advice: "`bluetoothctl power on`")
    case "org.freedesktop.DBus.Error.AccessDenied":
      ReplayError(
        .transport, device, "BlueZ refuses: \(error.message)",
        advice: "become a member of the group bluetooth")
    default: ReplayError(.link, device, "cannot be connected to: \(error.message)")
    }
  }
}
