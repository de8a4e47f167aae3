import ATTParser

/// NXP OTAP: the device asks for blocks of the image, which come in numbered chunks.
///
/// ```
/// control → 01 id u16, version 8, size u32                         there is an image
///         ← 02 id u16, version 8                                   which one?
///         → 03 id u16, version 8, size u32                         this one
///         ← 04 id u16, start u32, size u32, chunk u16, method u8, channel u16    a block of it
/// data    → 05 number u8, bytes                                    chunk 0, 1, … of the block
/// control ← 06 id u16, status u8                                   all there, or not
///         ↔ 07 command u8, status u8                               error        ↔ 08 id u16   stop
/// ```
///
/// Integers are little-endian, answers are indications. With method 1 the chunks go over an L2CAP channel and not
/// over ATT. The device restarts after it said that it has everything.
struct NXPOTAP: TransferProtocol {
  static let format = TransferFormat(
    "nxp-otap", "NXP OTAP",
    [
      TransferAttribute(BluetoothUUID(high: 0x01FF_5551_BA5E_F4EE, low: 0x5CA1_EB1E_5E4B_1CE0), .control),
      TransferAttribute(BluetoothUUID(high: 0x01FF_5552_BA5E_F4EE, low: 0x5CA1_EB1E_5E4B_1CE0), .data),
    ],
    recognize: recognize
  ) { NXPOTAP() }

  /// The words about an image, the request for a block of the same one, and its first chunk elsewhere.
  private static func recognize(_ heard: ArraySlice<HeardMessage>) -> [AttributeHandle: TransferRole]? {
    guard let newest = heard.last, newest.message.isWrite, newest.bytes.starts(with: [0x05, 0x00]) else {
      return nil
    }
    for ask in heard where ask.message.isFromServer && ask.bytes.count == 16 && ask.bytes[0] == 0x04 {
      let control = ask.message.attributeHandle
      let chunk = Int(ask.bytes.littleEndian(at: 11, 2) ?? 0)
      let isAnnounced = heard.contains {
        $0.message.isWrite && $0.message.attributeHandle == control && $0.bytes.count == 15
          && ($0.bytes[0] == 0x03 || $0.bytes[0] == 0x01) && $0.bytes[1...2] == ask.bytes[1...2]
      }
      if isAnnounced, control != newest.message.attributeHandle, newest.count - 2 <= chunk {
        return [control: .control, newest.message.attributeHandle: .data]
      }
    }
    return nil
  }

  private var size: Int?
  /// The block that was asked for, and the bytes of a chunk.
  private var block = 0..<0
  private var chunk = 0
  private var blockFrame: Int?
  private var hasRequest = false

  mutating func receive(_ message: TransferMessage, _ value: [UInt8], _ log: inout TransferLog) {
    switch message.role {
    case .control where message.isWrite: command(value, message.moment, &log)
    case .control where message.isFromServer: answer(value, message.moment, &log)
    case .data where message.isWrite: write(value, message, &log)
    default: break
    }
  }

  // MARK: - The client

  private mutating func command(_ value: [UInt8], _ moment: Moment, _ log: inout TransferLog) {
    switch value.first {
    case 0x01:
      announce(value, moment, &log)
      log.await("the question for the image", moment)
    case 0x03:
      announce(value, moment, &log)
      log.await("the request for the first block", moment, isErasing: true)
    case 0x07: fail("the client", value, moment, &log)
    case 0x08: log.fail(.clientStopped, "the client stopped the update", moment)
    default: break
    }
  }

  private mutating func announce(_ value: [UInt8], _ moment: Moment, _ log: inout TransferLog) {
    if log.current == nil || log.current?.firstData != nil {
      self = NXPOTAP()
      log.begin(moment)
    }
    log.step(.announce, moment)
    size = value.littleEndian(at: 11, 4).map(Int.init)
    if let size { log.declare(bytes: size, moment) }
  }

  private mutating func write(
    _ value: [UInt8], _ message: TransferMessage, _ log: inout TransferLog
  ) {
    guard value.count >= 2, value[0] == 0x05 else { return }
    let moment = message.moment
    log.step(.transfer, moment)
    let count = value.count - 2 + message.missingBytes
    if chunk == 0 { chunk = count }
    let offset = block.lowerBound + Int(value[1]) &* chunk
    log.data(value[2...], at: offset, missing: message.missingBytes, moment)
    blockFrame = blockFrame ?? moment.frame
    if offset + count >= block.upperBound, !block.isEmpty {
      let isLast = size.map { block.upperBound >= $0 } ?? false
      log.await(isLast ? "the word that the image is there" : "the request for the next block", moment)
    }
  }

  // MARK: - The device

  private mutating func answer(_ value: [UInt8], _ moment: Moment, _ log: inout TransferLog) {
    switch value.first {
    case 0x02:
      log.answered(moment)
      if log.current == nil || log.current?.firstData != nil { log.begin(moment) }
      log.step(.announce, moment)
    case 0x04: ask(value, moment, &log)
    case 0x06: finish(value, moment, &log)
    case 0x07:
      log.answered(moment)
      fail("the device", value, moment, &log)
    case 0x08:
      log.answered(moment)
      log.fail(.refused, "the device stopped the update", moment)
    default: break
    }
  }

  private mutating func ask(_ value: [UInt8], _ moment: Moment, _ log: inout TransferLog) {
    guard let start = value.littleEndian(at: 3, 4).map(Int.init),
      let length = value.littleEndian(at: 7, 4).map(Int.init),
      let bytes = value.littleEndian(at: 11, 2).map(Int.init)
    else { return }
    log.answered(moment)
    log.step(.transfer, moment)
    if value.count > 13, value[13] == 1 {
      log.note("the image goes over an L2CAP channel: its bytes are not among the writes")
    }
    let before = block
    let end = min(start + length, size ?? .max)
    if !hasRequest, start > 0 { log.resume(at: start, moment) }
    if hasRequest, start < before.upperBound, !before.isEmpty {
      again(from: start, moment, &log)
    }
    hasRequest = true
    block = start..<max(start, end)
    chunk = bytes
    blockFrame = nil
    log.confirm(start, moment)
  }

  /// The device asks for bytes that it has asked for before.
  private func again(from start: Int, _ moment: Moment, _ log: inout TransferLog) {
    let sent = log.current?.coverage
    let hole = sent?.firstHole(in: start..<block.upperBound)
    log.fail(
      hole == nil ? .bytesLost : .chunkMissing,
      hole.map {
        "the device asked again from byte \(start): bytes \($0.lowerBound) to \($0.upperBound - 1) were never sent"
      } ?? "the device asked again from byte \(start), although everything was sent", moment,
      frames: [blockFrame].compactMap(\.self), isFatal: false)
  }

  private mutating func finish(_ value: [UInt8], _ moment: Moment, _ log: inout TransferLog) {
    log.answered(moment)
    guard value.count > 3, value[3] != 0 else {
      log.confirm(size ?? block.upperBound, moment)
      log.accept(moment)
      log.step(.activate, moment)
      return log.expectRestart(moment)
    }
    log.step(.verify, moment)
    let (name, symptom) = Self.statuses[value[3]] ?? ("unknown status", .refused)
    let hole = size.flatMap { log.current?.coverage.firstHole(in: 0..<$0) }
    let text = "the device refused the image: \(name) (\(TransferRule.hexadecimal(value[3])))"
    if let hole, [.hashMismatch, .bytesLost].contains(symptom) {
      return log.fail(
        .chunkMissing, "bytes \(hole.lowerBound) to \(hole.upperBound - 1) were never sent, so that \(text)",
        moment)
    }
    log.fail(symptom, text, moment)
  }

  /// `07 command u8, status u8`.
  private func fail(_ who: String, _ value: [UInt8], _ moment: Moment, _ log: inout TransferLog) {
    guard value.count > 2 else { return }
    let (name, symptom) = Self.statuses[value[2]] ?? ("unknown status", .refused)
    let text =
      "\(who) answered command \(value[1]) with an error: \(name) (\(TransferRule.hexadecimal(value[2])))"
    let sent = log.current?.coverage
    let end = max(block.lowerBound, min(sent?.end ?? 0, block.upperBound))
    // A chunk with an unexpected number: the one before was left out, or was lost.
    if value[2] == 0x0B, let hole = sent?.firstHole(in: block.lowerBound..<end) {
      return log.fail(
        .chunkMissing, "bytes \(hole.lowerBound) to \(hole.upperBound - 1) were never sent, so that \(text)",
        moment, frames: [blockFrame].compactMap(\.self))
    }
    log.fail(symptom, text, moment, frames: [blockFrame].compactMap(\.self))
  }

  private static let statuses: [UInt8: (String, Symptom)] = [
    0x01: ("image data not expected", .wrongState), 0x02: ("unexpected transfer method", .wrongState),
    0x03: ("unexpected command on the data channel", .wrongState),
    0x04: ("unexpected L2CAP channel or PSM", .wrongState), 0x05: ("unexpected peer", .wrongState),
    0x06: ("unexpected command", .wrongState), 0x07: ("unknown command", .refused),
    0x08: ("invalid command length", .refused), 0x09: ("invalid command parameter", .refused),
    0x0A: ("image integrity check failed", .hashMismatch), 0x0B: ("unexpected sequence number", .bytesLost),
    0x0C: ("image too large", .imageTooLarge), 0x0D: ("unexpected length of a chunk", .bytesLost),
    0x0E: ("unknown file identifier", .notAnImage), 0x0F: ("unknown header version", .notAnImage),
    0x10: ("unexpected header length", .notAnImage), 0x11: ("unexpected header field control", .notAnImage),
    0x12: ("unknown company identifier", .notAnImage), 0x13: ("unexpected image identifier", .notAnImage),
    0x14: ("unexpected image version", .versionRefused),
    0x15: ("unexpected image file size", .imageTooLarge), 0x16: ("invalid sub-element length", .notAnImage),
    0x17: ("image storage error", .flashFailed), 0x18: ("invalid image CRC", .hashMismatch),
    0x19: ("invalid image file size", .imageTooLarge), 0x1A: ("invalid L2CAP PSM", .wrongState),
    0x1B: ("no L2CAP connection", .wrongState),
  ]
}
