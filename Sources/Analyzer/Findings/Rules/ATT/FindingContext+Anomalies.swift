import ATTParser

extension FindingContext {
  /// What the order of PDUs on a connection does not allow, of one kind, when the order is known.
  ///
  /// - Parameter text: what is said of one of them on the connection; which it is given, because to capture
  ///   the connection is to copy it.
  func observations(
    of kind: ATTAnomaly.Kind, on connection: Connection, _ text: (ATTAnomaly, Connection) -> String
  ) -> [Observation] {
    guard isOrderKnown(connection) else { return [] }
    return connection.anomalies.filter { $0.kind == kind && isOrderKnown($0, on: connection) }.map {
      anomaly in
      Observation(
        text(anomaly, connection), anomaly.moment, frames: [anomaly.requestFrame, anomaly.answerFrame])
    }
  }

  /// True when the clock was not set from the request on, or from the beginning of the connection on.
  ///
  /// Files that were joined in the wrong order have the answer before the request.
  private func isOrderKnown(_ anomaly: ATTAnomaly, on connection: Connection) -> Bool {
    let quality = analysis.quality
    if quality.clockSteps.isEmpty, anomaly.kind != .lateAnswer { return true }
    var start = connection.firstSeen
    if let request = anomaly.requestFrame { start.frame = request }
    return isClockSteady(from: start, to: anomaly.moment)
  }

  /// Transactions of one kind that waited for 30 s and longer without an answer.
  func timedOut(on connection: Connection, isIndication: Bool) -> [Observation] {
    guard isOrderKnown(connection) else { return [] }
    let end = connection.closed?.moment ?? connection.lastSeen
    return connection.unanswered.compactMap { transaction -> Observation? in
      guard (transaction.request.kind == .indication) == isIndication, transaction.isLeftWaiting,
        let waited = seconds(from: transaction.began, to: end), waited >= Disconnection.transactionTimeout
      else { return nil }
      let exchanges = transaction.request.looksInRange ? connection.mtuExchangedByBoth : []
      let both =
        exchanges.isEmpty
        ? ""
        : "; both sides had exchanged the MTU, after which some hosts (Android 14) do not go on discovering"
      return Observation(
        "\(Self.name(transaction)) from \(connection.sender(transaction.direction)) had no answer for \(TransferRule.seconds(waited))\(both)",
        transaction.began, frames: [end.frame] + exchanges)
    }
  }
}
