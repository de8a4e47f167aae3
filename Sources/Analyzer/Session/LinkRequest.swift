public import ATTParser

/// A wish for other connection parameters, payload lengths or PHYs: who asked, how, and what came of it.
public struct LinkRequest: Hashable, Sendable {
  /// What is asked for.
  public enum What: Hashable, Sendable {
    /// Connection parameters.
    case parameters(RequestedParameters)
    /// Octets a packet.
    case dataLength(UInt16)
    /// Bit masks of PHYs: 1 = 1M, 2 = 2M, 4 = Coded.
    case phy(tx: UInt8, rx: UInt8)
  }

  /// How it is asked.
  public enum Way: String, Hashable, Sendable {
    /// An HCI command of the recording host.
    case hci
    /// An L2CAP signalling request.
    case l2cap
    /// A link-layer request that the controller passed on to the host.
    case linkLayer = "link_layer"
  }

  /// What came of it.
  public enum Outcome: Hashable, Sendable {
    /// It was granted, or at least accepted.
    case accepted
    /// It was refused; the code is an HCI error, nil when an L2CAP response said no.
    case refused(ErrorCode?)
    /// Nothing in the capture says.
    case unanswered
  }

  /// When it was asked for.
  public var moment: Moment
  /// What is asked for.
  public var what: What
  /// True when the recording host asked, false when the peer did.
  public var isLocal: Bool
  /// How it is asked.
  public var way: Way
  /// What came of it.
  public var outcome = Outcome.unanswered
  /// The frame that says what came of it.
  public var answered: Moment?

  /// A kind of setting.
  enum Kind {
    /// Interval, latency and supervision timeout.
    case parameters
    /// The longest payloads of the link layer.
    case dataLength
    /// The PHYs of both directions.
    case phy
  }

  /// The kind of setting that is asked for.
  var kind: Kind {
    switch what {
    case .parameters: .parameters
    case .dataLength: .dataLength
    case .phy: .phy
    }
  }
}
