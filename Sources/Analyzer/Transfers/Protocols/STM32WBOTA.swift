import ATTParser

/// STM32WB OTA: writes to flash at an address, service FE20.
///
/// ```
/// FE11 → boot mode u8, sector u8, sectors u8     of the application: restart into the loader
/// FE22 → 02 address 3 bytes (sectors u8)         begin at an address of flash; 01 for the wireless stack
///      → 07                                      finished       → 00 stop, 08 cancel
/// FE23 ← 01 restarts, 02 ready, 03 flash is not free
/// FE24 → bytes, in order
/// ```
///
/// The address is big-endian. There is no size, no check and no acknowledgement; the device says `01` after `07` and
/// restarts, whatever it has. What it looks for then is in the image: ``STM32WBKeyword``.
struct STM32WBOTA: TransferProtocol {
  static let format = TransferFormat(
    "stm32wb-ota", "STM32WB OTA",
    [
      TransferAttribute(uuid(0xFE11), .reboot), TransferAttribute(uuid(0xFE22), .control),
      TransferAttribute(uuid(0xFE23), .status), TransferAttribute(uuid(0xFE24), .data),
    ],
    recognize: recognize
  ) { STM32WBOTA() }

  /// `0000xxxx-8E22-4541-9D4C-21EDAE82ED19`.
  private static func uuid(_ number: UInt64) -> BluetoothUUID {
    BluetoothUUID(high: 0x0000_0000_8E22_4541 | number << 32, low: 0x9D4C_21ED_AE82_ED19)
  }

  /// An address, and elsewhere bytes that begin with a vector table for it: a stack in RAM, and a reset vector
  /// in flash behind the address.
  private static func recognize(_ heard: ArraySlice<HeardMessage>) -> [AttributeHandle: TransferRole]? {
    guard let newest = heard.last, newest.message.isWrite, newest.count % 8 == 0, newest.count >= 8,
      let stack = newest.bytes.littleEndian(at: 0, 4), (0x2000_0000...0x2004_0000).contains(stack),
      let reset = newest.bytes.littleEndian(at: 4, 4), reset & 1 == 1
    else { return nil }
    for begin in heard.dropLast() where begin.message.isWrite && (4...5).contains(begin.bytes.count) {
      guard begin.bytes[0] == 1 || begin.bytes[0] == 2, let address = begin.bytes.bigEndian(at: 1, 3),
        address > 0, address & 0xFFF == 0, reset >= 0x0800_0000 + address, reset < 0x0810_0000,
        begin.message.attributeHandle != newest.message.attributeHandle
      else { continue }
      var roles = [
        begin.message.attributeHandle: TransferRole.control, newest.message.attributeHandle: .data,
      ]
      // What the device says stands between the two.
      let first = begin.message.attributeHandle.rawValue
      let between = first..<max(first, newest.message.attributeHandle.rawValue)
      for handle in between.dropFirst() where between.count <= longestGap {
        roles[AttributeHandle(rawValue: handle)] = .status
      }
      return roles
    }
    return nil
  }

  /// Handles from the address to the data; two characteristics and a descriptor are usual.
  private static let longestGap = 12

  private var position = 0
  private var keyword: STM32WBKeyword?

  mutating func receive(_ message: TransferMessage, _ value: [UInt8], _ log: inout TransferLog) {
    let moment = message.moment
    switch message.role {
    case .reboot where message.isWrite:
      log.begin(moment)
      log.step(.prepare, moment)
      log.jump(moment)
      log.expectRestart(moment)
    case .control where message.isWrite: command(value, moment, &log)
    case .status where message.isFromServer: tell(value, moment, &log)
    case .data where message.isWrite:
      log.step(.transfer, moment)
      log.data(value[...], at: position, missing: message.missingBytes, moment)
      keyword?.add(value, at: position, isWhole: message.missingBytes == 0)
      position += value.count + message.missingBytes
    default: break
    }
  }

  private mutating func command(_ value: [UInt8], _ moment: Moment, _ log: inout TransferLog) {
    switch value.first {
    case 0x01, 0x02:
      position = 0
      keyword = nil
      log.begin(moment)
      log.step(.announce, moment)
      if let address = value.bigEndian(at: 1, 3) {
        let what = value[0] == 1 ? "wireless stack" : "application"
        log.note("\(what), to flash at 0x\(String(address, radix: 16))")
        if value[0] == 2 { keyword = STM32WBKeyword(imageAt: Int(address)) }
      }
    case 0x07:
      log.step(.activate, moment)
      log.await("the word that the device restarts", moment)
    case 0x00: log.fail(.clientStopped, "the client stopped the update", moment)
    case 0x08: log.fail(.clientStopped, "the client cancelled the update", moment)
    default: break
    }
  }

  private func tell(_ value: [UInt8], _ moment: Moment, _ log: inout TransferLog) {
    log.answered(moment)
    switch value.first {
    case 0x01:
      log.expectRestart(moment)
      judge(moment, &log)
    case 0x03: log.fail(.slotBusy, "the device refused to begin: flash is not free (3)", moment)
    default: break
    }
  }

  /// The device restarts: what it is going to find can be told from what was sent, if the image has a keyword.
  ///
  /// Of another image it is not known that its loader restarts whatever it has.
  private func judge(_ moment: Moment, _ log: inout TransferLog) {
    if let place = keyword?.place {
      if log.current?.causes.contains(where: { $0.symptom == .valueTooLong }) == true {
        return log.condemn(
          .valueTooLong, ": what is too long does not arrive, and the device says nothing of it")
      }
      let end = place + STM32WBKeyword.size
      guard position >= end else {
        return log.fail(
          .chunkMissing,
          "the image has its last word at byte \(place), and \(position) bytes were sent: \(end - position) were not",
          moment, confidence: .likely, isFinal: true)
      }
      if keyword?.isThere == false {
        return log.fail(
          .hashMismatch,
          "the keyword is not at byte \(place), where the image says that it is: the loader takes that for an update that was not completed",
          moment, confidence: .likely, isFinal: true)
      }
      if keyword?.isThere == true { log.note("the keyword that the loader looks for is at byte \(place)") }
    }
    log.confirm(position, moment)
    log.accept(moment)
  }
}

extension TransferRole {
  /// The request that sends an application into its loader, of STM32WB.
  static let reboot = TransferRole(rawValue: 18)
}
