/// A frame of one of the kinds that most frames are of: one advertising report, or a value sent in bulk.
///
/// All that adds up of it in 48 bytes; ``CaptureReader/fill(_:withValue:)`` makes a ``DecodedFrame`` of a value.
public struct BulkFrame: Sendable, BitwiseCopyable {
  /// What a frame holds.
  public enum Kind: UInt8, Sendable, BitwiseCopyable {
    /// An event with one report of legacy advertising.
    case report
    /// An event with one report in the extended form.
    case extendedReport
    /// A whole Handle Value Notification on the fixed channel.
    case notification
    /// A whole Write Command on the fixed channel.
    case writeCommand
  }

  /// Wireshark's `frame.number`.
  public let number: Int
  /// When the packet was recorded.
  public let time: Timestamp
  /// Where the packet begins in the capture, without its indicator.
  let start: Int
  /// ``report``; of a value, the link and the attribute in place of the identity.
  private let identity: UInt64
  private let bits: UInt64
  private let fingerprint: UInt32
  /// What the frame holds.
  public let kind: Kind
  /// Which way the packet went.
  public let direction: Direction

  /// Makes a frame that is to be replaced.
  init() {
    self.init(
      .notification, AttributeHandle(rawValue: 0), word: 0, count: 0, .unknown, number: 0,
      time: Timestamp(nanoseconds: 0), start: 0)
  }

  /// Makes the frame of a report.
  @inline(__always)
  init(_ report: PackedReport, isExtended: Bool, number: Int, time: Timestamp, start: Int) {
    self.number = number
    self.time = time
    self.start = start
    identity = report.identity
    bits = report.bits
    fingerprint = report.fingerprint
    kind = isExtended ? .extendedReport : .report
    direction = .received
  }

  /// Makes the frame of a value of `count` bytes.
  ///
  /// - Parameter word: the connection handle and the flags of the ACL packet.
  @inline(__always)
  init(
    _ kind: Kind, _ attribute: AttributeHandle, word: UInt16, count: Int, _ direction: Direction,
    number: Int, time: Timestamp, start: Int
  ) {
    self.number = number
    self.time = time
    self.start = start
    identity = UInt64(word) | UInt64(attribute.rawValue) &<< 16
    bits = UInt64(truncatingIfNeeded: count)
    fingerprint = 0
    self.kind = kind
    self.direction = direction
  }

  /// The report of a frame that holds one.
  @inline(__always)
  public var report: PackedReport {
    PackedReport(identity: identity, fingerprint: fingerprint, bits: bits)
  }

  /// Where the report begins in the capture: behind the event header, the subevent and the count.
  @inline(__always)
  public var reportStart: Int { start &+ 4 }

  /// Of a value: the attribute.
  @inline(__always)
  public var attributeHandle: AttributeHandle {
    AttributeHandle(rawValue: UInt16(truncatingIfNeeded: identity &>> 16))
  }

  /// Of a value: the connection.
  @inline(__always)
  public var connectionHandle: ConnectionHandle { ConnectionHandle(rawValue: word) }

  /// Of a value: how many bytes it has.
  @inline(__always)
  public var valueCount: Int { Int(truncatingIfNeeded: bits) }

  /// Of a value: the opcode.
  var opcode: ATTOpcode { kind == .writeCommand ? .writeCommand : .handleValueNotification }

  /// Of a value: the Packet_Boundary_Flag.
  var packetBoundary: UInt8 { UInt8(truncatingIfNeeded: word &>> 12 & 3) }

  /// The connection handle and the flags of the ACL packet.
  @inline(__always)
  private var word: UInt16 { UInt16(truncatingIfNeeded: identity) }
}

/// The bulk frames that ``CaptureReader/nextBulk(into:after:)`` found, in their order.
///
/// Written and read again while they are in the nearest cache, which costs less than a call for each of them.
public typealias BulkFrames = PackedArray<BulkFrame>
