import ATTParser

/// What an attribute is to a transfer protocol; protocols with more attributes add roles of their own.
struct TransferRole: RawRepresentable, Hashable, Sendable, BitwiseCopyable {
  let rawValue: UInt8

  /// Commands to the device, and mostly its answers.
  static let control = TransferRole(rawValue: 0)
  /// The image.
  static let data = TransferRole(rawValue: 1)
  /// Values by which the device tells how far it is.
  static let status = TransferRole(rawValue: 2)
}

/// An attribute that a transfer protocol uses, by the UUID of the characteristic.
struct TransferAttribute: Hashable, Sendable {
  /// The characteristic.
  let uuid: BluetoothUUID
  /// What it is for.
  let role: TransferRole

  /// Makes an attribute from its characteristic and what it is for.
  init(_ uuid: BluetoothUUID, _ role: TransferRole) {
    self.uuid = uuid
    self.role = role
  }
}

/// One value on its way between client and server, or the end of a request, as transfer protocols see it.
///
/// The value itself travels beside it, in a buffer that is used again for the next message.
struct TransferMessage: Sendable {
  /// What happened.
  enum Kind: Hashable, Sendable {
    /// The client wrote with a Write Request, or executed a long write.
    case writeRequest
    /// The client wrote with a Write Command, signed or not.
    case writeCommand
    /// The server answered a write.
    case writeResponse
    /// The server refused a request.
    case errorResponse(ATTErrorCode)
    /// The server notified.
    case notification
    /// The server indicated.
    case indication
    /// The server answered a read; the value is what was read.
    case readResponse
  }

  /// What happened.
  var kind: Kind
  /// What the attribute is to the protocol.
  var role: TransferRole
  /// The attribute.
  var attributeHandle: AttributeHandle
  /// When.
  var moment: Moment
  /// The ATT_MTU in force, nil while it is unknown.
  var attMTU: Int?
  /// Bytes of the value that the capture does not hold.
  var missingBytes = 0

  /// True for a long write, whose value went in pieces that each fit the ATT_MTU.
  var isInPieces = false

  /// True for a value that the client wrote.
  var isWrite: Bool { kind == .writeRequest || kind == .writeCommand }
  /// True for a value of a kind that comes in bulk.
  var isBulk: Bool { kind == .writeCommand || kind == .notification }
  /// True for a value that the server sent on its own.
  var isFromServer: Bool { kind == .notification || kind == .indication }
}
