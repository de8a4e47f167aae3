import ATTParser

/// What the reports of one advertiser add up to: a look at its tallies.
struct AdvertiserEntry: BitwiseCopyable {
  /// Looks at the data of one advertiser at most, pieces of data that comes in several reports included.
  static let lookLimit: UInt8 = 16

  private let advertisementTally: ReportTally
  private let responseTally: ReportTally?

  /// Looks at the advertiser with a number.
  init(_ number: Int, of tallies: borrowing ReportTallies) {
    advertisementTally = tallies.advertisements(number)
    responseTally = tallies.responses(number)
  }

  /// The last report that is no scan response; frame 0 when there is none.
  var advertisement: Moment { Moment(frame: advertisementTally.frameNumber, time: advertisementTally.time) }
  /// Reports that are no scan responses.
  var advertisements: Int { advertisementTally.count }
  /// Scan responses.
  var responses: Int { responseTally?.count ?? 0 }
  /// Reports of both kinds.
  var reports: Int { advertisements + responses }

  /// The tally of the last report; of two in one frame both tallies know the RSSI of the later one.
  private var lastTally: ReportTally {
    guard let responseTally, responseTally.frameNumber >= advertisementTally.frameNumber else {
      return advertisementTally
    }
    return responseTally
  }

  /// The last report.
  var last: Moment { Moment(frame: lastTally.frameNumber, time: lastTally.time) }
  /// RSSI of the last report, 127 when it does not tell.
  var rssi: Int8 { lastTally.rssi }
  /// The weakest RSSI.
  var rssiLeast: Int8 { advertisementTally.rssiLeast }
  /// The strongest RSSI.
  var rssiMost: Int8 { advertisementTally.rssiMost }
  /// The RSSI of all reports that tell it, added up.
  var rssiSum: Int { advertisementTally.rssiSum &+ (responseTally?.rssiSum ?? 0) }
}
