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

/// One report of an LE (Extended) Advertising Report event: who advertised what, and how it was heard.
public struct AdvertisingReport: Hashable, Sendable, BitwiseCopyable {
  /// The advertiser; 0 when it is anonymous, which ``addressType`` 0xFF says.
  public let address: DeviceAddress
  /// The type of ``address``.
  public let addressType: AddressType
  /// What kind of advertising it is.
  public let eventType: AdvertisingEventType
  /// The advertising data of this report.
  public let data: ByteRange
  /// How strong it was heard, in dBm; nil when the controller does not tell.
  public let rssi: Int8?
  /// How strong it was sent, in dBm; nil when the device does not tell in its header.
  public let txPower: Int8?
  /// The PHY of the primary channels: 1 = 1M, 3 = Coded.
  public let primaryPHY: UInt8
  /// The PHY of the secondary channels: 1 = 1M, 2 = 2M, 3 = Coded; nil when none was used.
  public let secondaryPHY: UInt8?
  /// The advertising set; nil when the PDU names none.
  public let sid: UInt8?

  /// Bytes before the first report in an event's parameters: subevent u8, number of reports u8.
  @inline(__always)
  public static var eventHeader: Int { 2 }

  /// The device can be connected to.
  public var isConnectable: Bool { eventType.contains(.connectable) }
  /// The device answers scan requests.
  public var isScannable: Bool { eventType.contains(.scannable) }
  /// The device advertises to one other device.
  public var isDirected: Bool { eventType.contains(.directed) }
  /// The PDU is a scan response.
  public var isScanResponse: Bool { eventType.contains(.scanResponse) }
  /// The PDU is one of Bluetooth 4.
  public var isLegacy: Bool { eventType.contains(.legacy) }
  /// Whether ``data`` is all of the data.
  public var dataStatus: AdvertisingEventType.DataStatus { eventType.dataStatus }

  /// Makes the report that is the whole of `bytes`, which begin at `start` in the capture.
  init(_ packed: PackedReport, _ bytes: RawSpan, start: Int, isExtended: Bool) {
    address = DeviceAddress(packed.identity &>> 8)
    addressType = AddressType(rawValue: UInt8(truncatingIfNeeded: packed.identity))
    eventType = packed.eventType
    rssi = packed.rssi == 127 ? nil : packed.rssi
    guard isExtended, bytes.byteCount >= PackedReport.extendedHeader else {
      data = ByteRange(
        offset: start &+ PackedReport.legacyHeader, count: bytes.byteCount &- PackedReport.legacyHeader &- 1)
      (txPower, primaryPHY, secondaryPHY, sid) = (nil, 1, nil, nil)
      return
    }
    let header = PackedReport.extendedHeader
    data = ByteRange(offset: start &+ header, count: bytes.byteCount &- header)
    primaryPHY = bytes.u8(9)
    secondaryPHY = bytes.u8(10) == 0 ? nil : bytes.u8(10)
    sid = bytes.u8(11) == 0xFF ? nil : bytes.u8(11)
    txPower = bytes.u8(12) == 127 ? nil : Int8(bitPattern: bytes.u8(12))
  }
}

/// Walks the reports of one event, in the order they are in it.
///
/// ```swift
/// var cursor = AdvertisingReportCursor(event)
/// while let report = cursor.next(reader) { … }
/// ```
///
/// The specification interleaves the fields of several reports; controllers do not, and neither Wireshark
/// nor this cursor expects them to.
public struct AdvertisingReportCursor: Sendable, BitwiseCopyable {
  /// Where the next report begins in the capture.
  private var start: Int
  /// Bytes from there to the end of the event.
  private var rest: Int
  /// Reports not read yet; those that the event claims but does not hold stay here.
  public private(set) var left: UInt8
  private let isExtended: Bool

  /// Begins before the first report of an event; any other event has none.
  public init(_ event: HCIEvent) {
    if case .advertisingReports(let count, let isExtended) = event.details {
      (left, self.isExtended) = (count, isExtended)
    } else {
      (left, isExtended) = (0, false)
    }
    start = event.parameters.offset &+ AdvertisingReport.eventHeader
    rest = event.parameters.count &- AdvertisingReport.eventHeader
  }

  /// The next report of the current frame's event; nil after the last and where a length is too long.
  public mutating func next(_ reader: borrowing CaptureReader) -> AdvertisingReport? {
    guard left > 0 else { return nil }
    let bytes = reader.bytes(of: ByteRange(offset: start, count: rest))
    let packed: PackedReport =
      isExtended ? .extended(bytes, from: 0, bytes.byteCount) : .legacy(bytes, from: 0, bytes.byteCount)
    guard packed.length > 0 else { return nil }
    let report = AdvertisingReport(
      packed, bytes.extracting(first: packed.length), start: start, isExtended: isExtended)
    left &-= 1
    start &+= packed.length
    rest &-= packed.length
    return report
  }
}

/// What adds up in a report, small enough to travel in registers: the analysis reads millions of them.
public struct PackedReport: Hashable, Sendable, BitwiseCopyable {
  /// Bytes before the data of a legacy report; the RSSI is after it.
  @inline(__always)
  static var legacyHeader: Int { 9 }
  /// Bytes before the data of an extended report.
  @inline(__always)
  static var extendedHeader: Int { 24 }
  /// The lower half of ``form`` in legacy reports: the subevent, and that there is one report.
  @inline(__always)
  static var legacyForm: UInt32 { 0x0102 }
  /// The lower half of ``form`` in extended reports.
  @inline(__always)
  static var extendedForm: UInt32 { 0x010D }

  /// Address type, and the address from bit 8 on.
  public let identity: UInt64
  /// Differs, but for a rare coincidence, where the length, the first 8 or the last 16 bytes of data differ;
  /// 0 without data.
  public let fingerprint: UInt64
  /// What kind of report it is, in the bytes of an event that one load brings: Subevent_Code u8, Num_Reports u8, as
  /// for one report, and the report's first two bytes, with Event_Type; 0 when there is no report.
  public let form: UInt32
  /// RSSI in dBm as sent: 127 when it is not known.
  public let rssi: Int8
  /// Bytes of data.
  private let dataCount: UInt8

  @inline(__always)
  init(identity: UInt64, fingerprint: UInt64, form: UInt32, dataCount: UInt8, rssi: UInt8) {
    self.identity = identity
    self.fingerprint = fingerprint
    self.form = form
    self.rssi = Int8(bitPattern: rssi)
    self.dataCount = dataCount
  }

  /// The event has one report, and only one.
  @inline(__always)
  var isOne: Bool { form & 0xFFFF == Self.legacyForm || isExtended }
  /// The report is in the extended form.
  @inline(__always)
  public var isExtended: Bool { form & 0xFFFF == Self.extendedForm }
  /// Bytes of the report, 0 when there is none.
  public var length: Int {
    let rest = isExtended ? Self.extendedHeader : Self.legacyHeader &+ 1
    return form == 0 ? 0 : rest &+ Int(dataCount)
  }
  /// What kind of advertising it is.
  public var eventType: AdvertisingEventType {
    isExtended
      ? AdvertisingEventType(rawValue: UInt16(truncatingIfNeeded: form &>> 16))
      : AdvertisingEventType(legacyType: UInt8(truncatingIfNeeded: form &>> 16))
  }
}

extension CaptureReader {
  /// Reads the advertising report in the first of `count` bytes from `start` on, of the current frame.
  ///
  /// What ``AdvertisingReportCursor`` walks with, for the packet path: the length of the result is 0 when
  /// the bytes are too few.
  @inline(never)
  package mutating func packedReport(_ start: Int, _ count: Int, isExtended: Bool) -> PackedReport {
    let bytes = bytes(of: ByteRange(offset: start, count: count))
    return isExtended ? .extended(bytes, from: 0, bytes.byteCount) : .legacy(bytes, from: 0, bytes.byteCount)
  }

  /// Reads the rest of a report that begins at `start`.
  package mutating func report(_ packed: PackedReport, _ start: Int, isExtended: Bool) -> AdvertisingReport {
    AdvertisingReport(
      packed, bytes(of: ByteRange(offset: start, count: packed.length)), start: start,
      isExtended: isExtended)
  }
}

extension PackedReport {
  @inline(__always)
  private static var none: PackedReport {
    PackedReport(identity: 0, fingerprint: 0, form: 0, dataCount: 0, rssi: 127)
  }

  /// Reads a legacy report (Vol 4, Part E, 7.7.65.2) in the `limit` bytes from `start` on.
  ///
  /// ```
  /// 0               1                 2            8                9        9 + n
  /// | Event_Type u8 | Address_Type u8 | Address 48 | Data_Length u8 | Data … | RSSI i8 |
  /// ```
  @inline(__always)
  static func legacy(_ bytes: RawSpan, from start: Int, _ limit: Int) -> PackedReport {
    let available = limit &- legacyHeader &- 1
    guard available >= 0 else { return none }
    let count = bytes.u8(start &+ 8)
    guard Int(count) <= available else { return none }
    let data = start &+ legacyHeader
    return PackedReport(
      identity: bytes.u64LE(start) &>> 8, fingerprint: fingerprint(bytes, data, Int(count)),
      form: UInt32(bytes.u16LE(start)) &<< 16 | legacyForm, dataCount: count,
      rssi: bytes.u8(data &+ Int(count)))
  }

  /// Reads an extended report (Vol 4, Part E, 7.7.65.13) in the `limit` bytes from `start` on.
  ///
  /// ```
  /// 0                2                 3            9                10                 11
  /// | Event_Type u16 | Address_Type u8 | Address 48 | Primary_PHY u8 | Secondary_PHY u8 | SID u8 …
  /// 12            13        14                                  16                     17                 23
  /// … TX_Power i8 | RSSI i8 | Periodic_Advertising_Interval u16 | Direct_Address_Type u8 | Direct_Address 48 …
  /// 23               24
  /// … Data_Length u8 | Data … |
  /// ```
  @inline(__always)
  static func extended(_ bytes: RawSpan, from start: Int, _ limit: Int) -> PackedReport {
    let available = limit &- extendedHeader
    guard available >= 0 else { return none }
    let count = bytes.u8(start &+ 23)
    guard Int(count) <= available else { return none }
    return PackedReport(
      identity: bytes.u64LE(start &+ 1) &>> 8,
      fingerprint: fingerprint(bytes, start &+ extendedHeader, Int(count)),
      form: UInt32(bytes.u16LE(start)) &<< 16 | extendedForm, dataCount: count, rssi: bytes.u8(start &+ 13))
  }

  /// Reads the report of an event in a record, as ``legacy(_:from:_:)`` and ``extended(_:from:_:)`` do, without a jump
  /// that depends on which it is: both kinds come mixed.
  ///
  /// Other events, and events with several reports, give nonsense, which ``isOne`` tells.
  ///
  /// ```
  /// 24       25              26                         27               28              29
  /// | H4 = 4 | Event 0x3E u8 | Parameter_Total_Length u8 | Subevent_Code u8 | Num_Reports u8 | report … |
  ///                                                    └────────────── form ─────────────────── … 31
  /// ```
  ///
  /// - Parameters:
  ///   - bytes: the record, and what follows.
  ///   - length: bytes of the event's parameters, which are there.
  /// - Returns: nil where a length is too long.
  @inline(__always)
  static func possible(_ bytes: RawSpan, _ length: Int) -> PackedReport? {
    let form = bytes.u32LE(27)
    // 0 for legacy, 1 for extended: a number to count with, where a condition would be asked again and again. The
    // header of extended reports is 15 bytes longer.
    let extended = Int(form &>> 3 & 1)
    let further = 15 &* extended
    // Seen from there, data are where a legacy report has them.
    let shifted = bytes.extracting(further..<CaptureStream.aheadCount)
    let data = 29 &+ legacyHeader
    let count = Int(shifted.u8(data &- 1))
    // Subevent and number are before the header; legacy data are followed by the RSSI.
    guard further &+ count &- extended <= length &- (2 &+ legacyHeader &+ 1) else { return nil }
    // 0 for extended reports, whose RSSI is 4 bytes behind the place where a legacy one without data has it.
    let before = count & (extended &- 1)
    return PackedReport(
      identity: bytes.u64LE(29 &+ extended) &>> 8, fingerprint: fingerprint(shifted, data, count), form: form,
      dataCount: UInt8(truncatingIfNeeded: count), rssi: bytes.u8(data &+ before &+ 4 &* extended))
  }

  /// Mixes the length, the first 8 and the last 16 of `count` bytes from `start` on; 0 for none.
  ///
  /// Of fewer than 16 bytes the header's last ones are mixed in, which are the same for all reports of a
  /// device: at least 9 bytes come before the data, and the RSSI is not among the last 8.
  @inline(__always)
  static func fingerprint(_ bytes: RawSpan, _ start: Int, _ count: Int) -> UInt64 {
    let factor: UInt64 = 0x9E37_79B9_7F4A_7C15
    let last = bytes.u64LE(start &+ count &- 8)
    let number = UInt64(truncatingIfNeeded: count)
    if count < 8 {
      // A shift by 64 is none, by 63 and 1 is one.
      return (last &>> (63 &- 8 &* number)) / 2 | number &<< 56
    }
    // Both halves of a product of two words: every bit of it depends on most bits of both. The third one has
    // nobody to be taken for.
    let product = (bytes.u64LE(start) ^ number).multipliedFullWidth(
      by: bytes.u64LE(start &+ count &- 16) ^ factor)
    return product.high ^ product.low ^ last
  }
}
