public import ATTParser

/// One device as one adapter heard it advertise: what it said, how often and how strong.
///
/// Reports of all its advertising sets and of Bluetooth 4 and 5 alike are counted together. Advertisers
/// without an address are one, whose ``addressType`` is 0xFF.
public struct Advertiser: Sendable {
  /// How strong a device was heard, in dBm.
  public struct Signal: Hashable, Sendable {
    /// The weakest report.
    public let least: Int8
    /// The strongest report.
    public let most: Int8
    /// The mean of all reports, in dB.
    public let mean: Double
    /// The last report.
    public let last: Int8
    /// The frame of the last report.
    public let lastMoment: Moment
  }

  /// The device's address.
  public let address: DeviceAddress
  /// The address's type in the first report.
  public let addressType: AddressType
  /// The controller's index on the recording machine.
  public let adapter: UInt16
  /// The first report.
  public let first: Moment
  /// The last report.
  public let last: Moment
  /// Reports, scan responses included.
  public let reports: Int
  /// Reports of scan responses.
  public let scanResponses: Int
  /// The last report that said it can be connected to, nil when none did.
  public let lastConnectable: Moment?
  /// Some advertising said that it cannot be connected to.
  public let wasUnconnectable: Bool
  /// Some advertising could be answered with a scan request.
  public let isScannable: Bool
  /// Some advertising was to one other device.
  public let isDirected: Bool
  /// Some advertising was of Bluetooth 4.
  public let usesLegacy: Bool
  /// Some advertising was of Bluetooth 5.
  public let usesExtended: Bool
  /// How strong it was heard; nil when no report tells.
  public let signal: Signal?
  /// TX power in dBm: of the extended header, or else of the data; nil when it does not tell.
  public let txPower: Int8?
  /// The advertising set heard last, nil when it names none.
  public let sid: UInt8?
  /// PHY of the primary channels in the data looked at last: 1 = 1M, 3 = Coded; nil before any data.
  public let primaryPHY: UInt8?
  /// PHY of the secondary channels in the data looked at last: 1 = 1M, 2 = 2M, 3 = Coded; nil without.
  public let secondaryPHY: UInt8?
  /// What it said of itself.
  public let content: AdvertisedContent
  private let packedSamples: [PackedSample]

  /// Some report said that it can be connected to.
  public var isConnectable: Bool { lastConnectable != nil }

  /// The signal over time: at most 64 samples, evenly spread over the advertisements.
  public var samples: [SignalSample] {
    packedSamples.compactMap { sample in
      let time = Timestamp(nanoseconds: first.time.nanoseconds &+ sample.sinceFirst)
      return sample.rssi.map { SignalSample(time: time, rssi: $0) }
    }
  }

  /// How often it advertises, from at most 64 gaps between its advertisements; nil with fewer than 3.
  public var interval: AdvertisingInterval? { AdvertisingInterval(packedSamples) }

  /// Puts together what is kept of an advertiser in several places.
  init(
    _ entry: AdvertiserEntry, _ details: AdvertiserDetails, _ packed: [PackedSample],
    _ content: AdvertisedContent
  ) {
    address = details.address
    addressType = details.addressType
    adapter = details.adapter
    first = details.first
    last = entry.last
    reports = entry.reports
    scanResponses = entry.responses
    lastConnectable = details.lastConnectable(entry)
    wasUnconnectable = details.wasClear(.connectable)
    isScannable = details.wasSet(.scannable)
    isDirected = details.wasSet(.directed)
    usesLegacy = details.wasSet(.legacy)
    usesExtended = details.wasClear(.legacy)
    signal = Signal(entry, details)
    packedSamples = packed
    txPower = details.txPower ?? content.txPower
    sid = details.sid
    primaryPHY = details.primaryPHY
    secondaryPHY = details.secondaryPHY
    self.content = content
  }
}

extension Advertiser.Signal {
  /// The signal of an advertiser, nil when no report told.
  init?(_ entry: AdvertiserEntry, _ details: AdvertiserDetails) {
    guard let rssi = details.rssi(entry) else { return nil }
    least = entry.rssiLeast
    most = entry.rssiMost
    mean = Double(entry.rssiSum) / Double(entry.reports - details.silentReports)
    last = rssi.value
    lastMoment = rssi.moment
  }
}

/// What was known of a device at one moment of the capture.
public struct Sighting: Hashable, Sendable {
  /// The device's address.
  public let address: DeviceAddress
  /// The address's type in the first report.
  public let addressType: AddressType
  /// The first report.
  public let first: Moment
  /// The last report until then.
  public let last: Moment
  /// Reports until then, scan responses included.
  public let reports: Int
  /// Reports until then that were no scan responses.
  public var advertisements: Int { reports - scanResponses }
  /// The last report that said it can be connected to, nil when none did.
  public let lastConnectable: Moment?
  /// The last time it was connected to, nil when it was not; not heard since then, it may be silent.
  public let lastConnected: Moment?
  /// RSSI of the last report that tells it, in dBm.
  public let rssi: Int8?
  /// The frame ``rssi`` is from.
  public let rssiMoment: Moment
  /// Scan responses among ``reports``.
  let scanResponses: Int

  /// Makes what is known of an advertiser now.
  init(_ entry: AdvertiserEntry, _ details: AdvertiserDetails) {
    address = details.address
    addressType = details.addressType
    first = details.first
    last = entry.last
    reports = entry.reports
    scanResponses = entry.responses
    lastConnectable = details.lastConnectable(entry)
    lastConnected = details.connected.frame == 0 ? nil : details.connected
    let heard = details.rssi(entry)
    rssi = heard?.value
    rssiMoment = heard?.moment ?? entry.last
  }
}
