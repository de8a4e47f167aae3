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
