import ATTParser

/// The end of a connection and what was going on then: what the rules about ends are about.
struct Disconnection {
  /// What an end is taken for; each is found by one rule, and an end without one is no finding.
  enum Kind {
    /// The device had been told to restart, and left (0x13) or was not heard any more (0x08).
    case reboot
    /// A request had just timed out, and one side ended the link (0x13, 0x16).
    case transactionTimeout
    /// The link was lost (0x08) with a supervision timeout that is too short.
    case wrongParameters
    /// The link was lost (0x08) although the timeout is long enough, or not known.
    case supervisionTimeout
    /// The link layer waited in vain for an answer (0x22).
    case procedureTimeout
    /// A MIC did not fit (0x3D).
    case integrityFailure
    /// The device was not heard after the request to connect (0x3E).
    case notEstablished
    /// Authentication failed, or a key is missing (0x05, 0x06).
    case keysMissing
    /// Procedures of both sides met, or an instant was passed (0x23, 0x28, 0x2A).
    case collision
    /// One side does not take the connection parameters (0x3B).
    case unacceptableParameters
    /// The other device ended the link while a request or a pairing was under way.
    case peerInTheMiddle
    /// The recording host ended the link while a request or a pairing was under way.
    case localInTheMiddle
    /// The adapter was reset or removed while requests were under way.
    case adapterReset
    /// The link broke for another reason.
    case other
  }

  /// Seconds after the last message of a transfer in which a restart ends the link.
  private static let restartTime = 15.0
  /// Seconds after which a transaction has failed (Vol 3, Part F, 3.3.3).
  static let transactionTimeout = 30.0
  /// Seconds that a request has waited when its timeout is why the link ended: hosts give up at 30 s by their own
  /// clocks, and the other side may have to hear of it.
  private static let endByTimeout = 29.5...45.0
  /// Milliseconds below which a supervision timeout is too short for what may come between two devices.
  static let shortTimeout = 500

  /// What it is taken for.
  let kind: Kind
  /// The connection.
  let connection: Connection
  /// How it ended.
  let closed: Connection.Closing
  /// Requests and indications under way at the end, as far as the capture can tell.
  let pending: [Transaction]
  /// The frame that told the device to restart, nil when none did shortly before the end.
  private let restart: Int?
  private let context: FindingContext

  /// Looks at the end of a connection; nil when it is taken for nothing, or not in the capture.
  ///
  /// Both are borrowed: to copy them costs more than to look.
  init?(_ connection: borrowing Connection, _ context: borrowing FindingContext) {
    guard let closed = connection.closed else { return nil }
    let isKnown = context.isOrderKnown(connection)
    let pending = isKnown ? connection.unanswered.filter { $0.outcome == .unanswered(.disconnected) } : []
    // A device that restarts says that it leaves, or nothing at all.
    let canRestart =
      closed.by != .local && (closed.reason?.rawValue == 0x13 || closed.reason?.rawValue == 0x08)
    let restart = canRestart ? Self.restartFrame(connection, closed, context) : nil
    guard let kind = restart != nil ? .reboot : Self.kind(connection, closed, pending, context) else {
      return nil
    }
    self.kind = kind
    self.connection = copy connection
    self.closed = closed
    self.pending = pending
    self.restart = restart
    self.context = copy context
  }

  private static func kind(
    _ connection: Connection, _ closed: Connection.Closing, _ pending: [Transaction],
    _ context: FindingContext
  ) -> Kind? {
    if closed.reason?.rawValue == 0x13 || closed.reason?.rawValue == 0x16,
      pending.contains(where: { timedOut($0, closed, context) })
    {
      return .transactionTimeout
    }
    guard let reason = closed.reason else { return pending.isEmpty ? nil : .adapterReset }
    switch reason.rawValue {
    case 0x08:
      guard let parameters = connection.parameters(at: closed.moment.frame)?.parameters else {
        return .supervisionTimeout
      }
      let isShort = parameters.isTimeoutTooShort || parameters.timeoutMilliseconds < shortTimeout
      return isShort ? .wrongParameters : .supervisionTimeout
    case 0x22: return .procedureTimeout
    case 0x3D: return .integrityFailure
    case 0x3E: return .notEstablished
    case 0x05, 0x06: return .keysMissing
    case 0x23, 0x28, 0x2A: return .collision
    case 0x3B: return .unacceptableParameters
    default: break
    }
    let isPairing = context.isOrderKnown(connection) && isPairingUnderWay(connection, closed)
    switch closed.by {
    case .peer: return pending.isEmpty && !isPairing ? nil : .peerInTheMiddle
    case .local: return pending.isEmpty && !isPairing ? nil : .localInTheMiddle
    case .link: return .other
    }
  }

  /// The frame that told the device to restart, nil when none did shortly before the end.
  private static func restartFrame(
    _ connection: Connection, _ closed: Connection.Closing, _ context: FindingContext
  ) -> Int? {
    for (_, part) in context.transfers(on: connection) {
      guard let moment = part.restart ?? part.accepted, moment.frame <= closed.moment.frame,
        closed.moment.time.seconds(since: part.last.time) <= restartTime
      else { continue }
      return moment.frame
    }
    return nil
  }

  /// True for a request that had just timed out at the end.
  private static func timedOut(
    _ transaction: Transaction, _ closed: Connection.Closing, _ context: FindingContext
  ) -> Bool {
    context.seconds(from: transaction.began, to: closed.moment).map(endByTimeout.contains) ?? false
  }

  private static func isPairingUnderWay(_ connection: Connection, _ closed: Connection.Closing) -> Bool {
    guard let last = connection.pairingSteps.last, last.failure == nil, !last.isSecurityRequest,
      connection.pairingSteps.contains(where: \.isRequest)
    else { return false }
    return !connection.wasEncrypted && closed.moment.time.seconds(since: last.moment.time) < 30
  }

  /// An observation with everything that is known about the end.
  ///
  /// - Parameters:
  ///   - extra: what the rule adds, after who ended it and why.
  ///   - frames: what the rule cites beside what is cited for every end.
  func observation(
    _ extra: String? = nil, frames: [Int] = [], confidence: Confidence = .certain, severity: Severity? = nil,
    advice: String? = nil
  ) -> [Observation] {
    var words = [head]
    if let extra { words.append(extra) }
    if let quiet { words.append(quiet) }
    words += pending.prefix(3).map { transaction in
      "\(FindingContext.name(transaction)) had waited \(context.duration(from: transaction.began, to: closed.moment))"
    }
    let changes = lastChanges
    words += changes.map(\.text)
    if let restart { words.append("frame \(restart) had the device restart") }
    if let app = apps { words.append("apps see \(app)") }
    var cited = [connection.lastSent?.frame, connection.lastReceived?.frame, restart].compactMap(\.self)
    cited += pending.prefix(8).map(\.began.frame)
    cited += changes.map(\.frame)
    cited += frames
    return [
      Observation(
        words.joined(separator: "; "), closed.moment, frames: cited, confidence: confidence,
        severity: severity, advice: advice, subject: cited + [closed.moment.frame])
    ]
  }

  /// `the link was lost (0x08 Connection Timeout) after 12.3 s`.
  private var head: String {
    let reason = closed.reason.map { " (\(TransferRule.hexadecimal($0.rawValue)) \($0.name))" } ?? ""
    let who =
      switch closed.by {
      case .local:
        closed.reason == nil
          ? "the adapter was reset or removed" : "\(connection.sender(.sent)) ended the link"
      case .peer: "\(connection.sender(.received)) ended the link"
      case .link: "the link was lost"
      }
    let length = context.duration(from: connection.opened ?? connection.firstSeen, to: closed.moment)
    return "\(who)\(reason) after \(length)"
  }

  /// How long nothing had been heard in each direction.
  private var quiet: String? {
    func since(_ moment: Moment?) -> String? { moment.map { context.duration(from: $0, to: closed.moment) } }
    let words = [
      since(connection.lastSent).map { "sent \($0)" },
      since(connection.lastReceived).map { "received \($0)" },
    ].compactMap(\.self)
    if words.isEmpty { return nil }
    let timeout = connection.parameters(at: closed.moment.frame).map {
      ", the supervision timeout was \($0.parameters.timeoutMilliseconds) ms"
    }
    return "the last data was \(words.joined(separator: " and ")) before\(timeout ?? "")"
  }

  /// The last change of each setting shortly before the end.
  private var lastChanges: [(text: String, frame: Int)] {
    var changes: [(what: String, moment: Moment)] = []
    if connection.parameters.count > 1, let last = connection.parameters.last {
      changes.append((FindingContext.name(last.parameters), last.moment))
    }
    if let last = connection.phys.last {
      changes.append(("PHY \(last.tx) for sending and \(last.rx)", last.moment))
    }
    if let last = connection.dataLengths.last {
      changes.append(("\(last.lengths.maxTxOctets) octets a packet", last.moment))
    }
    if let last = connection.mtuExchanges.last, let mtu = last.effective {
      changes.append(("an ATT_MTU of \(mtu)", last.moment))
    }
    if let last = connection.encryption {
      changes.append((last.enabled == 0 ? "encryption off" : "encryption on", last.moment))
    }
    let recent = changes.filter { context.seconds(from: $0.moment, to: closed.moment) ?? .infinity <= 10 }
    return recent.map { change in
      (
        "\(change.what) since frame \(change.moment.frame), \(TransferRule.seconds(closed.moment, since: change.moment)) before",
        change.moment.frame
      )
    }
  }

  /// What apps on the recording host see; nil for a host that is the peripheral.
  private var apps: String? {
    // Who ends a link himself is told so, with whatever reason it came.
    guard closed.by != .local, connection.role != .peripheral, connection.transport != .brEDR,
      let reason = closed.reason
    else {
      return nil
    }
    return AppErrors.forDisconnect(reason).text
  }

  /// The wish for another setting that was not granted by the end, the earliest first.
  var openRequest: LinkRequest? { connection.requests.first { $0.outcome == .unanswered } }
}
