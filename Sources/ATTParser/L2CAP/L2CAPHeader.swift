/// An L2CAP channel identifier (Vol 3, Part A, 2.1).
public struct ChannelID: RawRepresentable, Hashable, Sendable, BitwiseCopyable {
  /// The identifier as sent.
  public var rawValue: UInt16

  /// Makes an identifier from the value as sent.
  @inline(__always)
  public init(rawValue: UInt16) { self.rawValue = rawValue }

  /// Signalling on BR/EDR links.
  public static let signaling = ChannelID(rawValue: 0x0001)
  /// The Attribute Protocol on LE links.
  public static let attribute = ChannelID(rawValue: 0x0004)
  /// Signalling on LE links.
  public static let leSignaling = ChannelID(rawValue: 0x0005)
  /// The Security Manager on LE links.
  public static let securityManager = ChannelID(rawValue: 0x0006)
  /// The Security Manager on BR/EDR links.
  public static let brSecurityManager = ChannelID(rawValue: 0x0007)

  /// True for identifiers that are assigned when a channel is opened.
  @inline(__always)
  public var isDynamic: Bool { rawValue >= 0x0040 }
}

/// The basic header of an L2CAP PDU (Vol 3, Part A, 3.1).
///
/// ```
/// 0                2                4
/// | PDU Length u16 | Channel ID u16 | information payload …
/// ```
public struct L2CAPHeader: Hashable, Sendable, BitwiseCopyable {
  /// Bytes of the information payload, as the header says.
  public var pduLength: UInt16
  /// The channel, as the receiving side numbers it.
  public var channelID: ChannelID
}
