/// Writes classic pcap captures in either byte order, with micro- or nanoseconds.
public struct PCAPWriter: Sendable {
  /// The capture so far.
  public private(set) var bytes: [UInt8]
  private let order: ByteOrder

  /// Begins a capture of a libpcap link type.
  public init(linkType: UInt32, order: ByteOrder = .little, nanoseconds: Bool = false) {
    self.order = order
    let magic: UInt32 = nanoseconds ? 0xA1B2_3C4D : 0xA1B2_C3D4
    bytes = magic.bytes(order) + UInt16(2).bytes(order) + UInt16(4).bytes(order)
    bytes += UInt32(0).bytes(order) + UInt32(0).bytes(order) + UInt32(262_144).bytes(order)
    bytes += linkType.bytes(order)
  }

  /// Adds a record; `fraction` is in the capture's unit, and the lengths are the packet's unless given.
  public mutating func add(
    _ packet: [UInt8], seconds: UInt32 = 1_700_000_000, fraction: UInt32 = 0, original: UInt32? = nil,
    included: UInt32? = nil
  ) {
    bytes += seconds.bytes(order) + fraction.bytes(order)
    bytes += (included ?? UInt32(packet.count)).bytes(order) + (original ?? UInt32(packet.count)).bytes(order)
    bytes += packet
  }
}
