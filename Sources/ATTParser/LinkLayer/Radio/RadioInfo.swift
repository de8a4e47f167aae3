/// What a sniffer tells of a packet beside the packet: where, how strong, which way, how well.
public struct RadioInfo: Hashable, Sendable, BitwiseCopyable {
  /// What is known of a packet's CRC.
  public enum CRCStatus: UInt8, Sendable, BitwiseCopyable {
    /// Nobody checked it, or it cannot be checked.
    case unknown
    /// It fits.
    case good
    /// It does not fit: the packet was damaged on its way to the sniffer.
    case bad
  }

  /// What the header says the packet is.
  enum PDUType: UInt8, BitwiseCopyable {
    /// Unspecified where the header does not tell; what is then not advertising by its address is data.
    case unspecified, advertising, data, isochronous
  }

  /// What ``time`` counts.
  enum Clock: UInt8, BitwiseCopyable {
    /// Nothing: the record's own time is all there is.
    case record
    /// Microseconds since the end of the packet before.
    case delta
    /// Microseconds of a clock of 32 bits.
    case microseconds
    /// A clock in steps of 100 ns, high byte included.
    case hundredNanoseconds
  }

  /// What is known of the CRC.
  public var crc = CRCStatus.unknown
  /// Which way a data PDU went, `sent` from the central; unknown when the header does not tell.
  public var direction = Direction.unknown
  /// True when the sniffer saw the packet encrypted.
  public var wasEncrypted = false
  /// Whether the MIC fits, by the sniffer's account; nil when it did not check.
  public var isMICGood: Bool?

  /// ``crc`` was computed here, not taken from the sniffer.
  var isCRCComputed = false
  /// What the header says it is, on whose channels.
  var pduType = PDUType.unspecified
  /// What an auxiliary packet is: 0 AUX_ADV_IND, 1 AUX_CHAIN_IND, 2 AUX_SYNC_IND, 3 AUX_SCAN_RSP.
  var auxiliaryType: UInt8?
  /// Which clock ``time`` is of.
  var clock = Clock.record
  /// What the clock showed, in its own units; 0 when it is the record's.
  var time: UInt64 = 0

  // What may be missing is kept with a value that it cannot have for that: an optional is written in two steps
  // and asked for in two, for every packet.
  /// ``channel``, 0xFF when it is not told.
  private(set) var channelOrNone: UInt8 = 0xFF
  private var phyOrNone: UInt8 = 0
  private var boardOrNone: Int16 = -1
  private var rssiOrNone: Int16 = .min
  private var noiseOrNone: Int16 = .min
  private var packetCounterOrNone: Int32 = -1
  private var eventCounterOrNone: Int32 = -1

  /// The channel's index: 0 to 36 data and secondary advertising, 37 to 39 primary advertising; nil when it is
  /// not told.
  public var channel: UInt8? {
    @inline(__always)
    get { channelOrNone == 0xFF ? nil : channelOrNone }
    @inline(__always)
    set { channelOrNone = newValue ?? 0xFF }
  }

  /// 1 = 1M, 2 = 2M, 3 = Coded; nil when it is not told.
  public var phy: UInt8? {
    @inline(__always)
    get { phyOrNone == 0 ? nil : phyOrNone }
    @inline(__always)
    set { phyOrNone = newValue ?? 0 }
  }

  /// How strong it was heard, in dBm; nil when it is not told.
  public var rssi: Int8? {
    @inline(__always)
    get { rssiOrNone == .min ? nil : Int8(truncatingIfNeeded: rssiOrNone) }
    @inline(__always)
    set { rssiOrNone = newValue.map { Int16($0) } ?? .min }
  }

  /// How strong the noise was, in dBm; nil when it is not told.
  public var noise: Int8? {
    @inline(__always)
    get { noiseOrNone == .min ? nil : Int8(truncatingIfNeeded: noiseOrNone) }
    @inline(__always)
    set { noiseOrNone = newValue.map { Int16($0) } ?? .min }
  }

  /// The sniffer's board; nil when the format has none.
  public var board: UInt8? {
    @inline(__always)
    get { boardOrNone < 0 ? nil : UInt8(truncatingIfNeeded: boardOrNone) }
    @inline(__always)
    set { boardOrNone = newValue.map { Int16($0) } ?? -1 }
  }

  /// The sniffer's count of packets it sent to the computer; nil when the format has none.
  public var packetCounter: UInt16? {
    @inline(__always)
    get { packetCounterOrNone < 0 ? nil : UInt16(truncatingIfNeeded: packetCounterOrNone) }
    @inline(__always)
    set { packetCounterOrNone = newValue.map { Int32($0) } ?? -1 }
  }

  /// The connection event's number by the sniffer's account; nil when it does not tell.
  public var eventCounter: UInt16? {
    @inline(__always)
    get { eventCounterOrNone < 0 ? nil : UInt16(truncatingIfNeeded: eventCounterOrNone) }
    @inline(__always)
    set { eventCounterOrNone = newValue.map { Int32($0) } ?? -1 }
  }

  /// True for what may be a data PDU, undamaged, not encrypted and not on the Coded PHY.
  var isOrdinary: Bool {
    (pduType == .data || pduType == .unspecified) && crc != .bad && !wasEncrypted && phy != 3
  }

  /// The length of the packet on the air in nanoseconds (Vol 6, Part B, 2.1 and 2.2).
  ///
  /// - Parameter count: bytes of the payload.
  @inline(__always)
  func airTime(_ count: Int) -> Int64 {
    let bytes = Int64(count)
    switch phy {
    // Preamble 2, access address 4, header 2, CRC 3.
    case 2: return (11 &+ bytes) &* 4_000
    // Preamble, access address, coding indicator and its end take 376 µs; S=8 is taken for granted.
    case 3: return 376_000 &+ (5 &+ bytes) &* 64_000 &+ 24_000
    default: return (10 &+ bytes) &* 8_000
    }
  }

  /// The index of an RF channel, which counts from 2402 MHz in steps of 2 MHz (Vol 6, Part B, 1.4.1).
  static func index(ofRFChannel channel: Int) -> UInt8? {
    switch channel {
    case 0: 37
    case 1...11: UInt8(channel - 1)
    case 12: 38
    case 13...38: UInt8(channel - 2)
    case 39: 39
    default: nil
    }
  }
}
