import ATTParser
import Analyzer

/// A transfer in the analysis document, in the connection where it begins.
struct TransferDocument: Encodable {
  let id: Int
  let `protocol`: String
  let title: String
  let connections: [Int]
  let outcome: String
  let step: String
  let data_handle: Int?
  let control_handle: Int?
  let declared_bytes: Int?
  let delivered_bytes: Int
  let unique_bytes: Int
  let confirmed_bytes: Int?
  let chunks: Int
  let holes: [HoleDocument]
  let resumed_from: Int?
  let start_s: Double?
  let end_s: Double?
  let goodput_bytes_per_s: Double?
  let steps: [TransferStepDocument]
  let notes: [String]
  let cause: CauseDocument?
  let also: [CauseDocument]
  let not: [String]
  let limits: [String]
  let remarks: [String]
  let advice: [String]
  let frames: [Int]

  init(_ transfer: Transfer, _ analysis: Analysis) {
    func seconds(_ moment: Moment?) -> Double? { moment.map { Numbers.rounded(analysis.seconds($0.time)) } }
    let coverage = transfer.coverage
    id = transfer.id
    `protocol` = transfer.format
    title = transfer.title
    connections = transfer.connections
    outcome = transfer.verdict.outcome.rawValue
    step = transfer.verdict.step.name
    data_handle = transfer.dataHandle.map { Int($0.rawValue) }
    control_handle = transfer.controlHandle.map { Int($0.rawValue) }
    declared_bytes = transfer.declaredBytes
    delivered_bytes = transfer.sentBytes
    unique_bytes = coverage.count
    confirmed_bytes = transfer.confirmedBytes
    chunks = transfer.chunks
    holes = transfer.holes.map { HoleDocument(offset: $0.lowerBound, length: $0.count) }
    resumed_from = transfer.resumedFrom.last
    start_s = seconds(transfer.began)
    end_s = seconds(transfer.ended)
    let active = transfer.activeSeconds
    goodput_bytes_per_s = active > 0 ? (Double(coverage.count) / active).rounded() : nil
    steps = transfer.parts.flatMap { part in
      part.steps.map {
        TransferStepDocument(
          name: $0.step.name, connection: part.connection, began: MomentDocument($0.began, analysis))
      }
    }
    notes = transfer.parts.flatMap(\.notes).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    let verdict = transfer.verdict
    cause = verdict.cause.map { CauseDocument($0, analysis) }
    also = verdict.also.map { CauseDocument($0, analysis) }
    not = verdict.not
    limits = verdict.limits
    remarks = verdict.remarks
    advice = verdict.advice
    frames = verdict.frames
  }
}

/// A step of a transfer.
struct TransferStepDocument: Encodable {
  let name: String
  let connection: Int
  let began: MomentDocument
}

/// Why a transfer ended as it did.
struct CauseDocument: Encodable {
  let rule: String
  let title: String
  let confidence: String
  let text: String
  let time_s: Double
  let frames: [Int]

  init(_ cause: TransferCause, _ analysis: Analysis) {
    rule = cause.symptom.rule
    title = cause.symptom.title
    confidence = cause.confidence.rawValue
    text = cause.text
    time_s = Numbers.rounded(analysis.seconds(cause.moment.time))
    frames = cause.frames
  }
}
