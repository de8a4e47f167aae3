/// Writes Apple PacketLogger captures in either byte order.
public struct PacketLoggerWriter: Sendable {
  /// The capture so far.
  public private(set) var bytes: [UInt8] = []
  private let order: ByteOrder

  /// Begins a capture; the format has no file header.
  public init(order: ByteOrder = .big) { self.order = order }

  /// Adds a record; the length is the right one unless given.
  public mutating func add(
    _ type: UInt8, _ packet: [UInt8], seconds: UInt32 = 1_700_000_000, microseconds: UInt32 = 0,
    length: UInt32? = nil
  ) {
    bytes += (length ?? UInt32(packet.count + 9)).bytes(order)
    bytes += seconds.bytes(order) + microseconds.bytes(order) + [type] + packet
  }
}
