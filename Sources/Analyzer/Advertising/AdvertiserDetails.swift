import ATTParser

/// What few reports of one advertiser change.
struct AdvertiserDetails: BitwiseCopyable {
  /// Reports closer than this belong to one advertising event: its other channels, or more of its data.
  ///
  /// The shortest advertising interval but for a burst to one device is 20 ms.
  private static let eventNanoseconds: Int64 = 15_000_000
  /// Advertisements that a sample waits for one that begins an event.
  private static let patience = 4
  /// Advertisements of which one is sampled, at most.
  private static let longestStride: UInt16 = 1 << 15

  /// Address type, and the address from bit 8 on.
  let identity: UInt64
  /// The controller's index on the recording machine.
  let adapter: UInt16
  /// The first report.
  let first: Moment

  /// Place of the first sample.
  var samples = 0
  /// Samples kept.
  var sampleCount: Int32 = 0
  /// Samples there is room for.
  var sampleRoom: Int32 = 0
  /// Advertisements of which one is sampled.
  private var stride: UInt16 = 1
  /// Advertisements that the sample that is due has waited for.
  private var waited: UInt8 = 0
  /// Makes the distances between samples uneven, so that they do not keep step with what is not heard.
  private var jitter: UInt32

  /// Times that the data was looked at.
  private var looks: UInt8 = 0
  /// Place among the contents, -1 before the first look.
  var content: Int32 = -1
  /// The last advertisement, or scan response, that was looked at is not the last piece of its data.
  private var awaitsAdvertising = false
  private var awaitsResponse = false
  private var advertisingOutline: UInt64 = 0
  private var responseOutline: UInt64 = 0
  // What the reports whose data was looked at have in their headers.
  /// TX power in dBm.
  private(set) var txPower: Int8?
  /// The advertising set.
  private(set) var sid: UInt8?
  /// The PHY of the primary channels.
  private(set) var primaryPHY: UInt8?
  /// The PHY of the secondary channels.
  private(set) var secondaryPHY: UInt8?

  /// Event types: bits that were set in some report in the lower half, that were clear in the upper half.
  private var typeBits: UInt32 = 0
  /// The last advertisement is of a device that can be connected to.
  private var isConnectable = false
  /// The last connectable advertisement before those of the last type, frame 0 when there was none.
  private var connectableBefore = Moment(frame: 0, time: Timestamp(nanoseconds: 0))
  /// The last RSSI before the reports that do not tell, and its report.
  private var rssiBefore: Int8 = 127
  private var rssiBeforeMoment = Moment(frame: 0, time: Timestamp(nanoseconds: 0))
  /// Reports that do not tell how strong they were heard.
  private(set) var silentReports = 0
  /// The last time that it was connected to, frame 0 when it was not.
  var connected = Moment(frame: 0, time: Timestamp(nanoseconds: 0))

  /// Begins with an advertiser's first report.
  init(_ report: PackedReport, adapter: UInt16, _ moment: Moment) {
    identity = report.identity
    self.adapter = adapter
    first = moment
    jitter = UInt32(truncatingIfNeeded: report.identity)
  }

  /// Notes a report that does not tell how strong it was heard, after those that `entry` has.
  mutating func noteSilence(after entry: AdvertiserEntry) {
    if entry.rssi != 127 { (rssiBefore, rssiBeforeMoment) = (entry.rssi, entry.last) }
    silentReports &+= 1
  }

  /// Notes what kind of advertising a report is.
  ///
  /// - Parameter last: the last advertisement before it.
  mutating func noteType(of report: PackedReport, after last: Moment) {
    let type = report.eventType
    guard !type.contains(.scanResponse) else { return }
    if isConnectable { connectableBefore = last }
    isConnectable = type.contains(.connectable)
    typeBits |= UInt32(type.rawValue) | UInt32(~type.rawValue) &<< 16
  }

  // MARK: - Samples

  /// There is no room for another sample.
  @inline(__always)
  var isFull: Bool { sampleCount == sampleRoom }

  /// Keeps the last advertisement as a sample, for which there is room, or leaves that to a later one if this
  /// belongs to the same event as the one before.
  ///
  /// - Parameter gap: nanoseconds since the one before, negative when they are not known.
  /// - Returns: advertisements to come before the next one to be sampled.
  @inline(__always)
  mutating func addSample(
    at time: Timestamp, rssi: Int8, gap: Int64, to pool: inout PackedArray<PackedSample>
  ) -> Int32 {
    let isSameEvent = UInt64(bitPattern: gap) < UInt64(Self.eventNanoseconds)
    if isSameEvent, sampleCount > 0, waited < Self.patience {
      waited &+= 1
      return 0
    }
    waited = 0
    let sinceFirst = time.nanoseconds(since: first.time)
    pool[samples &+ Int(sampleCount)] = PackedSample(
      sinceFirst: sinceFirst, gap: isSameEvent ? 0 : gap, rssi: rssi)
    sampleCount &+= 1
    return distance()
  }

  /// Advertisements before the next sample, with it as many as the stride on average.
  @inline(__always)
  private mutating func distance() -> Int32 {
    if stride == 1 { return 0 }
    jitter = jitter &* 1_664_525 &+ 1_013_904_223
    return Int32(stride / 2 &- 1 &+ UInt16(truncatingIfNeeded: jitter &>> 16) & (stride &- 1))
  }

  /// Half as many advertisements are sampled from now on.
  mutating func sampleLess() { stride = min(stride &* 2, Self.longestStride) }

  // MARK: - Data

  /// Counts a look at data; the number of looks so far.
  mutating func countLook() -> UInt8 {
    looks &+= 1
    return looks
  }

  /// Notes whether data goes on in the next report; true when it went on from the one before.
  mutating func notePiece(_ report: AdvertisingReport) -> Bool {
    let goesOn = report.dataStatus == .incomplete
    let before = report.isScanResponse ? awaitsResponse : awaitsAdvertising
    if report.isScanResponse { awaitsResponse = goesOn } else { awaitsAdvertising = goesOn }
    return before
  }

  /// Notes what the data looked at identifies; true when it is what the data before did.
  mutating func noteOutline(_ outline: UInt64, _ report: AdvertisingReport) -> Bool {
    let before = report.isScanResponse ? responseOutline : advertisingOutline
    if report.isScanResponse { responseOutline = outline } else { advertisingOutline = outline }
    return before == outline
  }

  /// Notes the header of a report whose data is looked at.
  mutating func noteHeader(_ report: AdvertisingReport) {
    txPower = report.txPower ?? txPower
    sid = report.sid ?? sid
    primaryPHY = report.primaryPHY
    secondaryPHY = report.secondaryPHY ?? secondaryPHY
  }

  // MARK: - What follows from both

  /// The device's address.
  var address: DeviceAddress { DeviceAddress(identity &>> 8) }
  /// The address's type.
  var addressType: AddressType { AddressType(rawValue: UInt8(truncatingIfNeeded: identity)) }

  /// The last RSSI and the report that told it, nil when none did.
  func rssi(_ entry: AdvertiserEntry) -> (value: Int8, moment: Moment)? {
    if entry.rssi != 127 { return (entry.rssi, entry.last) }
    return rssiBefore == 127 ? nil : (rssiBefore, rssiBeforeMoment)
  }

  /// The last report that said the device is connectable, nil when none did.
  func lastConnectable(_ entry: AdvertiserEntry) -> Moment? {
    if isConnectable { return entry.advertisement }
    return connectableBefore.frame == 0 ? nil : connectableBefore
  }

  /// Some report was of this type; scan responses are not asked.
  func wasSet(_ type: AdvertisingEventType) -> Bool { typeBits & UInt32(type.rawValue) != 0 }

  /// Some report was not of this type; scan responses are not asked.
  func wasClear(_ type: AdvertisingEventType) -> Bool { typeBits & UInt32(type.rawValue) &<< 16 != 0 }
}
