import ATTParser

/// TI OAD of the CC26xx and CC13xx with a control characteristic: blocks of a length that the device names.
///
/// ```
/// control  → 01                     block size         ← 01 size u16
/// identify → header of the image, 18 or 22 bytes       ← status u8
/// control  → 03                     start              ← 12 status u8, block u32    the block wanted
/// block    → block u32, bytes       size − 4 of them   ← 12 …, and 12 0E … when all are there
/// control  → 04                     use the image      ← 04 status u8, then it restarts
///          → 05 cancel, 06 no requests for blocks, 07 version, 08 status, 09 profile, 10 type, 11 info, 13 erase bonds
///
/// header: id 8, bim 1, version 1, copy 1, crc 1, type 1, number 1, length u32, software version 4
///         an MCUboot header, magic 3D B8 F3 96, has the length at 12
/// ```
///
/// Integers are little-endian. The device asks for every block and asks again for what it has not got.
struct EnhancedOAD: TransferProtocol {
  /// A request for block 0 on the control characteristic, and block 0 on another.
  static func recognize(_ heard: ArraySlice<HeardMessage>) -> [AttributeHandle: TransferRole]? {
    guard let newest = heard.last, newest.message.isWrite, newest.count >= 20, newest.count % 4 == 0,
      newest.bytes.starts(with: [0, 0, 0, 0])
    else { return nil }
    let block = newest.message.attributeHandle
    let ask = heard.last {
      $0.message.isFromServer && $0.message.attributeHandle != block && $0.bytes == [0x12, 0, 0, 0, 0, 0]
    }
    guard let ask else { return nil }
    let control = ask.message.attributeHandle
    let header = heard.last {
      $0.message.isWrite && ![block, control].contains($0.message.attributeHandle)
        && [18, 22].contains($0.count)
    }
    let starts = heard.contains {
      $0.message.isWrite && $0.message.attributeHandle == control && $0.bytes == [0x03]
    }
    guard starts, let header else { return nil }
    return [control: .control, block: .data, header.message.attributeHandle: .identify]
  }

  private var size: Int?
  /// Bytes of the image in a block, 0 while unknown.
  private var payload = 0
  private var wanted = -1
  private var sent = -1
  private var asksForBlocks = true
  private var isComplete = false

  mutating func receive(_ message: TransferMessage, _ value: [UInt8], _ log: inout TransferLog) {
    let moment = message.moment
    switch message.role {
    case .control where message.isWrite: command(value, moment, &log)
    case .control where message.isFromServer: answer(value, moment, &log)
    case .identify where message.isWrite: identify(value, moment, &log)
    case .identify where message.isFromServer:
      log.answered(moment)
      if let status = value.first, status != 0 { refuse("the header", status, moment, &log) }
    case .data where message.isWrite: write(value, message, &log)
    default: break
    }
  }

  // MARK: - The client

  private mutating func command(_ value: [UInt8], _ moment: Moment, _ log: inout TransferLog) {
    guard let code = value.first else { return }
    if [0x01, 0x02, 0x07, 0x08, 0x09, 0x10, 0x11].contains(code) {
      if log.current == nil { log.step(.prepare, moment) }
    }
    switch code {
    case 0x01: log.await("the block size", moment)
    case 0x03:
      log.await("the request for the first block", moment, isErasing: true)
    case 0x04:
      log.step(.activate, moment)
      log.await("the answer to Enable Image", moment)
      if isComplete { log.acceptByRestart(moment) }
    case 0x05: log.fail(.clientStopped, "the client cancelled the update", moment)
    case 0x06: asksForBlocks = false
    default: break
    }
  }

  private mutating func identify(_ header: [UInt8], _ moment: Moment, _ log: inout TransferLog) {
    let known = payload
    self = EnhancedOAD()
    payload = known
    log.begin(moment)
    log.step(.announce, moment)
    let isMCUboot = header.starts(with: [0x3D, 0xB8, 0xF3, 0x96])
    size = header.littleEndian(at: isMCUboot ? 12 : 14, 4).map(Int.init)
    if let size { log.declare(bytes: size, moment) }
    log.await("the answer to the header", moment)
  }

  private mutating func write(
    _ value: [UInt8], _ message: TransferMessage, _ log: inout TransferLog
  ) {
    guard let number = value.littleEndian(at: 0, 4).map(Int.init) else { return }
    let moment = message.moment
    log.step(.transfer, moment)
    let count = value.count - 4 + message.missingBytes
    if payload == 0 { payload = count }
    log.data(value[4...], at: number &* payload, missing: message.missingBytes, moment)
    sent = number
    if asksForBlocks { log.await("the request for the block after \(number)", moment) }
  }

  // MARK: - The device

  private mutating func answer(_ value: [UInt8], _ moment: Moment, _ log: inout TransferLog) {
    guard let code = value.first else { return }
    log.answered(moment)
    switch code {
    case 0x01:
      guard let block = value.littleEndian(at: 1, 2).map(Int.init), block > 4 else { return }
      payload = block - 4
      log.note("blocks of \(payload) bytes")
    case 0x12: ask(value, moment, &log)
    case 0x04:
      guard value.count > 1, value[1] != 0 else {
        log.accept(moment)
        return log.expectRestart(moment)
      }
      log.needActivation(false, moment)
      refuse("the image", value[1], moment, &log)
    case 0xFF: log.note("the device does not know a command")
    default: break
    }
  }

  /// `12 status, block u32`.
  private mutating func ask(_ value: [UInt8], _ moment: Moment, _ log: inout TransferLog) {
    guard value.count >= 2 else { return }
    switch value[1] {
    case 0: break
    case 14: return complete(moment, &log)
    case 3: notGiven(moment, &log)
    default: return refuse("block \(max(0, sent))", value[1], moment, &log)
    }
    guard let number = value.littleEndian(at: 2, 4).map(Int.init) else { return }
    if value[1] == 0, number <= wanted, sent >= number {
      log.fail(
        .bytesLost, "the device asked for block \(number) again, which was sent", moment, isFatal: false)
    }
    wanted = number
    if payload > 0 { log.confirm(min(number &* payload, size ?? .max), moment) }
  }

  /// The device did not get the block that it asked for.
  private func notGiven(_ moment: Moment, _ log: inout TransferLog) {
    let text = "the device did not get block \(wanted), which it asked for (3)"
    let start = max(0, wanted) &* payload
    if sent == wanted { return log.fail(.bytesLost, "\(text), although it was sent", moment, isFatal: false) }
    let isMissing = log.current?.coverage.firstHole(in: start..<(start &+ max(1, payload))) != nil
    log.fail(
      isMissing ? .chunkMissing : .wrongState,
      "\(text): block \(sent) was sent instead\(isMissing ? ", and this one never" : "")", moment,
      isFatal: false)
  }

  private mutating func complete(_ moment: Moment, _ log: inout TransferLog) {
    isComplete = true
    log.step(.verify, moment)
    if let size { log.confirm(size, moment) }
    log.needActivation(true, moment)
    if let size, let hole = log.current?.coverage.firstHole(in: 0..<size) {
      log.fail(
        .chunkMissing,
        "the device says it has everything, but bytes \(hole.lowerBound) to \(hole.upperBound - 1) were never sent",
        moment, isFatal: false)
    }
  }

  private func refuse(_ what: String, _ status: UInt8, _ moment: Moment, _ log: inout TransferLog) {
    let name = Self.statuses[status] ?? "unknown status"
    let symptom: Symptom
    switch status {
    case 1: symptom = .hashMismatch
    case 2: symptom = .flashFailed
    case 3, 6: symptom = .bytesLost
    case 4, 5, 16, 17: symptom = .wrongState
    case 7: symptom = .outOfResources
    case 8: symptom = .imageTooLarge
    case 9: symptom = .hardwareRefused
    case 10, 11: symptom = .notAnImage
    case 12: symptom = .signatureRefused
    default: symptom = .refused
    }
    log.fail(symptom, "the device refused \(what): \(name) (\(status))", moment)
  }

  private static let statuses: [UInt8: String] = [
    1: "validation failed", 2: "flash error", 3: "buffer overflow, or not the block asked for",
    4: "already started", 5: "not started", 6: "download not complete", 7: "no resources",
    8: "image too big", 9: "incompatible image", 10: "invalid file", 11: "incompatible file",
    12: "authentication failed", 13: "command not supported", 14: "download complete",
    15: "notifications not enabled", 16: "no image header in time", 17: "stopped by the application",
    18: "error",
  ]
}
