import ATTParser

/// Dialog (Renesas) SUOTA, service 0xFEF5.
///
/// ```
/// MEM_DEV     → bank u16, 00, device u8   13 to SPI flash, 12 to I²C EEPROM, 10 and 11 to RAM   ← 10 image started
///             → 00 00 00 FE               end of the image                                      ← 02, or what is wrong
///             → 00 00 00 FD               restart        → 00 00 00 FF   leave
/// PATCH_LEN   → length u16                bytes of a block
/// PATCH_DATA  → bytes                                                                           ← 02 a whole block
/// SERV_STATUS ← status u8
/// ```
///
/// Integers are little-endian. The size stands in the header of the image; the last byte sent makes the XOR of all
/// bytes 0. There is no resuming: MEM_DEV begins anew.
struct DialogSUOTA: TransferProtocol {
  static let format = TransferFormat(
    "dialog-suota", "Dialog SUOTA",
    [
      TransferAttribute(BluetoothUUID(high: 0x8082_CAA8_41A6_4021, low: 0x91C6_56F9_B954_CC34), .control),
      TransferAttribute(BluetoothUUID(high: 0x9D84_B9A3_000C_49D8, low: 0x9183_855B_673F_DA31), .blockLength),
      TransferAttribute(BluetoothUUID(high: 0x4578_71E8_D516_4CA1, low: 0x9116_57D0_B17B_9CB2), .data),
      TransferAttribute(BluetoothUUID(high: 0x5F78_DF94_798C_46F5, low: 0x990A_B3EB_6A06_5C88), .status),
    ],
    recognize: recognize
  ) { DialogSUOTA() }

  /// The choice of a memory, `image started` elsewhere, a block length, and a chunk of no more than it.
  private static func recognize(_ heard: ArraySlice<HeardMessage>) -> [AttributeHandle: TransferRole]? {
    guard let newest = heard.last, newest.message.isWrite, newest.count > 2 else { return nil }
    let data = newest.message.attributeHandle
    let memory = heard.last {
      $0.message.isWrite && $0.bytes.count == 4 && (0x10...0x13).contains($0.bytes[3]) && $0.bytes[2] == 0
        && $0.bytes[1] == 0 && $0.bytes[0] <= 2
    }
    let started = heard.last { $0.message.isFromServer && $0.bytes == [0x10] }
    guard let memory, let started else { return nil }
    let handles = [memory, started].map(\.message.attributeHandle)
    let length = heard.last { item in
      item.message.isWrite && item.bytes.count == 2 && !handles.contains(item.message.attributeHandle)
        && Int(item.bytes.littleEndian(at: 0, 2) ?? 0) >= newest.count
    }
    guard let length, handles[0] != handles[1], !handles.contains(data),
      length.message.attributeHandle != data, memory.message.moment.frame < started.message.moment.frame,
      started.message.moment.frame < newest.message.moment.frame
    else { return nil }
    return [
      handles[0]: .control, handles[1]: .status, length.message.attributeHandle: .blockLength, data: .data,
    ]
  }

  private enum Request {
    case none, start, end
  }

  private var request = Request.none
  private var position = 0
  private var block = 0
  private var blockStart = 0
  private var blockFrame: Int?
  private var head: [UInt8] = []
  private static let headSize = 64
  private var size: Int?
  private var parity: UInt8 = 0
  private var isWhole = true

  mutating func receive(_ message: TransferMessage, _ value: [UInt8], _ log: inout TransferLog) {
    let moment = message.moment
    switch message.role {
    case .control where message.isWrite: command(value, moment, &log)
    case .blockLength where message.isWrite:
      block = Int(value.littleEndian(at: 0, 2) ?? 0)
      log.note("blocks of \(block) bytes")
    case .data where message.isWrite: write(value, message, &log)
    case .status where message.isFromServer: tell(value, moment, &log)
    default: break
    }
  }

  // MARK: - The client

  private mutating func command(_ value: [UInt8], _ moment: Moment, _ log: inout TransferLog) {
    guard value.count >= 4 else { return }
    switch value[3] {
    case 0x00...0x03, 0x10...0x13:
      let known = block
      self = DialogSUOTA()
      block = known
      request = .start
      log.begin(moment)
      log.step(.announce, moment)
      log.note("to \(Self.memories[value[3]] ?? "memory"), bank \(value[0])")
      log.await("the word that the image is started", moment, isErasing: true)
    case 0xFE:
      request = .end
      log.step(.verify, moment)
      if let size, position < size {
        log.fail(
          .chunkMissing,
          "the client ended the image after \(position) of \(size) bytes: \(size - position) were never sent",
          moment)
      }
      log.await("the check of the image", moment)
    case 0xFD:
      log.step(.activate, moment)
      if log.current?.needsActivation == true { log.accept(moment) }
      log.expectRestart(moment)
    case 0xFF: log.fail(.clientStopped, "the client left the update", moment)
    default: break
    }
  }

  private mutating func write(
    _ value: [UInt8], _ message: TransferMessage, _ log: inout TransferLog
  ) {
    let moment = message.moment
    let count = value.count + message.missingBytes
    log.step(.transfer, moment)
    blockFrame = blockFrame ?? moment.frame
    log.data(value[...], at: position, missing: message.missingBytes, moment)
    readHead(value, moment, &log)
    position += count
    if message.missingBytes > 0 { isWhole = false }
    parity = value.reduce(parity, ^)
    guard block > 0 else { return }
    let rest = blockStart + block - position
    if rest <= 0 {
      log.owe(nil, moment)
      log.await("the acknowledgement of \(position) bytes", moment)
    } else if rest <= log.current?.longestChunk ?? 0 {
      log.owe("\(rest) bytes of the block at byte \(blockStart)", moment)
    }
  }

  /// The size stands in the header: `70 51, flags 2, code u32, …, encryption u8 at 32`.
  private mutating func readHead(_ value: [UInt8], _ moment: Moment, _ log: inout TransferLog) {
    guard head.count == position, head.count < Self.headSize, size == nil else { return }
    head += value.prefix(Self.headSize - head.count)
    guard head.count == Self.headSize, head[0] == 0x70, head[1] == 0x51, head[32] == 0,
      let code = head.littleEndian(at: 4, 4)
    else { return }
    // Behind header and code comes the byte that makes the XOR 0.
    size = Self.headSize + Int(code) + 1
    if let size { log.declare(bytes: size, moment) }
  }

  // MARK: - The device

  private mutating func tell(_ value: [UInt8], _ moment: Moment, _ log: inout TransferLog) {
    guard let status = value.first else { return }
    log.answered(moment)
    switch status {
    case 0x01, 0x10: request = .none
    case 0x02 where request == .end:
      log.confirm(position, moment)
      log.needActivation(true, moment)
      request = .none
    case 0x02:
      blockStart = position
      blockFrame = nil
      log.confirm(position, moment)
    default: refuse(status, moment, &log)
    }
  }

  private func refuse(_ status: UInt8, _ moment: Moment, _ log: inout TransferLog) {
    let (name, symptom) = Self.statuses[status] ?? ("unknown status", .refused)
    let what =
      switch request {
      case .start: "to begin"
      case .end: "the image"
      case .none: position > 0 ? "the block up to byte \(position)" : "to begin"
      }
    let text = "the device refused \(what): \(name) (\(TransferRule.hexadecimal(status)))"
    let frames = [blockFrame].compactMap(\.self)
    if status == 0x04, isWhole {
      if let size, position < size { return log.fail(.hashMismatch, text, moment, frames: frames) }
      return log.fail(
        parity == 0 ? .bytesLost : .hashMismatch,
        parity == 0
          ? "\(text), although the XOR of all \(position) bytes that were sent is right"
          : "\(text), and the XOR of the \(position) bytes that were sent is \(TransferRule.hexadecimal(parity)), not 0",
        moment, frames: frames)
    }
    log.fail(symptom, text, moment, frames: frames)
  }

  private static let memories: [UInt8: String] = [
    0x00: "system RAM (patch)", 0x01: "retention RAM (patch)", 0x02: "I²C EEPROM (patch)",
    0x03: "SPI flash (patch)", 0x10: "system RAM", 0x11: "retention RAM", 0x12: "I²C EEPROM",
    0x13: "SPI flash",
  ]

  private static let statuses: [UInt8: (String, Symptom)] = [
    0x03: ("service exit", .refused), 0x04: ("CRC error", .hashMismatch),
    0x05: ("length of the block not as announced", .bytesLost),
    0x06: ("external memory cannot be written", .flashFailed), 0x07: ("no internal memory", .outOfResources),
    0x08: ("invalid memory type", .hardwareRefused), 0x09: ("application error", .refused),
    0x11: ("invalid image bank", .slotBusy), 0x12: ("invalid image header", .notAnImage),
    0x13: ("invalid image size", .imageTooLarge), 0x14: ("invalid product header", .notAnImage),
    0x15: ("same image", .sameImage), 0x16: ("external memory cannot be read", .flashFailed),
    0x17: ("same image in the other bank", .sameImage),
  ]
}

extension TransferRole {
  /// How many bytes make a block, in SUOTA.
  static let blockLength = TransferRole(rawValue: 17)
}
