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
          "after the restart the device runs the image with hash \(names[0]), not the one it was told to use, \(names[1])\(fate(of: chosen, running))",
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

  /// What became of the image that the device was told to use, and does not run.
  private static func fate(of chosen: [UInt8], _ running: TransferPart.Running) -> String {
    guard let image = running.others.first(where: { $0.hash == chosen }) else {
      return running.others.isEmpty ? "" : ", which it no longer has"
    }
    return image.isPending
      ? ", which is still to be started: its bootloader did not swap them"
      : ", which it has and is not going to start: it was started and not confirmed, or refused"
  }

  /// The device was looked for after the restart, and was not there.
  static let notSeenAgain = TransferRule { _, part, context in
    guard part.accepted != nil, part.isDevicePeer, let end = context.ending(of: part), end.by != .client,
      let connection = context.connection(part), let peer = connection.peer,
      context.nextConnection(after: part) == nil,
      let attempt = context.lastFailure[peer].map({ context.failures[$0] }),
      attempt.moment.frame > end.moment.frame,
      context.advertising.advertiser(peer, connection.peerType ?? .randomDevice)?.last.frame ?? 0
        < end.moment.frame
    else { return [] }
    let explanation =
      attempt.attempt.map { ": \(ConnectAttemptExplanation($0, context.advertising).sentence)" } ?? ""
    return [
      TransferCause(
        .notSeenAgain, "after the restart the connection attempt to \(peer) failed\(explanation)",
        attempt.moment, frames: [end.moment.frame], confidence: .likely, isFatal: false)
    ]
  }

  /// The device says the same version after the restart as before.
  static let oldVersion = TransferRule { transfer, part, context in
    guard part.accepted != nil, let after = context.nextConnection(after: part),
      let versions = versions(transfer, part, context), versions.before == versions.after,
      let before = context.connection(transfer.parts[0])
    else { return [] }
    let text = String(decoding: versions.after, as: UTF8.self)
    return [
      TransferCause(
        .oldVersion, "the device says version \"\(text)\" after the restart, as before", after.firstSeen,
        frames: [before.firstSeen.frame], confidence: .possible, isFatal: false)
    ]
  }

  /// What the device said it runs before the first part and after the last; nil when it was not read twice.
  static func versions(
    _ transfer: Transfer, _ part: TransferPart, _ context: TransferContext
  ) -> (before: [UInt8], after: [UInt8])? {
    let characteristics =
      part.versionCharacteristic.map { [$0] } ?? [BluetoothUUID(0x2A26), BluetoothUUID(0x2A28)]
    guard let before = context.connection(transfer.parts[0]),
      let after = context.nextConnection(after: part),
      let old = value(of: characteristics, before), let new = value(of: characteristics, after)
    else { return nil }
    return (old, new)
  }

  /// What was last read of the first of some characteristics that was read at all.
  private static func value(of characteristics: [BluetoothUUID], _ connection: Connection) -> [UInt8]? {
    for uuid in characteristics {
      if let characteristic = connection.peerTable.characteristics.first(where: { $0.uuid == uuid }),
        let value = connection.values[characteristic.value]
      {
        return value
      }
    }
    return nil
  }
}
