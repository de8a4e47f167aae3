import ATTParser

/// The ESP32 update of fbiego (`ESP32_BLE_OTA_Arduino`): a file in parts, a part in pieces.
///
/// ```
/// FB1E4002 → FD                          begin          ← AA mode            01 fast, 00 slow
///            FE size u32                 size of the file
///            FF parts u16, piece u16     how many parts, and the bytes of a piece
///            FB index u8, bytes          a piece
///            FC length u16, part u16     end of a part  ← F1 next u16        the next part, in slow mode
///                                                       ← F2 parts u16       all there, installing
///                                                       ← 0F text            the result
/// FB1E4003 ← all answers
/// ```
///
/// Integers are big-endian. There is no check of any kind: a piece that is lost shows when the image is installed.
/// All parts but the last have the same length. An update begins anew after a lost link.
struct FbiegoOTA: TransferProtocol {
  static let format = TransferFormat(
    "fbiego-esp32", "fbiego ESP32 BLE OTA",
    [
      TransferAttribute(BluetoothUUID(high: 0xFB1E_4002_54AE_4A28, low: 0x9F74_DFCC_B248_601D), .data),
      TransferAttribute(BluetoothUUID(high: 0xFB1E_4003_54AE_4A28, low: 0x9F74_DFCC_B248_601D), .control),
    ],
    recognize: recognize
  ) { FbiegoOTA() }

  /// The lengths, the mode, and a first piece as long as was announced.
  private static func recognize(_ heard: ArraySlice<HeardMessage>) -> [AttributeHandle: TransferRole]? {
    guard let newest = heard.last, newest.message.isWrite, newest.bytes.starts(with: [0xFB, 0x00]) else {
      return nil
    }
    let handle = newest.message.attributeHandle
    let mode = heard.last {
      $0.message.isFromServer && $0.bytes.count == 2 && $0.bytes[0] == 0xAA && $0.bytes[1] <= 1
    }
    let lengths = heard.last {
      $0.message.isWrite && $0.message.attributeHandle == handle && $0.bytes.count == 5
        && $0.bytes[0] == 0xFF
    }
    guard let mode, mode.message.attributeHandle != handle,
      let lengths, let parts = lengths.bytes.bigEndian(at: 1, 2),
      let piece = lengths.bytes.bigEndian(at: 3, 2),
      parts > 0, piece >= 16, newest.count == Int(piece) + 2 || parts == 1 && newest.count < Int(piece) + 2
    else { return nil }
    return [handle: .data, mode.message.attributeHandle: .control]
  }

  private var size: Int?
  private var parts: Int?
  private var piece = 0
  /// The part that is being sent, its first frame, and where it ends as far as was sent.
  private var part = 0
  private var firstFrame: Int?
  /// What the image begins with, nil while that was not sent.
  private var firstByte: UInt8?
  private var sentOfPart = 0
  /// Bytes of every part but the last; the first one tells.
  private var partSize = 0
  private var isFast = false
  /// Frames that begin and end parts with pieces missing; the device says nothing of it before the end.
  private var framesWithHoles: [Int] = []

  mutating func receive(_ message: TransferMessage, _ value: [UInt8], _ log: inout TransferLog) {
    guard let code = value.first else { return }
    if message.isWrite {
      write(code, value, message, &log)
    } else if message.isFromServer {
      answer(code, value, message.moment, &log)
    }
  }

  private mutating func write(
    _ code: UInt8, _ value: [UInt8], _ message: TransferMessage, _ log: inout TransferLog
  ) {
    let moment = message.moment
    switch code {
    case 0xFD:
      announce(moment, &log)
      log.await("the mode of the transfer", moment)
    case 0xFE:
      announce(moment, &log)
      size = value.bigEndian(at: 1, 4).map(Int.init)
      if let size { log.declare(bytes: size, moment) }
    case 0xFF:
      announce(moment, &log)
      parts = value.bigEndian(at: 1, 2).map(Int.init)
      piece = Int(value.bigEndian(at: 3, 2) ?? 0)
      if let parts { log.note("\(parts) part\(parts == 1 ? "" : "s") in pieces of \(piece) bytes") }
    case 0xFB: send(value, message, &log)
    case 0xFC: end(value, moment, &log)
    case 0xEF: log.note("the device's file system was formatted")
    default: break
    }
  }

  private mutating func announce(_ moment: Moment, _ log: inout TransferLog) {
    if log.current == nil || log.current?.firstData != nil {
      self = FbiegoOTA()
      log.begin(moment)
    }
    log.step(.announce, moment)
  }

  private mutating func send(_ value: [UInt8], _ message: TransferMessage, _ log: inout TransferLog) {
    guard value.count >= 2 else { return }
    let moment = message.moment
    log.step(.transfer, moment)
    if piece == 0 { piece = value.count + message.missingBytes - 2 }
    if firstFrame == nil {
      firstFrame = moment.frame
      sentOfPart = 0
    }
    let offset = Int(value[1]) &* piece
    if part == 0, offset == 0, value.count > 2 { firstByte = value[2] }
    let count = value.count - 2 + message.missingBytes
    log.data(value[2...], at: part &* partSize &+ offset, missing: message.missingBytes, moment)
    sentOfPart = max(sentOfPart, offset + count)
  }

  /// `FC length u16, part u16`.
  private mutating func end(_ value: [UInt8], _ moment: Moment, _ log: inout TransferLog) {
    guard let length = value.bigEndian(at: 1, 2).map(Int.init),
      let number = value.bigEndian(at: 3, 2).map(Int.init)
    else { return }
    if number == 0 { partSize = length }
    let frames = [firstFrame].compactMap(\.self)
    if number != part, part == 0, partSize == 0, log.current?.hasBeginning == true {
      firstByte = nil
      log.fail(
        .wrongResume, "the client went on with part \(number), where the device began anew with part 0",
        moment, frames: frames, isFinal: true)
    } else if number != part {
      log.fail(
        .wrongState, "the client ended part \(number) where part \(part) was under way", moment,
        frames: frames,
        isFatal: false)
    }
    let start = number &* partSize
    if log.current?.coverage.firstHole(in: start..<(start + length)) != nil,
      framesWithHoles.count < TransferCause.frameLimit
    {
      framesWithHoles += frames + [moment.frame]
    }
    part = number + 1
    firstFrame = nil
    let isLast = parts.map { part >= $0 } ?? false
    if isLast {
      log.step(.verify, moment)
      log.await("the word that all parts are there", moment)
    } else if !isFast {
      log.await("the request for part \(part)", moment)
    }
  }

  // MARK: - Answers

  private mutating func answer(
    _ code: UInt8, _ value: [UInt8], _ moment: Moment, _ log: inout TransferLog
  ) {
    switch code {
    case 0xAA:
      log.answered(moment)
      isFast = value.count > 1 && value[1] == 1
      log.note(isFast ? "fast mode: parts are not acknowledged" : "slow mode: every part is acknowledged")
    case 0xF1:
      guard let next = value.bigEndian(at: 1, 2).map(Int.init) else { return }
      log.answered(moment)
      part = next
      firstFrame = nil
    case 0xF2:
      log.answered(moment)
      noteHoles(moment, &log)
      log.await("the result of the installation", moment)
    case 0x0F: finish(value.dropFirst(), moment, &log)
    default: break
    }
  }

  /// What was never sent; the device installs nothing while its file is shorter than was announced.
  private func noteHoles(_ moment: Moment, _ log: inout TransferLog) {
    guard let coverage = log.current?.coverage, let hole = coverage.firstHole(in: 0..<(size ?? coverage.end))
    else { return }
    log.fail(
      .chunkMissing,
      "bytes \(hole.lowerBound) to \(hole.upperBound - 1) were never sent, and the client ended the part without them",
      moment, frames: framesWithHoles)
  }

  /// `0F text`: `Written : n/m […]`, then `OTA Done: Success!` or `Error #: code`.
  private func finish(_ characters: ArraySlice<UInt8>, _ moment: Moment, _ log: inout TransferLog) {
    let text = String(decoding: characters.prefix(200), as: UTF8.self)
    log.answered(moment)
    log.step(.verify, moment)
    let line = text.split(whereSeparator: { $0.isNewline }).joined(separator: ", ")
    if text.contains("Success") {
      log.accept(moment)
      log.step(.activate, moment)
      return log.expectRestart(moment)
    }
    log.noteESPImage(firstByte, moment)
    guard let range = Self.end(of: "Error #: ", in: text) else {
      let symptom: Symptom = text.contains("space") ? .imageTooLarge : .refused
      return log.fail(symptom, "the device could not install the image: \"\(line)\"", moment)
    }
    let code = Int(String(text[range...].prefix { $0.isASCII && $0.isNumber })) ?? -1
    let (name, symptom) = Self.errors[code] ?? ("unknown error", .refused)
    log.fail(symptom, "the device could not install the image: \(name) (error \(code))", moment)
  }

  private static func end(of part: String, in text: String) -> String.Index? {
    text.indices.first { text[$0...].hasPrefix(part) }.map { text.index($0, offsetBy: part.count) }
  }

  /// Errors of the Arduino core's `Update`.
  private static let errors: [Int: (String, Symptom)] = [
    1: ("flash write failed", .flashFailed), 2: ("flash erase failed", .flashFailed),
    3: ("flash read failed", .flashFailed), 4: ("not enough space", .imageTooLarge),
    5: ("bad size given", .imageTooLarge), 6: ("stream read timeout", .bytesLost),
    7: ("MD5 check failed", .hashMismatch), 8: ("wrong magic byte", .notAnImage),
    9: ("could not activate the firmware: its own check fails", .hashMismatch),
    10: ("partition not found", .outOfResources), 11: ("bad argument", .refused), 12: ("aborted", .refused),
    13: ("decryption failed", .signatureRefused),
  ]
}
