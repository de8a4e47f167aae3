/// The frames of the kinds that most frames are of that ``CaptureReader/nextBulk(into:counting:after:)`` found.
///
/// Written and read again while they are in the nearest cache, which costs less than a call for each of them.
/// Reports and values are apart: whoever reads them does the same for each, and need not ask what it is. A
/// processor guesses such questions wrong where kinds are mixed, and a wrong guess costs as much as a report.
public struct BulkFrames: ~Copyable {
  /// The advertising reports, in their order.
  public var reports = PackedArray<BulkReport>()
  /// The values sent in bulk, in their order.
  public var values = PackedArray<BulkValue>()

  /// Makes room for nothing yet.
  public init() {}

  /// Makes room for so many frames of each kind; what they hold is to be replaced.
  init(reports: Int, values: Int) {
    self.reports = PackedArray(repeating: BulkReport(), count: reports)
    self.values = PackedArray(repeating: BulkValue(), count: values)
  }
}

/// An event with one advertising report.
public struct BulkReport: Sendable, BitwiseCopyable {
  /// The report.
  public let report: PackedReport
  // 32 bits, of which a capture of 100 GB needs fewer: there is room for them beside the report.
  private let frame: UInt32
  private let place: Int32
  /// When the packet was recorded.
  public let time: Timestamp
  /// Where the report begins in the capture: behind the event header, the subevent and the count.
  public let start: Int

  /// Makes a frame that is to be replaced.
  init() {
    self.init(
      PackedReport(identity: 0, fingerprint: 0, form: 0, dataCount: 0, rssi: 127), device: -1, number: 0,
      time: Timestamp(nanoseconds: 0), start: 0)
  }

  /// Makes the frame of a report.
  @inline(__always)
  init(_ report: PackedReport, device: Int, number: Int, time: Timestamp, start: Int) {
    self.report = report
    place = Int32(truncatingIfNeeded: device)
    frame = UInt32(truncatingIfNeeded: number)
    self.time = time
    self.start = start
  }

  /// The number of the device in the tallies, -1 when it was not among them yet.
  @inline(__always)
  public var device: Int { Int(place) }

  /// Wireshark's `frame.number`.
  @inline(__always)
  public var number: Int { Int(frame) }
}

/// A whole Handle Value Notification or Write Command on the fixed channel.
public struct BulkValue: Sendable, BitwiseCopyable {
  /// Wireshark's `frame.number`.
  public let number: Int
  /// When the packet was recorded.
  public let time: Timestamp
  /// Where the packet begins in the capture, without its indicator.
  let start: Int
  /// The connection handle and the flags of the ACL packet.
  private let word: UInt16
  /// The attribute.
  public let attributeHandle: AttributeHandle
  private let count: UInt16
  /// True for a Write Command.
  public let isWriteCommand: Bool
  /// Which way the packet went.
  public let direction: Direction

  /// Makes a frame that is to be replaced.
  init() {
    self.init(
      isWriteCommand: false, AttributeHandle(rawValue: 0), word: 0, count: 0, .unknown, number: 0,
      time: Timestamp(nanoseconds: 0), start: 0)
  }

  /// Makes the frame of a value of `count` bytes, fewer than an ACL packet holds.
  ///
  /// - Parameter word: the connection handle and the flags of the ACL packet.
  @inline(__always)
  init(
    isWriteCommand: Bool, _ attribute: AttributeHandle, word: UInt16, count: Int, _ direction: Direction,
    number: Int, time: Timestamp, start: Int
  ) {
    self.number = number
    self.time = time
    self.start = start
    self.word = word
    attributeHandle = attribute
    self.count = UInt16(truncatingIfNeeded: count)
    self.isWriteCommand = isWriteCommand
    self.direction = direction
  }

  /// The connection.
  @inline(__always)
  public var connectionHandle: ConnectionHandle { ConnectionHandle(rawValue: word) }

  /// How many bytes the value has.
  @inline(__always)
  public var valueCount: Int { Int(count) }

  /// The opcode.
  var opcode: ATTOpcode { isWriteCommand ? .writeCommand : .handleValueNotification }

  /// The Packet_Boundary_Flag.
  var packetBoundary: UInt8 { UInt8(truncatingIfNeeded: word &>> 12 & 3) }
}
