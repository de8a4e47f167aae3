import ATTParser

/// The one link that a host over HCI has, as its controller tells of it.
struct HCILink {
  /// What the controller calls it.
  let handle: ConnectionHandle
  /// What we are on it.
  let role: LinkRole
  /// The other device.
  let peer: DeviceAddress
  /// The kind of its address.
  let peerType: AddressType
  /// The address that we are known by on it.
  let own: DeviceAddress
  /// The kind of that address: 0 public, 1 random.
  let ownType: AddressType
  /// When it stood.
  let opened: MonotonicTime
  /// Connection interval, latency and supervision timeout in force.
  var parameters: ConnectionParameters
  /// Bytes of a link-layer payload towards the peer.
  var dataLength: UInt16 = 27
  /// Payloads are encrypted.
  var isEncrypted = false
}

/// How procedures of the link ended, which their initiator waits for; each is nil until it has.
struct HCIOutcomes {
  /// LE Connection Complete, when it says that there is no connection.
  var connectFailure: ErrorCode?
  /// LE Connection Update Complete.
  var parameterUpdate: ErrorCode?
  /// Connection Parameter Update Response (L2CAP): 0 is accepted.
  var parameterResponse: UInt16?
  /// LE PHY Update Complete.
  var phyUpdate: ErrorCode?
  /// LE Data Length Change came.
  var dataLengthChanged = false
  /// Encryption Change, when it says that there is no encryption.
  var encryptionFailure: ErrorCode?
  /// Disconnection Complete of the link.
  var disconnected: ErrorCode?
}
