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
  /// Type of no report.
  private static let noType: UInt8 = 0xFF

  /// The last report that is no scan response; frame 0 when there is none.
  private(set) var advertisement: Moment
  /// The last scan response; frame 0 when there is none.
  private(set) var response: Moment
  /// The RSSI of all reports that tell it, added up.
  private(set) var rssiSum = 0
  /// Reports that are no scan responses.
  private(set) var advertisements: UInt32 = 0
  /// Scan responses.
  private(set) var responses: UInt32 = 0
  /// Fingerprint of the advertising data looked at last.
  private var advertisingPrint: UInt32 = 0
  /// Fingerprint of the scan response data looked at last.
  private var responsePrint: UInt32 = 0
  /// Advertisements until one is sampled.
  var untilSample: UInt16 = 1
  /// Type of `advertisement`.
  private var type = Self.noType
  /// Type of `response`.
  private var responseType = Self.noType
  /// RSSI of the last report, 127 when it does not tell.
  private(set) var rssi: Int8 = 127
  /// The weakest RSSI.
  private(set) var rssiLeast: Int8 = 127
  /// The strongest RSSI.
  private(set) var rssiMost: Int8 = -128
  /// Times that the data was looked at.
  private(set) var looks: UInt8 = 0

  init(_ moment: Moment) {
    advertisement = Moment(frame: 0, time: moment.time)
    response = advertisement
  }

  /// Notes one report; what it returns is left to the caller.
  @inline(__always)
  mutating func note(_ report: PackedReport, _ moment: Moment) -> Work {
    if report.rssi == 127 { return .unusual }
    let type = UInt8(truncatingIfNeeded: report.eventType.rawValue)
    if type == self.type {
      note(report.rssi)
      return noteAdvertisement(report, moment)
    }
    if type == responseType {
      note(report.rssi)
      return noteResponse(report, moment)
    }
    return .unusual
  }

  @inline(__always)
  private mutating func note(_ rssi: Int8) {
    self.rssi = rssi
    rssiSum &+= Int(rssi)
    if rssi < rssiLeast { rssiLeast = rssi }
    if rssi > rssiMost { rssiMost = rssi }
  }

  @inline(__always)
  private mutating func noteAdvertisement(_ report: PackedReport, _ moment: Moment) -> Work {
    advertisement = moment
    advertisements &+= 1
    untilSample &-= 1
    // One question, whose answer is no most of the time: of some devices the data always differs, and others
    // are always looked at.
    let mask: UInt32 = looks < Self.lookLimit ? .max : 0
    let difference = (report.fingerprint ^ advertisingPrint) & mask
    if untilSample != 0, difference == 0 { return [] }
    return untilSample != 0 ? .content : difference == 0 ? .sample : [.sample, .content]
  }

  @inline(__always)
  private mutating func noteResponse(_ report: PackedReport, _ moment: Moment) -> Work {
    response = moment
    responses &+= 1
    let isKnown = report.fingerprint == responsePrint
    return isKnown || looks >= Self.lookLimit ? [] : .content
  }

  /// Notes a report of another type than those before, or without RSSI.
  mutating func noteUnusual(_ report: PackedReport, _ moment: Moment) -> Work {
    if report.rssi != 127 { note(report.rssi) } else { rssi = 127 }
    if report.eventType.contains(.scanResponse) {
      responseType = UInt8(truncatingIfNeeded: report.eventType.rawValue)
      return noteResponse(report, moment)
    }
    type = UInt8(truncatingIfNeeded: report.eventType.rawValue)
    return noteAdvertisement(report, moment)
  }

  /// Notes that data was looked at.
  mutating func noteLook(_ packed: PackedReport) {
    looks &+= 1
    let print = packed.fingerprint
    if packed.eventType.contains(.scanResponse) { responsePrint = print } else { advertisingPrint = print }
  }

  /// Reports of both kinds.
  var reports: Int { Int(advertisements) + Int(responses) }

  /// The last report.
  var last: Moment { advertisement.frame > response.frame ? advertisement : response }
}
