import ATTParser
import TestSupport
import Testing

@testable import Analyzer

/// A session with a device that takes images, written message by message.
///
/// Characteristics get handles in the order they are given: the first one's value is at 0x0012, the next one's
/// at 0x0015, and so on; their CCCDs follow.
struct TransferScript {
  private var script = SessionScript()
  private var uuids: [String]
  private var connection: UInt16 = 0x3F
  /// What every characteristic offers: read, write, write without response, notify and indicate.
  private let properties: UInt8
  /// True when it is the device that records, not its client.
  private let isAtDevice: Bool
  /// Protocols that a user describes.
  var profiles: [TransferProfile] = []
  /// Images that are looked for.
  var images: [ReferenceImage] = []
  /// Whether every value is looked at.
  var looksAtEverything = false

  /// Begins with a connection.
  ///
  /// - Parameters:
  ///   - characteristics: their UUIDs, four digits or the 8-4-4-4-12 form.
  ///   - isDiscovered: false for a capture without discovery.
  ///   - mtu: what both sides offer; nil for no exchange.
  ///   - properties: what every characteristic offers.
  ///   - isAtDevice: whether it is the device that records.
  init(
    _ characteristics: [String], isDiscovered: Bool = true, mtu: UInt16? = 247, properties: UInt8 = 0x3E,
    isAtDevice: Bool = false
  ) {
    uuids = characteristics
    self.properties = properties
    self.isAtDevice = isAtDevice
    connect(isDiscovered: isDiscovered, mtu: mtu)
  }

  /// Frames so far, which is the number of the last one.
  private(set) var frame = 0

  /// Connects to the device, whose address ends with `peer`.
  mutating func connect(peer: UInt8 = 0x06, isDiscovered: Bool = true, mtu: UInt16? = 247) {
    connection += 1
    script.connects(connection, role: isAtDevice ? 1 : 0, peer: peer)
    frame += 1
    if let mtu { exchange([0x02] + mtu.bytes(), [0x03] + mtu.bytes()) }
    guard isDiscovered else { return }
    for (place, text) in uuids.enumerated() {
      guard let uuid = BluetoothUUID(text: text) else {
        Issue.record("no UUID: \(text)")
        continue
      }
      let declaration = UInt16(0x11 + 3 * place)
      let type = uuid.short.map { $0.bytes() } ?? uuid.low.bytes() + uuid.high.bytes()
      let entry = declaration.bytes() + [properties] + (declaration + 1).bytes() + type
      exchange([0x08] + declaration.bytes() + [0xFF, 0xFF, 0x03, 0x28], [0x09, UInt8(entry.count)] + entry)
    }
  }

  /// The same, with other characteristics from here on.
  func with(_ characteristics: [String]) -> TransferScript {
    var script = self
    script.uuids = characteristics
    return script
  }

  /// Lets time pass, in milliseconds.
  mutating func wait(_ milliseconds: Int64) { script.time += milliseconds }

  /// The handle of a characteristic's value.
  static func handle(_ place: Int) -> UInt16 { UInt16(0x12 + 3 * place) }

  /// A Write Request, and its response unless it `fails` with an error or is never answered (0).
  mutating func write(_ place: Int, _ value: [UInt8], fails: UInt8? = nil) {
    let handle = Self.handle(place).bytes()
    send([0x12] + handle + value)
    switch fails {
    case nil: receive([0x13])
    case 0: break
    case let code?: receive([0x01, 0x12] + handle + [code])
    }
  }

  /// A Write Request, as hexadecimal digits.
  mutating func write(_ place: Int, _ hex: String, fails: UInt8? = nil) {
    write(place, [UInt8](hex: hex), fails: fails)
  }

  /// A long write in pieces of 18 bytes, as an ATT_MTU of 23 has them, that the device carries out.
  mutating func writeInPieces(_ place: Int, _ value: [UInt8]) {
    for offset in stride(from: 0, to: value.count, by: 18) {
      let piece = value[offset..<min(offset + 18, value.count)]
      let part = Self.handle(place).bytes() + UInt16(offset).bytes() + piece
      exchange([0x16] + part, [0x17] + part)
    }
    exchange([0x18, 0x01], [0x19])
  }

  /// A Write Command.
  mutating func command(_ place: Int, _ value: [UInt8]) { send([0x52] + Self.handle(place).bytes() + value) }

  /// A Write Command, as hexadecimal digits.
  mutating func command(_ place: Int, _ hex: String) { command(place, [UInt8](hex: hex)) }

  /// A notification.
  mutating func notify(_ place: Int, _ value: [UInt8]) {
    receive([0x1B] + Self.handle(place).bytes() + value)
  }

  /// A notification, as hexadecimal digits.
  mutating func notify(_ place: Int, _ hex: String) { notify(place, [UInt8](hex: hex)) }

  /// An indication and its confirmation.
  mutating func indicate(_ place: Int, _ hex: String) {
    receive([0x1D] + Self.handle(place).bytes() + [UInt8](hex: hex))
    send([0x1E])
  }

  /// A read and its answer.
  mutating func read(_ place: Int, _ hex: String) {
    exchange([0x0A] + Self.handle(place).bytes(), [0x0B] + [UInt8](hex: hex))
  }

  /// Exchange MTU Request, without its answer.
  mutating func askMTU(_ mtu: UInt16) { send([0x02] + mtu.bytes()) }

  /// LE Connection Update Complete: an interval in units of 1.25 ms, and a supervision timeout of 4 s.
  mutating func updateParameters(interval: UInt16) {
    let timeout: UInt16 = 400
    let parameters = [0] + connection.bytes() + interval.bytes() + UInt16(0).bytes() + timeout.bytes()
    script.event(PacketBuilder.leEvent(0x03, parameters))
    frame += 1
  }

  /// LE Create Connection to the device whose address ends with `peer`, given up after 10 s.
  mutating func attempt(peer: UInt8 = 0x06) {
    let address: [UInt8] = [peer, 0x05, 0x04, 0x03, 0x02, 0xC1]
    let scanning: [UInt8] = [0x60, 0, 0x60, 0, 0, 1]
    script.command(0x200D, scanning + address + [1, 24, 0, 24, 0, 0, 0, 0xF4, 1, 0, 0, 0, 0])
    script.time += 10_000
    script.command(0x200E)
    script.event(PacketBuilder.event(0x0E, [1, 0x0E, 0x20, 0]))
    script.event(PacketBuilder.leConnectionComplete(0, status: 0x02, peer: [0, 0, 0, 0, 0, 0]))
    frame += 4
  }

  /// The connection ends; 0x13 the device ended it, 0x16 the client, 0x08 the link was lost.
  mutating func disconnect(_ reason: UInt8) {
    script.disconnects(connection, reason: reason)
    frame += 1
  }

  private mutating func send(_ pdu: [UInt8]) { add(pdu, sent: true) }
  private mutating func receive(_ pdu: [UInt8]) { add(pdu, sent: false) }
  private mutating func exchange(_ request: [UInt8], _ response: [UInt8]) {
    send(request)
    receive(response)
  }

  private mutating func add(_ pdu: [UInt8], sent: Bool) {
    let sent = sent != isAtDevice
    let packet = PacketBuilder.acl(connection, boundary: sent ? 0 : 2, PacketBuilder.l2cap(4, pdu))
    script.data(packet, sent: sent)
    frame += 1
  }

  /// The analysis, with the bytes of images.
  func analysis() throws -> Analysis {
    var options = TransferOptions()
    options.keepsBytes = true
    options.looksAtEverything = looksAtEverything
    options.images = images
    for profile in profiles { options.add(profile) }
    return try script.analysis(transfers: options)
  }

  /// Analyzes every beginning of the session: whole frames, and with the last one cut.
  func everyPrefix(_ look: (Analysis) -> Void) throws {
    let bytes = script.bytes
    var options = TransferOptions()
    options.keepsBytes = true
    // btsnoop: a header of 16 bytes, and one of 24 before every packet.
    var end = 16
    while let length = bytes.bigEndian(at: end + 4, 4).map(Int.init) {
      end += 24 + length
      for count in [end - 3, end] {
        var reader = try CaptureReader(CaptureStream(bytes: Array(bytes.prefix(count))))
        var builder = SessionBuilder(known: KnownTables(), transfers: options)
        builder.addAll(&reader)
        look(builder.finish(SourceFacts()))
      }
    }
  }

  /// The only transfer of the session.
  func transfer() throws -> Transfer {
    let transfers = try analysis().transfers
    try #require(transfers.count == 1, "\(transfers.map(\.title))")
    return transfers[0]
  }
}

extension Transfer {
  /// The rule of the cause, without `ota.`; nil when there is none.
  var cause: String? { verdict.cause.map { String($0.symptom.rule.dropFirst(4)) } }
  /// The rules of what else went wrong, without `ota.`.
  var also: [String] { verdict.also.map { String($0.symptom.rule.dropFirst(4)) } }
}

/// Bytes that differ from each other and from place to place: `count` of them.
func testImage(_ count: Int) -> [UInt8] {
  (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ $0 >> 8 &* 31 &+ 3) }
}
