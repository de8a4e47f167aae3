public import ATTParser

/// A command of the Security Manager on a connection (Vol 3, Part H, 3.3).
public struct PairingStep: Hashable, Sendable {
  /// When.
  public var moment: Moment
  /// Which way it went.
  public var direction: Direction
  /// Which command.
  public var code: SMPCode
  /// Why the pairing failed; nil for every command but Pairing Failed.
  public var failure: UInt8?

  /// True for the command that begins a pairing.
  public var isRequest: Bool { code == .pairingRequest }
  /// True for the command by which a peripheral asks for security.
  public var isSecurityRequest: Bool { code == .securityRequest }
}

/// A long-term key that the recording host handed to its controller to encrypt a link with.
///
/// The key is kept to compare it with others of the capture, and printed nowhere.
public struct KeyUse: Hashable, Sendable {
  /// The command.
  public var moment: Moment
  /// The 16 bytes as the command has them.
  let key: [UInt8]
}

/// An ATT PDU, or values in a stream, longer than they may be.
public struct OversizedPDU: Hashable, Sendable {
  /// What is too long.
  public enum Limit: Hashable, Sendable {
    /// The PDU: longer than the ATT_MTU, in bytes.
    case attMTU(Int)
    /// The value: longer than the 512 bytes of any attribute (Vol 3, Part F, 3.2.9).
    case longestValue
  }

  /// The frame.
  public var moment: Moment
  /// Which way it went.
  public var direction: Direction
  /// The opcode.
  public var opcode: ATTOpcode
  /// The attribute, nil for PDUs that name none.
  public var attributeHandle: AttributeHandle?
  /// Bytes of the PDU.
  public var bytes: Int
  /// What it is longer than.
  public var limit: Limit
}
