import ATTParser

extension Connection {
  /// Where a device said that it has no more primary services, nil when it did not.
  func endOfServices(of server: Server) -> ATTErrorEvent? {
    let place = errors.firstIndex { error in
      error.request == .readByGroupTypeRequest && error.isEndOfRange && error.server == server
    }
    return place.map { errors[$0] }
  }

  /// The device whose services were discovered to the end first, nil when neither's were.
  var discoveredServer: Server? {
    let place = errors.firstIndex { $0.request == .readByGroupTypeRequest && $0.isEndOfRange }
    return place.map { errors[$0].server }
  }

  /// Writes to CCCDs that were refused, with their Error Responses.
  var refusedSubscriptions: [(change: SubscriptionChange, error: ATTErrorEvent)] {
    if errors.isEmpty { return [] }
    let refused = subscriptions.filter { $0.isAccepted == false }
    if refused.isEmpty { return [] }
    let refusals = Refusals(self)
    return refused.compactMap { change in
      refusals.first(of: change.descriptor, change.server, after: change.moment.frame).map { (change, $0) }
    }
  }
}

extension ATTErrorCode {
  /// True for the codes that call for pairing, encryption or a longer key.
  var isAboutSecurity: Bool { rawValue == 0x05 || rawValue == 0x0C || rawValue == 0x0F }
}
