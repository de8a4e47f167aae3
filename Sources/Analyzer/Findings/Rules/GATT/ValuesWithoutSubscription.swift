import ATTParser

extension FindingRule {
  /// Seconds after which no value that was on its way comes any more.
  private static let settling = 2.0

  /// Values that nobody subscribed to.
  static let valuesWithoutSubscription = FindingRule(
    "gatt.values-without-subscription", .warning, "values sent without a subscription",
    what:
      "A server notifies or indicates a characteristic whose CCCD was discovered and not written before, or was refused, or was written 2 s before to turn that off, on a link without bond.",
    why: "A client that keeps to the specification drops such values; they cost air time.",
    evidence:
      "the first value, and the first write to the CCCD if one came later; or the write that turned it off and the last value",
    advice: "Let the server send only what the CCCD of this client allows.",
    source: "Vol 3, Part G, 3.3.3.3 (CCCD) and 4.10",
    about: .streams,
    connection: { connection, context in
      guard context.isWhole(connection), connection.opened != nil, connection.encryption == nil,
        connection.pairingSteps.isEmpty
      else {
        return []
      }
      var seen: [Observation] = []
      for stream in connection.streams where stream.kind.isFromServer {
        let bit: UInt16 = stream.kind == .indication ? 2 : 1
        func isWrite(_ change: SubscriptionChange) -> Bool {
          change.value == stream.attributeHandle && change.server == stream.server
            && change.isAccepted != false
        }
        let allowed = connection.subscriptions.first { $0.bits & bit != 0 && isWrite($0) }
        let last = connection.subscriptions.last(where: isWrite)
        // Most streams are all right, whatever they are of.
        if let allowed, allowed.moment.frame < stream.first.frame, let last, last.bits & bit != 0 { continue }
        guard let characteristic = connection.characteristic(of: stream),
          characteristic.uuid != .serviceChanged
        else { continue }
        func said() -> String {
          let name = FindingContext.name(stream.attributeHandle, .value(characteristic))
          return "\(name) was \(stream.kind == .indication ? "indicated" : "notified")"
        }
        guard let allowed, allowed.moment.frame < stream.first.frame else {
          let table = connection.table(of: stream.server)
          let isConfigurable = table.attributes.contains { attribute in
            attribute.uuid == .clientCharacteristicConfiguration && !attribute.isInferred
              && table.characteristic(governing: attribute.handle)?.value == characteristic.value
          }
          guard isConfigurable else { continue }
          seen.append(
            Observation(
              "\(said()) before its CCCD was written", stream.first,
              frames: [allowed?.moment.frame],
              confidence: .likely))
          continue
        }
        // What was on its way, or in the server's buffers, may still come.
        guard let last, last.isAccepted == true,
          let after = context.seconds(from: last.moment, to: stream.last), after >= settling
        else { continue }
        seen.append(
          Observation(
            "\(said()) still \(TransferRule.seconds(after)) after its CCCD was written to turn that off",
            last.moment, frames: [stream.last.frame], confidence: .likely))
      }
      return seen
    })
}
