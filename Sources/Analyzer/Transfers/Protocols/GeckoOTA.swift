import ATTParser

/// Silicon Labs Gecko OTA: the application's jump, and the AppLoader.
///
/// ```
/// control → 00   begin; the application restarts into the AppLoader
///         → 03   end; the response says what the device thinks of the image
///         → 04   close the connection and restart
/// data    → bytes of a GBL file, in order, without offset or count
/// ```
///
/// A GBL file is a chain of `tag u32, length u32, bytes`, little-endian. It begins with tag 03A617EB and ends with
/// tag FC0404FC, whose four bytes are a CRC-32 of everything before. Refusals are ATT errors 0x80 and up.
/// Nothing is acknowledged but by Write Responses, and nothing resumes.
struct GeckoOTA: TransferProtocol {
  static let format = TransferFormat(
    "silabs-gecko-ota", "Silicon Labs Gecko OTA",
    [
      TransferAttribute(BluetoothUUID(high: 0xF7BF_3564_FB6D_4E53, low: 0x88A4_5E37_E032_6063), .control),
      TransferAttribute(BluetoothUUID(high: 0x9842_27F3_34FC_4045, low: 0xA5D0_2C58_1F81_A153), .data),
    ],
    recognize: recognize
  ) { GeckoOTA() }

  /// The request to begin, and the head of a GBL file elsewhere.
  private static func recognize(_ heard: ArraySlice<HeardMessage>) -> [AttributeHandle: TransferRole]? {
    guard let newest = heard.last, newest.message.isWrite,
      newest.bytes.starts(with: [0xEB, 0x17, 0xA6, 0x03, 0x08, 0, 0, 0])
    else { return nil }
    let begin = heard.last { $0.message.kind == .writeRequest && $0.bytes == [0x00] }
    guard let begin, begin.message.attributeHandle != newest.message.attributeHandle else { return nil }
    return [begin.message.attributeHandle: .control, newest.message.attributeHandle: .data]
  }

  private var position = 0
  private var file = GeckoBootloaderFile()
  private var isWhole = true
  private var request: UInt8?

  mutating func receive(_ message: TransferMessage, _ value: [UInt8], _ log: inout TransferLog) {
    let moment = message.moment
    switch (message.role, message.kind) {
    case (.control, .writeRequest), (.control, .writeCommand): control(value, moment, &log)
    case (.control, .writeResponse): accept(moment, &log)
    case (.control, .errorResponse(let code)):
      refuse(request.map { Self.requests[$0] ?? "the request" } ?? "the request", code, moment, &log)
    case (.data, .writeRequest), (.data, .writeCommand): write(value, message, &log)
    case (.data, .writeResponse):
      log.answered(moment)
      log.confirm(position, moment)
    case (.data, .errorResponse(let code)): refuse("the bytes up to \(position)", code, moment, &log)
    default: break
    }
  }

  private mutating func control(_ value: [UInt8], _ moment: Moment, _ log: inout TransferLog) {
    request = value.first
    switch value.first {
    case 0x00:
      self = GeckoOTA()
      request = 0x00
      log.begin(moment)
      log.step(.prepare, moment)
      // Without data after it, it sends the application into the AppLoader.
      log.jump(moment)
      log.expectRestart(moment)
    case 0x03:
      log.step(.verify, moment)
      noteShortFile(moment, &log)
      log.await("the answer to the end of the image", moment)
    case 0x04:
      if log.current?.accepted == nil, position > 0 {
        log.fail(
          .notActivated, "the client closed the update without the request that ends the image", moment)
      }
      log.step(.reboot, moment)
      if log.current?.accepted != nil { log.expectRestart(moment) }
    default: break
    }
  }

  private mutating func write(
    _ value: [UInt8], _ message: TransferMessage, _ log: inout TransferLog
  ) {
    let moment = message.moment
    if log.current?.isJump == true { log.stay(moment) }
    log.step(.transfer, moment)
    log.data(value[...], at: position, missing: message.missingBytes, moment)
    position += value.count + message.missingBytes
    if message.missingBytes > 0 { isWhole = false }
    guard isWhole else { return }
    let knewSize = file.size != nil
    file.add(value)
    if !knewSize, let size = file.size { log.declare(bytes: size, moment) }
  }

  private func noteShortFile(_ moment: Moment, _ log: inout TransferLog) {
    guard isWhole, position > 0, let next = file.nextTag else { return }
    log.fail(
      .chunkMissing,
      "the client ended the image at byte \(position), where the GBL file goes on at least to byte \(max(next, position) + 4)",
      moment)
  }

  private func accept(_ moment: Moment, _ log: inout TransferLog) {
    guard request == 0x03 else { return }
    log.answered(moment)
    log.confirm(position, moment)
    log.accept(moment)
    log.step(.activate, moment)
    log.expectRestart(moment)
  }

  private mutating func refuse(
    _ what: String, _ code: ATTErrorCode, _ moment: Moment, _ log: inout TransferLog
  ) {
    log.answered(moment)
    if log.current?.isJump == true { log.stay(moment) }
    guard let (name, symptom) = Self.errors[code.rawValue] else { return }
    let text = "the device refused \(what): \(name) (\(TransferRule.hexadecimal(code.rawValue)))"
    if code.rawValue == 0x80, isWhole, file.isIntact == true {
      return log.fail(
        .bytesLost, "\(text), although what was sent is a whole GBL file with the right CRC", moment,
        confidence: .likely)
    }
    log.fail(symptom, text, moment)
  }

  private static let requests: [UInt8: String] = [
    0x00: "to begin", 0x03: "the image", 0x04: "to close the update",
  ]

  private static let errors: [UInt8: (String, Symptom)] = [
    0x80: ("CRC or signature wrong", .hashMismatch), 0x81: ("wrong state", .wrongState),
    0x82: ("buffers full", .outOfResources), 0x83: ("image too large", .imageTooLarge),
    0x84: ("not a GBL file that is supported", .notAnImage),
    0x85: ("bootloader cannot erase or write flash", .flashFailed),
    0x86: ("incorrect type of bootloader", .hardwareRefused),
    0x87: ("application overlaps the AppLoader", .imageTooLarge),
  ]
}

/// A GBL file as its bytes come: where its tags are, and its check.
struct GeckoBootloaderFile {
  private static let head: UInt64 = 0x03A6_17EB
  private static let end: UInt64 = 0xFC04_04FC

  /// Where the next tag begins, nil when the file is none.
  private(set) var nextTag: Int? = 0
  /// The whole size, once the last tag was seen.
  private(set) var size: Int?
  /// Whether the check at its end is that of its bytes; nil while it is not there.
  private(set) var isIntact: Bool?
  private var position = 0
  /// Bytes of the tag that begins at `nextTag`.
  private var tag: [UInt8] = []
  private var check = CyclicCheck(.crc32)

  /// Takes the next bytes.
  mutating func add(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while !rest.isEmpty, let next = nextTag {
      if position < next {
        let body = rest.prefix(next - position)
        check.add(body)
        position += body.count
        rest = rest.dropFirst(body.count)
        continue
      }
      // A tag with its length, and behind the last tag the check.
      let wanted = size == nil ? 8 : 4
      let part = rest.prefix(wanted - tag.count)
      tag += part
      if size == nil { check.add(part) }
      position += part.count
      rest = rest.dropFirst(part.count)
      guard tag.count == wanted else { return }
      read()
    }
  }

  private mutating func read() {
    if size != nil {
      isIntact = tag.littleEndian(at: 0, 4) == UInt64(check.value)
      nextTag = nil
      return
    }
    let name = tag.littleEndian(at: 0, 4)
    let length = Int(tag.littleEndian(at: 4, 4) ?? 0)
    let isFirst = position == 8
    tag = []
    if isFirst, name != Self.head {
      nextTag = nil
    } else if name == Self.end {
      size = position + length
      nextTag = position
    } else {
      nextTag = position + length
    }
  }
}
