import Analyzer

/// The verdicts about a capture as one JSON document; docs/json.md describes it.
struct WhyDocument: JSONDocument {
  let schema = "bleshark.why/1"
  let tool = ToolDocument(name: "bleshark", version: Tool.version)
  let capture: CaptureDocument
  let transfers: [TransferDocument]
  let bulk_streams: [BulkStreamDocument]
  let images: [ImageAlignmentDocument]?
  let failed_connections: [FailedConnectionDocument]

  init(_ analysis: Analysis, _ transfers: [Transfer], _ bulk: [BulkStream], _ source: SourceDescription) {
    capture = CaptureDocument(analysis, source)
    self.transfers = transfers.map { TransferDocument($0, analysis) }
    bulk_streams = bulk.map { BulkStreamDocument($0, analysis) }
    images = analysis.images.isEmpty ? nil : analysis.images.map { ImageAlignmentDocument($0, analysis) }
    failed_connections = analysis.failedConnections.map { FailedConnectionDocument($0, analysis) }
  }
}
