import ATTParser

/// A bearer that makes things go wrong on the way, in either role.
final class FaultyBearer: ATTBearer {
  private let inner: any ATTBearer
  private let faults: ReplayFaults
  /// The attribute whose bytes count towards the offset at which the link ends; nil for all.
  private let counted: AttributeKey?
  /// The server's attributes, once they are known.
  var layout = AttributeLayout()
  private var values = 0
  private var written = 0
  private var held = FIFO<BearerEvent>()
  private var hasHungUp = false

  /// Makes a bearer over another; `counted` is the attribute whose bytes count, nil for all.
  init(_ inner: any ATTBearer, _ faults: ReplayFaults, counted: AttributeKey?) {
    self.inner = inner
    self.faults = faults
    self.counted = counted
  }

  var capabilities: BearerCapabilities { inner.capabilities }
  var link: BearerLink? { inner.link }

  func open(_ target: LinkTarget, until deadline: MonotonicTime) throws(ReplayError) -> BearerLink {
    held.removeAll()
    return try inner.open(target, until: deadline)
  }

  /// Sends what does not go wrong: a client's request may be answered here, a server's value be lost.
  func send(_ pdu: [UInt8], until deadline: MonotonicTime) throws(ReplayError) {
    guard inner.link != nil else { throw ReplayError(.link, "fault injection", "there is no link") }
    pause()
    if isLost(pdu) { return }
    if let answer = refusal(of: pdu) {
      held.append(.pdu(answer, at: .now))
      return
    }
    try inner.send(pdu, until: deadline)
    count(pdu)
  }

  func next(until deadline: MonotonicTime) throws(ReplayError) -> BearerEvent? {
    if let event = held.popFirst() { return event }
    while let event = try inner.next(until: deadline) {
      guard case .pdu(let bytes, _) = event else { return event }
      if isLost(bytes) { continue }
      if let answer = refusal(of: bytes) {
        try inner.send(answer, until: deadline)
        continue
      }
      // As a server, the requests of a client come this way.
      if inner.link?.role == .peripheral {
        pause()
        count(bytes)
      }
      return event
    }
    return nil
  }

  func change(_ change: LinkChange, until deadline: MonotonicTime) throws(ReplayError) {
    try inner.change(change, until: deadline)
  }

  func close() { inner.close() }

  private func pause() {
    if let delay = faults.delay { Pause.sleep(until: MonotonicTime.now.adding(milliseconds: delay)) }
  }

  /// Whether a PDU is the value that is to be lost.
  private func isLost(_ pdu: [UInt8]) -> Bool {
    guard let first = pdu.first, [0x1B, 0x1D, 0x23].contains(first) else { return false }
    values += 1
    return values == faults.droppedValue
  }

  /// The Error Response to a request that is to fail; nil for others.
  private func refusal(of pdu: [UInt8]) -> [UInt8]? {
    guard let (code, attribute) = faults.error, let message = try? ATTMessage(pdu),
      message.opcode.kind == .request, let handle = message.pdu.attributeHandle,
      let key = layout.entry(handle)?.key, attribute.matches(key)
    else { return nil }
    return ReplayAnswer.error(code, message.opcode, handle)
  }

  /// Ends the link when so many bytes of the image have been written.
  private func count(_ pdu: [UInt8]) {
    guard let offset = faults.disconnectOffset, !hasHungUp, let message = try? ATTMessage(pdu) else { return }
    switch message.pdu {
    case .writeCommand(let handle, let value), .writeRequest(let handle, let value):
      if let counted, layout.entry(handle)?.key != counted { return }
      written += value.count
    default: return
    }
    guard written >= offset else { return }
    hasHungUp = true
    inner.close()
    held.append(.disconnected(reason: .terminatedByLocalHost, at: .now))
  }
}
