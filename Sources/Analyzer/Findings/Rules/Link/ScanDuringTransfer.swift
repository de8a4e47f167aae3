import ATTParser

extension FindingRule {
  /// Seconds of scanning that are worth a word.
  private static let scanned = 1.0

  /// Scanning while a bulk of values travels.
  static let scanDuringTransfer = FindingRule(
    "link.scan-during-transfer", .info, "scanning during a bulk transfer",
    what: "The recording host scans for more than 1 s while a stream of 16 KiB and more travels.",
    why: "One radio does both: connection events are left out for the scan.",
    evidence: "the beginning and the end of the scan, the first and the last value",
    advice: "Stop scanning once connected.",
    source: "Vol 6, Part B, 4.4.3 (scanning state) and 1.1.1 (several states at once)",
    about: .bulk,
    connection: { connection, context in
      let scans = context.analysis.advertising.scans
      guard !scans.isEmpty, let stream = connection.bulk(of: 16384) else { return [] }
      return scans.compactMap { scan -> Observation? in
        let end = scan.ended ?? stream.last
        let overlap = min(end.time, stream.last.time).seconds(
          since: max(scan.started.time, stream.first.time))
        guard scan.adapter == connection.adapter, overlap >= scanned else { return nil }
        return Observation(
          "the host scanned for \(TransferRule.seconds(overlap)) while \(stream.bytes) bytes travelled on \(FindingContext.name(stream.attributeHandle))",
          scan.started, frames: [scan.ended?.frame, stream.first.frame, stream.last.frame],
          confidence: .possible)
      }
    })
}
