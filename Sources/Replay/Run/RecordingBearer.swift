import ATTParser

/// A bearer that writes down what passes, as a host's log of HCI packets would have it, where no controller tells that.
///
/// The ATT PDUs are real; the packets around them are made up.
public final class RecordingBearer: ATTBearer {
  /// The connection handle of the first link; the next ones count up, as controllers do.
  private static let firstHandle: UInt16 = 0x0040

  private let inner: any ATTBearer
  private let recorder: any PacketRecorder
  private var handle = RecordingBearer.firstHandle &- 1
  private var isOpen = false

  /// Makes a bearer over another, whose packets are given to a recorder.
  public init(_ inner: any ATTBearer, in recorder: any PacketRecorder) {
    self.inner = inner
    self.recorder = recorder
  }

  /// What the inner bearer can do.
  public var capabilities: BearerCapabilities { inner.capabilities }
  /// The inner bearer's link.
  public var link: BearerLink? { inner.link }

  /// Opens the inner bearer, and notes that.
  public func open(_ target: LinkTarget, until deadline: MonotonicTime) throws(ReplayError) -> BearerLink {
    let link = try inner.open(target, until: deadline)
    handle = handle &+ 1 & 0x0EFF
    isOpen = true
    let peer = (link.peer ?? DeviceAddress(0)).littleEndianBytes
    // Parameters that the bearer does not tell are written as 0.
    var parameters: [UInt8] = [0, 0, 0, 0, 0, 0]
    if case .parameters(let interval, let latency, let timeout) = link.parameters {
      parameters = interval.littleEndianBytes + latency.littleEndianBytes + timeout.littleEndianBytes
    }
    // status, handle, role, address type, address, interval, latency, timeout, clock accuracy
    let role: UInt8 = link.role == .central ? 0 : 1
    let complete =
      [0x01, 0x00] + handle.littleEndianBytes + [role, link.peerIsRandom == true ? 1 : 0] + peer
      + parameters + [0]
    add([0x04, 0x3E, UInt8(complete.count)] + complete, .received, link.opened)
    return link
  }

  /// Hands a PDU on, and notes it.
  public func send(_ pdu: [UInt8], until deadline: MonotonicTime) throws(ReplayError) {
    // Before what answers it, which may come while it is sent.
    let time = MonotonicTime.now
    try inner.send(pdu, until: deadline)
    add(acl(pdu, boundary: 0), .sent, time)
  }

  /// The next event of the inner bearer, which is noted.
  public func next(until deadline: MonotonicTime) throws(ReplayError) -> BearerEvent? {
    let event = try inner.next(until: deadline)
    switch event {
    case .pdu(let bytes, let time): add(acl(bytes, boundary: 2), .received, time)
    case .disconnected(let reason, let time): noteEnd(reason ?? ErrorCode(rawValue: 0x1F), time)
    case .changed(let change, let time): note(change, time)
    case nil: break
    }
    return event
  }

  /// Changes the inner bearer's link.
  public func change(_ change: LinkChange, until deadline: MonotonicTime) throws(ReplayError) {
    try inner.change(change, until: deadline)
  }

  /// Ends the link, and notes that.
  public func close() {
    inner.close()
    if isOpen {
      add(
        [0x01, 0x06, 0x04, 0x03] + handle.littleEndianBytes + [ErrorCode.remoteUserTerminated.rawValue],
        .sent, .now)
      noteEnd(.terminatedByLocalHost, .now)
    }
  }

  /// A change as the controller tells the host of it.
  private func note(_ change: LinkChange, _ time: MonotonicTime) {
    let event: [UInt8]
    switch change {
    case .parameters(let interval, let latency, let timeout):
      event =
        [0x03, 0] + handle.littleEndianBytes + interval.littleEndianBytes + latency.littleEndianBytes
        + timeout.littleEndianBytes
    case .dataLength(let octets):
      // Microseconds that so many octets take on LE 1M, with what is around them.
      let length = octets.littleEndianBytes + ((octets &+ 14) &* 8).littleEndianBytes
      event = [0x07] + handle.littleEndianBytes + length + length
    case .phy(let phy): event = [0x0C, 0] + handle.littleEndianBytes + [phy, phy]
    case .encryption: return add([0x04, 0x08, 4, 0] + handle.littleEndianBytes + [1], .received, time)
    }
    add([0x04, 0x3E, UInt8(event.count)] + event, .received, time)
  }

  private func noteEnd(_ reason: ErrorCode, _ time: MonotonicTime) {
    guard isOpen else { return }
    isOpen = false
    add([0x04, 0x05, 0x04, 0x00] + handle.littleEndianBytes + [reason.rawValue], .received, time)
  }

  /// An ACL packet with one L2CAP PDU on the channel of ATT.
  private func acl(_ pdu: [UInt8], boundary: UInt16) -> [UInt8] {
    let count = UInt16(clamping: pdu.count)
    return [0x02] + (handle | boundary << 12).littleEndianBytes + (count &+ 4).littleEndianBytes
      + count.littleEndianBytes + [0x04, 0x00] + pdu
  }

  private func add(_ packet: [UInt8], _ direction: Direction, _ time: MonotonicTime) {
    recorder.record(packet, direction: direction, at: time)
  }
}
