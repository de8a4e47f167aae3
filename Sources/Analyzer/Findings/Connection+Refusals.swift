import ATTParser

extension Connection {
  /// Where a device said that it has no more primary services, nil when it did not.
  func endOfServices(of server: Server) -> ATTErrorEvent? {
    let place = errors.firstIndex { error in
      error.request.rawValue == 0x10 && error.isEndOfRange && error.server == server
    }
    return place.map { errors[$0] }
  }

  /// The device whose services were discovered to the end first, nil when neither's were.
  var discoveredServer: Server? {
    let place = errors.firstIndex { $0.request.rawValue == 0x10 && $0.isEndOfRange }
    return place.map { errors[$0].server }
  }

  /// The first Error Response to a request of a stream, if need be with a code, nil when there is none.
  func refusal(of stream: ValueStream, with code: UInt8? = nil) -> ATTErrorEvent? {
    let place = errors.firstIndex { error in
      (code == nil || error.code.rawValue == code) && error.server == stream.server
        && error.attributeHandle == stream.attributeHandle && error.moment.frame > stream.first.frame
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
  var isAboutSecurity: Bool { rawValue == 0x05 || rawValue == 0x0C || rawValue == 0x0F }
}
