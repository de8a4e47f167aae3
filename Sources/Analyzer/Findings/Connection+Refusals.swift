import ATTParser

extension Connection {
  /// Where the other device said that it has no more primary services, nil when it did not.
  var endOfServices: ATTErrorEvent? {
    let place = errors.firstIndex { error in
      error.request.rawValue == 0x10 && error.isEndOfRange && error.direction == .received
    }
    return place.map { errors[$0] }
  }

  /// Writes to CCCDs that were refused, with their Error Responses.
  var refusedSubscriptions: [(change: SubscriptionChange, error: ATTErrorEvent)] {
    if errors.isEmpty { return [] }
    return subscriptions.compactMap { change in
      guard change.isAccepted == false,
        let error = errors.first(where: {
          $0.attributeHandle == change.descriptor && $0.moment.frame > change.moment.frame
            && $0.server == change.server
        })
      else { return nil }
      return (change, error)
    }
  }
}

extension ATTErrorCode {
  /// True for the codes that call for pairing, encryption or a longer key.
  var isAboutSecurity: Bool { [0x05, 0x0C, 0x0F].contains(rawValue) }
}
