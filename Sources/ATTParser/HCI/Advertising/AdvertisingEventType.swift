/// What an advertising report says of the PDU it is about: the bits of Event_Type in an LE Extended
/// Advertising Report (Vol 4, Part E, 7.7.65.13), to which the types of legacy reports are translated.
public struct AdvertisingEventType: OptionSet, Hashable, Sendable, BitwiseCopyable {
  /// Whether the report holds all of the advertising data.
  public enum DataStatus: UInt8, Sendable, BitwiseCopyable {
    /// All of it, or the end of it.
    case complete
    /// A piece; the next report of the device goes on.
    case incomplete
    /// A piece, or the end; the rest was lost.
    case truncated
    /// A value the specification keeps for later.
    case reserved
  }

  /// The bits as an extended report sends them.
  public var rawValue: UInt16

  /// Makes a type from the bits of an extended report.
  @inline(__always)
  public init(rawValue: UInt16) { self.rawValue = rawValue }

  /// The device can be connected to.
  public static let connectable = AdvertisingEventType(rawValue: 0x01)
  /// The device answers scan requests.
  public static let scannable = AdvertisingEventType(rawValue: 0x02)
  /// The device advertises to one other device.
  public static let directed = AdvertisingEventType(rawValue: 0x04)
  /// The PDU is a scan response.
  public static let scanResponse = AdvertisingEventType(rawValue: 0x08)
  /// The PDU is one of Bluetooth 4.
  public static let legacy = AdvertisingEventType(rawValue: 0x10)

  /// Translates the Event_Type of a legacy report (Vol 4, Part E, 7.7.65.2).
  ///
  /// A legacy scan response does not tell whether the device is connectable; reserved types tell nothing.
  @inline(__always)
  init(legacyType type: UInt8) {
    // ADV_IND, ADV_DIRECT_IND, ADV_SCAN_IND, ADV_NONCONN_IND, SCAN_RSP, from the lowest byte on; then reserved.
    let bits: UInt64 = 0x10_10_10_1A_10_12_15_13 &>> (UInt64(min(type, 7)) &* 8)
    self.init(rawValue: UInt16(truncatingIfNeeded: bits & 0xFF))
  }

  /// Whether the report holds all of the data.
  public var dataStatus: DataStatus {
    DataStatus(rawValue: UInt8(truncatingIfNeeded: rawValue &>> 5 & 3)) ?? .reserved
  }
}
