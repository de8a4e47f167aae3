/// Writes a btsnoop file of HCI packets with H4 indicators, record by record.
///
/// ```
/// 0           8            12             16
/// | btsnoop\0 | version u32 | datalink u32 | records …          (all big-endian)
/// | original length u32 | included length u32 | flags u32 | drops u32 | time i64 | packet |
/// ```
public struct BTSnoopRecording: Sendable {
  /// The file so far.
  public private(set) var bytes: [UInt8]

  /// Begins a file of data link 1002 (H4).
  public init() { bytes = Array("btsnoop\0".utf8) + Self.big(1, 4) + Self.big(1002, 4) }

  /// Adds a packet: its H4 indicator, then header and payload.
  public mutating func add(_ packet: [UInt8], _ direction: Direction, at time: Timestamp) {
    let count = UInt64(packet.count)
    // Bit 0: received. Bit 1: command or event.
    let isControl = packet.first == 0x01 || packet.first == 0x04
    let flags: UInt64 = (direction == .received ? 1 : 0) | (isControl ? 2 : 0)
    let microseconds = BTSnoopReader.unixEpoch &+ time.nanoseconds / 1000
    bytes += Self.big(count, 4) + Self.big(count, 4) + Self.big(flags, 4) + Self.big(0, 4)
    bytes += Self.big(UInt64(bitPattern: microseconds), 8) + packet
  }

  private static func big(_ value: UInt64, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> UInt64(8 * (count - 1 - $0))) }
  }
}
