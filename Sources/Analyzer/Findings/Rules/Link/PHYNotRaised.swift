import ATTParser

extension FindingRule {
  /// A long bulk transfer on the slow PHY.
  static let phyNotRaised = FindingRule(
    "link.phy-not-raised", .info, "bulk transfer on the 1M PHY",
    what: "A stream of 64 KiB and more takes longer than 10 s and the link stays on 1M.",
    why: "2M carries nearly twice as much in the same time, with less energy.",
    evidence: "the request if there was one, the first and the last value",
    advice: "Ask for 2M (setPreferredPhy on Android; recent iPhones ask themselves), if both sides have it.",
    source: "Vol 6, Part B, 5.1.10 (PHY Update Procedure)",
    about: .bulk,
    connection: { connection, _ in
      guard connection.opened != nil, connection.transport == .le,
        connection.phys.allSatisfy({ $0.tx == 1 && $0.rx == 1 }), let stream = connection.bulk(of: 65536),
        stream.last.time.seconds(since: stream.first.time) >= 10
      else { return [] }
      let request = connection.requests.first { $0.kind == .phy }
      let why =
        request.map { "\(connection.asker($0)) asked, without effect" }
        ?? "\(connection.sender(.sent)) never asked"
      return [
        Observation(
          "\(stream.bytes) bytes on \(FindingContext.name(stream.attributeHandle)) travelled on 1M: \(why)",
          stream.first, frames: [stream.last.frame, request?.moment.frame], confidence: .possible)
      ]
    })
}
