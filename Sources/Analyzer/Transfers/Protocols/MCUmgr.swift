import ATTParser

/// MCUmgr over its Simple Management Protocol: the updates of Zephyr, Mynewt and nRF Connect SDK.
///
/// ```
/// group 1 command 1, write    { off, data, len, sha, image }    ← { off } the next byte that the device wants,
///                               the last three with off = 0        { match } after the last one
/// group 1 command 0, write    { hash, confirm }                 ← { images }
/// group 1 command 5, write    { slot } erase                    ← { }
/// group 0 command 5, write    reset                             ← { }, and the device restarts
/// group 0 command 6, read     parameters                        ← { buf_size, buf_count }
/// ```
///
/// Requests and responses are ``MCUmgrFrame``s on one characteristic. A device takes data only at the offset it
/// wants; at another one it answers with the right offset and forgets the data.
struct MCUmgr: TransferProtocol {
  static let format = TransferFormat(
    "mcumgr", "MCUmgr (SMP)",
    [TransferAttribute(BluetoothUUID(high: 0xDA2E_7828_FBCE_4E01, low: 0xAE9E_2611_7499_7C48), .data)],
    recognize: recognize
  ) { MCUmgr() }

  /// The first write of an upload, or a request and its response.
  private static func recognize(_ heard: ArraySlice<HeardMessage>) -> [AttributeHandle: TransferRole]? {
    guard let newest = heard.last, newest.bytes.count > MCUmgrFrame.headerSize else { return nil }
    let handle = newest.message.attributeHandle
    if newest.message.isWrite {
      guard let length = MCUmgrFrame.length(newest.bytes, isResponse: false), length >= newest.count,
        newest.bytes[0] & 2 != 0, newest.bytes[4...7].elementsEqual([0, 1, newest.bytes[6], 1]),
        newest.bytes.count > 13
      else { return nil }
      // The head of the map, then a text of three to seven letters.
      let letters = Int(newest.bytes[9] & 0x1F)
      let key = newest.bytes[10...].prefix(letters)
      return newest.bytes[9] & 0xE0 == 0x60 && uploadKeys.contains(String(decoding: key, as: UTF8.self))
        ? [handle: .data] : nil
    }
    guard newest.message.isFromServer,
      let length = MCUmgrFrame.length(newest.bytes, isResponse: true), length >= newest.count
    else { return nil }
    let asked = heard.contains { item in
      item.message.isWrite && item.message.attributeHandle == handle
        && MCUmgrFrame.length(item.bytes, isResponse: false).map { $0 >= item.count } == true
        && item.bytes[4...7].elementsEqual(newest.bytes[4...7])
        && item.bytes[0] & 2 == newest.bytes[0] & 2
    }
    return asked ? [handle: .data] : nil
  }

  private static let uploadKeys: Set<String> = ["off", "len", "data", "sha", "image", "upgrade"]

  /// A request that is not answered.
  fileprivate struct Request {
    var group: UInt16
    var command: UInt8
    var sequence: UInt8
    var isWrite: Bool
    var range: Range<Int> = 0..<0
    var moment: Moment
    var what: String
    /// Writes that it came in.
    var writes = 1

    /// True for one that carries bytes of the image.
    var isUpload: Bool { group == 1 && command == 1 && isWrite }
    /// True for one that flash is erased for.
    var isErasing: Bool { command == 5 || range.lowerBound == 0 }
  }

  /// The upload under way.
  private struct Upload {
    var size: Int?
    var sha: [UInt8]?
    var image: Int
  }

  private var requests = MCUmgrAssembler(isResponse: false)
  /// Writes of the request that is not complete.
  private var writes = 0
  /// Whether the device has answered requests that came in one write, and in several.
  private var answersWhole = false
  private var answersPieces = false
  private var responses = MCUmgrAssembler(isResponse: true)
  private var open: [Request] = []
  private static let openLimit = 32
  private var upload: Upload?
  private var isConfirming = false
  /// The image that the device is told to use, by its hash.
  private var chosen: [UInt8]?
  /// What the device says it takes.
  private var bufferSize: Int?
  private var bufferNote: String?

  mutating func receive(_ message: TransferMessage, _ value: [UInt8], _ log: inout TransferLog) {
    if message.isWrite {
      write(value, message, &log)
    } else if message.isFromServer {
      if responses.interrupts(value) { responses.clear() }
      guard let frame = responses.take(value, missing: message.missingBytes) else { return }
      answer(frame, message.moment, &log)
    }
  }

  // MARK: - Requests

  private mutating func write(_ value: [UInt8], _ message: TransferMessage, _ log: inout TransferLog) {
    let moment = message.moment
    if requests.interrupts(value) {
      if log.isUnderWay {
        log.fail(
          .chunkMissing,
          "\(requests.lacking) of the \(requests.expected) bytes of a request were never sent", moment,
          isFatal: false)
      }
      requests.clear()
    }
    writes = requests.expected == 0 ? 1 : writes + 1
    guard let frame = requests.take(value, missing: message.missingBytes) else {
      guard requests.lacking > 0, log.isUnderWay else { return }
      // A client that lacks more than one write has stopped, which is another thing.
      let isLast = requests.lacking <= requests.longest
      log.owe(isLast ? "\(requests.lacking) of the \(requests.expected) bytes of a request" : nil, moment)
      return
    }
    if log.isUnderWay { log.owe(nil, moment) }
    guard !frame.isResponse else { return }
    ask(frame, moment, &log)
  }

  private mutating func ask(_ frame: MCUmgrFrame, _ moment: Moment, _ log: inout TransferLog) {
    let map = frame.map
    var request = Request(
      group: frame.group, command: frame.command, sequence: frame.sequence, isWrite: frame.isWrite,
      moment: moment, what: "", writes: writes)
    switch (frame.group, frame.command, frame.isWrite) {
    case (1, 1, true):
      guard let range = send(frame, map, moment, &log) else { return }
      request.range = range
      request.what =
        "the answer to the upload of bytes \(range.lowerBound)…\(max(range.lowerBound, range.upperBound - 1))"
    case (1, 5, true):
      if !log.isUnderWay || log.current?.accepted != nil { log.begin(moment) }
      log.step(.prepare, moment)
      request.what = "the answer to the erasing of the slot"
    case (1, 0, true) where log.isUnderWay:
      isConfirming = map?["confirm"]?.boolean ?? false
      chosen = map?["hash"]?.byteString.map { Array($0) }
      log.step(.activate, moment)
      request.what =
        isConfirming
        ? "the answer to the confirmation of the image" : "the answer to the request to test the image"
    case (0, 5, true) where log.isUnderWay:
      log.step(.reboot, moment)
      log.expectRestart(moment)
    default: break
    }
    open.removeAll { $0.sequence == frame.sequence }
    // Of several at once, the oldest answer is the one to wait for.
    let isOldest = !open.contains { !$0.what.isEmpty }
    if open.count >= Self.openLimit { open.removeFirst() }
    open.append(request)
    if !request.what.isEmpty, isOldest {
      log.await(request, isAnsweredInPieces: answersPieces || !answersWhole)
    }
  }

  /// Takes an upload request; gives the bytes of the image that are in it, nil when it is damaged.
  private mutating func send(
    _ frame: MCUmgrFrame, _ map: CBORItem?, _ moment: Moment, _ log: inout TransferLog
  ) -> Range<Int>? {
    guard let offset = map?["off"]?.integer, let data = map?["data"]?.byteString, offset < 1 << 40 else {
      if log.isUnderWay { log.note("an upload request cannot be read") }
      return nil
    }
    if offset == 0 { begin(map, moment, &log) }
    log.step(.transfer, moment)
    let range = offset..<(offset + data.count)
    if let again = open.first(where: { $0.group == 1 && $0.command == 1 && $0.range.lowerBound == offset }) {
      let seconds = TransferRule.seconds(moment, since: again.moment)
      log.fail(
        .noAnswer, "\(again.what) had not come after \(seconds), and they were sent again", moment,
        frames: [again.moment.frame], isFatal: false)
      open.removeAll { $0.sequence == again.sequence }
    }
    let size = frame.payload.count + MCUmgrFrame.headerSize
    if let limit = bufferSize, size > limit {
      log.fail(
        .outOfResources, "a request of \(size) bytes to a device that takes \(limit)", moment, isFatal: false)
    }
    let missing = min(frame.missing, data.count)
    log.data(data.dropLast(missing), at: offset, missing: missing, moment)
    return range
  }

  private mutating func begin(_ map: CBORItem?, _ moment: Moment, _ log: inout TransferLog) {
    let next = Upload(
      size: map?["len"]?.integer, sha: map?["sha"]?.byteString.map { Array($0) },
      image: map?["image"]?.integer ?? 0)
    let isSame = upload.map { $0.size == next.size && $0.sha == next.sha && $0.image == next.image } ?? false
    let part = log.current
    // The same request again is a retry, unless what went before has ended; that bytes were lost ends nothing.
    let hasFailed = part?.causes.contains { $0.isFatal && $0.symptom != .bytesLost } ?? false
    if !isSame || part == nil || part?.accepted != nil || hasFailed { log.begin(moment) }
    upload = next
    log.image(min(next.image, 255), moment)
    if let size = next.size { log.declare(bytes: size, moment) }
    if let sha = next.sha, sha.count == 32 { log.declare(.sha256, sha, moment) }
    if let bufferNote { log.note(bufferNote) }
  }

  // MARK: - Responses

  private mutating func answer(_ frame: MCUmgrFrame, _ moment: Moment, _ log: inout TransferLog) {
    guard
      let place = open.firstIndex(where: {
        $0.sequence == frame.sequence && $0.group == frame.group && $0.command == frame.command
          && $0.isWrite == frame.isWrite
      })
    else { return }
    let request = open.remove(at: place)
    if request.writes > 1 { answersPieces = true } else { answersWhole = true }
    // A device answers in the order of the requests.
    let passed = request.isUpload ? open.filter { $0.isUpload && $0.moment.frame < request.moment.frame } : []
    open.removeAll { request.isUpload && $0.isUpload && $0.moment.frame < request.moment.frame }
    if !request.what.isEmpty {
      log.answered(moment)
      if let next = open.first(where: { !$0.what.isEmpty }) { log.await(next, isAnsweredInPieces: true) }
    }
    guard let map = frame.map else { return }
    notePassed(passed, map, request, moment, &log)
    if let error = MCUmgrError(map) { return refuse(request, error, moment, &log) }
    switch (frame.group, frame.command, frame.isWrite) {
    case (0, 6, false): takeParameters(map)
    case (1, 1, true): take(map, request, moment, &log)
    case (1, 0, true) where log.isUnderWay:
      log.needActivation(false, moment)
      if let chosen { log.choose(chosen, moment) }
      log.note(isConfirming ? "the image was confirmed" : "the image is to be tested")
    case (1, 0, _): takeList(map, moment, &log)
    default: break
    }
  }

  /// The device took a request and never said so: the client missed its answer, or it was not sent.
  private func notePassed(
    _ passed: [Request], _ map: CBORItem, _ request: Request, _ moment: Moment, _ log: inout TransferLog
  ) {
    guard let first = passed.first, log.isUnderWay, map["off"]?.integer ?? 0 >= request.range.upperBound
    else {
      return
    }
    log.fail(
      .receiptMissing, "\(first.what) never came, and a later request was answered", moment,
      frames: passed.map(\.moment.frame), isFatal: false)
  }

  /// `{ images: [ { slot, hash, active, confirmed, … } ] }`: which image runs, as the device says after a restart.
  private func takeList(_ map: CBORItem, _ moment: Moment, _ log: inout TransferLog) {
    let active = map["images"]?.elements?.first { $0["active"]?.boolean == true }
    guard let active, let hash = active["hash"]?.byteString else { return }
    let others = (map["images"]?.elements ?? []).compactMap { image -> TransferPart.Running.Other? in
      guard image["active"]?.boolean != true, let hash = image["hash"]?.byteString else { return nil }
      return .init(hash: Array(hash), isPending: image["pending"]?.boolean ?? false)
    }
    let isConfirmed = active["confirmed"]?.boolean ?? false
    log.runs(.init(hash: Array(hash), isConfirmed: isConfirmed, moment: moment, others: others), moment)
  }

  private mutating func takeParameters(_ map: CBORItem) {
    guard let size = map["buf_size"]?.integer else { return }
    bufferSize = size
    let count = map["buf_count"]?.integer.map { ", \($0) at once" } ?? ""
    bufferNote = "the device takes requests of up to \(size) bytes\(count)"
  }

  private func take(_ map: CBORItem, _ request: Request, _ moment: Moment, _ log: inout TransferLog) {
    guard let offset = map["off"]?.integer, let part = log.current else { return }
    log.confirm(offset, moment)
    let range = request.range
    if offset != range.upperBound { compare(offset, range, part, request, moment, &log) }
    if map["match"]?.boolean == false {
      return log.fail(
        .hashMismatch, "the device says that the image does not have the SHA-256 that was announced", moment)
    }
    if let size = part.declaredBytes, offset >= size {
      log.step(.verify, moment)
      log.accept(moment)
      log.needActivation(true, moment)
    }
  }

  /// The device wants to go on elsewhere than the request ended.
  private func compare(
    _ offset: Int, _ range: Range<Int>, _ part: TransferPart, _ request: Request, _ moment: Moment,
    _ log: inout TransferLog
  ) {
    let frames = [request.moment.frame]
    if range.lowerBound == 0, offset > range.upperBound {
      if offset == part.declaredBytes {
        log.fail(
          .sameImage, "the device has all \(offset) bytes of the image already", moment, frames: frames,
          isFatal: false)
      } else {
        log.resume(at: offset, moment)
      }
    } else if let offered = part.resumedFrom, offset == offered, range.lowerBound > offset {
      log.fail(
        .wrongResume,
        "the device wants to go on at byte \(offset), and the client went on at byte \(range.lowerBound)",
        moment, frames: frames)
    } else if offset < range.lowerBound,
      part.coverage.holes(upTo: range.lowerBound).contains(where: { $0.contains(offset) })
    {
      log.fail(
        .chunkMissing,
        "bytes \(offset)…\(range.lowerBound - 1) were never sent: the device wants them, and was sent bytes \(range.lowerBound)…\(range.upperBound - 1)",
        moment, frames: frames)
    } else if offset < range.upperBound {
      log.fail(
        .bytesLost,
        "the device wants to go on at byte \(offset), though bytes \(offset)…\(range.upperBound - 1) were sent",
        moment, frames: frames)
    }
  }

  private func refuse(
    _ request: Request, _ error: MCUmgrError, _ moment: Moment, _ log: inout TransferLog
  ) {
    guard log.isUnderWay else { return }
    let what: String
    switch (request.group, request.command) {
    case (1, 1):
      what =
        "bytes \(request.range.lowerBound)…\(max(request.range.lowerBound, request.range.upperBound - 1)) of the upload"
    case (1, 0) where request.isWrite: what = isConfirming ? "to confirm the image" : "to test the image"
    case (1, 5): what = "to erase the slot"
    case (0, 5): what = "to reset"
    default: return
    }
    var symptom = error.symptom
    // Older devices have no better code for an image without a header.
    if symptom == .refused, request.group == 1, request.command == 1, request.range.lowerBound == 0,
      error.text.hasPrefix("error 3") || error.text.hasPrefix("error 5")
    {
      symptom = .notAnImage
    }
    log.fail(symptom, "the device refused \(what): \(error.text)", moment, frames: [request.moment.frame])
  }
}

extension TransferLog {
  /// The device owes the answer to a request.
  ///
  /// - Parameter isAnsweredInPieces: false when the device has answered requests, and none in several writes.
  fileprivate mutating func await(_ request: MCUmgr.Request, isAnsweredInPieces: Bool) {
    guard request.writes > 1, !isAnsweredInPieces else {
      return self.await(request.what, request.moment, isErasing: request.isErasing)
    }
    self.await(
      "\(request.what), which went in \(request.writes) writes where only requests in one had been answered,",
      request.moment, isErasing: request.isErasing, symptom: .requestInPieces)
  }
}
