import ATTParser

/// What every report of one advertiser changes: plain numbers that fill one cache line.
struct AdvertiserEntry: BitwiseCopyable {
  /// What a report leaves to be done, which few reports do.
  struct Work: OptionSet {
    /// The bits.
    let rawValue: UInt8
    /// The report is still to be added, by the way for unusual ones.
    static let unusual = Work(rawValue: 1)
    /// The signal is to be kept as a sample.
    static let sample = Work(rawValue: 2)
    /// The data differs from what was read last.
    static let content = Work(rawValue: 4)
  }

  /// Looks at the data of one advertiser at most, pieces of data that comes in several reports included.
  static let lookLimit: UInt8 = 16
  /// Of what type reports are, as they send it themselves, so that nothing is translated to find out that a type
  /// is the one before.
  private struct SentType: BitwiseCopyable {
    // Num_Reports and Event_Type of legacy reports in the lower half, of extended reports in the upper half.
    // Where the number is 0 that form has not sent the type yet.
    private var codes: UInt32 = 0
    /// The lower bits of the type, as extended reports send them.
    private var type: UInt8 = 0

    /// Bits below the half of a form: subevent 0x0D has this bit, 0x02 has not.
    @inline(__always)
    private static func shift(_ form: UInt32) -> UInt32 { (form & 8) &* 2 }

    /// True when a report is of this type, and one of its form was before.
    @inline(__always)
    func matches(_ form: UInt32) -> Bool {
      UInt16(truncatingIfNeeded: codes &>> Self.shift(form)) == UInt16(truncatingIfNeeded: form &>> 8)
    }

    /// Takes over the type of a report.
    mutating func note(_ report: PackedReport) {
      let shift = Self.shift(report.form)
      let new = UInt8(truncatingIfNeeded: report.eventType.rawValue)
      let kept = new == type ? codes & ~(0xFFFF &<< shift) : 0
      codes = kept | (report.form &>> 8 & 0xFFFF) &<< shift
      type = new
    }
  }

  // Frames are kept as 32-bit numbers, of which a capture of 100 GB has fewer.
  private(set) var advertisementTime: Timestamp
  private var responseTime: Timestamp
  /// The RSSI of all reports that tell it, added up.
  private(set) var rssiSum = 0
  private var advertisementFrame: UInt32 = 0
  private var responseFrame: UInt32 = 0
  /// Reports that are no scan responses.
  private(set) var advertisements: UInt32 = 0
  /// Scan responses.
  private(set) var responses: UInt32 = 0
  /// Fingerprint of the advertising data looked at last.
  private var advertisingPrint: UInt32 = 0
  /// Fingerprint of the scan response data looked at last.
  private var responsePrint: UInt32 = 0
  /// Type of the last advertisement.
  private var type = SentType()
  /// RSSI of the last report, 127 when it does not tell.
  private(set) var rssi: Int8 = 127
  /// The weakest RSSI.
  private(set) var rssiLeast: Int8 = 127
  /// The strongest RSSI.
  private(set) var rssiMost: Int8 = -128
  /// Type of the last scan response.
  private var responseType = SentType()
  /// All bits while data may be looked at, none afterwards.
  private var lookMask: Int8 = -1
  /// Advertisements until one is sampled.
  var untilSample: UInt16 = 1

  init(_ moment: Moment) {
    advertisementTime = moment.time
    responseTime = moment.time
  }

  /// The last report that is no scan response; frame 0 when there is none.
  @inline(__always)
  var advertisement: Moment { Moment(frame: Int(advertisementFrame), time: advertisementTime) }

  /// The last scan response; frame 0 when there is none.
  var response: Moment { Moment(frame: Int(responseFrame), time: responseTime) }

  /// Notes an advertisement after which nothing is left to be done, as most are; false, with nothing noted, for
  /// any other report.
  @inline(__always)
  mutating func noteUsual(_ bulk: BulkReport) -> Bool {
    let report = bulk.report
    guard type.matches(report.form), isUsual(report.rssi), untilSample > 1,
      !isNew(report.fingerprint, advertisingPrint)
    else { return false }
    note(report.rssi)
    advertisementFrame = UInt32(truncatingIfNeeded: bulk.number)
    advertisementTime = bulk.time
    advertisements &+= 1
    untilSample &-= 1
    return true
  }

  /// Notes one report; what it returns is left to the caller.
  @inline(__always)
  mutating func note(_ report: PackedReport, _ moment: Moment) -> Work {
    if !isUsual(report.rssi) { return .unusual }
    if type.matches(report.form) {
      note(report.rssi)
      return noteAdvertisement(report, moment)
    }
    if responseType.matches(report.form) {
      note(report.rssi)
      return noteResponse(report, moment)
    }
    return .unusual
  }

  /// True for an RSSI between the weakest and the strongest; 127, which is none, is above.
  @inline(__always)
  private func isUsual(_ rssi: Int8) -> Bool { rssi >= rssiLeast && rssi <= rssiMost }

  /// True for data to be looked at.
  ///
  /// One question, whose answer is no most of the time: of some devices the data always differs, and others are
  /// always looked at.
  @inline(__always)
  private func isNew(_ fingerprint: UInt32, _ before: UInt32) -> Bool {
    (fingerprint ^ before) & UInt32(bitPattern: Int32(lookMask)) != 0
  }

  @inline(__always)
  private mutating func note(_ rssi: Int8) {
    self.rssi = rssi
    rssiSum &+= Int(rssi)
  }

  @inline(__always)
  private mutating func noteAdvertisement(_ report: PackedReport, _ moment: Moment) -> Work {
    advertisementFrame = UInt32(truncatingIfNeeded: moment.frame)
    advertisementTime = moment.time
    advertisements &+= 1
    untilSample &-= 1
    let isNew = isNew(report.fingerprint, advertisingPrint)
    if untilSample != 0, !isNew { return [] }
    return untilSample != 0 ? .content : isNew ? [.sample, .content] : .sample
  }

  @inline(__always)
  private mutating func noteResponse(_ report: PackedReport, _ moment: Moment) -> Work {
    responseFrame = UInt32(truncatingIfNeeded: moment.frame)
    responseTime = moment.time
    responses &+= 1
    return isNew(report.fingerprint, responsePrint) ? .content : []
  }

  /// Notes a report of another type or form than those before, with an RSSI weaker or stronger than all before, or
  /// without RSSI.
  mutating func noteUnusual(_ report: PackedReport, _ moment: Moment) -> Work {
    if report.rssi == 127 {
      rssi = 127
    } else {
      note(report.rssi)
      rssiLeast = min(rssiLeast, rssi)
      rssiMost = max(rssiMost, rssi)
    }
    if report.eventType.contains(.scanResponse) {
      responseType.note(report)
      return noteResponse(report, moment)
    }
    type.note(report)
    return noteAdvertisement(report, moment)
  }

  /// Notes that data was looked at, with this so many times.
  mutating func noteLook(_ packed: PackedReport, _ looks: UInt8) {
    if looks >= Self.lookLimit { lookMask = 0 }
    let print = packed.fingerprint
    if packed.eventType.contains(.scanResponse) { responsePrint = print } else { advertisingPrint = print }
  }

  /// Reports of both kinds.
  var reports: Int { Int(advertisements) + Int(responses) }

  /// The last report.
  var last: Moment { advertisementFrame > responseFrame ? advertisement : response }
}
