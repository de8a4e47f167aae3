import ATTParser

/// The update of Huami's bands and watches (Mi Band, Amazfit), which goes back to Nordic Legacy DFU.
///
/// ```
/// older  → 01 size u24, kind         ← 10 01 result      newer  → D0                        ← 10 D0 result, …, chunk u16
///        → 03, then the image        ← 10 03 result             → D2 kind, size u32, crc u32, …   ← 10 D2 result
///        → 00 after each hundred packets or so                  → D3 01, then the image     ← 10 D3 result
///        → 04 crc u16                ← 10 04 result                                         ← 10 D4 bytes u32
///        → 05 restart                ← 10 05 result             → D5 check, D6 restart      ← 10 D5, 10 D6 result
/// ```
///
/// Integers are little-endian; the checks are CRC-16/CCITT-FALSE and CRC-32 over the image.
struct HuamiDFU: TransferProtocol {
  static let format = TransferFormat(
    "huami-dfu", "Huami update (Mi Band, Amazfit)",
    [
      TransferAttribute(uuid(0x1531), .control),
      TransferAttribute(uuid(0x1532), .data),
    ],
    recognize: recognize
  ) { HuamiDFU() }

  /// `0000xxxx-0000-3512-2118-0009AF100700`.
  private static func uuid(_ number: UInt64) -> BluetoothUUID {
    BluetoothUUID(high: number << 32 | 0x3512, low: 0x2118_0009_AF10_0700)
  }

  /// A D2 with the size in it twice, its answer, and a write to another attribute.
  private static func recognize(_ heard: ArraySlice<HeardMessage>) -> [AttributeHandle: TransferRole]? {
    guard let newest = heard.last, newest.message.kind == .writeCommand else { return nil }
    for item in heard where item.message.isWrite && item.bytes.count >= 18 && item.bytes[0] == 0xD2 {
      let control = item.message.attributeHandle
      let sizes = [2, item.bytes.count - 4].map { item.bytes.littleEndian(at: $0, 4) }
      guard sizes[0] == sizes[1], newest.message.attributeHandle != control,
        heard.contains(where: {
          $0.message.isFromServer && $0.message.attributeHandle == control
            && $0.bytes.starts(with: [0x10, 0xD2])
        })
      else { continue }
      return [control: .control, newest.message.attributeHandle: .data]
    }
    return nil
  }

  private var position = 0
  /// Bytes after which a newer device says how many it has; 0 for an older one.
  private var chunk = 0
  private var lastData: Moment?
  private var isChecked = false

  mutating func receive(_ message: TransferMessage, _ value: [UInt8], _ log: inout TransferLog) {
    switch (message.role, message.kind) {
    case (.control, .writeRequest), (.control, .writeCommand): ask(value, message.moment, &log)
    case (.control, .notification), (.control, .indication): answer(value, message.moment, &log)
    case (.data, .writeCommand), (.data, .writeRequest):
      guard log.isUnderWay else { return }
      log.step(.transfer, message.moment)
      log.data(value[...], at: position, missing: message.missingBytes, message.moment)
      let chunks = chunk > 0 ? position / chunk : 0
      position += value.count &+ message.missingBytes
      lastData = message.moment
      if chunk > 0, position / chunk > chunks {
        log.await("the count after byte \(position / chunk * chunk)", message.moment)
      }
      if let total = log.declaredBytes, position >= total {
        log.await("the answer to the last byte of the image", message.moment)
      }
    default: break
    }
  }

  private mutating func ask(_ value: [UInt8], _ moment: Moment, _ log: inout TransferLog) {
    guard let opcode = value.first else { return }
    switch opcode {
    case 0x01, 0xD2:
      self = HuamiDFU()
      if opcode == 0x01 || !log.isUnderWay { log.begin(moment) }
      log.step(.announce, moment)
      let size = opcode == 0x01 ? value.littleEndian(at: 1, 3) : value.littleEndian(at: 2, 4)
      if let size { log.declare(bytes: Int(size), moment) }
      if opcode == 0xD2, value.count >= 10 { log.declare(.crc32, value[6..<10].reversed(), moment) }
      if opcode == 0xD2 { chunk = value.littleEndian(at: 10, 2).map(Int.init) ?? 0 }
    case 0xD0:
      log.begin(moment)
      log.step(.prepare, moment)
    case 0x03, 0xD3:
      position = 0
      log.step(.transfer, moment)
      // The older protocol answers after the last byte.
      if opcode == 0x03 { return }
    case 0x04, 0xD5:
      log.step(.verify, moment)
      if opcode == 0x04, value.count >= 3 { log.declare(.ccittFalse, value[1..<3].reversed(), moment) }
    case 0x05, 0xD6: log.step(.activate, moment)
    default: return
    }
    log.await("the answer to \(Self.names[opcode] ?? "a request")", moment)
  }

  private mutating func answer(_ value: [UInt8], _ moment: Moment, _ log: inout TransferLog) {
    guard value.count >= 3, value[0] == 0x10, log.isUnderWay else { return }
    if value[1] == 0xD4, let bytes = value.littleEndian(at: 2, 4).map(Int.init) {
      log.confirm(bytes, moment)
      if bytes >= position { log.answered(moment) }
      return
    }
    log.answered(moment)
    guard value[2] == 1 else { return refuse(value[1], value[2], moment, &log) }
    switch value[1] {
    case 0x03: log.confirm(position, moment)
    case 0x04, 0xD5:
      isChecked = true
      log.needActivation(true, moment)
    case 0x05, 0xD6:
      if isChecked { log.accept(moment) }
      log.expectRestart(moment)
    default: break
    }
  }

  private func refuse(_ opcode: UInt8, _ result: UInt8, _ moment: Moment, _ log: inout TransferLog) {
    let what = Self.names[opcode] ?? "request 0x\(String(opcode, radix: 16))"
    let frames = [lastData?.frame].compactMap(\.self)
    switch result {
    case 0x47:
      log.fail(.imageTooLarge, "the device refused \(what): no space (0x47)", moment, frames: frames)
    case 0x22:
      log.fail(.refused, "the device refused \(what): battery low (0x22)", moment, frames: frames)
    default:
      let symptom = opcode == 0x04 || opcode == 0xD5 ? Symptom.hashMismatch : .refused
      log.fail(
        symptom, "the device refused \(what) (0x\(String(result, radix: 16)))", moment, frames: frames)
    }
  }

  private static let names: [UInt8: String] = [
    0x01: "the size", 0x03: "the image", 0x04: "the check", 0x05: "the restart",
    0xD0: "the request for parameters", 0xD2: "the size and check", 0xD3: "the start", 0xD5: "the check",
    0xD6: "the restart",
  ]
}
