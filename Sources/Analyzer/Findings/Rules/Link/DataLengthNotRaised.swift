import ATTParser

extension FindingRule {
  /// A bulk transfer in packets of 27 octets.
  static let dataLengthNotRaised = FindingRule(
    "link.data-length-not-raised", .info, "bulk transfer in packets of 27 octets",
    what:
      "A stream of 16 KiB and more with an ATT_MTU above 23 travels on a link whose packets were not made longer before half of it was sent.",
    why:
      "Each value is cut into packets of 27 octets, each with its own overhead: at most half of the speed.",
    evidence: "the request if there was one, the first and the last value",
    advice: "Turn data length extension on in the controller of the side that never asked, or refused.",
    source: "Vol 6, Part B, 4.5.10 (data PDU length management)",
    about: .bulk,
    connection: { connection, context in
      guard context.isWhole(connection), connection.opened != nil, connection.transport == .le,
        connection.knownMTU ?? 23 > 23,
        let stream = connection.bulk(of: 16384)
      else { return [] }
      // What comes after the half of it is too late.
      let middle = (stream.first.frame + stream.last.frame) / 2
      let inTime = connection.dataLengths.filter { $0.moment.frame <= middle }
      let longest = inTime.map { max($0.lengths.maxTxOctets, $0.lengths.maxRxOctets) }.max()
      guard longest ?? 27 <= 27 else { return [] }
      let request = connection.requests.first { $0.kind == .dataLength }
      let why =
        request.map { "\(connection.asker($0)) asked, without effect" }
        ?? "\(connection.sender(.sent)) never asked"
      return [
        Observation(
          "\(stream.bytes) bytes on \(FindingContext.name(stream.attributeHandle)) travelled in packets of 27 octets: \(why)",
          stream.first, frames: [stream.last.frame, request?.moment.frame], confidence: .likely)
      ]
    })
}
