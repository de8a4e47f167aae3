import ATTParser

/// The client side of a link: one request at a time with its answer, and what arrives unasked, in order.
///
/// Indications are confirmed the moment they come, and what the device's own client asks is answered with as little as
/// the protocol allows.
final class ATTClient {
  /// Values kept that nobody has waited for.
  static let arrivalLimit = 65_536
  /// The longest that is waited before it is looked whether the user wants to stop, in milliseconds.
  private static let slice = 100

  /// A value that came unasked.
  struct Arrival {
    /// The attribute.
    var handle: AttributeHandle
    /// True for an indication.
    var isIndication: Bool
    /// The value.
    var value: [UInt8]
    /// When.
    var time: MonotonicTime
  }

  private let bearer: any ATTBearer
  private let isInterrupted: () -> Bool
  /// What came unasked and was not taken yet.
  private(set) var arrivals: [Arrival] = []
  /// Values that were dropped since nobody waited for them.
  private(set) var overflow = 0
  /// How the link ended, nil while it stands.
  private(set) var ending: (reason: ErrorCode?, time: MonotonicTime)?
  /// The ATT_MTU in force.
  var attMTU = 23
  /// Client Rx MTU, which the device's own client is told, too.
  var ownMTU: UInt16 = 23
  private var answer: (pdu: [UInt8], time: MonotonicTime)?

  /// Begins to use a bearer whose link stands.
  ///
  /// - Parameter isInterrupted: asked during every wait, at least ten times a second.
  init(_ bearer: any ATTBearer, isInterrupted: @escaping () -> Bool) {
    self.bearer = bearer
    self.isInterrupted = isInterrupted
  }

  /// True when the link stands and nobody wants to stop.
  var isUsable: Bool { ending == nil && !isInterrupted() }

  /// Sends a request and waits for its answer; nil when none came in time, or the link ended.
  func request(
    _ pdu: [UInt8], until deadline: MonotonicTime
  ) throws(ReplayError) -> (pdu: [UInt8], time: MonotonicTime)? {
    answer = nil
    try bearer.send(pdu, until: deadline)
    try pump(until: deadline) { self.answer != nil }
    return answer
  }

  /// Sends a PDU that is not answered.
  func send(_ pdu: [UInt8], until deadline: MonotonicTime) throws(ReplayError) {
    try bearer.send(pdu, until: deadline)
  }

  /// Takes the first value of an attribute that has come, or comes in time; nil when none does.
  func arrival(
    of handle: AttributeHandle, isIndication: Bool, until deadline: MonotonicTime
  ) throws(ReplayError) -> Arrival? {
    func place() -> Int? {
      arrivals.firstIndex { $0.handle == handle && $0.isIndication == isIndication }
    }
    try pump(until: deadline) { place() != nil }
    return place().map { arrivals.remove(at: $0) }
  }

  /// Takes everything that has come and was not waited for.
  func takeArrivals() -> [Arrival] {
    defer { arrivals.removeAll() }
    return arrivals
  }

  /// Waits until the link ends; false when it stands at the deadline.
  func waitForEnd(until deadline: MonotonicTime) throws(ReplayError) -> Bool {
    try pump(until: deadline) { false }
    return ending != nil
  }

  /// Takes in what happens until a time, until the link ends, or until `isEnough` says so.
  func pump(until deadline: MonotonicTime, _ isEnough: () -> Bool) throws(ReplayError) {
    while !isEnough(), ending == nil, !isInterrupted() {
      let slice = min(deadline, MonotonicTime.now.adding(milliseconds: Self.slice))
      if let event = try bearer.next(until: slice) {
        try take(event)
      } else if deadline <= .now || bearer.capabilities.contains(.neverWaits) {
        return
      }
    }
  }

  private func take(_ event: BearerEvent) throws(ReplayError) {
    switch event {
    case .disconnected(let reason, let time): ending = (reason, time)
    case .changed: break
    case .pdu(let bytes, let time):
      guard let first = bytes.first else { return }
      switch ATTOpcode(rawValue: first).kind {
      case .response: answer = (bytes, time)
      case .notification, .indication: try takeValues(bytes, time)
      case .request: try answerPeer(bytes)
      case .command, .confirmation: break
      // Bit 6 marks commands; anything else unknown would have to be answered.
      case .unknown: if first & 0x40 == 0 { try answerPeer(bytes) }
      }
    }
  }

  private func takeValues(_ bytes: [UInt8], _ time: MonotonicTime) throws(ReplayError) {
    // The server waits for it, whatever the capture's client did.
    if bytes[0] == 0x1D {
      let confirmation = ATTPDU.handleValueConfirmation.encoded()
      try bearer.send(confirmation, until: MonotonicTime.now.adding(milliseconds: 5000))
    }
    guard let message = try? ATTMessage(bytes) else { return }
    switch message.pdu {
    case .handleValueNotification(let handle, let value), .handleValueIndication(let handle, let value):
      keep(
        Arrival(handle: handle, isIndication: bytes[0] == 0x1D, value: message.bytes(of: value), time: time))
    case .multipleHandleValueNotification(let list):
      for (handle, value) in message.values(of: list) {
        keep(Arrival(handle: handle, isIndication: false, value: value, time: time))
      }
    default: break
    }
  }

  private func keep(_ arrival: Arrival) {
    if arrivals.count < Self.arrivalLimit { arrivals.append(arrival) } else { overflow += 1 }
  }

  /// Answers the device's own client: it gets our MTU, and finds no attributes.
  private func answerPeer(_ bytes: [UInt8]) throws(ReplayError) {
    let opcode = ATTOpcode(rawValue: bytes[0])
    var reply = ReplayAnswer.error(.requestNotSupported, opcode, AttributeHandle(rawValue: 0))
    if let message = try? ATTMessage(bytes) {
      switch message.pdu {
      case .exchangeMTURequest(let mtu):
        attMTU = max(attMTU, min(Int(mtu), Int(ownMTU)))
        reply = ATTPDU.exchangeMTUResponse(serverRxMTU: ownMTU).encoded()
      case .findInformationRequest(let start, _), .findByTypeValueRequest(let start, _, _, _),
        .readByTypeRequest(let start, _, _), .readByGroupTypeRequest(let start, _, _):
        reply = ReplayAnswer.error(.attributeNotFound, opcode, start)
      default:
        reply = ReplayAnswer.error(
          .invalidHandle, opcode, message.pdu.firstHandle ?? AttributeHandle(rawValue: 0))
      }
    }
    try bearer.send(reply, until: MonotonicTime.now.adding(milliseconds: 5000))
  }
}
