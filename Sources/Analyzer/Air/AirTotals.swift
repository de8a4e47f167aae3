import ATTParser

/// What the packets of a capture of the air add up to, whichever connection they belong to.
public struct AirTotals: Hashable, Sendable {
  /// Packets on advertising channels.
  public var advertising = 0
  /// Packets on data channels.
  public var data = 0
  /// LL control PDUs that were delivered.
  public var control = 0
  /// Packets on isochronous channels.
  public var isochronous = 0
  /// Packets with a bad CRC.
  public var damaged = 0
  /// Retransmissions.
  public var retransmissions = 0
  /// PDUs that the sniffer missed, at least, by sequence numbers.
  public var missed = 0
  /// Messages that were lost between sniffer and computer, by the sniffer's count.
  public var lostMessages = 0
  /// Packets on data channels whose connection is not known because they are damaged.
  public var unattributed = 0

  /// True when the capture holds nothing of the air.
  public var isEmpty: Bool { self == AirTotals() }
}

/// Follows the message counters of sniffers.
struct SnifferCounters: ~Copyable {
  // The last counter of each board, plus one; 0 when it has sent nothing.
  private var last = PackedArray<UInt32>()

  /// Makes counters of boards that have sent nothing.
  init() { for _ in 0..<256 { last.append(0) } }

  /// Notes the last of packets that were sent one after the other.
  @inline(__always)
  mutating func note(_ radio: borrowing RadioInfo) {
    guard let counter = radio.packetCounter else { return }
    last[Int(radio.board ?? 0)] = UInt32(counter) &+ 1
  }

  /// Messages that are missing before a packet.
  @inline(__always)
  mutating func missing(before radio: borrowing RadioInfo) -> Int {
    guard let counter = radio.packetCounter else { return 0 }
    let board = Int(radio.board ?? 0)
    let before = last[board]
    last[board] = UInt32(counter) &+ 1
    guard before > 0 else { return 0 }
    let missing = counter &- UInt16(truncatingIfNeeded: before)
    // A counter that goes back was begun again.
    return missing < 0x8000 ? Int(missing) : 0
  }
}
