import Analyzer
import Replay

/// What a replay came to, as one JSON document; docs/json.md describes it.
struct ReplayReportDocument: JSONDocument {
  /// A step's result.
  struct Step: Encodable {
    let connection: Int
    let step: Int
    let kind: String
    let attribute: String?
    let frame: Int?
    let status: String
    let as_recorded: Bool
    let note: String?
    let differences: [Difference]
    let latency_us: Int64?
    let recorded_latency_us: Int64?
  }

  /// A difference.
  struct Difference: Encodable {
    let field: String
    let recorded: String
    let live: String
  }

  /// A value that nothing waited for.
  struct Unexpected: Encodable {
    let connection: Int
    let attribute: String
    let kind: String
    let value: String
  }

  /// Steps by what became of them.
  struct Counts: Encodable {
    let passed: Int
    let differs: Int
    let timed_out: Int
    let not_sent: Int
    let skipped: Int
  }

  let schema = "bleshark.replay/1"
  let tool = ToolDocument()
  let source: String?
  let transport: String
  let role: String
  let as_recorded: Bool
  let interrupted: Bool
  let stopped: String?
  let duration_s: Double
  let counts: Counts
  let remarks: [String]
  let steps: [Step]
  let unexpected: [Unexpected]

  init(_ report: ReplayReport, source: String?, transport: String, role: LinkRole) {
    self.source = source
    self.transport = transport
    self.role = role.rawValue
    as_recorded = report.isAsRecorded
    interrupted = report.isInterrupted
    stopped = report.failure?.description ?? report.stop
    duration_s = Numbers.rounded(Double(report.duration) / 1e6)
    counts = Counts(
      passed: report.count(.passed), differs: report.count(.differs), timed_out: report.count(.timedOut),
      not_sent: report.count(.notSent), skipped: report.count(.skipped))
    remarks = report.remarks
    steps = report.results.map { result in
      Step(
        connection: result.connection, step: result.place, kind: result.step.kind.rawValue,
        attribute: result.step.attribute?.description,
        frame: result.step.frame > 0 ? result.step.frame : nil, status: result.status.rawValue,
        as_recorded: !result.isSurprise, note: result.note,
        differences: result.differences.map {
          Difference(field: $0.field, recorded: $0.recorded, live: $0.live)
        }, latency_us: result.latency, recorded_latency_us: result.step.latency)
    }
    unexpected = report.unexpected.map {
      Unexpected(
        connection: $0.connection, attribute: $0.attribute.description,
        kind: $0.isIndication ? "indication" : "notification", value: Numbers.hex($0.value))
    }
  }
}
