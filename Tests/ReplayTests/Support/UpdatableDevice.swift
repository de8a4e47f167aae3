import ATTParser
import Analyzer
import TestSupport

@testable import Replay

/// What a device does with what is written to it in an update.
protocol FirmwareModel {
  /// What it has of the image.
  var image: [UInt8] { get }
  /// Takes a command; gives what it notifies.
  mutating func control(_ value: [UInt8]) -> [[UInt8]]
  /// Takes a piece of the image; gives what it notifies, and whether it hangs up.
  mutating func data(_ value: [UInt8]) -> (values: [[UInt8]], hangsUp: Bool)
}

private func crc32(_ bytes: [UInt8]) -> [UInt8] {
  var value: UInt32 = 0xFFFF_FFFF
  for byte in bytes {
    value ^= UInt32(byte)
    for _ in 0..<8 { value = value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1 }
  }
  return (~value).bytes()
}

private func number(_ bytes: some Collection<UInt8>) -> Int {
  bytes.reversed().reduce(0) { $0 << 8 | Int($1) }
}

/// The update of Tests/Peers: `01 size crc window`, `02` for the status, `03` at the end; a report after every window.
struct WindowModel: FirmwareModel {
  var image: [UInt8] = []
  var size = 0
  var window = 8
  var hangUp: Int?
  private var packets = 0

  init(image: [UInt8] = [], size: Int = 0, hangUp: Int? = nil) {
    self.image = image
    self.size = size
    self.hangUp = hangUp
  }

  mutating func control(_ value: [UInt8]) -> [[UInt8]] {
    switch value.first {
    case 1:
      size = number(value[1..<5])
      window = Int(value[9])
      image = []
      packets = 0
      return [[0x81, 0, 0, 0, 0, 0]]
    case 2:
      packets = 0
      return [[0x82, 0] + UInt32(image.count).bytes() + crc32(image)]
    default: return [[0x83, image.count == size ? 0 : 2] + crc32(image)]
    }
  }

  mutating func data(_ value: [UInt8]) -> (values: [[UInt8]], hangsUp: Bool) {
    image += value
    packets += 1
    if let offset = hangUp, image.count >= offset {
      hangUp = nil
      return ([], true)
    }
    guard packets % window == 0 || image.count >= size else { return ([], false) }
    return ([[0x84, 0] + UInt32(image.count).bytes() + crc32(image)], false)
  }
}

/// Nordic Secure DFU as its public description has it: objects of 4,096 bytes, receipts, checks.
struct SecureDFUModel: FirmwareModel {
  var initPacket: [UInt8] = []
  var executed: [UInt8] = []
  var object: [UInt8] = []
  var image: [UInt8] { executed + object }
  /// Objects that were created, and requests that were refused.
  private(set) var created = 0
  private(set) var refused = 0
  private var isImage = false
  private var hasObject = false
  private var size = 0
  private var interval = 0
  private var packets = 0
  private let maximum = 4096

  init(initPacket: [UInt8] = [], image: [UInt8] = []) {
    self.initPacket = initPacket
    executed = Array(image.prefix(image.count / maximum * maximum))
    object = Array(image.dropFirst(executed.count))
    hasObject = !object.isEmpty
  }

  private var report: [UInt8] {
    let bytes = isImage ? image : initPacket
    return UInt32(bytes.count).bytes() + crc32(bytes)
  }

  mutating func control(_ value: [UInt8]) -> [[UInt8]] {
    switch value[0] {
    case 1:
      isImage = value[1] == 2
      size = number(value[2..<6])
      if isImage {
        // What was not executed is thrown away.
        object = []
        hasObject = true
        created += 1
      } else {
        initPacket = []
      }
      packets = 0
      return [[0x60, 1, 1]]
    case 2:
      interval = number(value[1..<3])
      return [[0x60, 2, 1]]
    case 3: return [[0x60, 3, 1] + report]
    case 4:
      if isImage {
        executed += object
        object = []
        hasObject = false
      }
      return [[0x60, 4, 1]]
    case 6:
      isImage = value[1] == 2
      return [[0x60, 6, 1] + UInt32(isImage ? maximum : 512).bytes() + report]
    // Abort, which has no answer.
    case 0x0C: return []
    default:
      refused += 1
      return [[0x60, value[0], 2]]
    }
  }

  mutating func data(_ value: [UInt8]) -> (values: [[UInt8]], hangsUp: Bool) {
    guard !isImage || hasObject else {
      refused += 1
      return ([], false)
    }
    if isImage { object += value } else { initPacket += value }
    packets += 1
    guard interval > 0, packets % interval == 0 else { return ([], false) }
    return ([[0x60, 3, 1] + report], false)
  }
}

/// A device that is updated for real, whatever its capture says; what it has stays over its links.
final class UpdatableDevice<Model: FirmwareModel>: ATTBearer {
  private let layout: AttributeLayout
  private let serverMTU: UInt16
  private let control: AttributeHandle
  private let data: AttributeHandle
  private var server: PeripheralServer?
  private var events: [BearerEvent] = []
  private var hasHungUp = false
  private(set) var link: BearerLink?
  /// What is in it.
  private(set) var model: Model

  init(_ plan: ReplayPlan, _ model: Model, serverMTU: UInt16 = 247) throws {
    layout = plan.connections[0].layout
    self.serverMTU = serverMTU
    self.model = model
    guard let transfer = plan.connections.last?.transfer,
      let control = layout.entry(transfer.control)?.handle,
      let data = layout.entry(transfer.data)?.handle
    else { throw ReplayError(.plan, "test", "the plan has no transfer") }
    self.control = control
    self.data = data
  }

  var capabilities: BearerCapabilities {
    [
      .central, .mtuExchange, .rawHandles, .longValues, .cccdValues, .errorCodes, .linkParameters,
      .encryption, .neverWaits,
    ]
  }

  func open(_ target: LinkTarget, until deadline: MonotonicTime) throws(ReplayError) -> BearerLink {
    server = PeripheralServer(
      ReplayPlan.Connection(id: 1, layout: layout, steps: []), serverMTU: serverMTU)
    events = []
    hasHungUp = false
    let link = BearerLink(role: .central, peer: nil, peerIsRandom: nil, opened: .now)
    self.link = link
    return link
  }

  func send(_ pdu: [UInt8], until deadline: MonotonicTime) throws(ReplayError) {
    guard link != nil else { throw ReplayError(.link, "test", "there is no link") }
    // What is under way when a device hangs up is lost.
    if hasHungUp { return }
    guard let message = try? ATTMessage(pdu), let value = message.attributeValue,
      message.opcode == .writeRequest || message.opcode == .writeCommand,
      let handle = message.pdu.attributeHandle, handle == control || handle == data
    else {
      for case .pdu(let bytes, _) in server?.receive(pdu) ?? [] { events.append(.pdu(bytes, at: .now)) }
      return
    }
    if message.opcode == .writeRequest { events.append(.pdu([0x13], at: .now)) }
    let (values, hangsUp) = handle == control ? (model.control(value), false) : model.data(value)
    for value in values {
      let notification = ATTPDU.handleValueNotification(attributeHandle: control, attributeValue: .empty)
      events.append(.pdu(notification.encoded(carrying: value), at: .now))
    }
    hasHungUp = hangsUp
    if hangsUp { events.append(.disconnected(reason: .remoteUserTerminated, at: .now)) }
  }

  func next(until deadline: MonotonicTime) throws(ReplayError) -> BearerEvent? {
    guard !events.isEmpty else { return nil }
    let event = events.removeFirst()
    if case .disconnected = event { link = nil }
    return event
  }

  func change(_ change: LinkChange, until deadline: MonotonicTime) throws(ReplayError) {}
  func close() { link = nil }
}
