import ATTParser

/// A key that a link can be encrypted with, in the order it is sent: least significant byte first.
struct LongTermKey: Equatable {
  /// The key, 16 bytes.
  var key: [UInt8]
  /// EDIV, which finds the key in legacy pairing; 0 otherwise.
  var diversifier: UInt16 = 0
  /// Rand, which finds the key in legacy pairing; 0 otherwise.
  var random: UInt64 = 0
}

/// The keys of devices that we have paired with, as long as the program runs.
final class BondStore {
  /// Devices whose keys are kept at most.
  static let limit = 64

  private var keys: [UInt64: LongTermKey] = [:]

  /// The key for a device; nil for one that we have not paired with.
  subscript(address: DeviceAddress) -> LongTermKey? {
    get { keys[address.value] }
    set {
      if newValue != nil, keys.count >= Self.limit { keys.removeAll() }
      keys[address.value] = newValue
    }
  }
}
