/// The header of an HCI ACL data packet (Vol 4, Part E, 5.4.2).
///
/// ```
/// 0                2                    4
/// | handle:12 PB:2 BC:2 | Data Total Length u16 | data …
/// ```
public struct ACLHeader: Hashable, Sendable, BitwiseCopyable {
  /// The link the packet belongs to.
  public var connectionHandle: ConnectionHandle
  /// Packet_Boundary_Flag: 0 and 2 begin an L2CAP PDU, 1 continues one, 3 is a complete one.
  public var packetBoundary: UInt8
  /// Data Total Length, in bytes, as the header says.
  public var dataTotalLength: UInt16

  /// True for a packet that continues a PDU begun by an earlier one.
  @inline(__always)
  public var isContinuation: Bool { packetBoundary == 1 }
}
