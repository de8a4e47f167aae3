import ATTParser
import Analyzer
import TestSupport
import Testing

@testable import Replay

/// A capture of a central, written packet by packet, and the plan made from it.
struct CapturedSession {
  private var writer = BTSnoopWriter(dataLink: 1002)
  private var time: Int64 = 0
  private(set) var frames = 0

  /// Moves the time of the next packet on, in milliseconds.
  mutating func wait(_ milliseconds: Int64) { time += milliseconds }

  private mutating func add(_ packet: [UInt8], sent: Bool, original: UInt32? = nil) {
    writer.add(packet, flags: sent ? 0 : 1, time: 1_700_000_000_000_000 + time * 1000, original: original)
    time += 1
    frames += 1
  }

  /// Opens a link as the central.
  mutating func connects(role: UInt8 = 0, peer: UInt8 = 6) {
    add(
      [4] + PacketBuilder.leConnectionComplete(0x40, role: role, peer: [peer, 5, 4, 3, 2, 0xC1]), sent: false)
  }

  /// Ends it.
  mutating func disconnects(_ reason: UInt8) {
    add([4] + PacketBuilder.disconnectionComplete(0x40, reason: reason), sent: false)
  }

  /// An ATT PDU of the recording host.
  mutating func sends(_ hex: String, cut: Int = 0) { pdu(hex, sent: true, cut: cut) }
  /// An ATT PDU of the other device.
  mutating func receives(_ hex: String, cut: Int = 0) { pdu(hex, sent: false, cut: cut) }
  /// A request and its answer.
  mutating func asks(_ request: String, _ answer: String) {
    sends(request)
    receives(answer)
  }

  private mutating func pdu(_ hex: String, sent: Bool, cut: Int) {
    let whole =
      [2] + PacketBuilder.acl(0x40, boundary: sent ? 0 : 2, PacketBuilder.l2cap(4, [UInt8](hex: hex)))
    add(Array(whole.dropLast(cut)), sent: sent, original: UInt32(whole.count))
  }

  /// Discovery of one service `180d` at 1…6: `2a37` (notify, value 3, CCCD 4) and `2a39` (read and write, value 6).
  mutating func discovers() {
    asks("10 0100 ffff 0028", "11 06 0100 0600 0d18")
    asks("10 0700 ffff 0028", "01 10 0700 0a")
    asks("08 0100 0600 0328", "09 07 0200 10 0300 372a 0500 0a 0600 392a")
    asks("04 0400 0400", "05 01 0400 0229")
  }

  /// The capture.
  var bytes: [UInt8] { writer.bytes }

  /// The plan.
  func plan(connection: Int? = nil) throws -> ReplayPlan {
    try ReplayPlan(capture: CaptureStream(bytes: bytes), connection: connection)
  }
}

extension ReplayPlan {
  /// The plan of a capture.
  init(capture stream: consuming CaptureStream, connection: Int? = nil) throws {
    var reader = try CaptureReader(stream)
    var options = TransferOptions()
    options.looksAtEverything = true
    var builder = SessionBuilder(transfers: options)
    var trace = CapturedPDUs()
    trace.addAll(&reader, &builder)
    try #require(reader.damage == nil)
    self = try ReplayPlan(builder.finish(), trace, connection: connection)
  }

  /// The plan of a fixture.
  init(fixture name: String) throws {
    self = try ReplayPlan(capture: CaptureStream(bytes: try Fixture.bytes("captures/\(name).btsnoop")))
  }

  /// The same session on a device whose handles are `offset` higher.
  func shifted(by offset: UInt16) -> ReplayPlan {
    var plan = self
    for place in plan.connections.indices {
      plan.connections[place].layout = AttributeLayout(
        plan.connections[place].layout.entries.map { $0.shifted(by: offset) })
    }
    return plan
  }
}

extension AttributeLayout.Entry {
  fileprivate func shifted(by offset: UInt16) -> AttributeLayout.Entry {
    func moved(_ handle: AttributeHandle) -> AttributeHandle {
      AttributeHandle(
        rawValue: handle.rawValue == .max ? .max : UInt16(clamping: Int(handle.rawValue) + Int(offset)))
    }
    let detail: AttributeLayout.Detail =
      switch self.detail {
      case .service(let end, let isPrimary): .service(end: moved(end), isPrimary: isPrimary)
      case .include(let start, let end, let uuid): .include(start: moved(start), end: moved(end), uuid: uuid)
      case .declaration(let properties, let value): .declaration(properties, value: moved(value))
      case .value, .descriptor: self.detail
      }
    return AttributeLayout.Entry(handle: moved(handle), key: key, detail: detail)
  }
}

extension ReplayPolicy {
  /// Everything may be written.
  static var open: ReplayPolicy {
    var policy = ReplayPolicy()
    policy.permission = .everything
    return policy
  }
}

extension ReplayReport {
  /// The first result that is not as recorded.
  var firstSurprise: Result? { results.first(where: \.isSurprise) }
}

/// Plays a plan against a device made from the same, or another, plan.
func play(
  _ plan: ReplayPlan, on device: VirtualDevice? = nil, _ policy: ReplayPolicy = .open
) -> ReplayReport {
  ReplayRunner(plan, over: device ?? VirtualDevice(plan), policy: policy).run(
    .address(DeviceAddress(1), isRandom: nil))
}
