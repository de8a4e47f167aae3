import ATTParser
import Analyzer

/// A host's log and a capture of the air brought together.
struct HostAirDocument: Encodable {
  /// A connection in both.
  struct Pair: Encodable {
    let connection: Int
    let air_connection: Int
    let host_is: String
    let matched: Int
    let offset_s: Double
    let drift_ppm: Double?
    let outbound_ms: Delay?
    let inbound_ms: Delay?
    let not_sent_by_host: [Int]
    let not_on_air: [Int]
    let not_acknowledged: [Int]
    let not_delivered: [Int]
    let missed_by_sniffer: Int

    init(_ pair: HostAirComparison.Pair) {
      connection = pair.host
      air_connection = pair.air
      host_is = pair.isHostCentral ? "central" : "peripheral"
      matched = pair.matched
      offset_s = Numbers.rounded(pair.offset)
      drift_ppm = pair.drift.map(Numbers.rounded)
      outbound_ms = pair.outbound.map(Delay.init)
      inbound_ms = pair.inbound.map(Delay.init)
      not_sent_by_host = pair.notSentByHost
      not_on_air = pair.notOnAir
      not_acknowledged = pair.notAcknowledged
      not_delivered = pair.notDelivered
      missed_by_sniffer = pair.missedBySniffer
    }
  }

  /// How long PDUs took between host and air.
  struct Delay: Encodable {
    let median: Double
    let max: Double

    init(_ delay: (median: Double, longest: Double)) {
      median = Numbers.rounded(delay.median * 1000)
      max = Numbers.rounded(delay.longest * 1000)
    }
  }

  let capture: CaptureDocument
  let connections: [ConnectionDocument]
  let pairs: [Pair]
  let findings: [FindingDocument]

  init(_ comparison: HostAirComparison, _ air: AnalyzedCapture, _ findings: [Finding]) {
    capture = CaptureDocument(air.analysis, air.source)
    connections = air.analysis.connections.map { ConnectionDocument($0, air.analysis) }
    pairs = comparison.pairs.map(Pair.init)
    self.findings = findings.map { FindingDocument($0, air.analysis) }
  }
}
