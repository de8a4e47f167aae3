import ATTParser
import Analyzer

/// Rates, ceilings, limiters and stalls as one JSON document; docs/json.md describes it.
struct SpeedDocument: JSONDocument {
  let schema = "bleshark.speed/1"
  let captures: [SpeedCaptureDocument]

  init(_ reports: [SpeedReport]) { captures = reports.map(SpeedCaptureDocument.init) }
}

/// One capture.
struct SpeedCaptureDocument: Encodable {
  let path: String
  let subjects: [SpeedSubjectDocument]
  let not_measured: Int?

  init(_ report: SpeedReport) {
    path = report.path
    subjects = report.subjects.map { SpeedSubjectDocument($0, report.analysis) }
    not_measured = report.notMeasured > 0 ? report.notMeasured : nil
  }
}

/// A transfer, or a stream of values.
struct SpeedSubjectDocument: Encodable {
  let title: String
  let transfer: Int?
  let bytes: Int
  let values: Int
  let seconds: Double
  let rate_bytes_per_s: Double?
  let limiters: [LimiterDocument]
  let stall_count: Int
  let stalled_s: Double
  let stalls: [StallDocument]
  let streams: [SpeedStreamDocument]

  init(_ subject: SpeedReport.Subject, _ analysis: Analysis) {
    title = subject.title
    transfer = subject.transfer?.id
    bytes = subject.bytes
    values = subject.count
    seconds = Numbers.rounded(subject.seconds)
    rate_bytes_per_s = subject.rate.map { Numbers.rounded($0) }
    limiters = subject.times.shares.map {
      LimiterDocument(name: $0.limiter.name, seconds: Double($0.nanoseconds) / 1e9)
    }
    stall_count = subject.stallCount
    stalled_s = Numbers.rounded(subject.stalledSeconds)
    stalls = subject.stalls.map { StallDocument($0, analysis) }
    streams = subject.streams.map { SpeedStreamDocument($0, analysis) }
  }
}

/// What was waited for, and how long.
struct LimiterDocument: Encodable {
  let name: String
  let seconds: Double
}

/// A gap that was long for its stream.
struct StallDocument: Encodable {
  let start_frame: Int
  let end_frame: Int
  let start_s: Double
  let seconds: Double
  let offset: Int
  let cause: String
  let limiters: [LimiterDocument]

  init(_ stall: Stall, _ analysis: Analysis) {
    start_frame = stall.from.frame
    end_frame = stall.to.frame
    start_s = Numbers.rounded(analysis.seconds(stall.from.time))
    seconds = Numbers.rounded(stall.seconds)
    offset = stall.offset
    cause = stall.cause.name
    limiters = stall.times.shares.map {
      LimiterDocument(name: $0.limiter.name, seconds: Double($0.nanoseconds) / 1e9)
    }
  }
}

/// One stream of a subject, and its link.
struct SpeedStreamDocument: Encodable {
  let connection: Int
  let kind: String
  let handle: Int
  let values: Int
  let bytes: Int
  let longest: Int
  let burst: Double
  let first: MomentDocument
  let last: MomentDocument
  let active_rate_bytes_per_s: Double?
  let packets_per_event: Double?
  let retransmission_share: Double?
  let missed_packets: Int?
  let ceiling_bytes_per_s: Double?
  let ceiling_as_seen_bytes_per_s: Double?
  let achieved: Double?
  let settings: LinkSettingsDocument?
  let changes: [LinkChangeDocument]?
  let assumed: [String]
  let improvements: [ImprovementDocument]
  let pattern: String?
  let remarks: [PaceRemarkDocument]
  let bin_s: Double
  let bins: [Int]

  init(_ stream: Throughput.Stream, _ analysis: Analysis) {
    let meter = stream.meter
    connection = meter.connection
    kind = meter.kind.name
    handle = Int(meter.attributeHandle.rawValue)
    values = meter.count
    bytes = meter.bytes
    longest = meter.longest
    burst = Numbers.rounded(meter.burst)
    first = MomentDocument(meter.first, analysis)
    last = MomentDocument(meter.last, analysis)
    active_rate_bytes_per_s = meter.activeRate.map { Numbers.rounded($0) }
    packets_per_event = stream.packetsPerEvent.map { Numbers.rounded($0) }
    retransmission_share = meter.repeatedShare.map { Numbers.rounded($0) }
    missed_packets = meter.isOfTheAir ? meter.missedPackets : nil
    ceiling_bytes_per_s = stream.ceiling.map { Numbers.rounded($0) }
    ceiling_as_seen_bytes_per_s = stream.ceilingAsSeen.map { Numbers.rounded($0) }
    achieved = stream.achieved.map { Numbers.rounded($0) }
    settings = stream.settings.map(LinkSettingsDocument.init)
    let stretches = stream.timeline?.stretches ?? []
    changes = stretches.count > 1 ? stretches.map { LinkChangeDocument($0, analysis) } : nil
    assumed = stream.assumed
    improvements = stream.improvements.map {
      ImprovementDocument(change: $0.change, ceiling_bytes_per_s: Numbers.rounded($0.ceiling))
    }
    pattern = meter.pattern.map { SpeedText.text($0).replacing(TextLayout.hardSpace, with: " ") }
    remarks = stream.remarks.map(PaceRemarkDocument.init)
    bin_s = Double(meter.bins.width) / 1e9
    bins = meter.bins.amounts
  }
}

/// The settings of a link.
struct LinkSettingsDocument: Encodable {
  let phy: String
  let octets: Int
  let mtu: Int
  let interval_ms: Double?
  let encrypted: Bool
  let acknowledged: Bool

  init(_ settings: LinkSettings) {
    phy = settings.phy.rawValue
    octets = settings.octets
    mtu = settings.attMTU
    interval_ms = settings.interval.map { Double($0) / 1000 }
    encrypted = settings.isEncrypted
    acknowledged = settings.isAcknowledged
  }
}

/// Settings that a link had for a part of the time.
struct LinkChangeDocument: Encodable {
  let frame: Int
  let time_s: Double
  let seconds: Double
  let settings: LinkSettingsDocument

  init(_ stretch: LinkTimeline.Stretch, _ analysis: Analysis) {
    frame = stretch.from.frame
    time_s = Numbers.rounded(analysis.seconds(stretch.from.time))
    seconds = Numbers.rounded(stretch.seconds)
    settings = LinkSettingsDocument(stretch.settings)
  }
}

/// Something about the pace of a stream.
struct PaceRemarkDocument: Encodable {
  let kind: String
  let text: String
  let frames: [Int]

  init(_ remark: PaceRemark) {
    let words = PaceRemarkText(remark)
    kind = words.kind
    text = words.text.replacing(TextLayout.hardSpace, with: " ")
    frames = words.frames
  }
}

/// What a better setting would bring.
struct ImprovementDocument: Encodable {
  let change: String
  let ceiling_bytes_per_s: Double
}
