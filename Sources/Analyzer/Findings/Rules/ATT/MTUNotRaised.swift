extension FindingRule {
  /// A bulk transfer in packets of 20 bytes.
  static let mtuNotRaised = FindingRule(
    "att.mtu-not-raised", .warning, "bulk transfer with an ATT_MTU of 23",
    what:
      "A stream of 16 KiB and more travels with the ATT_MTU that a connection starts with: it was not exchanged, or a side offered no more.",
    why:
      "Each packet carries 20 bytes of value: a larger ATT_MTU and longer packets are several times faster.",
    evidence: "the exchange if there was one, the first and the last value",
    advice:
      "Ask for a larger MTU after connecting (requestMtu on Android; iOS asks itself) and have the device offer 247 or more.",
    source: "Vol 3, Part F, 3.4.2; docs/ota.md",
    about: .bulk,
    connection: { connection, context in
      guard context.isWhole(connection), connection.opened != nil, connection.knownMTU == 23,
        connection.firstEnhanced == nil,
        let stream = connection.bulk(of: 16384)
      else { return [] }
      let exchange = connection.mtuExchanges.last
      let why =
        exchange.map { exchange in
          exchange.isRefused
            ? "the request for more was refused"
            : "offered were \(exchange.client ?? 0) by the client and \(exchange.server ?? 0) by the server"
        } ?? "nobody asked for more"
      return [
        Observation(
          "\(stream.bytes) bytes on \(FindingContext.name(stream.attributeHandle)) travelled with an ATT_MTU of 23: \(why)",
          stream.first, frames: [stream.last.frame] + (exchange?.frames ?? []))
      ]
    })
}
