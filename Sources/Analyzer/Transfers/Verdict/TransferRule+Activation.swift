import ATTParser

extension TransferRule {
  /// The image is there and the device was never told to use it.
  static let notActivated = TransferRule { _, part, context in
    guard part.needsActivation, part.restart == nil, let connection = context.connection(part) else {
      return []
    }
    let moment = part.confirmedIn ?? part.lastData ?? part.last
    return [
      TransferCause(
        .notActivated, "the device has the whole image, and nothing in the capture tells it to use it",
        moment,
        confidence: connection.closed == nil ? .possible : .likely,
        isFatal: connection.closed != nil && part.accepted == nil)
    ]
  }

  /// The device runs another image after the restart than the one it was told to use, or has not kept it yet.
  static let otherImage = TransferRule { transfer, part, _ in
    guard let chosen = part.chosenImage, part.restart != nil, let running = transfer.running else {
      return []
    }
    guard running.hash == chosen else {
      let names = [running.hash, chosen].map { ByteText.hex($0.prefix(4)) + "…" }
      return [
        TransferCause(
          .oldVersion,
          "after the restart the device runs the image with hash \(names[0]), not the one it was told to use, \(names[1])",
          running.moment)
      ]
    }
    guard !running.isConfirmed else { return [] }
    return [
      TransferCause(
        .notConfirmed, "the device runs the new image, and nothing in the capture confirms it",
        running.moment,
        confidence: .likely, isFatal: false)
    ]
  }

  /// The device says the same version after the restart as before.
  static let oldVersion = TransferRule { transfer, part, context in
    guard part.accepted != nil, let before = context.connection(transfer.parts[0]),
      let after = context.nextConnection(after: part),
      let old = version(before), let new = version(after), old == new
    else { return [] }
    let text = String(decoding: new, as: UTF8.self)
    return [
      TransferCause(
        .oldVersion, "the device says version \"\(text)\" after the restart, as before", after.firstSeen,
        frames: [before.firstSeen.frame], confidence: .possible, isFatal: false)
    ]
  }

  /// What a device's Firmware or Software Revision String said, nil when it was not read.
  private static func version(_ connection: Connection) -> [UInt8]? {
    for number in [UInt16(0x2A26), 0x2A28] {
      let uuid = BluetoothUUID(number)
      if let characteristic = connection.peerTable.characteristics.first(where: { $0.uuid == uuid }),
        let value = connection.values[characteristic.value]
      {
        return value
      }
    }
    return nil
  }
}
