import ATTParser

/// ATT over a controller of our own, by HCI: everything below it is ours, so everything can be done.
public final class HCIATTBearer: ATTBearer {
  private let makeTransport: () throws(ReplayError) -> any HCITransport
  private let options: HCIOptions
  private var host: HCIHost?
  private let bonds = BondStore()

  /// Who keeps the packets between host and controller, from the next ``open(_:until:)`` on.
  public var recorder: (any PacketRecorder)? {
    didSet { host?.recorder = recorder }
  }

  /// Makes a bearer that has no controller yet.
  ///
  /// - Parameters:
  ///   - options: what is done without being asked for.
  ///   - transport: opens the way to the controller, at each ``open(_:until:)`` that finds none.
  public init(
    options: HCIOptions = HCIOptions(), transport: @escaping () throws(ReplayError) -> any HCITransport
  ) {
    self.options = options
    makeTransport = transport
  }

  deinit { close() }

  /// All of them.
  public var capabilities: BearerCapabilities {
    [
      .central, .peripheral, .mtuExchange, .rawHandles, .longValues, .cccdValues, .errorCodes,
      .linkParameters,
      .encryption,
    ]
  }

  /// The link that is open.
  public var link: BearerLink? { host?.link.map(Self.describe) }

  /// Connects, or advertises until somebody connects; the controller is reset the first time.
  public func open(_ target: LinkTarget, until deadline: MonotonicTime) throws(ReplayError) -> BearerLink {
    let host = try readyHost()
    if host.link != nil { throw ReplayError(.link, host.transport.name, "there is a link already") }
    host.events.removeAll()
    do throws(ReplayError) {
      if case .advertise(let data, let response) = target {
        return Self.describe(try host.advertise(data, response: response, until: deadline))
      }
      return Self.describe(try host.connect(target, until: deadline))
    } catch {
      // A way that broke, or a controller that does not answer, has to be made anew.
      if error.layer == .transport || error.layer == .hci { close() }
      throw error
    }
  }

  /// Sends one ATT PDU when the controller has buffers for it.
  public func send(_ pdu: [UInt8], until deadline: MonotonicTime) throws(ReplayError) {
    guard let host else { throw Self.closed }
    guard pdu.count <= 0xFFFF else {
      throw ReplayError(.att, host.transport.name, "a PDU has at most 65535 bytes")
    }
    try host.sendAttribute(pdu, until: deadline)
  }

  /// The next thing that happened.
  public func next(until deadline: MonotonicTime) throws(ReplayError) -> BearerEvent? {
    guard let host else {
      Pause.idle(until: deadline)
      return nil
    }
    if host.events.isEmpty { _ = try host.wait(until: deadline) { !host.events.isEmpty } }
    // What lies in the way already counts, even when the deadline is now.
    if host.events.isEmpty { try host.step(until: .now) }
    return host.events.popFirst()
  }

  /// Asks for a change of the link.
  public func change(_ change: LinkChange, until deadline: MonotonicTime) throws(ReplayError) {
    guard let host else { throw Self.closed }
    try host.change(change, until: deadline)
  }

  /// Ends the link, stops advertising, and gives back the controller.
  public func close() {
    host?.close()
    host = nil
  }

  private static let closed = ReplayError(.link, "HCI", "is not open")

  private func readyHost() throws(ReplayError) -> HCIHost {
    if let host { return host }
    let fresh = HCIHost(try makeTransport(), options: options, recorder: recorder, bonds: bonds)
    do throws(ReplayError) {
      try fresh.start()
    } catch {
      fresh.transport.close()
      throw error
    }
    host = fresh
    return fresh
  }

  private static func describe(_ link: HCILink) -> BearerLink {
    BearerLink(
      role: link.role, peer: link.peer, peerIsRandom: link.peerType.isRandom, opened: link.opened,
      parameters: .parameters(
        interval: link.parameters.interval, latency: link.parameters.latency,
        timeout: link.parameters.supervisionTimeout))
  }
}
