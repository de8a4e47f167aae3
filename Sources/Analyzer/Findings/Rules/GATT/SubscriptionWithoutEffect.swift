extension FindingRule {
  /// A subscription to what the characteristic does not do.
  static let subscriptionWithoutEffect = FindingRule(
    "gatt.subscription-without-effect", .warning, "subscription without effect",
    what: "A CCCD is written, and taken, with a bit that the characteristic's properties do not offer.",
    why: "No such value will ever come: notifications and indications are different things.",
    evidence: "the write",
    advice: "Subscribe to what the properties offer: 0x0001 for notifications, 0x0002 for indications.",
    source: "Vol 3, Part G, 3.3.1.1 and 3.3.3.3",
    about: .subscriptions,
    connection: { connection, _ in
      connection.subscriptions.compactMap { change -> Observation? in
        guard !change.isInferred, change.isAccepted != false,
          let characteristic = connection.characteristic(of: change)
        else { return nil }
        let properties = characteristic.properties
        let what: String
        if change.allowsNotifications, !properties.contains(.notify) {
          what = "notifications"
        } else if change.allowsIndications, !properties.contains(.indicate) {
          what = "indications"
        } else {
          return nil
        }
        return Observation(
          "\(what) of \(FindingContext.name(characteristic.value, .value(characteristic))) were turned on, which its properties do not offer",
          change.moment)
      }
    })
}
