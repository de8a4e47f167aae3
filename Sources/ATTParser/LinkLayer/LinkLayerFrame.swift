/// A packet of the air: what the sniffer told of it, and what the link layer makes of it.
public struct LinkLayerFrame: Sendable, BitwiseCopyable {
  /// The kind of physical channel a packet is on.
  public enum Channel: UInt8, Sendable, BitwiseCopyable {
    /// Too short to tell.
    case unknown
    /// Advertising, primary, secondary or periodic.
    case advertising
    /// Data of a connection.
    case data
    /// Isochronous; not looked into.
    case isochronous
  }

  /// What became of a data PDU.
  public struct Notes: OptionSet, Hashable, Sendable, BitwiseCopyable {
    /// The bits.
    public var rawValue: UInt32

    /// Makes notes from bits.
    @inline(__always)
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    // Computed: a stored one is asked for with a call each time.

    /// It begins a connection instance: a CONNECT_IND, or the first PDU of a link that nobody opened.
    public static var opensLink: Notes { Notes(rawValue: 0x001) }
    /// The same PDU was heard before: it is not delivered again.
    public static var isRetransmission: Notes { Notes(rawValue: 0x002) }
    /// It begins a connection event.
    public static var beginsEvent: Notes { Notes(rawValue: 0x004) }
    /// Its payload is ciphertext that was not decrypted.
    public static var isCiphertext: Notes { Notes(rawValue: 0x008) }
    /// Its payload was decrypted.
    public static var isDecrypted: Notes { Notes(rawValue: 0x010) }
    /// The connection parameters announced last are in force from here on.
    public static var parametersInForce: Notes { Notes(rawValue: 0x020) }
    /// The PHYs announced last are in force from here on.
    public static var physInForce: Notes { Notes(rawValue: 0x040) }
    /// The channel map announced last is in force from here on.
    public static var channelMapInForce: Notes { Notes(rawValue: 0x080) }
    /// Its time fits the connection interval, so that ``LinkLayerFrame/drift`` counts.
    public static var hasDrift: Notes { Notes(rawValue: 0x100) }
    /// The direction is inferred from the order of PDUs.
    public static var isDirectionInferred: Notes { Notes(rawValue: 0x200) }
    /// ``LinkLayerFrame/eventCounter`` counts.
    public static var hasEventCounter: Notes { Notes(rawValue: 0x400) }
    /// Keys were tried on enough ciphertexts of this session to say that none fits.
    public static var noKeyFits: Notes { Notes(rawValue: 0x800) }
    /// The link became encrypted with this PDU.
    public static var startsEncryption: Notes { Notes(rawValue: 0x1000) }
    /// The link's encryption ended with this PDU.
    public static var endsEncryption: Notes { Notes(rawValue: 0x2000) }
    /// The session's pairing is heard, and no temporary key that is known fits its confirm values.
    public static var needsPasskey: Notes { Notes(rawValue: 0x8000) }
    /// It acknowledges the other side's last PDU, which was not acknowledged before.
    public static var acknowledges: Notes { Notes(rawValue: 0x10000) }
    /// Its MIC does not fit by the session's key.
    public static var isMICBad: Notes { Notes(rawValue: 0x4000) }
  }

  /// What the sniffer told.
  public package(set) var radio = RadioInfo()
  /// The kind of channel.
  public package(set) var channel = Channel.unknown
  /// What became of it.
  public package(set) var notes = Notes()
  /// Which connection or channel it belongs to.
  public package(set) var accessAddress = AccessAddress(rawValue: 0)
  /// The PDU's header of two bytes.
  public package(set) var header: UInt16 = 0
  /// The place of the link among those that are followed; a link's place is re-used after it.
  package var link: UInt16 = 0
  /// PDUs of this direction that were sent between this one and the last one heard, at least.
  public package(set) var missed: UInt8 = 0
  /// The same of the other direction.
  public package(set) var missedOther: UInt8 = 0
  /// The number of the connection event.
  public package(set) var eventCounter: UInt16 = 0
  /// Connection events since the last one heard, of which nothing was heard.
  public package(set) var missedEvents: UInt16 = 0
  /// How much later than the interval says the event began since the last one heard, in nanoseconds.
  public package(set) var drift: Int64 = 0
  /// Nanoseconds since the anchor of the last event heard.
  public package(set) var sinceAnchor: Int64 = 0
  /// The payload as captured, without header and CRC.
  public package(set) var payload = ByteRange.empty
  /// The payload, decrypted where it was; without MIC then.
  public package(set) var plaintext = ByteRange.empty
  /// An advertising PDU.
  public package(set) var advertising = AdvertisingPDU()
  /// A control PDU.
  public package(set) var control = LinkControlPDU()

  /// Makes the frame of nothing.
  init() {}

  /// What a data PDU's payload is: 1 continuation or empty, 2 start, 3 control, 0 reserved.
  @inline(__always)
  public var llid: UInt8 { UInt8(truncatingIfNeeded: header & 3) }
  /// The next sequence number that the sender expects.
  @inline(__always)
  public var nextExpectedSequenceNumber: UInt8 { UInt8(truncatingIfNeeded: header &>> 2 & 1) }
  /// The sequence number.
  @inline(__always)
  public var sequenceNumber: UInt8 { UInt8(truncatingIfNeeded: header &>> 3 & 1) }
  /// The sender has more to send in this event.
  @inline(__always)
  public var hasMoreData: Bool { header & 0x10 != 0 }
  /// The payload's length by the header.
  @inline(__always)
  public var length: Int { Int(header &>> 8) }
  /// A data PDU without payload.
  @inline(__always)
  public var isEmpty: Bool { header &>> 8 == 0 }
  /// The CRC does not fit: nothing of the PDU is used.
  @inline(__always)
  public var isDamaged: Bool { radio.crc == .bad }
}
