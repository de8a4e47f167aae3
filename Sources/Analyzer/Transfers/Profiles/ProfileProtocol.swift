import ATTParser

/// The state machine of a protocol that a ``TransferProfile`` describes.
///
/// Only a message that is said to begin a transfer, or a chunk, begins a part: asking for a status is no
/// update. What the device said before is kept for the part that may follow.
struct ProfileProtocol: TransferProtocol {
  private let profile: TransferProfile
  private var placement: ChunkPlacement
  private var window: Int?
  private var chunksSinceAnswer = 0
  /// Ends of windows whose acknowledgement is outstanding.
  private var windowEnds: [Int] = []
  /// True once the device has acknowledged a chunk.
  private var isAcknowledged = false
  /// Windows of which that is remembered.
  private static let windowLimit = 256
  /// Over the bytes from the first one on, while all of them are known.
  private var check = CyclicCheck(.crc32)
  private var knowsCheck = true
  /// The messages of which one is awaited, and what was asked.
  private var awaited: [String] = []
  private var asked = ""
  /// Where the device wanted the client to go on, before anything was sent.
  private var offer: (offset: Int, moment: Moment)?
  /// Write Commands since the last chunk that was a Write Request.
  private var commands = 0
  private var hasBadChunk = false

  /// Begins with a connection on which nothing of the profile's protocol was said.
  init(_ profile: TransferProfile) {
    self.profile = profile
    placement = ChunkPlacement(profile.chunk)
    window = profile.chunk.window
  }

  mutating func receive(_ message: TransferMessage, _ value: [UInt8], _ log: inout TransferLog) {
    guard let attribute = profile.attribute(message.role) else { return }
    switch message.kind {
    case .writeResponse: break
    case .errorResponse(let code): refuse(code, message, &log)
    case .writeRequest, .writeCommand:
      if let known = known(.client, attribute, value, message) {
        ask(known, value, message.moment, &log)
      } else if attribute == profile.chunk.attribute, value.starts(with: profile.chunk.prefix) {
        write(value, message, &log)
      }
    case .notification, .indication, .readResponse:
      if let known = known(.device, attribute, value, message) { answer(known, value, message.moment, &log) }
    }
  }

  private func known(
    _ sender: TransferProfile.Sender, _ attribute: Int, _ value: [UInt8], _ message: TransferMessage
  ) -> TransferProfile.Message? {
    profile.messages.first {
      $0.sender == sender && $0.attribute == attribute
        && $0.matches(value, value.count &+ message.missingBytes)
    }
  }

  // MARK: - Requests

  private mutating func ask(
    _ known: TransferProfile.Message, _ value: [UInt8], _ moment: Moment, _ log: inout TransferLog
  ) {
    if known.begins { begin(moment, &log) }
    asked = known.name
    awaited = known.answers
    read(known, value, moment, &log)
    guard log.current != nil else { return }
    if let step = known.step { log.step(step, moment) }
    conclude(known, moment, &log)
    if !known.answers.isEmpty {
      log.await("the answer to \(known.name)", moment, isErasing: known.erases)
    }
  }

  private mutating func begin(_ moment: Moment, _ log: inout TransferLog) {
    log.begin(moment)
    placement = ChunkPlacement(profile.chunk)
    window = profile.chunk.window
    chunksSinceAnswer = 0
    windowEnds = []
    isAcknowledged = false
    check = CyclicCheck(.crc32)
    knowsCheck = true
    offer = nil
  }

  /// What a message of either side says about the course of things.
  private func conclude(_ known: TransferProfile.Message, _ moment: Moment, _ log: inout TransferLog) {
    if known.needsActivation { log.needActivation(true, moment) }
    if known.accepts {
      noteHoles(moment, isFatal: false, &log)
      log.accept(moment)
    }
    if known.restarts { log.expectRestart(moment) }
    if known.isAcceptedByRestart { log.acceptByRestart(moment) }
    if known.aborts {
      let who = known.sender == .client ? "client" : "device"
      log.fail(
        known.sender == .client ? .clientDisconnected : .refused,
        "the \(who) ended the update: \(known.name)", moment)
    }
  }

  // MARK: - Chunks

  private mutating func write(_ value: [UInt8], _ message: TransferMessage, _ log: inout TransferLog) {
    let moment = message.moment
    guard let (bytes, count) = placement.payload(value, missing: message.missingBytes) else {
      if log.current != nil {
        complain("a chunk of \(value.count) bytes is shorter than its header", moment, &log)
      }
      return
    }
    if log.current == nil || log.current?.firstData == nil { beginData(moment, &log) }
    let offset = placement.offset(of: value, count: count)
    checkChunk(value, bytes, count: count, offset, message, &log)
    log.step(.transfer, moment)
    log.data(bytes, at: offset, missing: count - bytes.count, moment)
    if offset == 0, placement.position != 0 {
      check = CyclicCheck(.crc32)
      knowsCheck = true
    } else if offset != placement.position {
      knowsCheck = false
    }
    if bytes.count < count { knowsCheck = false }
    if knowsCheck { check.add(bytes) }
    let position = offset &+ count
    placement.position = position
    noteKind(message, &log)
    chunksSinceAnswer &+= 1
    guard let acknowledgement = profile.chunk.acknowledgement else { return }
    let isEnd = profile.chunk.acknowledgesEnd && log.current?.declaredBytes.map { position >= $0 } ?? false
    if isEnd || window.map({ $0 > 0 && chunksSinceAnswer >= $0 }) ?? false {
      chunksSinceAnswer = 0
      if windowEnds.count < Self.windowLimit { windowEnds.append(position) }
      awaited = [acknowledgement]
      asked = "chunk"
      log.await(
        "the acknowledgement after byte \(position)", moment,
        symptom: isAcknowledged ? .noAnswer : .receiptMissing)
    }
  }

  /// The first chunk: what the device said before belongs to this part.
  private mutating func beginData(_ moment: Moment, _ log: inout TransferLog) {
    guard let offer else { return }
    if offer.offset > 0 { log.resume(at: offer.offset, moment) }
    log.confirm(offer.offset, offer.moment)
    self.offer = nil
  }

  private mutating func checkChunk(
    _ value: [UInt8], _ bytes: ArraySlice<UInt8>, count: Int, _ offset: Int, _ message: TransferMessage,
    _ log: inout TransferLog
  ) {
    let chunk = profile.chunk
    if let told = chunk.length.flatMap({ $0.read(value) }), told != UInt64(count) {
      complain(
        "the chunk for byte \(offset) says it has \(told) bytes, and has \(count)", message.moment, &log)
    }
    guard let check = chunk.check, message.missingBytes == 0 else { return }
    let place = check.offset ?? value.count - check.kind.count
    let number = TransferProfile.Number(offset: place, count: check.kind.count, order: check.order)
    guard let told = number.read(value) else { return }
    var computed = CyclicCheck(check.kind.check)
    if check.coversHeader {
      computed.add(value[..<place])
      computed.add(value[(place + check.kind.count)...])
    } else {
      computed.add(bytes)
    }
    if told != UInt64(computed.value) {
      complain(
        "the chunk for byte \(offset) carries a check of \(hexadecimal(told)), and its bytes have \(hexadecimal(UInt64(computed.value)))",
        message.moment, &log)
    }
  }

  /// A chunk is not what its own header or trailer says.
  private mutating func complain(_ text: String, _ moment: Moment, _ log: inout TransferLog) {
    guard !hasBadChunk else { return }
    hasBadChunk = true
    log.fail(.checkMismatch, text, moment, isFatal: false)
  }

  private mutating func noteKind(_ message: TransferMessage, _ log: inout TransferLog) {
    guard message.kind == .writeRequest else {
      commands &+= 1
      return
    }
    if commands > 0 { log.note("a chunk with response after \(commands) without") }
    commands = 0
  }

  // MARK: - Answers

  private mutating func answer(
    _ known: TransferProfile.Message, _ value: [UInt8], _ moment: Moment, _ log: inout TransferLog
  ) {
    let isAnswer = awaited.contains(known.name)
    if isAnswer {
      awaited = []
      log.answered(moment)
    }
    read(known, value, moment, &log)
    guard log.current != nil else { return }
    let code = known.fields.first { $0.meaning == .result }.flatMap { $0.number.read(value) }
    if let code, !isSuccess(code) { return refuse(code, known, isAnswer, moment, &log) }
    if let step = known.step { log.step(step, moment) }
    conclude(known, moment, &log)
  }

  private func isSuccess(_ code: UInt64) -> Bool {
    profile.results.first { $0.code == code }?.isSuccess ?? (code == 0)
  }

  private mutating func refuse(
    _ code: UInt64, _ known: TransferProfile.Message, _ isAnswer: Bool, _ moment: Moment,
    _ log: inout TransferLog
  ) {
    let result = profile.results.first { $0.code == code }
    noteHoles(moment, isFatal: true, &log)
    if let part = log.current, let confirmed = part.confirmedBytes, confirmed < placement.position,
      part.chunks > 0,
      part.step >= .verify
    {
      log.fail(
        .bytesLost, "the device has \(confirmed) of the \(placement.position) bytes that were sent", moment)
    }
    let what = isAnswer && !asked.isEmpty && asked != "chunk" ? " to \(asked)" : ""
    let name = result?.name ?? "a code that the profile does not name"
    log.fail(
      result?.symptom ?? .refused, "the device's \(known.name)\(what) says \(name) (\(hexadecimal(code)))",
      moment)
  }

  private mutating func refuse(_ code: ATTErrorCode, _ message: TransferMessage, _ log: inout TransferLog) {
    awaited = []
    log.answered(message.moment)
    guard log.current != nil,
      let result = profile.attErrors.first(where: { $0.code == UInt64(code.rawValue) })
    else { return }
    log.fail(
      result.symptom ?? .attributeError,
      "the device refused a request with ATT error \(hexadecimal(UInt64(code.rawValue))), \(result.name)",
      message.moment)
  }

  /// Says what of the image was never sent, now that the device has judged it.
  private func noteHoles(_ moment: Moment, isFatal: Bool, _ log: inout TransferLog) {
    guard let part = log.current, part.chunks > 0 else { return }
    let start = part.resumedFrom ?? 0
    let holes = part.coverage.holes(upTo: part.declaredBytes ?? part.coverage.end)
      .filter { $0.upperBound > start }.map { max($0.lowerBound, start)..<$0.upperBound }
    guard let first = holes.first else { return }
    let more = holes.count > 1 ? " and \(holes.count - 1) more ranges" : ""
    log.fail(
      .chunkMissing, "bytes \(first.lowerBound)…\(first.upperBound - 1)\(more) were never sent", moment,
      isFatal: isFatal)
  }

  // MARK: - Fields

  private mutating func read(
    _ known: TransferProfile.Message, _ value: [UInt8], _ moment: Moment, _ log: inout TransferLog
  ) {
    var confirmed: Int?
    for field in known.fields {
      if field.meaning == .sha256 {
        let hash = value.dropFirst(field.number.offset).prefix(32)
        if hash.count == 32, log.current != nil { log.declare(.sha256, Array(hash), moment) }
        continue
      }
      guard let number = field.number.read(value) else { continue }
      let count = Int(clamping: number)
      switch field.meaning {
      case .receivedBytes: confirmed = count
      case .receivedChunks: confirmed = placement.size.flatMap { bytes(chunks: count, $0, log) }
      case .resumeOffset:
        confirmed = count
        resume(at: count, moment, &log)
      case .chunkSize: placement.size = count > 0 ? count : placement.size
      case .window: window = count > 0 ? count : window
      default: if log.current != nil { declare(field.meaning, number, moment, &log) }
      }
    }
    guard log.current != nil else { return }
    if let confirmed { confirm(confirmed, known, moment, &log) }
    if let field = known.fields.first(where: { $0.meaning == .receivedCRC32 }) {
      compare(field.number.read(value), confirmed, moment, &log)
    }
  }

  private func bytes(chunks: Int, _ size: Int, _ log: TransferLog) -> Int? {
    let (bytes, overflow) = chunks.multipliedReportingOverflow(by: size)
    guard !overflow else { return nil }
    // The last chunk may be shorter than the others.
    return log.current?.declaredBytes.map { min($0, bytes) } ?? bytes
  }

  private func declare(
    _ meaning: TransferProfile.Meaning, _ number: UInt64, _ moment: Moment, _ log: inout TransferLog
  ) {
    func value(_ count: Int) -> [UInt8] {
      (0..<count).reversed().map { UInt8(truncatingIfNeeded: number >> UInt64(8 * $0)) }
    }
    switch meaning {
    case .imageSize: log.declare(bytes: Int(clamping: number), moment)
    case .crc32: log.declare(.crc32, value(4), moment)
    case .modbus: log.declare(.modbus, value(2), moment)
    case .xmodem: log.declare(.xmodem, value(2), moment)
    case .ccittFalse: log.declare(.ccittFalse, value(2), moment)
    case .imageIndex: log.image(Int(clamping: number), moment)
    default: break
    }
  }

  private mutating func resume(at offset: Int, _ moment: Moment, _ log: inout TransferLog) {
    // In the middle it is one more acknowledgement.
    guard log.current?.firstData == nil else { return }
    if offset != placement.position { knowsCheck = offset == 0 }
    placement.position = offset
    if offset == 0 { check = CyclicCheck(.crc32) }
    if log.current == nil {
      offer = (offset, moment)
    } else if offset > 0 {
      log.resume(at: offset, moment)
    }
  }

  private mutating func confirm(
    _ bytes: Int, _ known: TransferProfile.Message, _ moment: Moment, _ log: inout TransferLog
  ) {
    log.confirm(bytes, moment)
    guard let part = log.current, part.chunks > 0 else { return }
    var sent = part.step >= .verify ? placement.position : 0
    if known.name == profile.chunk.acknowledgement { isAcknowledged = true }
    if known.name == profile.chunk.acknowledgement, let end = windowEnds.first {
      // More may be under way already.
      sent = max(sent, end)
      windowEnds.removeFirst()
      windowEnds.removeAll { $0 <= bytes }
    }
    guard bytes < sent else { return }
    log.fail(
      .bytesLost, "the device's \(known.name) says \(bytes) bytes where \(sent) were sent", moment,
      frames: [part.lastData?.frame].compactMap(\.self), isFatal: false)
  }

  /// Compares the device's check with that of what was sent, when both are over the same bytes.
  private func compare(_ crc: UInt64?, _ bytes: Int?, _ moment: Moment, _ log: inout TransferLog) {
    let position = placement.position
    guard let crc, knowsCheck, let part = log.current, part.chunks > 0, bytes ?? position == position,
      bytes != nil || part.declaredBytes == position, crc != UInt64(check.value)
    else { return }
    log.fail(
      .bytesCorrupted,
      "the device's CRC over \(position) bytes is \(hexadecimal(crc)), and that of what was sent is \(hexadecimal(UInt64(check.value)))",
      moment, isFatal: false)
  }

  private func hexadecimal(_ value: UInt64) -> String { "0x" + String(value, radix: 16) }
}
