import ATTParser

/// Telink OTA, one characteristic for everything.
///
/// ```
/// → command u16, parameters       commands are FF00 and above
///   00 FF                         ask for the version
///   01 FF                         start
///   02 FF last u16, ~last u16     end
///   03 FF length u8, compare u8   start of newer SDKs, with the length of a block
///   04 FF version u16, compare u8          ← 05 FF version u16, accepted u8
///                                          ← 06 FF result u8
/// → index u16, block, crc u16     blocks of 16 bytes, in newer SDKs of more; CRC-16/MODBUS over index and block
/// ```
///
/// Integers are little-endian. The size stands at 0x18 in the image, the mark `KNLT` at 0x08 (or 0x20), and the
/// last four bytes are a CRC-32 without the last inversion. Older devices never answer: they show what
/// they think of the image by restarting, or not.
struct TelinkOTA: TransferProtocol {
  static let format = TransferFormat(
    "telink-ota", "Telink OTA",
    [TransferAttribute(BluetoothUUID(high: 0x0001_0203_0405_0607, low: 0x0809_0A0B_0C0D_2B12), .data)],
    recognize: recognize
  ) { TelinkOTA() }

  /// Two blocks that follow each other, or a start and the first block, with the CRC that they must have.
  private static func recognize(_ heard: ArraySlice<HeardMessage>) -> [AttributeHandle: TransferRole]? {
    guard let newest = heard.last, newest.message.isWrite, newest.message.missingBytes == 0,
      let block = Block(newest.bytes)
    else { return nil }
    let handle = newest.message.attributeHandle
    // Indices first: few fit by chance, and a CRC is long work.
    for item in heard.dropLast() where item.message.isWrite && item.message.attributeHandle == handle {
      if block.index == 0, item.bytes == [0x01, 0xFF] || item.bytes.starts(with: [0x03, 0xFF]) {
        return block.isIntact ? [handle: .data] : nil
      }
      guard let before = Block(item.bytes), before.index == block.index &- 1, item.count == newest.count,
        before.isIntact
      else { continue }
      return block.isIntact ? [handle: .data] : nil
    }
    return nil
  }

  /// `index u16, block, crc u16`.
  private struct Block {
    let index: Int
    private let value: [UInt8]

    init?(_ value: [UInt8]) {
      guard value.count >= 20, value.count % 16 == 4, let index = value.littleEndian(at: 0, 2), index < 0xFF00
      else { return nil }
      self.index = Int(index)
      self.value = value
    }

    /// The CRC fits.
    var isIntact: Bool {
      guard let crc = value.littleEndian(at: value.count - 2, 2) else { return false }
      return CyclicCheck.of(value.dropLast(2), .modbus) == UInt32(crc)
    }
  }

  /// Blocks that were left out, and the frames around them.
  private struct Gap {
    var blocks: Range<Int>
    var before: Int
    var after: Int
  }

  /// Bytes of a block; 0 until the first one.
  private var blockSize = 0
  /// The index that comes next.
  private var next = 0
  private var lastFrame = 0
  private var gaps: [Gap] = []
  private static let gapLimit = 16
  /// Blocks whose CRC is wrong as the client sent them.
  private var badBlocks = 0
  private var intactBlocks = 0
  /// True once the device has shown that it tells results, or the client used a command of newer SDKs.
  private var tellsResults = false
  /// The first bytes of the image, in which its size and mark are.
  private var head: [UInt8] = []
  private static let headSize = 0x24
  /// The check over the image so far, nil once part of it is not there to be checked.
  private var check: CyclicCheck? = CyclicCheck(.crc32WithoutInversion)
  private var checkedBytes = 0
  private var size: Int?
  /// The last four bytes of the image.
  private var trailer: [UInt8] = []
  private var hasEnded = false

  mutating func receive(_ message: TransferMessage, _ value: [UInt8], _ log: inout TransferLog) {
    if message.isWrite {
      guard let code = value.littleEndian(at: 0, 2) else { return }
      if code >= 0xFF00 {
        command(code, value, message.moment, &log)
      } else {
        write(value, message, &log)
      }
    } else if message.isFromServer {
      answer(value, message.moment, &log)
    }
  }

  // MARK: - The client

  private mutating func command(
    _ code: UInt64, _ value: [UInt8], _ moment: Moment, _ log: inout TransferLog
  ) {
    switch code {
    case 0xFF00: log.step(.prepare, moment)
    case 0xFF01: start(moment, &log)
    case 0xFF03:
      start(moment, &log)
      tellsResults = true
      blockSize = value.count > 2 ? Int(value[2]) : 0
    case 0xFF04:
      tellsResults = true
      log.step(.announce, moment)
      log.await("the answer to the version request", moment)
    case 0xFF02: end(value, moment, &log)
    default: break
    }
  }

  private mutating func start(_ moment: Moment, _ log: inout TransferLog) {
    let keeps = tellsResults
    self = TelinkOTA()
    tellsResults = keeps
    log.begin(moment)
    log.step(.transfer, moment)
  }

  private mutating func write(_ value: [UInt8], _ message: TransferMessage, _ log: inout TransferLog) {
    let moment = message.moment
    let count = value.count &+ message.missingBytes
    guard count >= 20, count % 16 == 4, let index = value.littleEndian(at: 0, 2).map(Int.init) else {
      return log.note("a write of \(count) bytes is neither a command nor a block")
    }
    let isWhole = message.missingBytes == 0
    if blockSize == 0 { blockSize = count - 4 }
    let bytes = isWhole ? value[2..<(value.count - 2)] : value[2...].prefix(count - 4)
    log.step(.transfer, moment)
    if isWhole { noteCheck(value, index, moment, &log) }
    place(index, moment, &log)
    let offset = index &* blockSize
    log.data(bytes, at: offset, missing: count - 4 - bytes.count, moment)
    take(bytes, at: offset, isWhole: isWhole, moment, &log)
    lastFrame = moment.frame
  }

  private mutating func noteCheck(
    _ value: [UInt8], _ index: Int, _ moment: Moment, _ log: inout TransferLog
  ) {
    if let block = Block(value), block.isIntact {
      intactBlocks += 1
    } else {
      badBlocks += 1
      log.fail(
        .checkMismatch, "block \(index) was sent with a CRC that does not fit its bytes", moment,
        isFatal: false)
    }
  }

  /// Notes whether a block is the one that comes next.
  private mutating func place(_ index: Int, _ moment: Moment, _ log: inout TransferLog) {
    if index > next, gaps.count < Self.gapLimit {
      // Of a capture that begins in the middle nothing is missing.
      if lastFrame > 0 || log.current?.hasBeginning == true {
        gaps.append(Gap(blocks: next..<index, before: lastFrame, after: moment.frame))
      }
    } else if index < next {
      log.fail(
        .chunkRepeated, "block \(index) was sent again after block \(next - 1)", moment,
        frames: [lastFrame], isFatal: false)
    }
    next = index + 1
  }

  /// Takes what a block tells about the image.
  private mutating func take(
    _ bytes: ArraySlice<UInt8>, at offset: Int, isWhole: Bool, _ moment: Moment, _ log: inout TransferLog
  ) {
    let end = offset + bytes.count
    if offset == head.count, head.count < Self.headSize, isWhole {
      head += bytes
      if size == nil, let announced = head.littleEndian(at: 0x18, 4), announced > 0, announced < 0xFFF_FFFF {
        size = Int(announced)
        log.declare(bytes: Int(announced), moment)
      }
      if head.count >= Self.headSize, !hasMark { log.note("the image has no mark KNLT") }
    }
    guard isWhole, offset == checkedBytes else {
      if offset > checkedBytes { check = nil }
      return
    }
    checkedBytes = end
    check?.add(size.map { bytes.prefix(max(0, $0 - offset)) } ?? bytes)
    guard let size else { return }
    trailer += bytes.prefix(max(0, size - offset)).dropFirst(max(0, size - 4 - offset))
    if trailer.count == 4, end >= size, let check {
      log.declare(.crc32Trailer, trailer.reversed(), moment)
      // The check over bytes with their own check at the end is 0.
      if check.value == 0 {
        log.note("the image's CRC-32 agrees")
      } else {
        log.fail(
          .hashMismatch, "the CRC-32 in the last four bytes of the image is not that of its bytes", moment,
          isFatal: false)
      }
    }
  }

  private var hasMark: Bool {
    let mark = Array("KNLT".utf8)
    return head[8..<12].elementsEqual(mark) || head[0x20..<0x24].elementsEqual(mark)
  }

  /// The end was written: what is missing now is never going to come.
  private mutating func end(_ value: [UInt8], _ moment: Moment, _ log: inout TransferLog) {
    // Some clients write it twice, the second time without an index.
    guard !hasEnded else { return }
    hasEnded = true
    log.step(.verify, moment)
    if intactBlocks > 0, badBlocks == 0 { log.note("the CRC-16 of every block agrees") }
    if let last = value.littleEndian(at: 2, 2).map(Int.init), let inverted = value.littleEndian(at: 4, 2) {
      if UInt64(last) ^ inverted != 0xFFFF {
        log.fail(
          .checkMismatch, "the index in the end command does not agree with its complement", moment,
          isFatal: false)
      } else if last >= next, next > 0, gaps.count < Self.gapLimit {
        gaps.append(Gap(blocks: next..<(last + 1), before: lastFrame, after: moment.frame))
      }
    }
    if let size, next &* blockSize < size, blockSize > 0, gaps.last?.blocks.upperBound ?? 0 <= next,
      gaps.count < Self.gapLimit
    {
      let count = (size + blockSize - 1) / blockSize
      if count > next { gaps.append(Gap(blocks: next..<count, before: lastFrame, after: moment.frame)) }
    }
    if tellsResults {
      log.await("the result", moment)
    } else if !missing(log).isEmpty {
      failMissing("", moment, &log)
      log.expectRestart(moment)
    } else if badBlocks > 0 {
      log.condemn(.checkMismatch, ": the device drops it")
      log.expectRestart(moment)
    } else {
      // Devices of older SDKs say nothing: they restart when they have accepted the image.
      log.await("the restart after the end command", moment)
      log.acceptByRestart(moment)
    }
  }

  /// Gaps that nothing filled later.
  private func missing(_ log: TransferLog) -> [Gap] {
    let holes = log.current?.coverage.holes(upTo: .max - 1) ?? []
    return gaps.filter { gap in
      holes.contains {
        $0.overlaps((gap.blocks.lowerBound &* blockSize)..<(gap.blocks.upperBound &* blockSize))
      }
    }
  }

  private func failMissing(_ prefix: String, _ moment: Moment, _ log: inout TransferLog) {
    let gaps = missing(log)
    let names = gaps.prefix(8).map { gap in
      gap.blocks.count == 1
        ? "\(gap.blocks.lowerBound)" : "\(gap.blocks.lowerBound) to \(gap.blocks.upperBound - 1)"
    }
    let count = gaps.reduce(0) { $0 + $1.blocks.count }
    let bytes = gaps.first.map {
      "\($0.blocks.lowerBound &* blockSize)…\($0.blocks.upperBound &* blockSize - 1)"
    }
    let noun = count == 1 ? "block" : "blocks"
    let verb = count == 1 ? "was" : "were"
    log.fail(
      .chunkMissing,
      "\(prefix)\(noun) \(names.joined(separator: ", "))\(gaps.count > 8 ? ", …" : "") (bytes \(bytes ?? "")\(gaps.count > 1 ? ", …" : "")) \(verb) never sent",
      moment, frames: gaps.flatMap { [$0.before, $0.after] }.filter { $0 > 0 }, isFinal: true)
  }

  // MARK: - The device

  private mutating func answer(_ value: [UInt8], _ moment: Moment, _ log: inout TransferLog) {
    guard let code = value.littleEndian(at: 0, 2), value.count >= 3 else { return }
    switch code {
    case 0xFF05:
      tellsResults = true
      log.answered(moment)
      if value.count > 4, value[4] == 0 {
        log.fail(.versionRefused, "the device does not accept the version that was offered", moment)
      }
    case 0xFF06:
      tellsResults = true
      log.answered(moment)
      finish(value[2], moment, &log)
    default: break
    }
  }

  private mutating func finish(_ result: UInt8, _ moment: Moment, _ log: inout TransferLog) {
    guard result != 0 else {
      log.accept(moment)
      log.step(.activate, moment)
      return log.expectRestart(moment)
    }
    let name = Self.results[result] ?? "unknown result"
    let text = "the device answered \(name) (0x\(String(result, radix: 16)))"
    switch result {
    case 0x01, 0x05:
      if missing(log).isEmpty {
        log.fail(
          .bytesLost, "\(text), though no block is missing from what was sent", moment,
          frames: [lastFrame], isFinal: true)
      } else {
        failMissing("\(text): ", moment, &log)
      }
    default:
      log.fail(Self.symptoms[result] ?? .refused, text, moment, frames: [lastFrame], isFinal: true)
    }
    log.expectRestart(moment)
  }

  private static let symptoms: [UInt8: Symptom] = [
    0x03: .checkMismatch, 0x04: .flashFailed, 0x06: .wrongState, 0x07: .hashMismatch, 0x08: .versionRefused,
    0x0A: .notAnImage, 0x0B: .imageTooLarge, 0x0C: .inactivity, 0x0D: .inactivity, 0x0F: .hardwareRefused,
    0x10: .wrongState,
  ]

  /// Results of newer SDKs, which are the ones that tell results.
  private static let results: [UInt8: String] = [
    0x01: "packet sequence error", 0x02: "packet invalid", 0x03: "data CRC error", 0x04: "flash write failed",
    0x05: "data not complete", 0x06: "flow error", 0x07: "firmware check failed",
    0x08: "version not accepted", 0x09: "wrong block length", 0x0A: "no firmware mark",
    0x0B: "wrong firmware size", 0x0C: "no packet in time", 0x0D: "not done in time",
    0x0E: "connection terminated", 0x0F: "other microcontroller", 0x10: "logic error",
  ]
}
