/// Something that is otherwise than in the good run.
public struct TraceDifference: Sendable, Hashable {
  /// What kind of difference it is.
  public let kind: DifferenceKind
  /// True when it makes the traces differ; false for what is only noted.
  public let isFailing: Bool
  /// What is otherwise, a sentence without a full stop.
  public let what: String
  /// Frames in the good capture, in order; empty where it has none.
  public let goldenFrames: [Int]
  /// Frames in the new capture, in order; empty where it has none.
  public let frames: [Int]
  /// The number of the connection in the good capture, nil for what concerns the whole capture.
  public let goldenConnection: Int?
  /// The number of the connection in the new capture.
  public let connection: Int?
  /// What it is about, the same in every run: the device and the attribute or rule.
  public let subject: String
  /// The rule whose finding it is about, nil for other differences.
  public let rule: String?
  /// Where in the good run it is: the connection's place, and seconds after the connection was opened.
  let place: Place

  /// Where a difference is.
  struct Place: Hashable, Comparable {
    /// The pair of connections that it is found on, their number for the capture as a whole.
    var connection: Int
    /// Seconds after the connection was opened.
    var seconds: Double

    static func < (left: Place, right: Place) -> Bool {
      (left.connection, left.seconds) < (right.connection, right.seconds)
    }
  }

  /// Why it matters.
  public var why: String { kind.why }
}

/// The kinds of differences; docs/regression.md has a row for each.
public enum DifferenceKind: String, Sendable, CaseIterable {
  // ``why`` says of each why it matters.
  case connectionMissing = "connection.missing"
  case connectionAdded = "connection.added"
  case serviceRemoved = "gatt.service-removed"
  case serviceAdded = "gatt.service-added"
  case characteristicRemoved = "gatt.characteristic-removed"
  case characteristicAdded = "gatt.characteristic-added"
  case descriptorRemoved = "gatt.descriptor-removed"
  case descriptorAdded = "gatt.descriptor-added"
  case propertiesChanged = "gatt.properties-changed"
  case handlesMoved = "gatt.handles-moved"
  case notDiscovered = "gatt.not-discovered"
  case stepMissing = "order.step-missing"
  case stepAdded = "order.step-added"
  case stepMoved = "order.step-moved"
  case subscriptionMissing = "order.subscription-missing"
  case valueChanged = "value.changed"
  case valueMissing = "value.missing"
  case valueAdded = "value.added"
  case valueCount = "value.count"
  case outcomeChanged = "att.outcome-changed"
  case mtuLower = "link.mtu-lower"
  case mtuHigher = "link.mtu-higher"
  case parametersChanged = "link.parameters-changed"
  case phyChanged = "link.phy-changed"
  case dataLengthChanged = "link.data-length-changed"
  case securityChanged = "link.security-changed"
  case endChanged = "link.end-changed"
  case latencyHigher = "timing.latency-higher"
  case intervalChanged = "timing.interval-changed"
  case rateLower = "timing.rate-lower"
  case phaseLonger = "timing.phase-longer"
  case transferMissing = "transfer.missing"
  case transferAdded = "transfer.added"
  case transferOutcome = "transfer.outcome-changed"
  case transferChunk = "transfer.chunk-changed"
  case transferSize = "transfer.size-changed"
  case transferImage = "transfer.image-differs"
  case transferSlower = "transfer.slower"
  case findingAppeared = "finding.appeared"
  case findingGone = "finding.gone"

  /// What it is, in few words.
  public var title: String { String(rawValue.drop { $0 != "." }.dropFirst()).replacing("-", with: " ") }

  /// Why it matters, a sentence without a full stop.
  public var why: String {
    switch self {
    case .connectionMissing: "what the good run did on this connection was not done"
    case .connectionAdded:
      "the device was connected to once more, or another device was: a reconnect after a failure looks like this"
    case .serviceRemoved: "apps that look for the service do not find it"
    case .serviceAdded: "phones that remember the old table need Service Changed to see it"
    case .characteristicRemoved: "what apps do with the characteristic fails, or is not done at all"
    case .characteristicAdded: "phones that remember the old table need Service Changed to see it"
    case .descriptorRemoved:
      "without its CCCD a characteristic cannot be subscribed to; other descriptors are read"
    case .descriptorAdded: "phones that remember the old table need Service Changed to see it"
    case .propertiesChanged: "apps and phones do only what the properties allow"
    case .handlesMoved:
      "nothing is wrong with it; phones that are bonded need Service Changed or a changed Database Hash"
    case .notDiscovered: "what was not asked for may be there or not"
    case .stepMissing: "the good run needed the step, or what comes after it does"
    case .stepAdded: "what was not needed in the good run is done now: a retry, or a way around something"
    case .stepMoved:
      "devices may depend on the order, such as a subscription before the command whose answer it brings"
    case .subscriptionMissing: "without the subscription the device sends no values, and apps wait in vain"
    case .valueChanged: "the device or the app says something else than in the good run"
    case .valueMissing: "a value that the app waits for did not come"
    case .valueAdded: "the app gets a value that it did not get in the good run"
    case .valueCount: "values come much more often, or get lost"
    case .outcomeChanged: "a request that worked fails now, or fails in another way"
    case .mtuLower: "a smaller ATT_MTU means smaller values: slower transfers, and values that are cut"
    case .mtuHigher: "more fits into a PDU; the other side has to be able to take it"
    case .parametersChanged:
      "the interval, latency and timeout decide about speed, answer times, power and when a link is lost"
    case .phyChanged: "the PHY decides about speed and range"
    case .dataLengthChanged: "shorter packets of the link layer mean slower transfers"
    case .securityChanged: "what was protected may not be any more, or cannot be reached"
    case .endChanged:
      "the connection ended otherwise: a device that restarts or a link that is lost looks like this"
    case .latencyHigher: "every request takes longer, and so does everything that waits for it"
    case .intervalChanged: "values come at another pace than apps expect"
    case .rateLower: "the stream takes longer, or its sender has to drop values"
    case .phaseLonger: "the device is ready later"
    case .transferMissing: "the image was not transferred"
    case .transferAdded: "an image was transferred that was not in the good run"
    case .transferOutcome: "the update ended otherwise"
    case .transferChunk: "the length of chunks decides about speed, and bootloaders may take only one"
    case .transferSize: "another image, or part of one"
    case .transferImage: "the device was sent other bytes"
    case .transferSlower: "the update takes longer"
    case .findingAppeared: "a rule of bleshark finds something that it did not find in the good run"
    case .findingGone: "what was wrong in the good run is not any more"
    }
  }

  /// True when such a difference makes traces differ, unless more is known.
  var isFailing: Bool {
    switch self {
    case .serviceAdded, .characteristicAdded, .descriptorAdded, .handlesMoved, .notDiscovered, .mtuHigher,
      .findingGone:
      false
    default: true
    }
  }

  /// True for the kind's name, its group, or a beginning of its name that ends with `*`.
  public func matches(_ pattern: String) -> Bool {
    if pattern.hasSuffix("*") { return rawValue.hasPrefix(pattern.dropLast()) }
    return pattern == rawValue || rawValue.hasPrefix(pattern + ".")
  }
}
