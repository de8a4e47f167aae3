/// Which way a packet crossed the boundary between the recording host and its controller.
public enum Direction: UInt8, Sendable, BitwiseCopyable {
  /// From the host to the controller.
  case sent
  /// From the controller to the host.
  case received
  /// The capture does not tell.
  case unknown

  /// `sent`, `received` or `unknown`.
  public var name: String {
    switch self {
    case .sent: "sent"
    case .received: "received"
    case .unknown: "unknown"
    }
  }

  /// The other way; unknown stays unknown.
  @inlinable
  package var opposite: Direction {
    switch self {
    case .sent: .received
    case .received: .sent
    case .unknown: .unknown
    }
  }
}

/// What a record holds, whichever way its format says so (H4 indicator, H1 flags, monitor opcode, …).
public enum PacketType: UInt8, Sendable, BitwiseCopyable {
  /// An HCI command packet (Vol 4, Part E, 5.4.1).
  case command
  /// An HCI ACL data packet (5.4.2).
  case aclData
  /// An HCI synchronous data packet (5.4.3).
  case synchronousData
  /// An HCI event packet (5.4.4).
  case event
  /// An HCI ISO data packet (5.4.5).
  case isoData
  /// A packet of the air, with what its sniffer says of it in front; ``Record/code`` tells how it is wrapped.
  case linkLayer
  /// A message of a sniffer that is no packet; ``Record/code`` is its type.
  case snifferNote
  /// A record of the Linux monitor that is no HCI packet; ``Record/code`` is its opcode.
  case monitorNote
  /// A PacketLogger record that is no HCI packet; ``Record/code`` is its type.
  case packetLoggerNote
  /// A radio message of BlueZ's emulator; ``Record/code`` is the frequency in MHz.
  case simulatorNote
  /// A pcapng record of a link type that is not read; ``Record/code`` is the link type.
  case unreadLinkType
  /// A pcapng block that is a record but no packet; ``Record/code`` is the block type's low 16 bits.
  case otherNote
  /// An H4 packet indicator that means nothing; ``Record/code`` is its value, or 0x100 and how many bytes
  /// the encapsulation has where the record is too short for it.
  case unknownIndicator
}

/// One record of a capture, its encapsulation already read: what kind of packet, when, which way, where.
public struct Record: Sendable, BitwiseCopyable {
  /// Wireshark's `frame.number`: 1 for the first record of the file, notes included.
  public var number: Int
  /// When the packet was recorded.
  public var timestamp: Timestamp
  /// Which way it went.
  public var direction: Direction
  /// What it is.
  public var packetType: PacketType
  /// The controller's index on the recording machine (Linux monitor), 0 where the format has none.
  public var adapter: UInt16
  /// What `packetType` says about a record that is no HCI packet.
  public var code: UInt16
  /// The packet without its encapsulation.
  public var payload: ByteRange
  /// Bytes of the packet that were not captured.
  public var missingBytes: UInt32

  /// The number that stands for a sniffer in ``adapter``: its links are apart from those of controllers.
  package static let sniffer: UInt16 = 0x807F

  /// Makes a record; what formats without adapters and codes leave out is 0.
  @inline(__always)
  init(
    number: Int, timestamp: Timestamp, direction: Direction, packetType: PacketType, adapter: UInt16 = 0,
    code: UInt16 = 0, payload: ByteRange, missingBytes: UInt32 = 0
  ) {
    self.number = number
    self.timestamp = timestamp
    self.direction = direction
    self.packetType = packetType
    self.adapter = adapter
    self.code = code
    self.payload = payload
    self.missingBytes = missingBytes
  }
}
