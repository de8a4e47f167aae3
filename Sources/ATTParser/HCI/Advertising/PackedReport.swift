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

  /// Makes a report; `rssi` is the byte as sent.
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
