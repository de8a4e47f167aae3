import ATTParser

extension TransferRule {
  /// The longest packet that every bootloader of Nordic's legacy protocol takes.
  private static let shortPacket = 20
  /// Chunks from which their length is a habit.
  private static let habit = 8

  /// Packets of Legacy DFU that are longer than many bootloaders take, and that did not get far.
  static let packetsBeyond20 = TransferRule { _, part, context in
    guard part.format == NordicLegacyDFU.format.name, part.longestChunk > shortPacket, part.accepted == nil,
      let first = part.firstData, let connection = context.connection(part),
      !part.causes.contains(where: { $0.symptom == .valueTooLong || $0.symptom == .valueBeyond512 })
    else { return [] }
    let isTaken = part.confirmedBytes ?? 0 > part.longestChunk
    let isOver = connection.closed != nil
    return [
      TransferCause(
        .packetsBeyond20,
        "packets of \(part.longestChunk) bytes, of which the device confirmed \(isTaken ? "some" : "none"), where many bootloaders of this protocol take \(shortPacket)",
        first, frames: [part.lastData?.frame].compactMap(\.self),
        confidence: isTaken || !isOver ? .possible : .likely,
        isFatal: isOver && !isTaken)
    ]
  }

  /// Chunks without response to a characteristic that does not take them: a server drops those.
  static let wrongWriteKind = TransferRule { _, part, context in
    guard part.accepted == nil, part.isDevicePeer, part.confirmedBytes ?? 0 == 0,
      let handle = part.dataHandle,
      let first = part.firstData, let connection = context.connection(part),
      let characteristic = connection.peerTable.characteristics.first(where: { $0.value == handle }),
      !characteristic.properties.contains(.writeWithoutResponse),
      let stream = connection.streams.first(where: {
        $0.kind == .writeCommand && $0.attributeHandle == handle && $0.direction == .sent
      })
    else { return [] }
    return [
      TransferCause(
        .wrongWriteKind,
        "\(stream.count) writes without response went to handle \(handle), whose properties do not offer that, and the device confirmed none of their bytes",
        first, frames: [stream.last.frame], confidence: .likely, isFatal: connection.closed != nil)
    ]
  }

  /// Requests that carry hardly anything of the image.
  static let smallChunks = TransferRule { _, part, context in
    guard part.format == MCUmgr.format.name, part.chunks >= habit, part.longestChunk > 0,
      let first = part.firstData, let last = part.lastData
    else { return [] }
    let mtu = Int(context.connection(part)?.mtu?.effective ?? 23)
    guard part.longestChunk < 16 || part.longestChunk * 4 < mtu - 3 else { return [] }
    return [
      TransferCause(
        .smallChunks,
        "each request carries \(part.longestChunk) bytes of the image or fewer, with an ATT_MTU of \(mtu)",
        first, frames: [last.frame], confidence: .possible, isFatal: false)
    ]
  }
}
