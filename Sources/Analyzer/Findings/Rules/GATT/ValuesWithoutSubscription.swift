import ATTParser

extension FindingRule {
  /// Values that nobody subscribed to.
  static let valuesWithoutSubscription = FindingRule(
    "gatt.values-without-subscription", .warning, "values sent without a subscription",
    what:
      "A server notifies or indicates a characteristic whose CCCD was discovered and not written before, on a link without bond.",
    why: "A client that keeps to the specification drops such values; they cost air time.",
    evidence: "the first value, and the first write to the CCCD if one came later",
    advice: "Let the server send only what the CCCD of this client allows.",
    source: "Vol 3, Part G, 3.3.3.3 (CCCD) and 4.10",
    connection: { connection, context in
      guard context.isWhole, connection.opened != nil, connection.encryption == nil,
        connection.pairingSteps.isEmpty
      else {
        return []
      }
      var seen: [Observation] = []
      for stream in connection.streams where stream.kind == .notification || stream.kind == .indication {
        guard case .value(let characteristic) = connection.meaning(of: stream),
          characteristic.uuid != .serviceChanged
        else { continue }
        let bit: UInt16 = stream.kind == .notification ? 1 : 2
        let writes = connection.subscriptions.filter {
          $0.value == characteristic.value && $0.server == stream.server && $0.bits & bit != 0
        }
        if writes.contains(where: { $0.moment.frame < stream.first.frame }) { continue }
        let table = connection.table(of: stream.server)
        let isConfigurable = table.attributes.contains { attribute in
          attribute.uuid == .clientCharacteristicConfiguration && !attribute.isInferred
            && table.characteristic(governing: attribute.handle)?.value == characteristic.value
        }
        guard isConfigurable else { continue }
        let kind = stream.kind == .notification ? "notified" : "indicated"
        seen.append(
          Observation(
            "\(FindingContext.name(stream.attributeHandle, .value(characteristic))) was \(kind) before its CCCD was written",
            stream.first, frames: [writes.first?.moment.frame], confidence: .likely))
      }
      return seen
    })
}
