import ATTParser

/// A device in memory that answers as a capture shows: the bearer of a central without any hardware.
///
/// It is the peripheral of ``PeripheralRunner`` without a link between, so a session can be played against itself.
public final class VirtualDevice: ATTBearer {
  /// Events kept that nobody has asked for.
  static let eventLimit = 1_048_576

  private let plan: ReplayPlan
  private let timing: ReplayPolicy.Timing
  private let serverMTU: UInt16?
  private var opened = 0
  private var server: PeripheralServer?
  private var events = FIFO<(due: MonotonicTime, event: BearerEvent)>()

  /// The link that is open.
  public private(set) var link: BearerLink?
  /// PDUs by which anything was written to it, over all links.
  public private(set) var writes = 0

  /// Makes a device.
  ///
  /// - Parameters:
  ///   - plan: the session it answers as.
  ///   - timing: whether answers take as long as they did; when fast they come at once, and nothing is ever waited for.
  ///   - serverMTU: Server Rx MTU instead of the captured one.
  public init(_ plan: ReplayPlan, timing: ReplayPolicy.Timing = .fast, serverMTU: UInt16? = nil) {
    self.plan = plan
    self.timing = timing
    self.serverMTU = serverMTU
  }

  private var isPaced: Bool { timing != .fast }

  /// Everything that a central needs; when fast, nothing is ever waited for.
  public var capabilities: BearerCapabilities {
    var all: BearerCapabilities = [
      .central, .mtuExchange, .rawHandles, .longValues, .cccdValues, .errorCodes, .linkParameters,
      .encryption,
    ]
    if !isPaced { all.insert(.neverWaits) }
    return all
  }

  /// Opens the next captured connection; after the last one, that one again.
  public func open(_ target: LinkTarget, until deadline: MonotonicTime) throws(ReplayError) -> BearerLink {
    guard let last = plan.connections.indices.last else {
      throw ReplayError(.link, "virtual", "the plan has no connection")
    }
    if case .advertise = target {
      throw ReplayError(
        .link, "virtual", "nobody connects to a virtual peripheral", advice: "use h4: or l2cap:")
    }
    events.removeAll()
    let connection = plan.connections[min(opened, last)]
    server = PeripheralServer(connection, serverMTU: serverMTU)
    opened += 1
    let now = MonotonicTime.now
    let parameters = connection.steps.first { $0.kind == .connect }?.change
    let link = BearerLink(
      role: .central, peer: plan.device, peerIsRandom: plan.isRandom, opened: now, parameters: parameters)
    self.link = link
    add(server?.takeDue() ?? [], now)
    return link
  }

  /// Hands a PDU to the device.
  public func send(_ pdu: [UInt8], until deadline: MonotonicTime) throws(ReplayError) {
    guard link != nil, server != nil else { throw ReplayError(.link, "virtual", "there is no link") }
    let before = server?.writes ?? 0
    add(server?.receive(pdu) ?? [], .now)
    writes += (server?.writes ?? 0) - before
  }

  private func add(_ outputs: [PeripheralServer.Output], _ now: MonotonicTime) {
    for output in outputs where events.count < Self.eventLimit {
      switch output {
      case .pdu(let bytes, let delay):
        let due = due(now, delay)
        events.append((due, .pdu(bytes, at: due)))
      case .hangUp(let reason, let delay):
        let due = due(now, delay)
        let code = reason.map { ErrorCode(rawValue: UInt8(clamping: $0)) }
        events.append((due, .disconnected(reason: code, at: due)))
      }
    }
  }

  private func due(_ now: MonotonicTime, _ delay: Int64) -> MonotonicTime {
    guard isPaced else { return now }
    let due = now.adding(milliseconds: timing.milliseconds(delay))
    // What the device sends stays in order.
    return max(due, events.last?.due ?? due)
  }

  /// The next event; waits for it only when paced.
  public func next(until deadline: MonotonicTime) throws(ReplayError) -> BearerEvent? {
    guard let first = events.first else {
      if isPaced { Pause.sleep(until: deadline) }
      return nil
    }
    if isPaced, first.due > .now {
      Pause.sleep(until: min(first.due, deadline))
      guard first.due <= .now else { return nil }
    }
    _ = events.popFirst()
    if case .disconnected = first.event { link = nil }
    return first.event
  }

  /// Grants the change.
  public func change(_ change: LinkChange, until deadline: MonotonicTime) throws(ReplayError) {
    guard link != nil else { throw ReplayError(.link, "virtual", "there is no link") }
    let now = MonotonicTime.now
    events.append((now, .changed(change, at: now)))
  }

  /// Ends the link.
  public func close() {
    link = nil
    server = nil
    events.removeAll()
  }
}
