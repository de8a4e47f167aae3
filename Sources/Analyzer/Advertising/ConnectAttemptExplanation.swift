public import ATTParser

/// Why an attempt to connect did not succeed, as far as the advertising in the capture tells.
public struct ConnectAttemptExplanation: Hashable, Sendable {
  /// What the advertising tells.
  public enum Reason: Hashable, Sendable {
    /// Nothing can be concluded.
    case unknown(Unknown)
    /// The host listened and did not hear the device until the attempt ended; it may have later.
    case notSeen(later: Moment?)
    /// Another device that looks like the target was heard instead.
    case otherDevice(Similarity, DeviceAddress, AddressType, last: Moment)
    /// The device was heard, but never said that it can be connected to.
    case neverConnectable(last: Moment)
    /// The device went on advertising, but said that it can be connected to last at `since`.
    case notConnectable(since: Moment, last: Moment)
    /// The device was heard last some seconds before the attempt, or before the host was connected to it;
    /// `isListening` tells whether the host would have heard it since.
    case lastSeen(seconds: Double, last: Moment, connected: Moment?, isListening: Bool)
    /// The device was heard, but so weakly that a connection is unlikely.
    case weak(rssi: Int8, Moment)
    /// The device was heard, connectable and strong enough.
    case noneVisible(rssi: Int8?, Moment)
  }

  /// Why nothing can be concluded.
  public enum Unknown: Hashable, Sendable {
    /// The attempt was to a filter list, whose devices are not known.
    case filterList
    /// There are no advertising reports in the capture.
    case noReports
    /// The device was not heard, but the host was not listening either.
    case notScanning
    /// The device was not heard, but the host heard only those of a filter list.
    case scanFiltered
    /// The device was not among the advertisers kept, of which there are too many.
    case advertisersNotKept
  }

  /// What makes another device look like the target.
  public enum Similarity: Hashable, Sendable {
    /// It has the address, but of the other type.
    case addressOfOtherType
    /// Its address is the next one, up or down, as bootloaders use.
    case neighbouringAddress
    /// It has the name.
    case name(String)
  }

  /// What the advertising tells.
  public let reason: Reason
  /// The frames it is concluded from, in their order.
  public let frames: [Int]
  /// The same in words, without a full stop at the end.
  public let sentence: String

  /// RSSI in dBm up to which a device counts as weak.
  public static let weakRSSI: Int8 = -90
  /// Seconds of silence after which a device counts as gone, several times the slowest usual interval.
  static let silence = 10.0
  /// Seconds of advertising without being connectable after which a device counts as not connectable.
  static let unconnectable = 3.0
  /// Seconds of scanning that tell whether a device was there.
  static let listening = 2.0
  /// Seconds before an attempt in which the host must have listened to say that a device was not there.
  static let lookback = 30.0

  /// Explains an attempt that did not end in a connection.
  ///
  /// Costs a walk over all advertisers; ask for attempts that are shown.
  ///
  /// - Parameter name: the target's name, if it is known from elsewhere.
  public init(_ attempt: ConnectAttempt, _ advertising: Advertising, name: String? = nil) {
    let reason = Self.reason(attempt, advertising, name)
    self.reason = reason
    frames = Self.frames(reason, attempt)
    sentence = Self.sentence(reason, attempt)
  }

  private static func reason(
    _ attempt: ConnectAttempt, _ advertising: Advertising, _ name: String?
  ) -> Reason {
    guard case .device(let address, let type) = attempt.target else { return .unknown(.filterList) }
    guard advertising.reports > 0 else { return .unknown(.noReports) }
    let known = advertising.advertiser(address, type, adapter: attempt.adapter)
    let other = otherDevice(address, type, attempt, advertising, name ?? known?.content.name)
    guard let sighting = attempt.after ?? attempt.before else {
      if let other { return other }
      if advertising.reportsNotKept > 0, known == nil { return .unknown(.advertisersNotKept) }
      guard listened(attempt) else { return .unknown(.notScanning) }
      if attempt.scan?.settings?.usesFilterList == true { return .unknown(.scanFiltered) }
      return .notSeen(later: known?.first)
    }
    guard let connectable = sighting.lastConnectable else {
      // Scan responses of Bluetooth 4 alone do not tell.
      if sighting.advertisements > 0 { return other ?? .neverConnectable(last: sighting.last) }
      return other ?? .noneVisible(rssi: sighting.rssi, sighting.last)
    }
    let silence = attempt.started.time.seconds(since: sighting.last.time)
    // What it sent before a connection says nothing of what it sends after it.
    let connected = sighting.lastConnected.flatMap { $0.frame > sighting.last.frame ? $0 : nil }
    if silence > Self.silence || connected != nil {
      let isListening = listened(attempt, since: connected ?? sighting.last)
      return other
        ?? .lastSeen(
          seconds: silence, last: sighting.last, connected: connected, isListening: isListening)
    }
    if sighting.last.time.seconds(since: connectable.time) > unconnectable {
      return .notConnectable(since: connectable, last: sighting.last)
    }
    if let rssi = sighting.rssi, rssi <= weakRSSI { return .weak(rssi: rssi, sighting.rssiMoment) }
    return .noneVisible(rssi: sighting.rssi, sighting.last)
  }

  /// Whether the host listened shortly before the attempt or during it, and after `moment`.
  private static func listened(_ attempt: ConnectAttempt, since moment: Moment? = nil) -> Bool {
    if attempt.reportsDuring > 0 { return true }
    guard let scan = attempt.scan else { return false }
    let end = scan.ended ?? attempt.ended ?? attempt.started
    if let moment, end.time.seconds(since: max(moment.time, scan.started.time)) < listening { return false }
    return attempt.started.time.seconds(since: end.time) < lookback
  }

  /// The device that looks most like the target and appeared when the target was not heard any more.
  private static func otherDevice(
    _ address: DeviceAddress, _ type: AddressType, _ attempt: ConnectAttempt, _ advertising: Advertising,
    _ name: String?
  ) -> Reason? {
    let gone = (attempt.after ?? attempt.before)?.last.frame ?? 0
    let end = attempt.ended?.frame ?? .max
    var found: (rank: Int, Similarity, Advertiser)?
    for advertiser in advertising.advertisers where advertiser.adapter == attempt.adapter {
      guard advertiser.first.frame > gone, advertiser.first.frame < end, advertiser.isConnectable,
        let (rank, similarity) = similarity(advertiser, address, type, name), rank < found?.rank ?? .max
      else { continue }
      found = (rank, similarity, advertiser)
    }
    return found.map { .otherDevice($0.1, $0.2.address, $0.2.addressType, last: $0.2.last) }
  }

  private static func similarity(
    _ advertiser: Advertiser, _ address: DeviceAddress, _ type: AddressType, _ name: String?
  ) -> (rank: Int, Similarity)? {
    if advertiser.address == address {
      return advertiser.addressType.isRandom == type.isRandom ? nil : (0, .addressOfOtherType)
    }
    // Bootloaders count the last byte up without a carry, others the whole address.
    let distance = UInt8(truncatingIfNeeded: advertiser.address.value &- address.value)
    if advertiser.address.value >> 8 == address.value >> 8, distance == 1 || distance == 255 {
      return (1, .neighbouringAddress)
    }
    if let name, !name.isEmpty, advertiser.content.name == name { return (2, .name(name)) }
    return nil
  }
}
