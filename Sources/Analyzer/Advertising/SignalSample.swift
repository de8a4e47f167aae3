public import ATTParser

/// How strong a device was heard at one time.
public struct SignalSample: Hashable, Sendable, BitwiseCopyable {
  /// When, to a tenth of a millisecond, in the first 52 days of the advertiser.
  public var time: Timestamp
  /// RSSI in dBm.
  public var rssi: Int8
}

/// One sample of an advertiser in 8 bytes: time, gap, and the RSSI as sent.
struct PackedSample: BitwiseCopyable {
  /// Times are in steps of 2^16 ns, which need no division.
  private static let step = 16
  /// The longest gap that is told, some 68 s; longer ones are pauses.
  private static let longestGap: Int64 = 0xF_FFFF

  private var bits: UInt64

  /// The sample of nothing.
  init() { bits = 0 }

  /// Packs times in nanoseconds; a gap of 0 is not known.
  @inline(__always)
  init(sinceFirst: Int64, gap: Int64, rssi: Int8) {
    // 36 bits are 52 days; what is longer, or before the first report, stays at that end.
    let time = max(0, min(sinceFirst &>> Int64(Self.step), 0xF_FFFF_FFFF))
    let gap = max(0, min(gap &>> Int64(Self.step), Self.longestGap))
    bits = UInt64(bitPattern: time &<< 28 | gap &<< 8) | UInt64(UInt8(bitPattern: rssi))
  }

  /// Nanoseconds from the advertiser's first report.
  var sinceFirst: Int64 { Int64(bits &>> 28) &<< Int64(Self.step) }

  /// Milliseconds from the advertisement before, nil when they are not known or a pause.
  var gapMilliseconds: Double? {
    let gap = Int64(bits &>> 8) & Self.longestGap
    return gap == 0 || gap == Self.longestGap ? nil : Double(gap &<< Int64(Self.step)) / 1e6
  }

  /// RSSI in dBm, nil when it is not known.
  var rssi: Int8? {
    let rssi = Int8(truncatingIfNeeded: bits)
    return rssi == 127 ? nil : rssi
  }
}

/// How often a device advertises: the median of some gaps between its advertisements.
///
/// An advertisement that was not heard doubles a gap, so this is an upper estimate of the advertising interval
/// and its random delay of 0 to 10 ms. Scans whose controller filters duplicates are not asked.
public struct AdvertisingInterval: Hashable, Sendable {
  /// The median in milliseconds.
  public let milliseconds: Double
  /// Gaps it is the median of.
  public let gapCount: Int

  /// The median of the gaps that the samples have; nil when there are fewer than three.
  init?(_ samples: [PackedSample]) {
    let gaps = samples.compactMap(\.gapMilliseconds).sorted()
    guard gaps.count >= 3 else { return nil }
    milliseconds = gaps[gaps.count / 2]
    gapCount = gaps.count
  }
}
