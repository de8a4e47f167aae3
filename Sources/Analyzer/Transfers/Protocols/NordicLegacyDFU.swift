import ATTParser

/// Nordic Legacy DFU (nRF5 SDK up to 11, Adafruit's bootloader, InfiniTime).
///
/// ```
/// control  → 01 mode         start, then the sizes on data        ← 10 01 status
///          → 02 00, 02 01    init packet begins, is complete      ← 10 02 status
///          → 08 n u16        a receipt after every n packets      ← 11 bytes u32
///          → 03              the image follows                    ← 10 03 status, after its last byte
///          → 07              how many bytes                       ← 10 07 status, bytes u32
///          → 04              validate                             ← 10 04 status
///          → 05, 06          activate and restart, restart        no answer
/// data     → sizes u32 × 3 (SoftDevice, bootloader, application), then the init packet, then the image
/// ```
///
/// Integers are little-endian; packets of the image have no offset. An application that only jumps into its
/// bootloader has the same service: it restarts when it is told to start, before any size.
struct NordicLegacyDFU: TransferProtocol {
  static let format = TransferFormat(
    "nordic-legacy-dfu", "Nordic Legacy DFU",
    [
      TransferAttribute(uuid(0x1531), .control),
      TransferAttribute(uuid(0x1532), .data),
      TransferAttribute(uuid(0x1534), .status),
    ],
    hasOtherUUIDs: true, recognize: recognize
  ) { NordicLegacyDFU() }

  /// `0000xxxx-1212-EFDE-1523-785FEABCD123`.
  private static func uuid(_ number: UInt64) -> BluetoothUUID {
    BluetoothUUID(high: number << 32 | 0x1212_EFDE, low: 0x1523_785F_EABC_D123)
  }

  /// A start, sizes that fit its mode on another attribute, and the answer to the start.
  private static func recognize(_ heard: ArraySlice<HeardMessage>) -> [AttributeHandle: TransferRole]? {
    guard let answer = heard.last, answer.message.isFromServer, answer.bytes.count == 3,
      answer.bytes[0] == 0x10, answer.bytes[1] == 0x01, (1...6).contains(answer.bytes[2])
    else { return nil }
    let control = answer.message.attributeHandle
    guard
      let start = heard.lastIndex(where: {
        $0.message.attributeHandle == control && $0.message.isWrite && $0.bytes.count == 2
          && $0.bytes[0] == 0x01 && (1...4).contains($0.bytes[1])
      }),
      let sizes = heard[start...].first(where: {
        $0.message.kind == .writeCommand && $0.message.attributeHandle != control
      }),
      total(sizes.bytes, mode: heard[start].bytes[1]) != nil
    else { return nil }
    return [control: .control, sizes.message.attributeHandle: .data]
  }

  /// The size of the image; nil when the sizes do not fit the mode, whose bits say what is in it.
  private static func total(_ bytes: [UInt8], mode: UInt8) -> Int? {
    guard bytes.count == 12 else { return nil }
    let sizes = (0..<3).compactMap { bytes.littleEndian(at: 4 * $0, 4) }
    for (place, size) in sizes.enumerated() where (size > 0) != (mode >> UInt8(place) & 1 == 1) { return nil }
    let sum = sizes.reduce(0, &+)
    return sum < 1 << 28 ? Int(sum) : nil
  }

  /// What packets are.
  private enum Expecting { case nothing, sizes, initPacket, image }

  private var expecting = Expecting.nothing
  private var mode: UInt8 = 4
  private var total: Int?
  private var initPacket: [UInt8] = []
  private static let initPacketLimit = 1024
  /// Where in the image the next packet goes.
  private var position = 0
  private var packets = 0
  /// After how many packets the device gives a receipt; 0 for never.
  private var receiptInterval = 0
  /// What had been sent where receipts are due that have not come.
  private var due: [(position: Int, moment: Moment)] = []
  private static let dueLimit = 256
  /// True once the device has shown that it gives receipts.
  private var hasReceipts = false
  private var isValid = false
  private var lastData: Moment?
  private var version: String?

  mutating func receive(_ message: TransferMessage, _ value: [UInt8], _ log: inout TransferLog) {
    switch (message.role, message.kind) {
    case (.control, .writeRequest), (.control, .writeCommand): ask(value, message.moment, &log)
    case (.control, .notification), (.control, .indication): answer(value, message.moment, &log)
    case (.data, .writeCommand), (.data, .writeRequest): write(value, message, &log)
    case (.status, .readResponse):
      if value.count == 2 { version = "version \(value[1]).\(value[0]) of the service" }
    default: break
    }
  }

  // MARK: - Requests

  private mutating func ask(_ value: [UInt8], _ moment: Moment, _ log: inout TransferLog) {
    guard let opcode = value.first else { return }
    switch opcode {
    case 0x01:
      let version = version
      self = NordicLegacyDFU()
      self.version = version
      mode = value.count > 1 ? value[1] : 4
      expecting = .sizes
      log.begin(moment)
      // An application leaves here; a bootloader is sent the sizes.
      log.jump(moment)
      log.step(.prepare, moment)
      log.expectRestart(moment)
      if let version { log.note(version) }
    case 0x02:
      expecting = .initPacket
      log.step(.announce, moment)
      if value.count > 1, value[1] == 0 { initPacket = [] }
      if value.count > 1, value[1] == 1 {
        takeInitPacket(moment, &log)
        log.await("the answer to the init packet", moment)
      }
    case 0x03:
      expecting = .image
      position = 0
      packets = 0
      due = []
      log.step(.transfer, moment)
    case 0x04:
      log.step(.verify, moment)
      log.await("the answer to Validate", moment)
    case 0x05: activate(moment, &log)
    case 0x06: restart(moment, &log)
    case 0x07: log.await("the answer to Report Received Size", moment)
    case 0x08:
      receiptInterval = Int(value.littleEndian(at: 1, 2) ?? 0)
      if receiptInterval > 0 { log.note("packet receipt notification every \(receiptInterval) packets") }
    default: break
    }
  }

  private func activate(_ moment: Moment, _ log: inout TransferLog) {
    log.step(.activate, moment)
    if isValid { log.accept(moment) }
    log.expectRestart(moment)
  }

  private func restart(_ moment: Moment, _ log: inout TransferLog) {
    guard let part = log.current, !part.isJump else { return }
    if part.accepted == nil, !part.causes.contains(where: \.isFatal) {
      log.fail(.clientDisconnected, "the client told the device to restart, at byte \(part.progress)", moment)
    }
    log.expectRestart(moment)
  }

  // MARK: - Packets

  private mutating func write(_ value: [UInt8], _ message: TransferMessage, _ log: inout TransferLog) {
    let moment = message.moment
    switch expecting {
    case .nothing: break
    case .sizes:
      log.stay(moment)
      total = Self.total(value, mode: mode)
      // Bootloaders of SDK 6.1 and older take the size of the application alone.
      if value.count == 4, mode == 4 { total = value.littleEndian(at: 0, 4).map(Int.init) }
      if let total { log.declare(bytes: total, moment) }
      log.step(.announce, moment)
      log.await("the answer to Start", moment, isErasing: true)
      expecting = .nothing
    case .initPacket:
      if initPacket.count + value.count <= Self.initPacketLimit { initPacket += value }
    case .image:
      let count = value.count &+ message.missingBytes
      if count > 20 {
        log.note("packets of up to \(count) bytes, where many devices of this protocol take 20")
      }
      log.data(value[...], at: position, missing: message.missingBytes, moment)
      position += count
      packets += 1
      lastData = moment
      if let total, position >= total {
        log.await("the answer to the last byte of the image", moment)
      } else if receiptInterval > 0, packets % receiptInterval == 0 {
        if due.count < Self.dueLimit { due.append((position, moment)) }
        log.await(
          "the receipt for \(packets) packets", moment, symptom: hasReceipts ? .noAnswer : .receiptMissing)
      }
    }
  }

  /// `device type u16, revision u16, application u32, count u16, SoftDevices u16 …, CRC-16`.
  private func takeInitPacket(_ moment: Moment, _ log: inout TransferLog) {
    guard let count = initPacket.littleEndian(at: 8, 2), initPacket.count == 12 + 2 * Int(count) else {
      return
    }
    log.declare(.ccittFalse, initPacket.suffix(2).reversed(), moment)
  }

  // MARK: - Answers

  private mutating func answer(_ value: [UInt8], _ moment: Moment, _ log: inout TransferLog) {
    if value.first == 0x11, let bytes = value.littleEndian(at: 1, 4).map(Int.init) {
      return takeReceipt(bytes, moment, &log)
    }
    guard value.count >= 3, value[0] == 0x10 else { return }
    log.answered(moment)
    guard value[2] == 1 else { return refuse(value[1], value[2], moment, &log) }
    switch value[1] {
    case 0x03: log.confirm(max(position, total ?? 0), moment)
    case 0x04:
      isValid = true
      log.needActivation(true, moment)
    case 0x07:
      guard let bytes = value.littleEndian(at: 3, 4).map(Int.init) else { return }
      compare(bytes, position, moment, lastData, &log)
    default: break
    }
  }

  private mutating func takeReceipt(_ bytes: Int, _ moment: Moment, _ log: inout TransferLog) {
    hasReceipts = true
    let boundary = due.isEmpty ? nil : due.removeFirst()
    log.answered(moment)
    if let next = due.first { log.await("the receipt for more packets", next.moment) }
    compare(bytes, boundary?.position ?? 0, moment, boundary?.moment, &log)
  }

  private func compare(
    _ bytes: Int, _ sent: Int, _ moment: Moment, _ last: Moment?, _ log: inout TransferLog
  ) {
    log.confirm(bytes, moment)
    guard bytes < sent else { return }
    log.fail(
      .bytesLost, "the device has \(bytes) bytes where \(sent) were sent", moment,
      frames: [last?.frame].compactMap(\.self), isFatal: false)
  }

  private func refuse(_ opcode: UInt8, _ status: UInt8, _ moment: Moment, _ log: inout TransferLog) {
    let name = Self.statuses[status] ?? "unknown status"
    let what = Self.names[opcode] ?? "request 0x\(String(opcode, radix: 16))"
    let symptom: Symptom
    switch (opcode, status) {
    case (_, 4): symptom = .imageTooLarge
    case (2, _): symptom = .initPacketRefused
    case (_, 2): symptom = .wrongState
    case (4, 5), (3, 5): symptom = .hashMismatch
    case (3, 6): symptom = .flashFailed
    default: symptom = .refused
    }
    log.fail(
      symptom, "the device refused \(what): \(name) (\(status))", moment,
      frames: [lastData?.frame].compactMap(\.self))
  }

  private static let names: [UInt8: String] = [
    0x01: "the start", 0x02: "the init packet", 0x03: "the image", 0x04: "to validate the image",
    0x05: "to activate the image", 0x06: "to restart", 0x07: "to report what it received",
    0x08: "receipts",
  ]

  private static let statuses: [UInt8: String] = [
    2: "invalid state", 3: "not supported", 4: "data size exceeds limit", 5: "CRC error",
    6: "operation failed",
  ]
}
