import ATTParser

/// Nordic buttonless DFU: the application is told to go into the bootloader.
///
/// ```
/// → 01               enter the bootloader      ← 20 01 result
/// → 02 length name   its advertising name      ← 20 02 result
/// ```
struct NordicButtonless: TransferProtocol {
  static let format = TransferFormat(
    "nordic-buttonless-dfu", "Nordic buttonless DFU",
    [
      TransferAttribute(NordicSecureDFU.nordicUUID(3), .control),
      TransferAttribute(NordicSecureDFU.nordicUUID(4), .control),
      TransferAttribute(
        BluetoothUUID(high: 0x8E40_0001_F315_4F60, low: 0x9FB8_8388_30DA_EA50), .control),
    ]
  ) { NordicButtonless() }

  mutating func receive(_ message: TransferMessage, _ value: [UInt8], _ log: inout TransferLog) {
    let moment = message.moment
    if message.isWrite, value.first == 0x01 {
      log.begin(moment)
      log.jump(moment)
      log.step(.prepare, moment)
      log.await("the answer to Enter Bootloader", moment)
    } else if message.isFromServer, value.count >= 3, value[0] == 0x20, value[1] == 0x01 {
      log.answered(moment)
      if value[2] == 0x01 {
        log.expectRestart(moment)
      } else {
        let name = Self.results[value[2]] ?? "unknown result"
        log.fail(
          .refused, "the device refused to enter its bootloader: \(name) (0x\(String(value[2], radix: 16)))",
          moment)
      }
    }
  }

  private static let results: [UInt8: String] = [
    0x02: "not supported", 0x04: "operation failed", 0x05: "invalid advertising name", 0x06: "busy",
    0x07: "not bonded",
  ]
}
