import ATTParser

/// Transfers by protocols that nobody knows, told by numbers that agree: a size that was announced and written,
/// or counts of the device that follow what was written.
enum GenericTransfer {
  /// The name in documents.
  static let name = "generic"

  /// The format that its parts have; it recognizes nothing by itself.
  static let format = TransferFormat(name, "Unknown protocol", []) { NoProtocol() }

  /// Nothing is shown to it.
  private struct NoProtocol: TransferProtocol {
    mutating func receive(_ message: TransferMessage, _ value: [UInt8], _ log: inout TransferLog) {}
  }

  /// The least that is a transfer.
  static let fewest = (values: 4, bytes: 512)
  /// The largest size that a number is taken for.
  static let largestSize = 64 << 20
}

/// Finds out whether a stream of one connection is a transfer.
struct GenericInference {
  /// The stream.
  let stream: WrittenStream
  /// The other streams of the connection.
  let others: [WrittenStream]
  /// What the device's messages tell.
  let evidence: CountEvidence
  /// What the device said, the beginning and the end of it.
  let said: [(value: [UInt8], message: TransferMessage)]
  /// The last message of either side.
  let last: TransferMessage
  /// False for a transfer that follows another one on its connection.
  let isFirst: Bool

  /// The part that the stream is, nil when nothing proves that it is one.
  func part() -> TransferPart? {
    guard stream.isLongEnough, stream.placement != nil, var part = stream.log.parts.first,
      stream.log.parts.count == 1
    else { return nil }
    let counts = evidence.best
    let isPlaced = stream.bulk.field?.kind == .offset
    if let base = counts?.base, base > 0, !isPlaced { part.move(by: base) }
    let size = announced(part.coverage, counts)
    guard size.map({ $0.isWritten }) ?? false || counts.map({ $0.matches >= 3 || size != nil }) ?? false
    else {
      return nil
    }
    describe(&part, counts)
    if let size {
      part.declaredBytes = size.bytes
      part.hasBeginning = true
      part.steps.insert(.init(step: .announce, began: size.moment), at: 0)
      part.controlHandle = size.handle
    }
    let check = announcedCheck(counts)
    if let check { part.checks = [check.check] }
    if let counts {
      part.confirmedBytes = counts.value
      part.confirmedIn = counts.moment
      part.controlHandle = part.controlHandle ?? counts.attributeHandle
      if counts.base > 0 { part.resumedFrom = counts.base }
    }
    part.last = last.moment
    conclude(&part, counts, check)
    return part
  }

  /// A check that the client named, and its bytes in the order that it uses.
  private struct NamedCheck {
    var check: TransferPart.Check
    var bytes: [UInt8]
  }

  /// The CRC-32 of what was written, where the client named it before.
  private func announcedCheck(_ counts: CountEvidence.Place?) -> NamedCheck? {
    guard counts?.base ?? 0 == 0, let checksum = stream.checksum else { return nil }
    for command in commands.reversed() {
      for order in TransferProfile.ByteOrder.allCases
      where numbers(command.value, [order], from: 0).contains(Int(checksum)) {
        let value = checksum.bigEndianBytes
        return NamedCheck(
          check: .init(kind: .crc32, value: value, moment: command.message.moment),
          bytes: order == .big ? value : value.reversed())
      }
    }
    return nil
  }

  private func describe(_ part: inout TransferPart, _ counts: CountEvidence.Place?) {
    part.dataHandle = stream.bulk.attributeHandle
    if let field = stream.bulk.field { part.notes.append(field.text) }
    guard let counts else { return }
    // Bytes around the image in each write would have to be made anew where it goes on.
    if stream.bulk.field == nil {
      part.countField = TransferPart.CountField(
        attributeHandle: counts.attributeHandle, first: counts.first, offset: counts.number.offset,
        isBigEndian: counts.number.order == .big, base: counts.base)
    }
    let period = counts.period.map { ", after \($0) bytes each" } ?? ""
    part.notes.append(
      "the device's count is at byte \(counts.number.offset) of its messages on handle \(counts.attributeHandle)\(period)"
    )
  }

  // MARK: - The size

  /// A number that is the image's size.
  private struct Size {
    var bytes: Int
    /// True when exactly so much was written.
    var isWritten: Bool
    var moment: Moment
    var handle: AttributeHandle
  }

  /// What the client wrote elsewhere before the stream, the newest last.
  private var commands: [(value: [UInt8], message: TransferMessage)] {
    others.flatMap { $0.samples + $0.recent }
      .filter { $0.message.moment.frame < stream.bulk.first.frame && $0.value.count <= 64 }
      .sorted { $0.message.moment.frame < $1.message.moment.frame }
  }

  /// The size that the client announced: a number that is exactly what was written, or else the only one that
  /// could be a size.
  private func announced(_ coverage: ByteCoverage, _ counts: CountEvidence.Place?) -> Size? {
    let commands = commands
    let orders = counts.map { [$0.number.order] } ?? TransferProfile.ByteOrder.allCases
    let end = coverage.end
    let isWhole = coverage.contiguous == end || coverage.ranges.count == 1
    for command in commands.reversed() where isWhole {
      if numbers(command.value, orders, from: 0).contains(end) {
        return Size(
          bytes: end, isWritten: true, moment: command.message.moment, handle: command.message.attributeHandle
        )
      }
    }
    guard counts != nil else { return nil }
    let least = max(end, counts?.value ?? 0, GenericTransfer.fewest.bytes)
    // Commands that begin with different bytes begin with their kind.
    let hasKinds = Set(commands.compactMap(\.value.first)).count > 1
    for command in commands.reversed() {
      let sizes = Set(numbers(command.value, orders, from: hasKinds || isEchoed(command) ? 1 : 0))
        .filter { $0 >= least && $0 <= GenericTransfer.largestSize }
      guard sizes.count <= 1 else { return nil }
      if let bytes = sizes.first {
        return Size(
          bytes: bytes, isWritten: false, moment: command.message.moment,
          handle: command.message.attributeHandle)
      }
    }
    return nil
  }

  /// True when the device's next message begins with the first byte of a command, or with that and its top bit
  /// set, as answers do whose messages begin with their kind.
  private func isEchoed(_ command: (value: [UInt8], message: TransferMessage)) -> Bool {
    guard let kind = command.value.first,
      let answer = said.first(where: { $0.message.moment.frame > command.message.moment.frame })?.value.first
    else { return false }
    return answer == kind || answer == kind | 0x80
  }

  private func numbers(_ value: [UInt8], _ orders: [TransferProfile.ByteOrder], from start: Int) -> [Int] {
    guard value.count >= start + 4 else { return [] }
    return (start...(value.count - 4)).flatMap { offset in
      orders.compactMap {
        TransferProfile.Number(offset: offset, count: 4, order: $0).read(value).map {
          Int(truncatingIfNeeded: $0)
        }
      }
    }
  }

  // MARK: - How it ended

  private func conclude(
    _ part: inout TransferPart, _ counts: CountEvidence.Place?, _ check: NamedCheck?
  ) {
    guard let end = part.lastData else { return }
    let isSent = part.declaredBytes.map { part.coverage.end >= $0 } ?? true
    guard !isSent else { return judge(&part, counts, check, end) }
    // More was announced: what ends the connection ends the transfer.
    if let counts, let period = counts.period, part.coverage.end - counts.value >= period, last.moment == end
    {
      part.awaited = .init(what: "the acknowledgement that came after \(period) bytes each", since: end)
    }
  }

  /// Everything was sent, or nothing tells how much that is: the end of the connection is no failure.
  private func judge(
    _ part: inout TransferPart, _ counts: CountEvidence.Place?, _ check: NamedCheck?, _ end: Moment
  ) {
    part.restart = end
    guard let counts, counts.value >= part.declaredBytes ?? part.coverage.end else { return }
    let command = others.flatMap(\.recent).filter { $0.message.moment.frame > end.frame }
      .min { $0.message.moment.frame < $1.message.moment.frame }
    guard let command, let status = status(until: command.message.moment, part),
      let answer = said.first(where: { $0.message.moment.frame > command.message.moment.frame }),
      answer.value.count > 1
    else { return }
    part.steps.append(.init(step: .verify, began: command.message.moment))
    if answer.value[1] == status {
      // Without a size this may be all of it; an earlier part may know.
      part.taken = .init(bytes: counts.value, moment: answer.message.moment)
      if part.declaredBytes != nil {
        part.accepted = answer.message.moment
        part.restart = nil
      }
    } else if let check, let other = otherCheck(in: answer.value, than: check) {
      part.causes.append(
        TransferCause(
          .hashMismatch,
          "the client named the CRC-32 of what it then wrote (bytes \(ByteText.hex(check.bytes))); the device's last answer holds other bytes (\(other)), and \(answer.value[1]) in its second byte, where all its messages before have \(status)",
          answer.message.moment, frames: [check.check.moment.frame, command.message.moment.frame],
          confidence: .likely))
    } else {
      part.causes.append(
        TransferCause(
          .refused,
          "the device's last answer has \(answer.value[1]) in its second byte, where all its messages before have \(status): perhaps a result",
          answer.message.moment, frames: [command.message.moment.frame], confidence: .possible))
    }
  }

  /// The four bytes that follow the second one of an answer, when that is all there is, and not the check.
  private func otherCheck(in answer: [UInt8], than check: NamedCheck) -> String? {
    guard answer.count == 6, !answer[2...].elementsEqual(check.bytes),
      !answer[2...].elementsEqual(check.bytes.reversed())
    else { return nil }
    return ByteText.hex(answer[2...])
  }

  /// The second byte of everything that the device said until then, if that was always the same and messages of
  /// several kinds were among it.
  private func status(until moment: Moment, _ part: TransferPart) -> UInt8? {
    // What was said of the transfer before counts for that one.
    let first = isFirst ? 0 : part.steps.first?.began.frame ?? 0
    let before = said.filter {
      (first..<max(first, moment.frame)).contains($0.message.moment.frame) && $0.value.count > 1
    }
    guard before.count >= 3, Set(before.map { $0.value[0] }).count > 1, let status = before.first?.value[1],
      before.allSatisfy({ $0.value[1] == status })
    else { return nil }
    return status
  }
}

extension ChunkField {
  /// The field in words.
  public var text: String {
    let bits = 8 * count
    let order = count == 1 ? "" : order == .little ? ", little-endian" : ", big-endian"
    let what = kind == .offset ? "an offset" : "a number that counts"
    return "\(what) in front of each value: \(bits) bits at byte \(offset)\(order)"
  }
}

extension TransferPart {
  /// Puts everything that was sent so many bytes further.
  fileprivate mutating func move(by base: Int) {
    var moved = ByteCoverage()
    for range in coverage.ranges where range.upperBound < Int.max - base {
      moved.add((range.lowerBound + base)..<(range.upperBound + base))
    }
    moved.repeatedBytes = coverage.repeatedBytes
    coverage = moved
    if let bytes = image {
      var image = ImageBytes()
      image.put(bytes.bytes[...], at: base)
      self.image = image
    }
  }
}
