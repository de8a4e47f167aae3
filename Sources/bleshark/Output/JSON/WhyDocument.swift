import ATTParser
import Analyzer

/// The verdicts about a capture as one JSON document; docs/json.md describes it.
struct WhyDocument: JSONDocument {
  let schema = "bleshark.why/1"
  let tool = ToolDocument()
  let capture: CaptureDocument
  let transfers: [TransferDocument]
  let bulk_streams: [BulkStreamDocument]
  let refused_beginnings: [RefusedBeginningDocument]
  let images: [ImageAlignmentDocument]?
  let failed_connections: [FailedConnectionDocument]

  init(
    _ analysis: Analysis, _ transfers: [Transfer], _ bulk: [BulkStream], _ beginnings: [RefusedBeginning],
    _ source: SourceDescription
  ) {
    capture = CaptureDocument(analysis, source)
    self.transfers = transfers.map { TransferDocument($0, analysis) }
    bulk_streams = bulk.map { BulkStreamDocument($0, analysis) }
    refused_beginnings = beginnings.map(RefusedBeginningDocument.init)
    images = analysis.images.isEmpty ? nil : analysis.images.map { ImageAlignmentDocument($0, analysis) }
    failed_connections = analysis.failedConnections.map { FailedConnectionDocument($0, analysis) }
  }
}

/// A connection that its client ended right after a write that was refused or not answered.
struct RefusedBeginningDocument: Encodable {
  let connection: Int
  let handle: Int
  let uuid: String
  let error: Int?
  let seconds: Double
  let frames: [Int]

  init(_ beginning: RefusedBeginning) {
    connection = beginning.connection
    handle = Int(beginning.attributeHandle.rawValue)
    uuid = beginning.uuid.description
    error = beginning.error.map { Int($0.code.rawValue) }
    seconds = Numbers.rounded(beginning.seconds)
    frames = beginning.frames
  }
}
