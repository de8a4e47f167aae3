import ATTParser

/// The upgrade of Qualcomm (CSR) GAIA, in both of its frames.
///
/// ```
/// 1101 →, 1102 ←   vendor u16, command u16, payload
///     vendor 001D  0C00 connect, 0C01 disconnect, 0C02 control         ← 0Dxx answer, 0C80 word, 0D80 + xx error
///     vendor 000A  0640 connect, 0641 disconnect, 0642 control         ← 8xxx answer, 4003 with 12 and a word
/// 1103 →           the same behind a header of RWCP: kind 2 bits (0 data, 1 start, 2 reset), number 6 bits
///      ←           kind (0 received, 1 started, 2 reset, 3 gap), number
///
/// word: op u8, length u16, data
///  → 13 file u32                       ← 14 resume point u8, file u32, version u8
///  → 01                                ← 02 status u8, battery u16
///  → 15, and 04 last u8, bytes         ← 03 length u32, skip u32         what the device wants next
///  → 16                                ← 17 (wait u16)                   is it valid?
///  → 0C action u8                      ← 0B                              all there; the device restarts
///  → 0E action u8, 10 action u8        ← 0F, 12                          after the restart: commit, complete
///  → 07, 1F code u16                   ← 08, 11 code u16                 abort; error
/// ```
///
/// Integers are big-endian. The size is never said: the client marks the last bytes.
struct GAIAUpgrade: TransferProtocol {
  static let format = TransferFormat(
    "qualcomm-gaia", "Qualcomm GAIA upgrade",
    [
      TransferAttribute(uuid(0x1101), .control), TransferAttribute(uuid(0x1102), .status),
      TransferAttribute(uuid(0x1103), .data),
    ],
    recognize: recognize
  ) { GAIAUpgrade() }

  /// `0000xxxx-D102-11E1-9B23-00025B00A5A5`.
  private static func uuid(_ number: UInt64) -> BluetoothUUID {
    BluetoothUUID(high: 0x0000_0000_D102_11E1 | number << 32, low: 0x9B23_0002_5B00_A5A5)
  }

  /// The request to synchronize and its answer; or, behind a header of RWCP, a word with data.
  private static func recognize(_ heard: ArraySlice<HeardMessage>) -> [AttributeHandle: TransferRole]? {
    guard let newest = heard.last else { return nil }
    if newest.message.isWrite, newest.bytes.count > 9, newest.bytes[0] & 0xC0 == 0,
      let frame = GAIAFrame(newest.bytes.dropFirst()),
      case .word(let word) = frame.content(fromDevice: false),
      word.first == 0x04, (word.bigEndian(at: 1, 2) ?? 0) + 3 == newest.count - 5
    {
      return [newest.message.attributeHandle: .data]
    }
    guard newest.message.isFromServer, let answer = GAIAFrame(newest.bytes[...]),
      case .word(let word) = answer.content(fromDevice: true), word.starts(with: [0x14, 0, 6])
    else { return nil }
    for ask in heard where ask.message.isWrite {
      if let frame = GAIAFrame(ask.bytes[...]), frame.vendor == answer.vendor,
        case .word(let word) = frame.content(fromDevice: false), word.starts(with: [0x13, 0, 4])
      {
        return [
          ask.message.attributeHandle: .control, newest.message.attributeHandle: .status,
        ]
      }
    }
    return nil
  }

  private var position = 0
  /// Bytes that the device asked for, and those that it still waits for.
  private var requested = 0
  private var wanted = 0
  private var hasRequest = false
  private var restarts = false
  private var window = RWCPWindow()
  /// Whether the acknowledgement of a segment is awaited.
  private var awaitsSegment = false

  mutating func receive(_ message: TransferMessage, _ value: [UInt8], _ log: inout TransferLog) {
    switch message.role {
    case .control where message.isWrite:
      if let frame = GAIAFrame(value[...]) { ask(frame, message, at: nil, &log) }
    case .control where message.isFromServer, .status where message.isFromServer:
      if let frame = GAIAFrame(value[...]) { answer(frame, message.moment, &log) }
    case .data where message.isWrite: segment(value, message, &log)
    case .data where message.isFromServer: acknowledge(value, message.moment, &log)
    default: break
    }
  }

  // MARK: - RWCP

  private mutating func segment(
    _ value: [UInt8], _ message: TransferMessage, _ log: inout TransferLog
  ) {
    if let frame = GAIAFrame(value[...]) { return ask(frame, message, at: nil, &log) }
    guard let header = value.first else { return }
    guard header & 0xC0 == 0 else {
      window.begin(after: header & 0x3F)
      return
    }
    guard let frame = GAIAFrame(value.dropFirst()) else { return }
    let chunk = log.current?.longestChunk ?? 0
    switch window.place(header & 0x3F, position, chunk: chunk, message.moment) {
    case .next: ask(frame, message, at: nil, &log)
    case .again(let offset): ask(frame, message, at: offset, &log)
    case .ahead(let count):
      log.fail(
        .chunkMissing,
        "\(count) segment\(count == 1 ? "" : "s") before number \(header & 0x3F) \(count == 1 ? "was" : "were") never sent",
        message.moment, isFatal: false)
      position += count * chunk
      wanted -= count * chunk
      ask(frame, message, at: nil, &log)
    }
    // After the last segment of a request, the next request is what is awaited.
    if !awaitsSegment, wanted > 0, log.isUnderWay {
      awaitsSegment = true
      log.await("the acknowledgement of segment \(header & 0x3F)", message.moment)
    }
  }

  private mutating func acknowledge(_ value: [UInt8], _ moment: Moment, _ log: inout TransferLog) {
    guard let header = value.first, log.isUnderWay else { return }
    let number = header & 0x3F
    switch header >> 6 {
    case 0 where awaitsSegment:
      if let next = window.sent(after: number) {
        log.await("the acknowledgement of segment \(next.number)", next.moment)
      } else {
        awaitsSegment = false
        log.answered(moment)
        if wanted <= 0, hasRequest { log.await("the request for more bytes", moment) }
      }
    case 3:
      // It is for the client to send again.
      awaitsSegment = false
      log.answered(moment)
      log.fail(.bytesLost, "the device reported a gap after segment \(number)", moment, isFatal: false)
    default: break
    }
  }

  // MARK: - The client

  private mutating func ask(
    _ frame: GAIAFrame, _ message: TransferMessage, at offset: Int?, _ log: inout TransferLog
  ) {
    let moment = message.moment
    switch frame.content(fromDevice: false) {
    case .connect:
      if log.current == nil || log.current?.firstData != nil { log.begin(moment) }
      log.step(.prepare, moment)
      log.await("the answer to the request to connect", moment)
    case .disconnect, .answer, .other: break
    case .word(let word): say(word, message, at: offset, &log)
    }
  }

  private mutating func say(
    _ word: [UInt8], _ message: TransferMessage, at offset: Int?, _ log: inout TransferLog
  ) {
    let moment = message.moment
    switch word[0] {
    case 0x13:
      if log.current == nil { log.begin(moment) }
      log.step(.announce, moment)
      log.await("the answer to the request to synchronize", moment)
    case 0x01: log.await("the answer to the request to start", moment)
    case 0x15: log.await("the request for the first bytes", moment, isErasing: true)
    case 0x04: send(word, message, at: offset, &log)
    case 0x16:
      log.step(.verify, moment)
      log.await("the word that the image is valid", moment)
    case 0x0C: complete(word.count > 3 ? word[3] : 0, moment, &log)
    case 0x0E:
      if word.count > 3, word[3] != 0 {
        return log.fail(.notConfirmed, "the client did not go on with the new image", moment)
      }
      log.step(.activate, moment)
      log.await("the request to commit", moment)
    case 0x10:
      if word.count > 3, word[3] != 0 {
        return log.fail(.notConfirmed, "the client had the device go back to the old image", moment)
      }
      log.step(.confirm, moment)
      log.await("the word that the upgrade is complete", moment)
    case 0x07:
      log.fail(.clientStopped, "the client aborted the upgrade", moment)
    default: break
    }
  }

  private mutating func send(
    _ word: [UInt8], _ message: TransferMessage, at offset: Int?, _ log: inout TransferLog
  ) {
    guard word.count >= 4 else { return }
    let moment = message.moment
    let count = word.count - 4 + message.missingBytes
    log.step(.transfer, moment)
    log.data(word[4...], at: offset ?? position, missing: message.missingBytes, moment)
    guard offset == nil else { return }
    position += count
    wanted -= count
    if word[3] == 1 {
      log.declare(bytes: position, moment)
      log.step(.verify, moment)
    } else if wanted <= 0, hasRequest {
      log.await("the request for more bytes", moment)
    }
    let longest = log.current?.longestChunk ?? count
    // The piece that ends a request is shorter than the others: if it was sent, one before it was not.
    let isSkipped = wanted > 0 && count < longest && wanted % longest == 0
    log.owe(isSkipped ? "\(wanted) of the \(requested) bytes that the device asked for" : nil, moment)
  }

  private mutating func complete(_ action: UInt8, _ moment: Moment, _ log: inout TransferLog) {
    switch action {
    case 1: log.fail(.clientStopped, "the client aborted the upgrade when all was there", moment)
    case 2:
      log.step(.activate, moment)
      log.await("the word that the image will be used", moment)
      log.acceptByRestart(moment)
    default:
      log.step(.reboot, moment)
      log.expectRestart(moment)
    }
  }

  // MARK: - The device

  private mutating func answer(_ frame: GAIAFrame, _ moment: Moment, _ log: inout TransferLog) {
    switch frame.content(fromDevice: true) {
    case .answer(let status, let isConnect):
      if isConnect { log.answered(moment) }
      if status != 0 {
        let name = GAIAFrame.statuses[status] ?? "unknown status"
        log.fail(.refused, "the device refused a command: \(name) (\(status))", moment)
      }
    case .word(let word): tell(word, moment, &log)
    case .connect, .disconnect, .other: break
    }
  }

  private mutating func tell(_ word: [UInt8], _ moment: Moment, _ log: inout TransferLog) {
    log.answered(moment)
    switch word[0] {
    case 0x14: synchronize(word, moment, &log)
    case 0x02:
      guard word.count > 3, word[3] != 0 else { return }
      let name = word[3] == 9 ? "the application is not ready" : "failure"
      log.fail(.wrongState, "the device refused to start: \(name) (\(word[3]))", moment)
    case 0x03: want(word, moment, &log)
    case 0x17:
      if let wait = word.bigEndian(at: 3, 2), wait > 0 { log.note("validation takes the device some time") }
    case 0x0B:
      log.confirm(position, moment)
      log.needActivation(true, moment)
    case 0x12, 0x22, 0x25:
      log.accept(moment)
      log.step(.confirm, moment)
      log.expectRestart(moment)
    case 0x11: fail(Int(word.bigEndian(at: 3, 2) ?? 0), moment, &log)
    default: break
    }
  }

  private mutating func synchronize(_ word: [UInt8], _ moment: Moment, _ log: inout TransferLog) {
    guard word.count > 3 else { return }
    let points = [
      "at the start", "before validation", "before the restart", "after the restart", "at the commit",
      "after the commit",
    ]
    let point = Int(word[3])
    if point > 0 {
      log.note("the device went on \(points.indices.contains(point) ? points[point] : "at point \(point)")")
    }
  }

  /// `03 length u32, skip u32`.
  private mutating func want(_ word: [UInt8], _ moment: Moment, _ log: inout TransferLog) {
    guard let length = word.bigEndian(at: 3, 4).map(Int.init),
      let skip = word.bigEndian(at: 7, 4).map(Int.init)
    else { return }
    position = min(position + skip, 1 << 40)
    if !hasRequest, skip > 0 { log.resume(at: position, moment) }
    log.confirm(position, moment)
    hasRequest = true
    wanted = length
    requested = length
    log.step(.transfer, moment)
  }

  private func fail(_ code: Int, _ moment: Moment, _ log: inout TransferLog) {
    let (name, symptom) = GAIAFrame.error(code)
    log.fail(
      symptom, "the device reported an error: \(name) (0x\(String(code, radix: 16)))", moment,
      isFatal: code < 0x80)
  }
}

/// The numbers of RWCP segments, and where in the image the last of them began.
private struct RWCPWindow {
  /// What a number means.
  enum Place {
    case next
    case again(Int)
    case ahead(Int)
  }

  private var next: UInt8?
  private var offsets = [Int](repeating: 0, count: 64)
  private var moments = [Moment?](repeating: nil, count: 64)

  /// A segment starts or resets the numbers.
  mutating func begin(after number: UInt8) { next = (number + 1) & 0x3F }

  /// Where a segment belongs; numbers are modulo 64, and no window is longer than 32.
  ///
  /// - Parameter chunk: bytes of the segments before it, as far as they were not sent.
  mutating func place(_ number: UInt8, _ position: Int, chunk: Int, _ moment: Moment) -> Place {
    let expected = next ?? number
    let distance = (number &- expected) & 0x3F
    moments[Int(number)] = moment
    if distance >= 32 { return .again(offsets[Int(number)]) }
    for step in 0...distance { offsets[Int((expected + step) & 0x3F)] = position &+ Int(step) &* chunk }
    next = (number + 1) & 0x3F
    return distance == 0 ? .next : .ahead(Int(distance))
  }

  /// The segment behind an acknowledged one, nil when none was sent.
  func sent(after number: UInt8) -> (number: UInt8, moment: Moment)? {
    let following = (number + 1) & 0x3F
    guard following != next, let moment = moments[Int(following)] else { return nil }
    return (following, moment)
  }
}
