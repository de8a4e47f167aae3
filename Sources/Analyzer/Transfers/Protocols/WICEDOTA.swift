import ATTParser

/// WICED (Infineon) OTA firmware upgrade.
///
/// ```
/// control → 01                    prepare      ← 00
///         → 02 size u32 (or u16)  download     ← 00
///         → 03 crc u32            verify       ← 00, or why not; then the device restarts
///         → 04 finish, 05 status, 06 clear, 07 abort, 08 apply
/// data    → bytes, in order, with Write Requests
/// ```
///
/// Integers are little-endian; answers are notifications or indications. The check is CRC-32 over the image; the
/// secure form checks a signature. A lost link means beginning anew.
struct WICEDOTA: TransferProtocol {
  static let format = TransferFormat(
    "wiced-ota", "WICED OTA",
    [
      TransferAttribute(BluetoothUUID(high: 0xA3DD_50BF_F7A7_4E99, low: 0x838E_570A_086C_661B), .control),
      TransferAttribute(BluetoothUUID(high: 0xA2E8_6C7A_D961_4091, low: 0xB74F_2409_E72E_FE26), .data),
    ],
    recognize: recognize
  ) { WICEDOTA() }

  /// Both requests with their answers, in order, and then chunks of one length elsewhere.
  private static func recognize(_ heard: ArraySlice<HeardMessage>) -> [AttributeHandle: TransferRole]? {
    guard let newest = heard.last, newest.message.isWrite, newest.count >= 16 else { return nil }
    let data = newest.message.attributeHandle
    guard heard.contains(where: { isSize($0) && $0.message.attributeHandle != data }) else { return nil }
    let chunks = heard.filter { $0.message.isWrite && $0.message.attributeHandle == data }
    guard chunks.count >= 3, chunks.allSatisfy({ $0.count == newest.count }), let first = chunks.first else {
      return nil
    }
    for size in heard where isSize(size) {
      let control = size.message.attributeHandle
      guard control != data, let bytes = size.bytes.littleEndian(at: 1, 4), (4096...1 << 23).contains(bytes)
      else { continue }
      let exchange = heard.filter {
        $0.message.attributeHandle == control && ($0.message.isWrite || $0.message.isFromServer)
          && $0.message.moment.frame < first.message.moment.frame
      }
      if exchange.map(\.bytes).suffix(4) == [[0x01], [0x00], size.bytes, [0x00]],
        exchange.suffix(4).map(\.message.isWrite) == [true, false, true, false]
      {
        return [control: .control, data: .data]
      }
    }
    return nil
  }

  /// True for what may announce the size of an image.
  private static func isSize(_ heard: HeardMessage) -> Bool {
    heard.message.isWrite && heard.bytes.count == 5 && heard.bytes[0] == 0x02
  }

  private var size: Int?
  private var position = 0
  private var check = CyclicCheck(.crc32)
  private var isWhole = true
  private var announced: [UInt8]?
  private var request: UInt8 = 0

  mutating func receive(_ message: TransferMessage, _ value: [UInt8], _ log: inout TransferLog) {
    switch (message.role, message.kind) {
    case (.control, .writeRequest), (.control, .writeCommand): command(value, message.moment, &log)
    case (.control, .notification), (.control, .indication): answer(value, message.moment, &log)
    case (.data, .writeRequest), (.data, .writeCommand): write(value, message, &log)
    case (.data, .writeResponse): log.confirm(position, message.moment)
    default: break
    }
  }

  private mutating func command(_ value: [UInt8], _ moment: Moment, _ log: inout TransferLog) {
    request = value.first ?? 0
    switch request {
    case 0x01:
      self = WICEDOTA()
      request = 0x01
      log.begin(moment)
      log.step(.prepare, moment)
      log.await("the answer to Prepare Download", moment)
    case 0x02:
      log.step(.announce, moment)
      size = (value.littleEndian(at: 1, 4) ?? value.littleEndian(at: 1, 2)).map(Int.init)
      if let size { log.declare(bytes: size, moment) }
      log.await("the answer to Download", moment, isErasing: true)
    case 0x03:
      log.step(.verify, moment)
      announced = value.littleEndian(at: 1, 4).map { UInt32($0).bigEndianBytes }
      if let announced { log.declare(.crc32, announced, moment) }
      if let size, position < size {
        log.fail(
          .chunkMissing,
          "the client ended the image after \(position) of \(size) bytes: \(size - position) were never sent",
          moment)
      }
      log.await("the answer to Verify", moment)
    case 0x07: log.fail(.clientStopped, "the client aborted the update", moment)
    default: break
    }
  }

  private mutating func write(
    _ value: [UInt8], _ message: TransferMessage, _ log: inout TransferLog
  ) {
    log.step(.transfer, message.moment)
    log.data(value[...], at: position, missing: message.missingBytes, message.moment)
    position += value.count + message.missingBytes
    check.add(value)
    if message.missingBytes > 0 { isWhole = false }
  }

  private mutating func answer(_ value: [UInt8], _ moment: Moment, _ log: inout TransferLog) {
    guard let status = value.first else { return }
    log.answered(moment)
    switch (status, request) {
    case (0, 0x03):
      log.confirm(position, moment)
      log.accept(moment)
      log.step(.activate, moment)
      log.expectRestart(moment)
    case (0, _), (6, _), (9, _): break
    default: refuse(status, moment, &log)
    }
  }

  private func refuse(_ status: UInt8, _ moment: Moment, _ log: inout TransferLog) {
    let (name, symptom) = Self.statuses[status] ?? ("unknown status", .refused)
    let names: [UInt8: String] = [0x01: "Prepare Download", 0x02: "Download", 0x03: "Verify", 0x04: "Finish"]
    let what = names[request] ?? "the request"
    let text = "the device refused \(what): \(name) (\(status))"
    guard status == 3, position >= size ?? 0, isWhole, let announced else {
      return log.fail(symptom, text, moment)
    }
    let isIntact = announced == check.value.bigEndianBytes
    log.fail(
      isIntact ? .bytesCorrupted : .hashMismatch,
      isIntact
        ? "\(text), although what was sent has the CRC that was announced"
        : "\(text), and what was sent does not have the CRC that was announced", moment)
  }

  private static let statuses: [UInt8: (String, Symptom)] = [
    1: ("unsupported command", .refused), 2: ("illegal state", .wrongState),
    3: ("verification failed", .hashMismatch), 4: ("invalid image", .notAnImage),
    5: ("invalid image size", .imageTooLarge), 7: ("invalid application identifier", .hardwareRefused),
    8: ("invalid version", .versionRefused),
  ]
}
