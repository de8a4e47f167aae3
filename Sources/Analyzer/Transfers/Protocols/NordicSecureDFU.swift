import ATTParser

/// Nordic Secure DFU, the bootloader's part (nRF5 SDK 12 and later).
///
/// ```
/// control  → op u8, parameters          ← 60 op result, parameters
/// data     → bytes of the object that was created last
/// ```
///
/// An init packet (object type 1) announces size and hash, then the image follows in objects of a flash page
/// each (type 2). Integers are little-endian; the check is CRC-32 over everything of the type so far.
struct NordicSecureDFU: TransferProtocol {
  static let format = TransferFormat(
    "nordic-secure-dfu", "Nordic Secure DFU",
    [
      TransferAttribute(nordicUUID(1), .control),
      TransferAttribute(nordicUUID(2), .data),
    ],
    recognize: recognize
  ) { NordicSecureDFU() }

  /// `8EC9xxxx-F315-4F60-9FB8-838830DAEA50`.
  static func nordicUUID(_ number: UInt64) -> BluetoothUUID {
    BluetoothUUID(high: 0x8EC9_0000_F315_4F60 | number << 32, low: 0x9FB8_8388_30DA_EA50)
  }

  /// An answer `60 op result` to a request with that opcode, with writes to another handle after it.
  private static func recognize(_ heard: ArraySlice<HeardMessage>) -> [AttributeHandle: TransferRole]? {
    guard let newest = heard.last, newest.message.kind == .writeCommand else { return nil }
    for answer in heard where answer.message.isFromServer {
      let handle = answer.message.attributeHandle
      guard answer.bytes.count >= 3, answer.bytes[0] == 0x60, (1...6).contains(answer.bytes[1]),
        handle != newest.message.attributeHandle,
        heard.contains(where: {
          $0.message.isWrite && $0.message.attributeHandle == handle && $0.bytes.first == answer.bytes[1]
            && (1...6).contains($0.count)
        })
      else { continue }
      return [handle: .control, newest.message.attributeHandle: .data]
    }
    return nil
  }

  private enum Object: UInt8 {
    case command = 1
    case data = 2
  }

  /// The object that writes go to.
  private var object: Object?
  private var objectSize = 0
  /// The largest data object, as Select tells.
  private var maximumSize = 4096
  /// Bytes of the image that were executed.
  private var executed = 0
  /// Where in the image the next write goes.
  private var position = 0
  private var check = CyclicCheck(.crc32)
  private var executedCheck = CyclicCheck(.crc32)
  /// False while the bytes before `position` are not all in the capture.
  private var knowsCheck = true
  private var initPacket: [UInt8] = []
  /// The request that is not answered, and its parameters.
  private var request: [UInt8] = []
  private var firstWrite: Moment?
  /// After how many packets the device gives a receipt; 0 for never.
  private var receiptInterval = 0
  /// Packets of the object, and receipts that came for them.
  private var packets = 0
  private var receipts = 0
  /// True once the device has shown that it gives receipts.
  private var hasReceipts = false
  /// What came while a check was asked for and a receipt was due: the one or the other.
  private var doubtful: (value: [UInt8], moment: Moment)?
  /// The longest init packet that is looked into.
  private static let initPacketLimit = 4096

  mutating func receive(_ message: TransferMessage, _ value: [UInt8], _ log: inout TransferLog) {
    switch (message.role, message.kind) {
    case (.control, .writeRequest), (.control, .writeCommand): ask(value, message.moment, &log)
    case (.control, .notification), (.control, .indication): answer(value, message.moment, &log)
    case (.data, .writeCommand), (.data, .writeRequest): write(value, message, &log)
    default: break
    }
  }

  // MARK: - Requests

  private mutating func ask(_ value: [UInt8], _ moment: Moment, _ log: inout TransferLog) {
    guard let opcode = value.first else { return }
    settle(&log)
    request = value
    switch opcode {
    case 0x01:
      object = value.count > 1 ? Object(rawValue: value[1]) : nil
      objectSize = Int(value.littleEndian(at: 2, 4) ?? 0)
      firstWrite = nil
      packets = 0
      receipts = 0
      if object == .data {
        position = executed
        check = executedCheck
        log.step(.transfer, moment)
      } else {
        initPacket = []
        if log.current?.step ?? .prepare > .announce { log.begin(moment) }
        log.step(.announce, moment)
      }
    case 0x02:
      receiptInterval = Int(value.littleEndian(at: 1, 2) ?? 0)
      if receiptInterval > 0 { log.note("packet receipt notification every \(receiptInterval) packets") }
    case 0x04: log.step(log.current?.step ?? .transfer, moment)
    case 0x06:
      if value.count > 1, value[1] == 1 {
        // Selecting the init packet is how every update begins.
        if log.current == nil || log.current?.firstData != nil { log.begin(moment) }
        log.step(.announce, moment)
      }
    case 0x0C:
      log.fail(.clientDisconnected, "the client aborted the update", moment)
    default: break
    }
    log.await("the answer to \(Self.name(opcode))", moment)
  }

  private mutating func write(_ value: [UInt8], _ message: TransferMessage, _ log: inout TransferLog) {
    let moment = message.moment
    settle(&log)
    firstWrite = firstWrite ?? moment
    if object == .command {
      if initPacket.count + value.count <= Self.initPacketLimit { initPacket += value }
      log.step(.announce, moment)
      return
    }
    log.step(.transfer, moment)
    log.data(value[...], at: position, missing: message.missingBytes, moment)
    position += value.count + message.missingBytes
    if message.missingBytes > 0 { knowsCheck = false }
    if knowsCheck { check.add(value) }
    packets += 1
    if receiptInterval > 0, packets % receiptInterval == 0 {
      log.await(
        "the receipt for \(packets) packets of the object", moment,
        symptom: hasReceipts ? .noAnswer : .receiptMissing)
    }
  }

  // MARK: - Answers

  private mutating func answer(_ value: [UInt8], _ moment: Moment, _ log: inout TransferLog) {
    guard value.count >= 3, value[0] == 0x60 else { return }
    let opcode = value[1]
    let isAnswer = request.first == opcode
    if opcode == 3, value[2] == 1, object == .data, receiptInterval > 0 {
      if isAnswer, doubtful == nil, receipts < packets / receiptInterval,
        value.littleEndian(at: 3, 4).map(Int.init) ?? position < position
      {
        doubtful = (value, moment)
        return log.answered(moment)
      }
      if !isAnswer {
        receipts += 1
        hasReceipts = true
        log.answered(moment)
      }
    }
    doubtful = nil
    guard value[2] == 1 else {
      log.answered(moment)
      return refuse(opcode, value, moment, &log)
    }
    // A receipt looks like the answer to Calculate CRC, and nothing else is awaited when it comes.
    if isAnswer || opcode == 0x03 && request.isEmpty { log.answered(moment) }
    switch opcode {
    case 0x03: take(offset: value, isAnswer: isAnswer, moment, &log)
    case 0x04: execute(moment, &log)
    case 0x06: select(value, moment, &log)
    default: break
    }
    if isAnswer { request = [] }
  }

  /// No second answer came: the doubtful one was that to the check, and there was no receipt.
  private mutating func settle(_ log: inout TransferLog) {
    guard let (value, moment) = doubtful else { return }
    doubtful = nil
    take(offset: value, isAnswer: true, moment, &log)
  }

  /// `60 03 01 offset u32 crc u32`: a receipt, or the answer to Calculate CRC.
  private mutating func take(
    offset value: [UInt8], isAnswer: Bool, _ moment: Moment, _ log: inout TransferLog
  ) {
    guard let offset = value.littleEndian(at: 3, 4).map(Int.init), let crc = value.littleEndian(at: 7, 4)
    else {
      return
    }
    guard object == .data else {
      if isAnswer, object == .command, offset < initPacket.count {
        log.fail(
          .bytesLost, "the device has \(offset) of the \(initPacket.count) bytes of the init packet", moment,
          frames: [firstWrite?.frame].compactMap(\.self), isFatal: false)
      }
      return
    }
    log.confirm(offset, moment)
    guard isAnswer else { return }
    if offset < position {
      log.fail(
        .bytesLost,
        "the device has \(offset) bytes where \(position) were sent: \(position - offset) are missing from the object at \(executed)",
        moment, frames: [firstWrite?.frame].compactMap(\.self), isFatal: false)
    } else if offset > position, log.current?.hasBeginning == true {
      log.fail(
        .staleState,
        "the device counts \(offset) bytes where \(position) were sent: \(offset - position) are from an earlier attempt",
        moment, frames: [firstWrite?.frame].compactMap(\.self), isFatal: false)
    } else if offset == position, knowsCheck, UInt32(truncatingIfNeeded: crc) != check.value {
      log.fail(
        .bytesCorrupted, "the device's CRC over the first \(offset) bytes is not that of what was sent",
        moment,
        frames: [firstWrite?.frame].compactMap(\.self), isFatal: false)
    }
  }

  /// `60 06 01 maximum u32 offset u32 crc u32`.
  private mutating func select(_ value: [UInt8], _ moment: Moment, _ log: inout TransferLog) {
    guard let maximum = value.littleEndian(at: 3, 4).map(Int.init),
      let offset = value.littleEndian(at: 7, 4).map(Int.init), request.count > 1
    else { return }
    object = Object(rawValue: request[1])
    guard object == .data else { return }
    objectSize = 0
    packets = 0
    maximumSize = max(1, maximum)
    executed = offset / maximumSize * maximumSize
    if offset != position { knowsCheck = offset == 0 }
    position = offset
    if offset == 0 {
      check = CyclicCheck(.crc32)
      executedCheck = check
    } else {
      log.resume(at: offset, moment)
    }
    log.confirm(offset, moment)
  }

  private mutating func execute(_ moment: Moment, _ log: inout TransferLog) {
    switch object {
    case .command:
      if let image = NordicInitPacket(initPacket) {
        if let size = image.size { log.declare(bytes: size, moment) }
        if let hash = image.sha256 { log.declare(.sha256, hash, moment) }
      }
    case .data:
      executed = position
      executedCheck = check
      log.confirm(position, moment)
      log.take(position, moment)
      let declared = log.current?.declaredBytes
      // Without a size the last object gives itself away by not being a full page.
      if declared.map({ position >= $0 }) ?? (objectSize > 0 && objectSize % maximumSize != 0) {
        log.accept(moment)
        log.step(.activate, moment)
        log.expectRestart(moment)
      }
    case nil: break
    }
  }

  private mutating func refuse(
    _ opcode: UInt8, _ value: [UInt8], _ moment: Moment, _ log: inout TransferLog
  ) {
    let code = value[2]
    let extended = code == 0x0B && value.count > 3 ? value[3] : nil
    let name = extended.flatMap { Self.extendedErrors[$0] } ?? Self.results[code] ?? "unknown result"
    let number = extended.map { "0x0b 0x\(String($0, radix: 16))" } ?? "0x\(String(code, radix: 16))"
    let frames = [firstWrite?.frame].compactMap(\.self)
    let what = object == .command && opcode == 4 ? "the init packet" : Self.name(opcode)
    let text = "the device refused \(what): \(name) (\(number))"
    let isInit = object == .command
    let symptom: Symptom
    switch (opcode, code, extended) {
    case (_, _, 0x05?): symptom = .versionRefused
    case (_, _, 0x06?): symptom = .hardwareRefused
    case (_, _, 0x07?): symptom = .softDeviceRefused
    case (_, _, 0x08?), (_, _, 0x0B?): symptom = .signatureRefused
    case (_, _, 0x0C?), (_, _, 0x0A?): symptom = .hashMismatch
    case (_, _, 0x0D?), (1, 4, _): symptom = .imageTooLarge
    case (4, 8, _) where !isInit && position - executed < objectSize:
      return log.fail(
        .chunkMissing,
        "\(text), because only \(position - executed) of the \(objectSize) bytes of the object were sent",
        moment, frames: frames)
    case (4, 8, _) where (log.current?.confirmedBytes ?? position) < position: symptom = .bytesLost
    // Objects of the image are whole pages, but for the last.
    case (1, 3, _)
    where object == .data && objectSize % maximumSize != 0
      && log.declaredBytes.map({ executed + objectSize != $0 }) ?? false:
      return log.fail(
        .wrongResume,
        "\(text): an object of \(objectSize) bytes at byte \(executed) is no page of \(maximumSize), nor the rest of the image",
        moment, frames: frames)
    case (4, 8, _) where !isInit && packets == 0:
      return log.fail(
        .wrongState, "\(text): nothing was sent since the object was selected, which was executed before",
        moment, frames: frames)
    case (_, 8, _), (_, 3, _): symptom = .wrongState
    case (_, 0, _), (_, 2, _): symptom = .commandUnsupported
    case (4, 5, _) where isInit, (4, 10, _) where isInit, (4, 11, _) where isInit:
      symptom = .initPacketRefused
    case (_, 4, _): symptom = .outOfResources
    default: symptom = .refused
    }
    log.fail(symptom, text, moment, frames: frames)
  }

  // MARK: - Names

  private static func name(_ opcode: UInt8) -> String {
    names[opcode] ?? "request 0x\(String(opcode, radix: 16))"
  }

  private static let names: [UInt8: String] = [
    0x00: "Protocol Version", 0x01: "Create", 0x02: "Set Packet Receipt Notification",
    0x03: "Calculate CRC",
    0x04: "Execute", 0x06: "Select", 0x07: "Get MTU", 0x08: "Write", 0x09: "Ping", 0x0A: "Hardware Version",
    0x0B: "Firmware Version", 0x0C: "Abort",
  ]

  private static let results: [UInt8: String] = [
    0x00: "invalid opcode", 0x02: "opcode not supported", 0x03: "invalid parameter",
    0x04: "insufficient resources", 0x05: "invalid object", 0x06: "signature mismatch",
    0x07: "unsupported type", 0x08: "operation not permitted", 0x0A: "operation failed",
    0x0B: "extended error",
  ]

  private static let extendedErrors: [UInt8: String] = [
    0x00: "no error code set", 0x01: "invalid error code", 0x02: "wrong command format",
    0x03: "unknown command", 0x04: "init command invalid", 0x05: "firmware version too low",
    0x06: "hardware version differs", 0x07: "SoftDevice not accepted", 0x08: "signature missing",
    0x09: "wrong hash type", 0x0A: "hash could not be computed", 0x0B: "wrong signature type",
    0x0C: "image verification failed", 0x0D: "insufficient space",
  ]
}
