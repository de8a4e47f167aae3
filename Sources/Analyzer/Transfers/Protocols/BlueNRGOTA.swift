import ATTParser

/// BlueNRG OTA: numbered units, of which the device names the next one.
///
/// ```
/// image     ← first address u32, last address u32   read; big-endian
/// new image → interval u8, size u32, base u32       a word from the device every so many units
/// content   → xor u8, bytes, ack u8, number u16     16 bytes, or a multiple; ack 1 asks for a word
/// expected  ← number u16, status u16                the unit wanted
/// ```
///
/// Integers but the first are little-endian. After an error the client goes on at the unit that is wanted.
/// The device restarts when it has the last one.
struct BlueNRGOTA: TransferProtocol {
  static let format = TransferFormat(
    "bluenrg-ota", "BlueNRG OTA",
    [
      TransferAttribute(BluetoothUUID(high: 0x122E_8CC0_8508_11E3, low: low), .status),
      TransferAttribute(BluetoothUUID(high: 0x210F_99F0_8508_11E3, low: low), .control),
      TransferAttribute(BluetoothUUID(high: 0x2691_AA80_8508_11E3, low: low), .data),
      TransferAttribute(BluetoothUUID(high: 0x2BDC_5760_8508_11E3, low: low), .expected),
    ],
    recognize: recognize
  ) { BlueNRGOTA() }

  private static let low: UInt64 = 0xBAA7_0800_200C_9A66

  /// A new image, the request for unit 0 elsewhere, and that unit with its XOR on a third attribute.
  private static func recognize(_ heard: ArraySlice<HeardMessage>) -> [AttributeHandle: TransferRole]? {
    guard let newest = heard.last, newest.message.isWrite, newest.count >= 20, newest.count % 16 == 4,
      newest.message.missingBytes == 0, newest.bytes.littleEndian(at: newest.count - 2, 2) == 0,
      isIntact(newest.bytes)
    else { return nil }
    let image = heard.last {
      $0.message.isWrite && $0.bytes.count == 9 && $0.bytes.littleEndian(at: 1, 4) ?? 0 >= 1024
    }
    let wanted = heard.last { $0.message.isFromServer && $0.bytes == [0, 0, 0, 0] }
    guard let image, let wanted else { return nil }
    let handles = [image, wanted, newest].map(\.message.attributeHandle)
    guard Set(handles).count == 3 else { return nil }
    return [handles[0]: .control, handles[1]: .expected, handles[2]: .data]
  }

  /// True when the first byte is the XOR of all others.
  private static func isIntact(_ value: [UInt8]) -> Bool { value.reduce(0, ^) == 0 }

  private var size: Int?
  /// Bytes of the image in a unit.
  private var payload = 16
  private var next = 0
  private var interval = 0
  private var damaged: Int?

  mutating func receive(_ message: TransferMessage, _ value: [UInt8], _ log: inout TransferLog) {
    let moment = message.moment
    switch message.role {
    case .control where message.isWrite:
      self = BlueNRGOTA()
      log.begin(moment)
      log.step(.announce, moment)
      interval = Int(value.first ?? 0)
      size = value.littleEndian(at: 1, 4).map(Int.init)
      if let size { log.declare(bytes: size, moment) }
      if let base = value.littleEndian(at: 5, 4) {
        log.note("to address 0x\(String(base, radix: 16)), a word every \(interval) units")
      }
      log.await("the request for the first unit", moment, isErasing: true)
    case .data where message.isWrite: write(value, message, &log)
    case .expected where message.isFromServer: ask(value, moment, &log)
    default: break
    }
  }

  private mutating func write(
    _ value: [UInt8], _ message: TransferMessage, _ log: inout TransferLog
  ) {
    let moment = message.moment
    let count = value.count + message.missingBytes
    guard count > 4 else { return }
    log.step(.transfer, moment)
    payload = count - 4
    // The number stands at the end, where a capture cuts first.
    let isWhole = message.missingBytes == 0
    let number = isWhole ? Int(value.littleEndian(at: count - 2, 2) ?? 0) : next
    let offset = number &* payload
    let room = size.map { max(0, min(payload, $0 - offset)) } ?? payload
    let bytes = value.dropFirst().prefix(min(room, payload))
    log.data(bytes, at: offset, missing: room - bytes.count, moment)
    if isWhole, !Self.isIntact(value) { damaged = moment.frame }
    next = number + 1
    let isLast = size.map { offset + payload >= $0 } ?? false
    if isWhole && value[count - 3] != 0 || isLast {
      log.await("the request for the unit after \(number)", moment)
    }
    if isLast {
      log.step(.verify, moment)
      log.acceptByRestart(moment)
    }
  }

  /// `number u16, status u16`.
  private mutating func ask(_ value: [UInt8], _ moment: Moment, _ log: inout TransferLog) {
    guard let number = value.littleEndian(at: 0, 2).map(Int.init) else { return }
    let status = value.littleEndian(at: 2, 2) ?? 0
    log.answered(moment)
    log.confirm(min(number &* payload, size ?? .max), moment)
    guard status == 0 else { return refuse(number, status, moment, &log) }
    if let size, number &* payload >= size {
      log.accept(moment)
      log.step(.activate, moment)
      log.expectRestart(moment)
    }
  }

  private func refuse(_ number: Int, _ status: UInt64, _ moment: Moment, _ log: inout TransferLog) {
    let names: [UInt64: String] = [
      0x3C: "flash does not hold what was written", 0xFF: "flash cannot be written",
      0xF0: "not the unit that was expected", 0x0F: "XOR wrong",
    ]
    let text =
      "the device refused a unit: \(names[status] ?? "unknown status") (0x\(String(status, radix: 16))), it wants unit \(number)"
    let start = number &* payload
    let hole = log.current?.coverage.firstHole(in: start..<(start + payload))
    switch status {
    case 0x3C, 0xFF: log.fail(.flashFailed, text, moment)
    case 0xF0 where hole != nil: log.fail(.chunkMissing, "\(text), which was never sent", moment)
    case 0xF0: log.fail(.bytesLost, "\(text), which was sent", moment)
    case 0x0F:
      log.fail(
        damaged == nil ? .bytesCorrupted : .checkMismatch,
        damaged == nil ? "\(text), although those sent have the right one" : "\(text), as the client sent it",
        moment, frames: [damaged].compactMap(\.self))
    default: log.fail(.refused, text, moment)
    }
  }
}

extension TransferRole {
  /// Where the device names the unit it wants, of BlueNRG.
  static let expected = TransferRole(rawValue: 19)
}
