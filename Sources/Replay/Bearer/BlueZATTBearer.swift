import ATTParser

/// `bluez:ADDRESS`: ATT through BlueZ, the Bluetooth service of Linux, over D-Bus.
///
/// BlueZ speaks of attributes: it connects, exchanges MTUs, discovers and subscribes by itself. PDUs are translated, and what
/// it keeps to itself cannot be asked for.
public final class BlueZATTBearer: ATTBearer {
  private let subject: String
  #if os(Linux)
  private var device: BlueZDevice?
  #endif
  private var translator: ATTTranslator?
  private var answers = FIFO<BearerEvent>()

  /// The link that is open.
  public private(set) var link: BearerLink?

  /// Makes a bearer without a link.
  public init(subject: String = "bluez") { self.subject = subject }

  deinit { close() }

  /// Connect, long values in parts of its own, and encrypt; BlueZ does all else in its own way.
  public var capabilities: BearerCapabilities { [.central, .longValues, .encryption] }

  /// Finds a device, connects to it and waits until BlueZ has discovered its services.
  public func open(_ target: LinkTarget, until deadline: MonotonicTime) throws(ReplayError) -> BearerLink {
    close()
    #if os(Linux)
    if case .advertise = target {
      throw ReplayError(
        .link, subject, "cannot be connected to by this way", advice: "use l2cap or a controller of its own")
    }
    let fresh = try BlueZDevice(subject)
    let opened = try fresh.connect(target, until: deadline)
    device = fresh
    translator = ATTTranslator(opened.table, attMTU: opened.link.attMTU ?? 23)
    link = opened.link
    return opened.link
    #else
    throw ReplayError(.transport, subject, "BlueZ is Linux'")
    #endif
  }

  /// Has BlueZ do what a PDU asks for; the answer is kept for ``next(until:)``.
  public func send(_ pdu: [UInt8], until deadline: MonotonicTime) throws(ReplayError) {
    #if os(Linux)
    guard let device, link != nil else { throw gone }
    do throws(SystemGATTFailure) {
      guard let answer = try translator?.answer(pdu, by: device, until: deadline) else { return }
      answers.append(.pdu(answer, at: .now))
    } catch {
      switch error {
      case .gone(let reason): throw ReplayError(.link, subject, reason)
      // A request that is not answered is one that gets no answer; who asked notices.
      case .noAnswer, .refused: return
      }
    }
    #else
    throw gone
    #endif
  }

  /// The next thing that happened.
  public func next(until deadline: MonotonicTime) throws(ReplayError) -> BearerEvent? {
    if let answer = answers.popFirst() { return answer }
    #if os(Linux)
    guard let device, link != nil else {
      Pause.idle(until: deadline)
      return nil
    }
    let event = try device.next(until: deadline)
    if case .disconnected? = event { link = nil }
    return event
    #else
    return nil
    #endif
  }

  /// Pairs; other changes are BlueZ's own.
  public func change(_ change: LinkChange, until deadline: MonotonicTime) throws(ReplayError) {
    #if os(Linux)
    guard let device, link != nil else { throw gone }
    guard case .encryption = change else {
      throw ReplayError(.link, subject, "BlueZ decides the parameters of links by itself")
    }
    try device.pair(until: deadline)
    #else
    throw gone
    #endif
  }

  /// Ends the link, for every program that uses it.
  public func close() {
    #if os(Linux)
    device?.close()
    device = nil
    #endif
    (link, translator) = (nil, nil)
    answers.removeAll()
  }

  private var gone: ReplayError { ReplayError(.link, subject, "there is no link") }
}
