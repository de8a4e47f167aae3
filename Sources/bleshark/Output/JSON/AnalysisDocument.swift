import ATTParser
import Analyzer
import FoundationEssentials

/// The analysis as one JSON document; docs/json.md describes it field by field.
struct AnalysisDocument: JSONDocument {
  /// The version of the document's schema; additions do not change it.
  static let schema = "bleshark.analysis/1"

  let schema = Self.schema
  let tool = ToolDocument()
  let capture: CaptureDocument
  let connections: [ConnectionDocument]
  let failed_connections: [FailedConnectionDocument]
  let devices: [DeviceDocument]
  let advertisers: [AdvertiserDocument]
  let scans: [ScanDocument]
  let unfinished_attempts: [UnfinishedAttemptDocument]
  var host_air: HostAirDocument?
  let findings: [FindingDocument]

  /// - Parameter chosen: the one connection to describe, nil for all.
  init(_ analysis: Analysis, _ source: SourceDescription, _ findings: [Finding], chosen: Int?) {
    self.findings = findings.map { FindingDocument($0, analysis) }
    capture = CaptureDocument(analysis, source)
    connections = analysis.connections.filter { chosen == nil || $0.id == chosen }.map {
      ConnectionDocument($0, analysis)
    }
    failed_connections = analysis.failedConnections.map { FailedConnectionDocument($0, analysis) }
    devices = analysis.stories.map(DeviceDocument.init)
    advertisers = analysis.advertising.advertisers.map { AdvertiserDocument($0, analysis) }
    scans = analysis.advertising.scans.map { ScanDocument($0, analysis) }
    unfinished_attempts = analysis.advertising.unfinishedAttempts.map {
      UnfinishedAttemptDocument($0, analysis)
    }
  }
}

/// The program that made a document.
struct ToolDocument: Encodable {
  let name = "bleshark"
  let version = Tool.version
}

/// A frame and its time.
struct MomentDocument: Encodable {
  let frame: Int
  let time_s: Double

  init(_ moment: Moment, _ analysis: Analysis) {
    frame = moment.frame
    time_s = Numbers.rounded(analysis.seconds(moment.time))
  }
}

/// The capture file and what it lacks.
struct CaptureDocument: Encodable {
  let path: String
  let format: String
  let link_type: String?
  let frames: Int
  let first_time: String?
  let duration_s: Double
  let quality: QualityDocument
  let air: AirTotalsDocument?

  init(_ analysis: Analysis, _ source: SourceDescription) {
    path = source.path
    format = source.format
    link_type = source.linkType
    frames = source.frames
    first_time = analysis.firstTime.map(UTCDate.text)
    duration_s = Numbers.rounded(analysis.duration)
    quality = QualityDocument(analysis.quality, analysis.notKept)
    air = analysis.air.isEmpty ? nil : AirTotalsDocument(analysis.air)
  }
}

/// What a capture does and does not hold.
struct QualityDocument: Encodable {
  let truncated_frames: Int
  let truncated_evidence: [Int]
  let malformed_frames: Int
  let malformed_evidence: [Int]
  let incomplete_frames: Int
  let incomplete_evidence: [Int]
  let bad_crc_frames: Int
  let dropped_records: Int
  let time_went_back: Int
  let time_went_back_evidence: [Int]
  let notes: Int
  let controller_debug_frames: Int
  let not_kept: NotKeptDocument?
  let missing: [String]
  let cannot_conclude: [String]

  init(_ quality: CaptureQuality, _ notKept: Analysis.NotKept) {
    not_kept = notKept.isEmpty ? nil : NotKeptDocument(notKept)
    truncated_frames = quality.truncatedFrames.count
    truncated_evidence = quality.truncatedFrames.frames
    malformed_frames = quality.malformedFrames.count
    malformed_evidence = quality.malformedFrames.frames
    incomplete_frames = quality.incompleteFrames.count
    incomplete_evidence = quality.incompleteFrames.frames
    bad_crc_frames = quality.badCRCFrames
    dropped_records = quality.droppedRecords
    time_went_back = quality.timeWentBack.count
    time_went_back_evidence = quality.timeWentBack.frames
    notes = quality.notes
    controller_debug_frames = quality.controllerDebugFrames
    missing = quality.missing.map(\.rawValue)
    cannot_conclude = quality.cannotConclude
  }
}

/// What was counted but not kept, because a limit was reached.
struct NotKeptDocument: Encodable {
  let connections: Int
  let stream_pdus: Int
  let errors: Int
  let failed_connections: Int
  let transfers: Int
  let list_entries: Int

  init(_ notKept: Analysis.NotKept) {
    connections = notKept.connections
    stream_pdus = notKept.streamPDUs
    errors = notKept.errors
    failed_connections = notKept.failures
    transfers = notKept.transfers
    list_entries = notKept.listEntries
  }
}

/// A connection attempt that failed.
struct FailedConnectionDocument: Encodable {
  let frame: Int
  let time_s: Double
  let transport: String
  let adapter: Int
  let status: Int
  let status_name: String
  let peer: String?
  let began: MomentDocument?
  let cancelled: Bool
  let explanation: ExplanationDocument?

  init(_ failure: FailedConnection, _ analysis: Analysis) {
    frame = failure.moment.frame
    time_s = Numbers.rounded(analysis.seconds(failure.moment.time))
    transport = failure.transport.name
    adapter = Int(failure.adapter)
    status = Int(failure.status.rawValue)
    status_name = failure.status.name
    peer = failure.peer?.description
    began = failure.began.map { MomentDocument($0, analysis) }
    cancelled = failure.isCancelled
    explanation = failure.attempt.map {
      ExplanationDocument(ConnectAttemptExplanation($0, analysis.advertising))
    }
  }
}

/// The connections to one device.
struct DeviceDocument: Encodable {
  /// A connection and why it belongs to the device.
  struct Chapter: Encodable {
    let connection: Int
    let link: String?
    let gap_s: Double?
  }

  let address: String?
  let connections: [Chapter]

  init(_ story: DeviceStory) {
    address = story.address?.description
    connections = story.chapters.map {
      Chapter(connection: $0.connection, link: $0.link?.rawValue, gap_s: $0.gap.map(Numbers.rounded))
    }
  }
}
