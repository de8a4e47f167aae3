import ATTParser

/// ArduinoBleOTA, in its present form and the one before, which has UUIDs of its own.
///
/// ```
/// present                                                            before
/// → 01                                        ← 02 flags u8
/// → 03 size u32, package u32, buffer u32,     ← 04 package u32,      → 10 size u32    ← 00 package u32,
///      compressed u32, flags u8                    buffer u32                              buffer u32
/// → 05 bytes            kept in the buffer                           → 11 bytes       ← 00, when the
/// → 06 bytes            empties it            ← 07                                         buffer is full
/// → 08 crc u32                                ← 09                   → 12 crc u32     ← 00
///                                             ← 10 error u8                           ← error 01–06
/// ```
///
/// Integers are little-endian. The check is CRC-32 over the image. After a lost link everything begins anew.
struct ArduinoBleOTA: TransferProtocol {
  static let format = TransferFormat(
    "arduino-ble-ota", "ArduinoBleOTA",
    [
      TransferAttribute(BluetoothUUID(high: 0xDAC8_9266_35A1_11EF, low: 0xABA2_0F01_27BC_E478), .data),
      TransferAttribute(BluetoothUUID(high: 0xDAC8_9194_35A1_11EF, low: 0xABA1_B377_14AD_9A54), .control),
      TransferAttribute(BluetoothUUID(high: 0x15C1_564C_36C5_11ED, low: 0xADC1_A3D6_CF5C_C2A4), .data),
      TransferAttribute(BluetoothUUID(high: 0x15C1_56E2_36C5_11ED, low: 0xADC2_7396_D4FD_413A), .control),
      TransferAttribute(BluetoothUUID(high: 0xC686_8174_D922_11EC, low: 0xBD41_C71B_B0CE_905A), .data),
      TransferAttribute(BluetoothUUID(high: 0xC686_8246_D922_11EC, low: 0xBD42_7B10_244D_223F), .control),
    ],
    recognize: recognize
  ) { ArduinoBleOTA() }

  /// A request to begin, its answer with the lengths on another attribute, and a first package.
  private static func recognize(_ heard: ArraySlice<HeardMessage>) -> [AttributeHandle: TransferRole]? {
    guard let newest = heard.last, newest.message.isWrite, let code = newest.bytes.first,
      [0x05, 0x06, 0x11].contains(code), newest.count > 16
    else { return nil }
    let handle = newest.message.attributeHandle
    let isOld = code == 0x11
    let begins = heard.contains {
      $0.message.isWrite && $0.message.attributeHandle == handle
        && (isOld ? $0.bytes.count == 5 && $0.bytes[0] == 0x10 : $0.bytes.count == 18 && $0.bytes[0] == 0x03)
    }
    let answer = heard.last {
      $0.message.isFromServer && $0.message.attributeHandle != handle && $0.bytes.count == 9
        && $0.bytes[0] == (isOld ? 0x00 : 0x04)
        // No package is longer than an attribute.
        && (16...512).contains($0.bytes.littleEndian(at: 1, 4) ?? 0)
    }
    guard begins, let answer, newest.count - 1 <= Int(answer.bytes.littleEndian(at: 1, 4) ?? 0) else {
      return nil
    }
    return [handle: .data, answer.message.attributeHandle: .control]
  }

  private var size: Int?
  private var position = 0
  private var check = CyclicCheck(.crc32)
  private var isWhole = true
  private var isCompressed = false
  private var hasCheck = true
  /// The longest package and the device's buffer, 0 for none.
  private var package = 0
  private var buffer = 0
  /// Bytes since the last answer.
  private var unanswered = 0
  /// The last request, 0 when it was answered.
  private var request: UInt8 = 0

  mutating func receive(_ message: TransferMessage, _ value: [UInt8], _ log: inout TransferLog) {
    guard let code = value.first else { return }
    if message.isWrite {
      write(code, value, message, &log)
    } else if message.isFromServer {
      answer(code, value, message.moment, &log)
    }
  }

  // MARK: - The client

  private mutating func write(
    _ code: UInt8, _ value: [UInt8], _ message: TransferMessage, _ log: inout TransferLog
  ) {
    let moment = message.moment
    switch code {
    case 0x01:
      if log.current == nil || log.current?.firstData != nil { log.begin(moment) }
      log.step(.prepare, moment)
      log.await("the answer to InitReq", moment)
    case 0x03, 0x10: begin(code, value, moment, &log)
    case 0x05, 0x06, 0x11: send(code, value, message, &log)
    case 0x08, 0x12:
      log.step(.verify, moment)
      if hasCheck, !isCompressed, let crc = value.littleEndian(at: 1, 4) {
        log.declare(.crc32, UInt32(crc).bigEndianBytes, moment)
      }
      noteShortImage(moment, &log)
      log.await("the answer to the end of the image", moment)
    default: break
    }
    if ![0x05, 0x11].contains(code) { request = code }
  }

  private mutating func begin(_ code: UInt8, _ value: [UInt8], _ moment: Moment, _ log: inout TransferLog) {
    self = ArduinoBleOTA()
    log.begin(moment)
    log.step(.announce, moment)
    let flags = code == 0x03 && value.count >= 18 ? value[17] : code == 0x10 ? 0x02 : 0
    isCompressed = flags & 0x01 != 0
    hasCheck = flags & 0x02 != 0
    let image = value.littleEndian(at: 1, 4).map(Int.init)
    size = isCompressed ? value.littleEndian(at: 13, 4).map(Int.init) : image
    if let size { log.declare(bytes: size, moment) }
    if isCompressed, let image, let size { log.note("compressed: \(size) bytes of an image of \(image)") }
    log.await("the answer to the request to begin", moment, isErasing: true)
  }

  private mutating func send(
    _ code: UInt8, _ value: [UInt8], _ message: TransferMessage, _ log: inout TransferLog
  ) {
    let moment = message.moment
    log.step(.transfer, moment)
    let count = value.count - 1 + message.missingBytes
    log.data(value[1...], at: position, missing: message.missingBytes, moment)
    position += count
    unanswered += count
    if message.missingBytes > 0 { isWhole = false }
    check.add(value[1...])
    let isFull = code == 0x11 && unanswered + package > buffer && position < size ?? .max
    if code == 0x06 || isFull { log.await("the acknowledgement of \(position) bytes", moment) }
  }

  /// Nothing is awaited for the last bytes, so what was left out shows at the end.
  private func noteShortImage(_ moment: Moment, _ log: inout TransferLog) {
    if let size, position < size {
      log.fail(
        .chunkMissing,
        "the client ended the image after \(position) of \(size) bytes: \(size - position) were never sent",
        moment)
    }
  }

  // MARK: - The device

  private mutating func answer(
    _ code: UInt8, _ value: [UInt8], _ moment: Moment, _ log: inout TransferLog
  ) {
    log.answered(moment)
    switch (code, request) {
    case (0x02, 0x01):
      if value.count > 1, value[1] & 0x04 == 0 { log.note("the device does not take uploads at present") }
    case (0x04, 0x03), (0x00, 0x10): take(value, moment, &log)
    case (0x09, 0x08), (0x00, 0x12):
      log.confirm(position, moment)
      log.accept(moment)
      log.step(.activate, moment)
      log.expectRestart(moment)
    case (0x07, _), (0x00, _):
      log.confirm(position, moment)
      unanswered = 0
    case (0x10, _):
      let error = value.count > 1 ? value[1] : 0xFF
      refuse(Self.errors[error], error, moment, &log)
    case (0x01...0x06, _): refuse(Self.oldErrors[code], code, moment, &log)
    default: break
    }
    request = 0
  }

  private mutating func take(_ value: [UInt8], _ moment: Moment, _ log: inout TransferLog) {
    package = Int(value.littleEndian(at: 1, 4) ?? 0)
    buffer = Int(value.littleEndian(at: 5, 4) ?? 0)
    if package > 0 { log.note("packages of up to \(package) bytes, buffer of \(buffer)") }
  }

  private func refuse(
    _ error: (String, Symptom)?, _ code: UInt8, _ moment: Moment, _ log: inout TransferLog
  ) {
    let (name, symptom) = error ?? ("unknown error", .refused)
    let what =
      switch request {
      case 0x03, 0x10: "the request to begin"
      case 0x08, 0x12: "the image"
      default: position > 0 ? "the bytes up to \(position)" : "the request"
      }
    let text = "the device refused \(what): \(name) (\(TransferRule.hexadecimal(code)))"
    if symptom == .hashMismatch || symptom == .imageTooLarge, [0x08, 0x12].contains(request) {
      return judge(text, symptom, moment, &log)
    }
    log.fail(symptom, text, moment)
  }

  /// An image that fails its check although it was sent as announced has lost bytes on the way.
  private func judge(_ text: String, _ symptom: Symptom, _ moment: Moment, _ log: inout TransferLog) {
    let announced = log.current?.checks.last { $0.kind == .crc32 }?.value
    if let size, position < size { return log.fail(symptom, text, moment) }
    if position == size, symptom == .imageTooLarge {
      return log.fail(.bytesLost, "\(text), although all \(position) bytes were sent", moment)
    }
    if position == size, isWhole, let announced {
      let isIntact = announced == check.value.bigEndianBytes
      return log.fail(
        isIntact ? .bytesCorrupted : .hashMismatch,
        isIntact
          ? "\(text), although what was sent has the CRC that was announced"
          : "\(text), and what was sent does not have the CRC that was announced", moment)
    }
    log.fail(.hashMismatch, text, moment)
  }

  private static let errors: [UInt8: (String, Symptom)] = [
    0x00: ("no error", .refused), 0x01: ("incorrect message size", .refused),
    0x02: ("incorrect message header", .refused), 0x03: ("incorrect firmware size", .imageTooLarge),
    0x04: ("internal storage error", .flashFailed), 0x10: ("upload disabled", .wrongState),
    0x11: ("upload running", .wrongState), 0x12: ("upload stopped", .wrongState),
    0x13: ("install running", .wrongState), 0x20: ("buffer disabled", .outOfResources),
    0x21: ("buffer overflow", .outOfResources), 0x30: ("compression not supported", .notAnImage),
    0x31: ("incorrect compression", .notAnImage), 0x32: ("incorrect compressed size", .notAnImage),
    0x33: ("incorrect compression checksum", .hashMismatch),
    0x34: ("incorrect compression parameter", .notAnImage), 0x35: ("incorrect compression end", .notAnImage),
    0x40: ("checksum not supported", .refused), 0x41: ("incorrect checksum", .hashMismatch),
    0x50: ("signature not supported", .signatureRefused), 0x51: ("incorrect signature", .signatureRefused),
    0x52: ("incorrect signature size", .signatureRefused), 0x60: ("pin not supported", .refused),
    0x61: ("pin change error", .refused),
  ]

  private static let oldErrors: [UInt8: (String, Symptom)] = [
    0x01: ("not ok", .refused), 0x02: ("incorrect format", .refused),
    0x03: ("incorrect firmware size", .imageTooLarge), 0x04: ("checksum error", .hashMismatch),
    0x05: ("internal storage error", .flashFailed), 0x06: ("upload disabled", .wrongState),
  ]
}
