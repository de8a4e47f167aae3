/// A protocol layer, from the capture's records inwards.
public enum Layer: UInt8, Sendable, BitwiseCopyable {
  /// The record of the capture file around a packet.
  case record
  /// What a sniffer writes in front of packets of the air.
  case radio
  /// Packets of the air: advertising, data and control PDUs.
  case linkLayer
  /// HCI command and event packets.
  case hci
  /// HCI ACL data packets.
  case acl
  /// The L2CAP basic header and channels.
  case l2cap
  /// L2CAP signalling commands.
  case signaling
  /// SDUs of credit-based channels.
  case sdu
  /// The Attribute Protocol.
  case att
  /// The Security Manager Protocol.
  case smp

  /// The layer's name as printed.
  public var name: String {
    switch self {
    case .record: "record"
    case .radio: "radio header"
    case .linkLayer: "LL"
    case .hci: "HCI"
    case .acl: "ACL"
    case .l2cap: "L2CAP"
    case .signaling: "L2CAP signalling"
    case .sdu: "L2CAP SDU"
    case .att: "ATT"
    case .smp: "SMP"
    }
  }
}

/// Why a frame could not be decoded further: which field of which layer, where, and what it needed.
///
/// Everything that was decoded before the failure stays in the frame (see ``DecodedFrame/problem``).
public struct DecodeError: Error, Hashable, Sendable, BitwiseCopyable {
  /// What was wrong with the field.
  public enum Reason: Hashable, Sendable, BitwiseCopyable {
    /// The field needs more bytes than the packet holds.
    case needs(Int32, has: Int32)
    /// The packet went on, but the capture kept only its first bytes.
    case cutByCapture(needs: Int32, has: Int32)
    /// Bytes are left over after the last field.
    case trailing(Int32)
    /// An entry length off the air that no entry can have.
    case badEntryLength(UInt8)
    /// A value the specification does not allow here.
    case invalidValue(UInt32)
    /// A continuation fragment without the start of its PDU.
    case continuationWithoutStart
    /// A PDU began before the one under way on this link and direction was complete.
    case abandonedPDU(needs: Int32, has: Int32)
    /// An opcode or code this layer does not define.
    case unknownCode(UInt16)
  }

  /// The layer whose field failed.
  public var layer: Layer
  /// The field, in the specification's term.
  public var field: Field
  /// The bytes looked at when decoding stopped.
  public var range: ByteRange
  /// What was needed and what was there.
  public var reason: Reason

  /// Makes an error; kept out of line so that hot paths stay small.
  @inline(never)
  public init(_ layer: Layer, _ field: Field, _ range: ByteRange, _ reason: Reason) {
    self.layer = layer
    self.field = field
    self.range = range
    self.reason = reason
  }
}

extension DecodeError: CustomStringConvertible {
  /// One line: layer, field, what was needed, and the byte where decoding stopped.
  public var description: String { "\(layer.name): \(field.name) \(reasonText) (\(placeText))" }

  private var reasonText: String {
    switch reason {
    case .needs(let needed, let has): "needs \(byteCount(needed)), \(has) left"
    case .cutByCapture(let needed, let has):
      "has \(byteCount(needed)) on the link, the capture kept \(has)"
    case .trailing(let count): "is followed by \(byteCount(count)) that belong to no field"
    case .badEntryLength(let length): "of \(length) fits no entry"
    case .invalidValue(let value): "cannot be \(value)"
    case .continuationWithoutStart: "continues a PDU whose start is not in the capture"
    case .abandonedPDU(let needed, let has): "abandoned after \(has) of \(byteCount(needed))"
    case .unknownCode(let code): "0x\(String(code, radix: 16)) is not defined"
    }
  }

  private var placeText: String {
    switch range.store {
    case .capture: "byte \(range.offset)"
    case .recombined: "byte \(range.offset) of the recombined PDU"
    case .reassembled: "byte \(range.offset) of the reassembled SDU"
    case .decrypted: "byte \(range.offset) of the decrypted PDU"
    }
  }

  private func byteCount(_ count: Int32) -> String { count == 1 ? "1 byte" : "\(count) bytes" }
}
