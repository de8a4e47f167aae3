import ATTParser

/// The identities that devices hand over in the pairings of a capture.
struct IdentityBook {
  /// Identities kept at most; a capture that has more is forged.
  private static let limit = 256
  /// Times at most that an address is tried with an identity, half a second of work.
  static let attemptLimit = 1 << 20

  private var keys: [UInt64: [UInt8]] = [:]
  /// What was handed over as a whole, key and address, in that order and each once.
  private(set) var identities: [DeviceIdentity] = []

  /// Takes a Security Manager command that a device sent: Identity Information, or Identity Address Information,
  /// which follows it.
  mutating func add(_ command: SMPCommand, link: UInt64, _ reader: inout CaptureReader) {
    switch command.details {
    case .identityKey:
      guard keys[link] != nil || keys.count < Self.limit else { return }
      keys[link] = reader.copyBytes(of: command.data, limit: 16).reversed()
    case .identityAddress(_, let address):
      guard let key = keys.removeValue(forKey: link), identities.count < Self.limit else { return }
      let identity = DeviceIdentity(key: key, address: address)
      if !identities.contains(identity) { identities.append(identity) }
    default: break
    }
  }

  /// Forgets the key that was handed over on a link that ended before the address followed.
  mutating func forget(link: UInt64) {
    if !keys.isEmpty { keys[link] = nil }
  }

  /// Names the device behind the resolvable private addresses of connections.
  ///
  /// - Parameter resolves: whether an address is one of an identity's; tests count with it.
  func resolve(
    _ connections: inout [Connection],
    by resolves: (DeviceIdentity, DeviceAddress) -> Bool = { $0.resolves($1) }
  ) {
    guard !identities.isEmpty else { return }
    // Addresses that no identity resolves are known, too.
    var known: [DeviceAddress: DeviceAddress?] = [:]
    var attempts = 0
    for place in connections.indices {
      guard let peer = connections[place].peer, DeviceIdentity.isResolvable(peer, connections[place].peerType)
      else { continue }
      if known[peer] == nil {
        guard attempts <= Self.attemptLimit - identities.count else { continue }
        attempts += identities.count
      }
      let identity = known[peer] ?? identities.first { resolves($0, peer) }?.address
      known.updateValue(identity, forKey: peer)
      connections[place].identity = identity
    }
  }
}
