/// What the advertisements of one device add up to, or its scan responses, and what the next one is expected to be
/// like: plain numbers that fill one cache line.
public struct ReportTally: Sendable, BitwiseCopyable {
  /// Whose reports these are, see ``ReportTallies``.
  let key: UInt64
  /// ``PackedReport/form`` of the last type: in legacy reports in the lower half, in extended reports in the upper.
  ///
  /// Where a form has not sent the type there is a number that belongs to the other one, so that no report has it
  /// there.
  private var forms = Self.noForms
  /// Reports until one is wanted, without it; below 0 while reports of the device are held back.
  private var left: Int32 = 0
  /// Place of the scan responses' tally in that of the advertisements, -1 when there is none.
  var responses: Int32 = -1
  /// The weakest RSSI.
  public private(set) var rssiLeast: Int8 = 127
  /// The strongest RSSI.
  public private(set) var rssiMost: Int8 = -128
  /// RSSI of the last report, 127 when it does not tell.
  public private(set) var rssi: Int8 = 127
  /// All bits while data may be looked at, none afterwards.
  private var lookMask: Int8 = -1
  // Frames are kept as 32-bit numbers, of which a capture of 100 GB has fewer.
  private var frame: UInt32 = 0
  /// Fingerprint of the data looked at last.
  private var dataPrint: UInt64 = 0
  /// The RSSI of all reports that tell it, added up; of scan responses that were noted one by one it is in the tally
  /// of the advertisements.
  public private(set) var rssiSum = 0
  /// When the last report was recorded.
  public private(set) var time: Timestamp
  private var reports: UInt32 = 0
  /// The number of the device.
  let device: Int32

  private static var noForms: UInt64 { UInt64(UInt32.max) }

  /// Makes the tally of the advertisements of a device whose first report at `time` is yet to be noted.
  init(_ key: UInt64, device: Int32, _ time: Timestamp) {
    self.key = key
    self.device = device
    self.time = time
  }

  /// Makes the tally of a device's scan responses.
  init(responsesOf advertisements: ReportTally) {
    self.init(advertisements.key, device: advertisements.device, advertisements.time)
    lookMask = advertisements.lookMask
    left = .max
  }

  /// The number of the last report's frame, 0 when there is none.
  public var frameNumber: Int { Int(frame) }

  /// Reports.
  public var count: Int { Int(reports) }

  /// Bits below the half of a form: subevent 0x0D has this bit, 0x02 has not.
  @inline(__always)
  private static func shift(_ form: UInt32) -> UInt64 { UInt64(form & 8) &* 4 }

  /// True when a report is of the last type, and one of its form was before.
  ///
  /// - Parameter report: need not be one, see ``PackedReport/possible(_:_:)``.
  @inline(__always)
  func matches(_ report: PackedReport) -> Bool {
    UInt32(truncatingIfNeeded: forms &>> Self.shift(report.form)) == report.form
  }

  /// True for an RSSI between the weakest and the strongest; 127, which is none, is above.
  @inline(__always)
  func isUsual(_ rssi: Int8) -> Bool { rssi >= rssiLeast && rssi <= rssiMost }

  /// True for data to be looked at.
  ///
  /// One question, whose answer is no most of the time: of some devices the data always differs, and others are
  /// always looked at.
  @inline(__always)
  func isNew(_ fingerprint: UInt64) -> Bool {
    (fingerprint ^ dataPrint) & UInt64(bitPattern: Int64(lookMask)) != 0
  }

  /// Counts a report of a type that ``matches(_:)``, if nobody wants to see it; false, with nothing counted, for
  /// any other.
  @inline(__always)
  mutating func countExpected(_ report: PackedReport, number: Int, _ time: Timestamp) -> Bool {
    guard left > 0, isUsual(report.rssi), !isNew(report.fingerprint) else { return false }
    left &-= 1
    rssi = report.rssi
    rssiSum &+= Int(report.rssi)
    note(number, time)
    return true
  }

  /// Notes how strong a report was heard.
  @inline(__always)
  mutating func noteRSSI(of report: PackedReport) {
    rssi = report.rssi
    guard rssi != 127 else { return }
    rssiSum &+= Int(rssi)
    rssiLeast = min(rssiLeast, rssi)
    rssiMost = max(rssiMost, rssi)
  }

  /// Takes over what is known of the RSSI of all reports.
  @inline(__always)
  mutating func shareRSSI(with other: ReportTally) {
    (rssi, rssiLeast, rssiMost) = (other.rssi, other.rssiLeast, other.rssiMost)
  }

  /// Counts a report.
  @inline(__always)
  mutating func note(_ number: Int, _ time: Timestamp) {
    frame = UInt32(truncatingIfNeeded: number)
    self.time = time
    reports &+= 1
  }

  /// Counts a report down; true when it is one that is wanted.
  @inline(__always)
  mutating func countDown() -> Bool {
    if left == 0 { return true }
    left &-= 1
    return false
  }

  /// Has so many reports counted before the one that is wanted next.
  @inline(__always)
  mutating func expect(_ count: Int32) { left = count }

  /// Has the reports to come left to the caller, or counts them again.
  @inline(__always)
  mutating func holdBack(_ isHeld: Bool) { left = isHeld ? left | .min : left & .max }

  /// Takes over the type of a report.
  mutating func noteType(of report: PackedReport) {
    if UInt8(truncatingIfNeeded: report.eventType.rawValue) != lastType { forms = Self.noForms }
    let shift = Self.shift(report.form)
    forms = forms & ~(UInt64(UInt32.max) &<< shift) | UInt64(report.form) &<< shift
  }

  /// The lower bits of the last type, as extended reports send them; 0 when there is none.
  private var lastType: UInt8 {
    if forms == Self.noForms { return 0 }
    let extended = UInt8(truncatingIfNeeded: forms &>> 48)
    let legacy = AdvertisingEventType(legacyType: UInt8(truncatingIfNeeded: forms &>> 16)).rawValue
    return forms &>> 32 == 0 ? UInt8(truncatingIfNeeded: legacy) : extended
  }

  /// Notes that data was looked at.
  mutating func noteLook(_ fingerprint: UInt64) { dataPrint = fingerprint }

  /// Has no data looked at any more.
  mutating func endLooks() { lookMask = 0 }
}
