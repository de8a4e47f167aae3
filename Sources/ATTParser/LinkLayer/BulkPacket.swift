/// A packet of a connection on the air that is nothing out of the ordinary: whole, of a link that is known and not
/// encrypted, and without payload or with one value that is sent in bulk.
///
/// It holds what the link layer finds out of such a packet; ``CaptureReader/fill(_:withPacket:)`` makes its frame.
public struct BulkPacket: Sendable, BitwiseCopyable {
  /// What the payload is.
  public enum Content: UInt8, Sendable, BitwiseCopyable {
    /// Nothing.
    case none
    /// A whole Handle Value Notification on the fixed channel.
    case notification
    /// A whole Write Command on it.
    case writeCommand
  }

  /// Wireshark's `frame.number`.
  public internal(set) var number = 0
  /// When the packet was recorded.
  public internal(set) var time = Timestamp(nanoseconds: 0)
  /// Nanoseconds since the anchor of the event before; counts where the packet begins an event.
  public internal(set) var sinceAnchor: Int64 = 0
  /// See ``LinkLayerFrame/drift``.
  public internal(set) var drift: Int64 = 0
  /// What the sniffer told.
  public internal(set) var radio = RadioInfo()
  /// Where the record begins in the capture, behind its header.
  var start = 0
  /// What became of it.
  public internal(set) var notes = LinkLayerFrame.Notes()
  /// Which connection it belongs to.
  public internal(set) var accessAddress = AccessAddress(rawValue: 0)
  /// The place of the link among those that are followed.
  package internal(set) var link: UInt16 = 0
  /// The PDU's header.
  public internal(set) var header: UInt16 = 0
  /// See ``LinkLayerFrame/missedEvents``.
  public internal(set) var missedEvents: UInt16 = 0
  /// The number of the connection event.
  var eventCounter: UInt16 = 0
  /// The attribute whose value it is.
  public internal(set) var attributeHandle = AttributeHandle(rawValue: 0)
  /// See ``LinkLayerFrame/missed``.
  public internal(set) var missed: UInt8 = 0
  /// See ``LinkLayerFrame/missedOther``.
  public internal(set) var missedOther: UInt8 = 0
  /// Which way it went.
  public internal(set) var direction = Direction.unknown
  /// What its payload is.
  public internal(set) var content = Content.none
  /// Bytes of the record in front of the access address.
  var headerCount: UInt8 = 0
  /// It is the next PDU of its direction, in the event under way or one that begins as expected: nothing is missing
  /// before it, it was not heard before, its direction was told, and nothing comes into force with it.
  public internal(set) var isExpected = false

  /// Makes a packet that is to be replaced.
  init() {}

  /// Bytes of the value, where there is one.
  @inline(__always)
  public var valueCount: Int { Int(header &>> 8) &- 7 }

  /// It holds a value that was not heard before.
  @inline(__always)
  public var bringsValue: Bool { content != .none && !notes.contains(.isRetransmission) }
}
