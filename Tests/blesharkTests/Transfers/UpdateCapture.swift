import TestSupport

/// A capture of sessions with a device that takes images, written message by message.
///
/// Characteristics get handles in the order they are given: the first one's value is at 0x0012, the next one's
/// at 0x0015, and so on.
struct UpdateCapture {
  private var writer = BTSnoopWriter(dataLink: 1002)
  private var time: Int64 = 1_767_603_600_000_000
  private let uuids: [[UInt8]]

  /// Begins with characteristics, by their UUIDs: four digits, or the 8-4-4-4-12 form.
  init(_ characteristics: [String]) {
    uuids = characteristics.map { [UInt8](hex: $0.filter { $0 != "-" }).reversed() }
  }

  /// The capture so far.
  var bytes: [UInt8] { writer.bytes }
  /// Frames so far, which is the number of the last one.
  private(set) var frames = 0

  /// The handle of a characteristic's value.
  static func handle(_ place: Int) -> UInt16 { UInt16(0x12 + 3 * place) }

  /// Connects, agrees on an ATT_MTU of 247 and discovers.
  mutating func connect() {
    add([4] + PacketBuilder.leConnectionComplete(0x40), sent: false)
    exchange("02f700", "03f700")
    for (place, uuid) in uuids.enumerated() {
      let declaration = UInt16(0x11 + 3 * place)
      let entry = declaration.bytes() + [0x3E] + (declaration + 1).bytes() + uuid
      att([0x08] + declaration.bytes() + [0xFF, 0xFF, 0x03, 0x28], sent: true)
      att([0x09, UInt8(entry.count)] + entry, sent: false)
    }
  }

  /// Lets time pass.
  mutating func wait(milliseconds: Int64) { time += 1000 * milliseconds }

  /// A Write Request and its response.
  mutating func write(_ place: Int, _ value: [UInt8]) {
    att([0x12] + Self.handle(place).bytes() + value, sent: true)
    att([0x13], sent: false)
  }

  /// A Write Command.
  mutating func command(_ place: Int, _ value: [UInt8]) {
    att([0x52] + Self.handle(place).bytes() + value, sent: true)
  }

  /// A notification.
  mutating func notify(_ place: Int, _ value: [UInt8]) {
    att([0x1B] + Self.handle(place).bytes() + value, sent: false)
  }

  /// A read and its answer.
  mutating func read(_ place: Int, _ value: [UInt8]) {
    att([0x0A] + Self.handle(place).bytes(), sent: true)
    att([0x0B] + value, sent: false)
  }

  /// The connection ends.
  mutating func disconnect(_ reason: UInt8) {
    add([4] + PacketBuilder.disconnectionComplete(0x40, reason: reason), sent: false)
  }

  private mutating func exchange(_ request: String, _ response: String) {
    att([UInt8](hex: request), sent: true)
    att([UInt8](hex: response), sent: false)
  }

  private mutating func att(_ pdu: [UInt8], sent: Bool) {
    add([2] + PacketBuilder.acl(0x40, boundary: sent ? 0 : 2, PacketBuilder.l2cap(4, pdu)), sent: sent)
  }

  private mutating func add(_ packet: [UInt8], sent: Bool) {
    writer.add(packet, flags: sent ? 0 : 1, time: time)
    time += 1000
    frames += 1
  }
}
