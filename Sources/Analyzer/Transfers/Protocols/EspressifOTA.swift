import ATTParser

/// Espressif BLE OTA (`ble_ota` and `ble_ota_raw`), service 0x8018.
///
/// ```
/// 0x8022 → command u16, parameters 16 bytes, crc u16         20 bytes; CRC-16/XMODEM over the first 18
///          01 00 size u32                   start
///          02 00                            stop
///        ← 03 00 command u16, status u16, window u8, …, crc u16
/// 0x8020 → sector u16, packet u8, bytes     packets 0, 1, 2, …
///          sector u16, FF, bytes, crc u16   last packet, with CRC-16/XMODEM of the sector
///        ← sector u16, status u16, expected sector u16, …, crc u16
/// 0x8021 ← percent u8, hundredths u8
/// ```
///
/// A sector has 4096 bytes, the last one fewer. `ble_ota_raw` offers a window of sectors that may be sent before the
/// first is acknowledged. The Bluedroid build does not look at the CRC, and accepts sectors with packets missing;
/// the NimBLE build says so at the end of the sector. There is no resuming: a sector is sent again, or everything.
struct EspressifOTA: TransferProtocol {
  static let format = TransferFormat(
    "espressif-ble-ota", "Espressif BLE OTA",
    [
      TransferAttribute(BluetoothUUID(0x8020), .data),
      TransferAttribute(BluetoothUUID(0x8021), .status),
      TransferAttribute(BluetoothUUID(0x8022), .control),
    ],
    recognize: recognize
  ) { EspressifOTA() }

  /// A start with its CRC, the acknowledgement of it, and a first packet elsewhere.
  private static func recognize(_ heard: ArraySlice<HeardMessage>) -> [AttributeHandle: TransferRole]? {
    guard let newest = heard.last, newest.message.isWrite, newest.count > 3,
      newest.bytes.starts(with: [0, 0, 0])
    else { return nil }
    for start in heard where start.message.isWrite && isFrame(start.bytes) && start.bytes[0] == 1 {
      let handle = start.message.attributeHandle
      let isAnswered = heard.contains {
        $0.message.isFromServer && $0.message.attributeHandle == handle
          && $0.bytes.starts(with: [3, 0, 1, 0])
      }
      if isAnswered, handle != newest.message.attributeHandle {
        return [handle: .control, newest.message.attributeHandle: .data]
      }
    }
    return nil
  }

  /// True for a command or acknowledgement whose CRC is right.
  private static func isFrame(_ value: [UInt8]) -> Bool {
    value.count == 20 && value[1] == 0
      && value.littleEndian(at: 18, 2) == UInt64(CyclicCheck.of(value.prefix(18), .xmodem))
  }

  /// True for a start, whatever its CRC.
  private static func isStart(_ value: [UInt8]) -> Bool {
    value.count == 20 && value.starts(with: [1, 0]) && value[6..<18].allSatisfy { $0 == 0 }
  }

  private static let sectorSize = 4096
  /// Sectors that wait for their acknowledgement; the largest window is 64.
  private static let outstandingLimit = 64

  /// The numbers are not registered for this: nothing counts before a message that has the protocol's form.
  private var isSure = false
  private var size: Int?
  /// The sector that is being sent, how many of its bytes were, and its next packet.
  private var sector = 0
  private var position = 0
  private var nextPacket = 0
  /// The bytes of a packet, as the first of the sector has them.
  private var chunk = 0
  private var check = CyclicCheck(.xmodem)
  /// False when packets of the sector are missing from the capture.
  private var isWhole = true
  /// Whether the CRC that came with the sector that ended last is not that of its bytes.
  private var hasWrongCheck = false
  private var firstFrame: [Int: Int] = [:]
  /// What the image begins with, nil while that was not sent.
  private var firstByte: UInt8?
  private var outstanding: [(sector: Int, since: Moment)] = []

  mutating func receive(_ message: TransferMessage, _ value: [UInt8], _ log: inout TransferLog) {
    isSure = isSure || Self.isFrame(value) || message.role == .control && Self.isStart(value)
    guard isSure else { return }
    switch message.role {
    case .control where message.isWrite: command(value, message.moment, &log)
    case .control where message.isFromServer: answer(value, message.moment, &log)
    case .data where message.isWrite: write(value, message, &log)
    case .data where message.isFromServer: acknowledge(value, message.moment, &log)
    default: break
    }
  }

  // MARK: - Commands

  private mutating func command(_ value: [UInt8], _ moment: Moment, _ log: inout TransferLog) {
    guard let code = value.littleEndian(at: 0, 2) else { return }
    switch code {
    case 1, 4:
      self = EspressifOTA()
      isSure = true
      log.begin(moment)
      log.step(.announce, moment)
      size = value.littleEndian(at: 2, 4).map(Int.init)
      if let size { log.declare(bytes: size, moment) }
      log.await("the answer to Start", moment, isErasing: true)
    case 2:
      log.step(.verify, moment)
      log.await("the answer to Stop", moment)
    default: log.note("unknown command \(code)")
    }
    if value.count == 20, !Self.isFrame(value) {
      log.fail(
        .bytesCorrupted, "the CRC of the client's command \(code) is wrong", moment, isFatal: false)
    }
  }

  private mutating func answer(_ value: [UInt8], _ moment: Moment, _ log: inout TransferLog) {
    guard value.littleEndian(at: 0, 2) == 3, let command = value.littleEndian(at: 2, 2),
      let status = value.littleEndian(at: 4, 2)
    else { return }
    log.answered(moment)
    let name = command == 2 ? "Stop" : command == 1 || command == 4 ? "Start" : "command \(command)"
    guard status == 0 else {
      let reason = status == 1 ? "rejected" : status == 3 ? "signature wrong" : "unknown status"
      let symptom: Symptom = status == 3 ? .signatureRefused : command == 2 ? .refused : .wrongState
      if command == 2 { log.noteESPImage(firstByte, moment) }
      return log.fail(symptom, "the device refused \(name): \(reason) (\(status))", moment)
    }
    if command == 2 {
      stop(moment, &log)
    } else {
      log.step(.transfer, moment)
      if value.count > 6, value[6] > 0 {
        log.note("window of \(value[6]) sector\(value[6] == 1 ? "" : "s")")
      }
    }
  }

  private func stop(_ moment: Moment, _ log: inout TransferLog) {
    let got = log.current?.confirmedBytes ?? log.current?.coverage.contiguous ?? 0
    guard let size, got < size else {
      log.accept(moment)
      log.step(.activate, moment)
      return log.expectRestart(moment)
    }
    log.fail(.clientStopped, "the client ended the update after \(got) of \(size) bytes", moment)
  }

  // MARK: - Sectors

  private mutating func write(_ value: [UInt8], _ message: TransferMessage, _ log: inout TransferLog) {
    let moment = message.moment
    guard let number = value.littleEndian(at: 0, 2).map(Int.init), value.count >= 3 else {
      return log.note("a packet of \(value.count) bytes, too short for its header")
    }
    let packet = value[2]
    let isLast = packet == 0xFF
    if log.current?.firstData == nil { log.step(.transfer, moment) }
    enter(number == 0xFFFF ? sector : number, restarts: packet == 0, moment)
    var missing = message.missingBytes
    var bytes = value[3...]
    if isLast {
      // The CRC stands behind the bytes, where a capture cuts first.
      let cut = min(missing, 2)
      missing -= cut
      bytes = bytes.dropLast(2 - cut)
    }
    let count = bytes.count + missing
    if missing > 0 { isWhole = false }
    let place = offset(of: packet, count: count)
    if sector == 0, place == 0 { firstByte = bytes.first }
    if place != position || !isLast && Int(packet) != nextPacket { isWhole = false }
    log.data(bytes, at: sector &* Self.sectorSize &+ place, missing: missing, moment)
    position = place + count
    check.add(bytes)
    guard isLast else {
      nextPacket = Int(packet) + 1
      return
    }
    finish(value, moment, &log)
  }

  /// Goes to a sector, or to its beginning.
  private mutating func enter(_ number: Int, restarts: Bool, _ moment: Moment) {
    guard number != sector || restarts || firstFrame[sector] == nil else { return }
    sector = number
    position = 0
    nextPacket = 0
    check = CyclicCheck(.xmodem)
    isWhole = true
    if firstFrame.count > Self.outstandingLimit { firstFrame.removeAll() }
    firstFrame[sector] = moment.frame
  }

  /// Where in its sector a packet belongs.
  private mutating func offset(of packet: UInt8, count: Int) -> Int {
    if packet == 0xFF {
      // Without a size the last sector may be short, so nothing tells of packets missing before.
      guard size != nil, sectorEnd - count > position else { return position }
      return max(position, sectorEnd - count)
    }
    if packet == 0 { chunk = count }
    if chunk == 0 { chunk = count }
    return Int(packet) == nextPacket ? position : Int(packet) * chunk
  }

  /// How many bytes the sector has.
  private var sectorEnd: Int {
    guard let size else { return Self.sectorSize }
    return max(0, min(Self.sectorSize, size &- sector &* Self.sectorSize))
  }

  /// The last packet of a sector was sent: its acknowledgement is owed.
  private mutating func finish(_ value: [UInt8], _ moment: Moment, _ log: inout TransferLog) {
    let crc = isWhole ? value.littleEndian(at: value.count - 2, 2).map { UInt32($0) } : nil
    hasWrongCheck = crc != nil && crc != check.value
    if outstanding.count >= Self.outstandingLimit { outstanding.removeFirst() }
    outstanding.append((sector, moment))
    log.await("the acknowledgement of sector \(outstanding[0].sector)", outstanding[0].since)
  }

  /// `sector u16, status u16, expected sector u16`.
  private mutating func acknowledge(_ value: [UInt8], _ moment: Moment, _ log: inout TransferLog) {
    guard let number = value.littleEndian(at: 0, 2).map(Int.init), let status = value.littleEndian(at: 2, 2)
    else { return }
    log.answered(moment)
    outstanding.removeAll { $0.sector == number || number == 0xFFFF }
    if let next = outstanding.first {
      log.await("the acknowledgement of sector \(next.sector)", next.since)
    }
    let start = number &* Self.sectorSize
    let end = min(start + Self.sectorSize, size ?? .max)
    let sent = log.current?.coverage
    let hole = start < end && size != nil ? sent?.firstHole(in: start..<end) : nil
    guard status == 0 else { return refuse(number, status, hole, value, moment, &log) }
    if let hole {
      missing(hole, "and the device accepted sector \(number) without them", number, moment, &log)
    }
    if hasWrongCheck, number == sector {
      log.fail(
        .checkMismatch,
        "the device accepted sector \(number) although the CRC that the client sent is not that of its bytes",
        moment, frames: [firstFrame[number]].compactMap(\.self), isFatal: false)
    }
    log.confirm(min(end, max(sent?.end ?? 0, start)), moment)
    if let size, end >= size { log.acceptByRestart(moment) }
  }

  private func refuse(
    _ number: Int, _ status: UInt64, _ hole: Range<Int>?, _ value: [UInt8], _ moment: Moment,
    _ log: inout TransferLog
  ) {
    let names: [UInt64: String] = [
      1: "CRC error", 2: "sector index error", 3: "payload length error", 5: "update cannot be started",
    ]
    let text = "the device refused sector \(number): \(names[status] ?? "unknown status") (\(status))"
    let expected = value.littleEndian(at: 4, 2).map(Int.init)
    let frames = [firstFrame[number]].compactMap(\.self)
    switch status {
    case 1...3:
      if let hole {
        return missing(hole, "so that \(text)", number, moment, &log)
      }
      if status == 1 {
        let isWrong = hasWrongCheck && number == sector
        let addition = isWrong ? ", as the CRC that the client sent is not that of its bytes" : ""
        return log.fail(.checkMismatch, text + addition, moment, frames: frames)
      }
      let wanted = status == 2 ? expected.map { ", it expected sector \($0)" } ?? "" : ""
      if status == 2, let expected, expected < number {
        let start = expected &* Self.sectorSize
        log.confirm(start, moment)
        if let skipped = log.current?.coverage.firstHole(in: start..<(number &* Self.sectorSize)) {
          return missing(skipped, "so that \(text)\(wanted)", number, moment, &log)
        }
      }
      if status == 2, let expected, expected > number {
        return log.fail(.wrongState, "\(text)\(wanted): the sector was sent again", moment, frames: frames)
      }
      log.fail(
        .bytesLost, "\(text)\(wanted), although every packet of it was sent", moment, frames: frames)
    case 5: log.fail(.outOfResources, text, moment, frames: frames)
    default: log.fail(.refused, text, moment, frames: frames)
    }
  }

  private func missing(
    _ hole: Range<Int>, _ consequence: String, _ number: Int, _ moment: Moment, _ log: inout TransferLog
  ) {
    log.fail(
      .chunkMissing,
      "bytes \(hole.lowerBound) to \(hole.upperBound - 1) were never sent, \(consequence)", moment,
      frames: [firstFrame[number]].compactMap(\.self))
  }
}
