import ATTParser

/// TI OAD of the CC254x and the first CC26xx (SensorTag): blocks of 16 bytes.
///
/// ```
/// identify → 00 or 01                                            ask what runs      ← ver u16, len u16, uid 4
///          → ver u16, len u16, uid 4, 4 bytes                    header, CC254x     ← the same, when refused
///          → crc u16, crc u16, ver u16, len u16, uid 4, 4 bytes  header, CC26xx
/// block    → number u16, 16 bytes                                                   ← number u16, the one wanted
/// ```
///
/// Integers are little-endian, `len` counts words of 4 bytes. The device asks for each block; most clients send
/// on a timer and do not wait. It checks the image by itself and shows what it thinks by restarting.
struct LegacyOAD: TransferProtocol {
  private static let blockSize = 16
  /// Blocks that a client which sends on a timer may be ahead of the device's requests.
  private static let usualLead = 16

  /// A header, the request for block 0 elsewhere, and block 0.
  static func recognize(_ heard: ArraySlice<HeardMessage>) -> [AttributeHandle: TransferRole]? {
    guard let newest = heard.last, newest.message.isWrite, newest.count == 18,
      newest.bytes.starts(with: [0, 0])
    else { return nil }
    let block = newest.message.attributeHandle
    let isWanted = heard.contains {
      $0.message.isFromServer && $0.message.attributeHandle == block && $0.bytes == [0, 0]
    }
    let header = heard.last {
      $0.message.isWrite && $0.message.attributeHandle != block && words(in: $0.bytes, $0.count) ?? 0 >= 64
    }
    guard isWanted, let header else { return nil }
    return [header.message.attributeHandle: .identify, block: .data]
  }

  /// The length in a header, in words.
  private static func words(in header: [UInt8], _ count: Int) -> Int? {
    switch count {
    case 12: header.littleEndian(at: 2, 2).map(Int.init)
    case 16: header.littleEndian(at: 6, 2).map(Int.init)
    default: nil
    }
  }

  private var size: Int?
  /// The block that is sent next, and the one that was last asked for.
  private var next = 0
  private var wanted: Int?
  private var hasHeader = false
  /// True once all blocks were sent.
  private var isComplete = false

  mutating func receive(_ message: TransferMessage, _ value: [UInt8], _ log: inout TransferLog) {
    let moment = message.moment
    switch message.role {
    case .identify where message.isWrite: identify(value, message, &log)
    case .identify where message.isFromServer: refuse(value, moment, &log)
    case .data where message.isWrite: write(value, message, &log)
    case .data where message.isFromServer: ask(value, moment, &log)
    default: break
    }
  }

  private mutating func identify(
    _ value: [UInt8], _ message: TransferMessage, _ log: inout TransferLog
  ) {
    let moment = message.moment
    guard value.count + message.missingBytes >= 12 else {
      hasHeader = false
      return
    }
    self = LegacyOAD()
    hasHeader = true
    log.begin(moment)
    log.note("legacy OAD: blocks of 16 bytes, no acknowledgement of the whole image")
    log.step(.announce, moment)
    if let words = Self.words(in: value, value.count) {
      size = words * 4
      log.declare(bytes: words * 4, moment)
    }
    log.await("the request for the first block", moment, isErasing: true)
  }

  private mutating func refuse(_ value: [UInt8], _ moment: Moment, _ log: inout TransferLog) {
    guard hasHeader, value.count >= 8 else { return }
    hasHeader = false
    log.answered(moment)
    let version = value.littleEndian(at: 0, 2) ?? 0
    log.fail(
      .versionRefused,
      "the device refused the header: it runs version \(version >> 1) of image \(version & 1 == 1 ? "B" : "A")",
      moment)
  }

  private mutating func write(
    _ value: [UInt8], _ message: TransferMessage, _ log: inout TransferLog
  ) {
    guard let number = value.littleEndian(at: 0, 2).map(Int.init) else { return }
    let moment = message.moment
    log.step(.transfer, moment)
    // The last block is padded.
    let offset = number * Self.blockSize
    let room = size.map { max(0, $0 - offset) } ?? Self.blockSize
    let bytes = value.dropFirst(2).prefix(room)
    let missing = min(message.missingBytes, room - bytes.count)
    log.data(bytes, at: offset, missing: missing, moment)
    next = number + 1
    guard let size, offset + Self.blockSize >= size else { return }
    finish(moment, &log)
  }

  /// The last block was sent: the device says nothing more than that it restarts.
  private mutating func finish(_ moment: Moment, _ log: inout TransferLog) {
    log.step(.verify, moment)
    if let size, let hole = log.current?.coverage.firstHole(in: 0..<size) {
      return log.fail(
        .chunkMissing, "bytes \(hole.lowerBound) to \(hole.upperBound - 1) were never sent", moment)
    }
    guard let wanted, next - wanted > Self.usualLead else {
      isComplete = true
      awaitRestart(moment, &log)
      log.acceptByRestart(moment)
      return
    }
    log.fail(
      .bytesLost, "the device asked for block \(wanted) last, where all \(next) were sent", moment)
  }

  /// A device that asked for the last block, and got it, restarts unless it finds the image bad.
  private func awaitRestart(_ moment: Moment, _ log: inout TransferLog) {
    let hasAll = size.map { ((wanted ?? 0) + 1) * Self.blockSize >= $0 } ?? false
    let request = hasAll ? ", of which the device asked for every block," : ""
    log.await("the restart into the image\(request)", moment, symptom: hasAll ? .hashMismatch : .noAnswer)
  }

  private mutating func ask(_ value: [UInt8], _ moment: Moment, _ log: inout TransferLog) {
    guard let number = value.littleEndian(at: 0, 2).map(Int.init) else { return }
    hasHeader = false
    log.answered(moment)
    if let wanted, number <= wanted, next > number {
      log.fail(
        .bytesLost, "the device asked for block \(number) again, which was sent", moment, isFatal: false)
    }
    wanted = number
    log.confirm(min(number * Self.blockSize, size ?? .max), moment)
    if isComplete { awaitRestart(moment, &log) }
  }
}
