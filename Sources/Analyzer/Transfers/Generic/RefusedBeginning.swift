public import ATTParser

/// A connection that its client ended right after a write that the device refused or did not answer.
///
/// Where nothing shows that it is the beginning of an update, it may be one all the same: the first request of a
/// protocol that nobody knows.
public struct RefusedBeginning: Sendable {
  /// The connection's number.
  public let connection: Int
  /// The attribute that was written to, the value of a vendor's characteristic.
  public let attributeHandle: AttributeHandle
  /// The type of the characteristic.
  public let uuid: BluetoothUUID
  /// The frame of the Write Request, 0 when it is not in the capture.
  public let requestFrame: Int
  /// What the device answered, and where; nil when it did not answer.
  public let error: (code: ATTErrorCode, moment: Moment)?
  /// Seconds from the answer, or from the request that has none, until the client ended the connection.
  public let seconds: Double
  /// The end of the connection.
  public let ended: Moment

  /// The frames that show it.
  public var frames: [Int] {
    [requestFrame, error?.moment.frame, ended.frame].compactMap(\.self).filter { $0 > 0 }
  }

  /// Seconds after an error within which a client leaves because of it.
  private static let leaving = 5.0
  /// Seconds for which a client waits at least before it gives up.
  private static let waiting = 1.0

  /// Looks at how a connection ended; nil when it ended in another way.
  init?(_ connection: Connection) {
    guard let closed = connection.closed, closed.by == .local, connection.role != .peripheral else {
      return nil
    }
    if let last = connection.errors.last, last.direction == .received, last.request == .writeRequest,
      connection.lastReceived?.frame == last.moment.frame,
      connection.lastSent?.frame ?? 0 <= last.moment.frame
    {
      error = (last.code, last.moment)
      requestFrame = last.requestFrame ?? 0
      attributeHandle = last.attributeHandle
      seconds = closed.moment.time.seconds(since: last.moment.time)
    } else if let last = connection.unanswered.last, last.direction == .sent, last.request == .writeRequest,
      let handle = last.attributeHandle, connection.lastSent?.frame == last.began.frame
    {
      error = nil
      requestFrame = last.began.frame
      attributeHandle = handle
      seconds = closed.moment.time.seconds(since: last.began.time)
    } else {
      return nil
    }
    guard error == nil ? seconds >= Self.waiting : seconds <= Self.leaving,
      case .value(let characteristic) = connection.peerTable.meaning(of: attributeHandle),
      characteristic.uuid.short == nil
    else { return nil }
    uuid = characteristic.uuid
    self.connection = connection.id
    ended = closed.moment
  }
}

extension Analysis {
  /// Connections that may have been updates which never came to their data.
  ///
  /// Those with a transfer, or with a bulk of values, are none.
  public var refusedBeginnings: [RefusedBeginning] {
    let others = Set(transfers.flatMap(\.connections) + bulkStreams.map(\.connection))
    return connections.filter { !others.contains($0.id) }.compactMap { RefusedBeginning($0) }
  }
}
