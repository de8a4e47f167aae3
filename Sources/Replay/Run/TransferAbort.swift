import ATTParser

/// How a transfer protocol is told that the client gives up, so that the device does not stay in the middle of an update.
struct TransferAbort {
  /// The characteristic that takes it.
  let uuid: BluetoothUUID
  /// What is written.
  let value: [UInt8]
  /// Its name, for the report.
  let name: String

  /// The protocols that have such a message; one line each.
  static let all: [TransferAbort] = [
    // nRF5 SDK, nrf_dfu_req_handler: NRF_DFU_OP_ABORT.
    TransferAbort(
      uuid: BluetoothUUID(high: 0x8EC9_0001_F315_4F60, low: 0x9FB8_8388_30DA_EA50), value: [0x0C],
      name: "Abort of Nordic Secure DFU"),
    // nRF5 SDK, ble_dfu: OP_CODE_SYS_RESET, which leaves the bootloader's transfer.
    TransferAbort(
      uuid: BluetoothUUID(high: 0x0000_1531_1212_EFDE, low: 0x1523_785F_EABC_D123), value: [0x06],
      name: "Reset of Nordic Legacy DFU"),
  ]

  /// The message for the first attribute of a transfer that has one.
  static func known(_ attributes: Set<AttributeKey>) -> (TransferAbort, AttributeKey)? {
    for abort in all {
      let key = attributes.first { $0.uuid == abort.uuid }
      if let key { return (abort, key) }
    }
    return nil
  }
}
