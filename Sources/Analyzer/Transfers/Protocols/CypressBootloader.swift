import ATTParser

/// The Cypress (Infineon) PSoC bootloader: rows of flash in frames, on one characteristic.
///
/// ```
/// → 01 command u8, length u16, payload, checksum u16, 17
/// ← 01 status u8, length u16, payload, checksum u16, 17
///
/// 38 enter           ← silicon u32, revision u8, version 3     49 program: address u32, crc u32, bytes
/// 37 bytes           part of a row                             47 the same, without an answer
/// 39 array u8, row u16, bytes                                  4A verify   4C metadata: application u8, start u32, length u32
/// 3A verify a row    34, 44 erase    31 verify everything      ← valid u8
/// 35 synchronize     3B leave: the device restarts, without an answer
/// ```
///
/// Integers are little-endian. The checksum makes the sum of all bytes before it 0, or is a CRC-16. A row that does
/// not fit a frame comes in parts (37, 47), the last of them with the command that programs it.
struct CypressBootloader: TransferProtocol {
  static let format = TransferFormat(
    "cypress-bootloader", "Cypress bootloader",
    [TransferAttribute(BluetoothUUID(high: 0x0006_0001_F8CE_11E4, low: 0xABF4_0002_A5D5_C51B), .data)],
    recognize: recognize
  ) { CypressBootloader() }

  /// The request to enter and its answer, both with their checksums.
  private static func recognize(_ heard: ArraySlice<HeardMessage>) -> [AttributeHandle: TransferRole]? {
    guard let newest = heard.last, newest.message.isFromServer, isWhole(newest.bytes), isSummed(newest.bytes),
      newest.bytes.count == 15
    else { return nil }
    let handle = newest.message.attributeHandle
    let enters = heard.contains {
      $0.message.isWrite && $0.message.attributeHandle == handle && $0.bytes.count > 6 && $0.bytes[1] == 0x38
        && isWhole($0.bytes) && isSummed($0.bytes)
    }
    return enters ? [handle: .data] : nil
  }

  /// True for a frame from its first to its last byte.
  private static func isWhole(_ frame: [UInt8]) -> Bool {
    frame.count >= 7 && frame[0] == 0x01 && frame[frame.count - 1] == 0x17
      && frame.littleEndian(at: 2, 2) == UInt64(frame.count - 7)
  }

  /// True when the checksum is the complement of the sum of what is before it.
  private static func isSummed(_ frame: [UInt8]) -> Bool {
    let sum = frame.dropLast(3).reduce(UInt16(0)) { $0 &+ UInt16($1) }
    return frame.littleEndian(at: frame.count - 3, 2) == UInt64(0 &- sum)
  }

  /// A frame under way, when it comes in several writes.
  private var pending: [UInt8] = []
  private static let longestFrame = 1024
  private var command: UInt8 = 0
  /// Where the next bytes go, and where the row under way began.
  private var position = 0
  private var rowStart = 0
  private var rowFrame: Int?
  /// Bytes of the rows that were taken.
  private var rowSize = 0
  private var isVerified = false

  mutating func receive(_ message: TransferMessage, _ value: [UInt8], _ log: inout TransferLog) {
    if message.isWrite {
      collect(value, message, &log)
    } else if message.isFromServer {
      answer(value, message.moment, &log)
    }
  }

  // MARK: - The client

  private mutating func collect(
    _ value: [UInt8], _ message: TransferMessage, _ log: inout TransferLog
  ) {
    pending += value
    let length = pending.littleEndian(at: 2, 2).map { Int($0) + 7 } ?? 7
    guard pending.first == 0x01, length <= Self.longestFrame, message.missingBytes == 0 else {
      // Of a frame that is cut the beginning is still good.
      if pending.first == 0x01, pending.count > 4 { take(pending, message, &log) }
      pending = []
      return
    }
    guard pending.count >= length else { return }
    let frame = Array(pending.prefix(length))
    pending = []
    take(frame, message, &log)
  }

  private mutating func take(
    _ frame: [UInt8], _ message: TransferMessage, _ log: inout TransferLog
  ) {
    let moment = message.moment
    let isCut = message.missingBytes > 0
    let payload = frame.dropFirst(4).dropLast(isCut ? 0 : 3)
    let missing = isCut ? max(0, message.missingBytes - 3) : 0
    command = frame[1]
    switch command {
    case 0x38:
      self = CypressBootloader()
      command = 0x38
      log.begin(moment)
      log.step(.prepare, moment)
    case 0x37, 0x47: send(payload, missing, moment, &log)
    case 0x39: send(payload.dropFirst(3), missing, moment, &log)
    case 0x49: send(payload.dropFirst(8), missing, moment, &log)
    case 0x31: log.step(.verify, moment)
    case 0x4C: note(Array(payload), &log)
    case 0x3B: return leave(moment, &log)
    default: break
    }
    if command != 0x47, log.current != nil {
      log.await("the answer to \(Self.name(command))", moment, isErasing: command == 0x34 || command == 0x44)
    }
  }

  private mutating func send(
    _ bytes: ArraySlice<UInt8>, _ missing: Int, _ moment: Moment, _ log: inout TransferLog
  ) {
    log.step(.transfer, moment)
    guard !bytes.isEmpty else { return }
    rowFrame = rowFrame ?? moment.frame
    log.data(bytes, at: position, missing: missing, moment)
    position += bytes.count + missing
  }

  private func note(_ payload: [UInt8], _ log: inout TransferLog) {
    if let start = payload.littleEndian(at: 1, 4), let length = payload.littleEndian(at: 5, 4) {
      log.note("application \(payload[0]): \(length) bytes at address 0x\(String(start, radix: 16))")
    }
  }

  /// The device restarts, and says nothing to it.
  private func leave(_ moment: Moment, _ log: inout TransferLog) {
    guard log.current != nil else { return }
    log.step(.activate, moment)
    if isVerified || position > 0 && position == rowStart {
      if !isVerified { log.note("the client did not have the device verify what it has") }
      log.accept(moment)
    }
    log.expectRestart(moment)
  }

  // MARK: - The device

  private mutating func answer(_ value: [UInt8], _ moment: Moment, _ log: inout TransferLog) {
    guard value.count >= 2, value[0] == 0x01 else { return }
    log.answered(moment)
    let status = value[1]
    guard status == 0 else { return refuse(status, moment, &log) }
    switch command {
    case 0x39, 0x49:
      rowSize = max(rowSize, position - rowStart)
      rowStart = position
      rowFrame = nil
      log.confirm(position, moment)
    case 0x31:
      if value.count > 7, value[4] == 0 {
        log.fail(.hashMismatch, "the device finds that what it has is not valid", moment)
      } else {
        isVerified = true
        log.needActivation(true, moment)
      }
    default: break
    }
  }

  private mutating func refuse(_ status: UInt8, _ moment: Moment, _ log: inout TransferLog) {
    let (name, symptom) = Self.statuses[status] ?? ("unknown status", .refused)
    let sent = position - rowStart
    let place = sent > 0 ? " for the row at byte \(rowStart)" : ""
    let text =
      "the device refused \(Self.name(command))\(place): \(name) (\(TransferRule.hexadecimal(status)))"
    let isShort = status == 0x03 && sent > 0 && sent < rowSize
    log.fail(
      isShort ? .chunkMissing : symptom,
      isShort ? "\(text), as only \(sent) of its \(rowSize) bytes were sent" : text,
      moment, frames: [rowFrame].compactMap(\.self))
    // The row comes again.
    position = rowStart
    rowFrame = nil
  }

  private static func name(_ command: UInt8) -> String {
    names[command] ?? "command \(TransferRule.hexadecimal(command))"
  }

  private static let names: [UInt8: String] = [
    0x31: "Verify Application", 0x32: "Get Flash Size", 0x33: "Get Application Status", 0x34: "Erase Row",
    0x35: "Sync", 0x36: "Set Active Application", 0x37: "Send Data", 0x38: "Enter Bootloader",
    0x39: "Program Row", 0x3A: "Verify Row", 0x3C: "Get Metadata", 0x44: "Erase Data",
    0x47: "Send Data Without Response", 0x49: "Program Data", 0x4A: "Verify Data",
    0x4C: "Set Application Metadata", 0x4D: "Set EI Vector",
  ]

  private static let statuses: [UInt8: (String, Symptom)] = [
    0x02: ("verification of flash failed", .flashFailed), 0x03: ("length not as expected", .bytesLost),
    0x04: ("data not of the right form", .notAnImage), 0x05: ("command not known", .refused),
    0x06: ("other device than expected", .hardwareRefused), 0x07: ("version not supported", .versionRefused),
    0x08: ("checksum wrong", .checkMismatch), 0x09: ("flash array not valid", .notAnImage),
    0x0A: ("flash row not valid", .notAnImage), 0x0B: ("flash row is protected", .flashFailed),
    0x0C: ("application not valid", .notAnImage), 0x0D: ("application is active", .slotBusy),
    0x0F: ("unknown error", .refused),
  ]
}
