import ATTParser

/// What there is of a connection for rules to look at.
///
/// Most connections have little of it and most rules are about one thing, so each is asked only about
/// connections that have what it looks at: there may be thousands.
struct ConnectionFacts: OptionSet, Sendable {
  let rawValue: UInt32

  /// Parameters came into force.
  static let parameters = ConnectionFacts(rawValue: 1 << 0)
  /// Other settings of the link were asked for, and refused.
  static let refusedRequests = ConnectionFacts(rawValue: 1 << 1)
  /// Other settings of the link were asked for, and nothing came of it.
  static let openRequests = ConnectionFacts(rawValue: 1 << 2)
  /// An exchange of the MTU, or half of one.
  static let mtuExchange = ConnectionFacts(rawValue: 1 << 3)
  /// Several exchanges of the MTU.
  static let mtuExchanges = ConnectionFacts(rawValue: 1 << 4)
  /// Error Responses.
  static let errors = ConnectionFacts(rawValue: 1 << 5)
  /// Error Responses other than those that end a discovery.
  static let refusals = ConnectionFacts(rawValue: 1 << 6)
  /// Streams of values.
  static let streams = ConnectionFacts(rawValue: 1 << 7)
  /// PDUs that are too long, or values that do not fit into a PDU of the least ATT_MTU.
  static let longValues = ConnectionFacts(rawValue: 1 << 8)
  /// A bulk of values.
  static let bulk = ConnectionFacts(rawValue: 1 << 9)
  /// Writes to CCCDs.
  static let subscriptions = ConnectionFacts(rawValue: 1 << 10)
  /// Writes to CCCDs that were refused.
  static let refusedSubscriptions = ConnectionFacts(rawValue: 1 << 11)
  /// Transactions that were never answered.
  static let unanswered = ConnectionFacts(rawValue: 1 << 12)
  /// What the order of PDUs does not allow.
  static let anomalies = ConnectionFacts(rawValue: 1 << 13)
  /// Service Changed indications.
  static let serviceChanges = ConnectionFacts(rawValue: 1 << 14)
  /// Long writes.
  static let longWrites = ConnectionFacts(rawValue: 1 << 15)
  /// Commands of the Security Manager.
  static let pairing = ConnectionFacts(rawValue: 1 << 16)
  /// Something that was said about encryption.
  static let encryption = ConnectionFacts(rawValue: 1 << 17)
  /// An enhanced bearer.
  static let enhancedBearer = ConnectionFacts(rawValue: 1 << 18)
  /// What a sniffer heard.
  static let air = ConnectionFacts(rawValue: 1 << 19)
}

extension ConnectionFacts {
  // Lists, not the connection: it would be copied for the call.

  /// What every connection may have.
  init(
    parameters: [Connection.ParameterChange], requests: [LinkRequest], exchanges: [Connection.MTUExchange],
    errors: [ATTErrorEvent], streams: [ValueStream], subscriptions: [SubscriptionChange], phases: [Phase]
  ) {
    self = []
    if !parameters.isEmpty { insert(.parameters) }
    for place in requests.indices {
      switch requests[place].outcome {
      case .refused: insert(.refusedRequests)
      case .unanswered: insert(.openRequests)
      case .accepted: break
      }
    }
    if !exchanges.isEmpty { insert(.mtuExchange) }
    if exchanges.count > 1 { insert(.mtuExchanges) }
    if !errors.isEmpty { insert(.errors) }
    if errors.contains(where: { !$0.isEndOfRange }) { insert(.refusals) }
    if !streams.isEmpty { insert(.streams) }
    // 23 bytes, of which a value leaves three to its opcode and its handle.
    if streams.contains(where: { $0.longestValue.bytes > 20 }) { insert(.longValues) }
    if !subscriptions.isEmpty { insert(.subscriptions) }
    if subscriptions.contains(where: { $0.isAccepted == false }) { insert(.refusedSubscriptions) }
    if phases.contains(where: { $0.name == .transferring }) { insert(.bulk) }
  }

  /// What few connections have.
  init(_ rare: RareFacts) {
    self = []
    if !rare.unanswered.isEmpty { insert(.unanswered) }
    if !rare.anomalies.isEmpty { insert(.anomalies) }
    if !rare.serviceChanges.isEmpty { insert(.serviceChanges) }
    if !rare.longWrites.isEmpty { insert(.longWrites) }
    if !rare.pairingSteps.isEmpty { insert(.pairing) }
    if !rare.encryptions.isEmpty { insert(.encryption) }
    if !rare.oversized.isEmpty { insert(.longValues) }
    if rare.firstEnhanced != nil { insert(.enhancedBearer) }
    if rare.air != nil { insert(.air) }
  }
}

extension Connection {
  /// What there is of the connection for rules to look at.
  @inline(__always)
  var facts: ConnectionFacts {
    let facts = ConnectionFacts(
      parameters: parameters, requests: requests, exchanges: mtuExchanges, errors: errors, streams: streams,
      subscriptions: subscriptions, phases: phases)
    return rare.isEmpty ? facts : facts.union(ConnectionFacts(rare[0]))
  }
}
