import ATTParser
import Analyzer

/// A device as it was heard advertising, in the analysis document.
struct AdvertiserDocument: Encodable {
  let address: String
  let address_type: String
  let adapter: Int
  let reports: Int
  let scan_responses: Int
  let first: MomentDocument
  let last: MomentDocument
  let connectable: Bool
  let scannable: Bool
  let legacy: Bool
  let extended: Bool
  let name: String?
  let services: [String]
  let companies: [CompanyDocument]
  let appearance: Int?
  let tx_power_dbm: Int?
  let interval_ms: Double?
  let rssi: SignalDocument?

  init(_ advertiser: Advertiser, _ analysis: Analysis) {
    address = advertiser.address.description
    address_type = advertiser.addressType.name
    adapter = Int(advertiser.adapter)
    reports = advertiser.reports
    scan_responses = advertiser.scanResponses
    first = MomentDocument(advertiser.first, analysis)
    last = MomentDocument(advertiser.last, analysis)
    connectable = advertiser.isConnectable
    scannable = advertiser.isScannable
    legacy = advertiser.usesLegacy
    extended = advertiser.usesExtended
    name = advertiser.content.name
    services = advertiser.content.services.map(\.description)
    companies = advertiser.content.manufacturers.map {
      CompanyDocument(id: Int($0), name: AssignedNumbers.company($0))
    }
    appearance = advertiser.content.appearance.map(Int.init)
    tx_power_dbm = advertiser.txPower.map(Int.init)
    interval_ms = advertiser.interval.map { ($0.milliseconds * 100).rounded() / 100 }
    rssi = advertiser.signal.map { SignalDocument($0, advertiser.samples, analysis) }
  }
}

/// A company whose manufacturer data a device sends.
struct CompanyDocument: Encodable {
  let id: Int
  let name: String?
}

/// How strong a device was heard.
struct SignalDocument: Encodable {
  /// One sample.
  struct Sample: Encodable {
    let time_s: Double
    let dbm: Int
  }

  let least_dbm: Int
  let most_dbm: Int
  let mean_dbm: Double
  let last_dbm: Int
  let last_frame: Int
  let samples: [Sample]

  init(_ signal: Advertiser.Signal, _ samples: [SignalSample], _ analysis: Analysis) {
    least_dbm = Int(signal.least)
    most_dbm = Int(signal.most)
    mean_dbm = (signal.mean * 10).rounded() / 10
    last_dbm = Int(signal.last)
    last_frame = signal.lastMoment.frame
    self.samples = samples.map {
      Sample(time_s: Numbers.rounded(analysis.seconds($0.time)), dbm: Int($0.rssi))
    }
  }
}

/// A stretch of time in which the host listened for advertising.
struct ScanDocument: Encodable {
  let adapter: Int
  let started: MomentDocument
  let ended: MomentDocument?
  let active: Bool?
  let interval_ms: Double?
  let window_ms: Double?
  let filters_duplicates: Bool

  init(_ scan: ScanPeriod, _ analysis: Analysis) {
    adapter = Int(scan.adapter)
    started = MomentDocument(scan.started, analysis)
    ended = scan.ended.map { MomentDocument($0, analysis) }
    active = scan.settings?.isActive
    interval_ms = scan.settings?.intervalMilliseconds
    window_ms = scan.settings?.windowMilliseconds
    filters_duplicates = scan.filtersDuplicates
  }
}

/// Why an attempt to connect came to nothing, as far as the advertising tells.
struct ExplanationDocument: Encodable {
  let sentence: String
  let frames: [Int]
  let wireshark: String?

  init(_ explanation: ConnectAttemptExplanation) {
    sentence = explanation.sentence
    frames = explanation.frames
    wireshark =
      explanation.frames.isEmpty ? nil : "frame.number in {\(ListText.numbers(explanation.frames))}"
  }
}

/// A connection attempt that the capture shows no end of.
struct UnfinishedAttemptDocument: Encodable {
  let frame: Int
  let time_s: Double
  let peer: String?
  let explanation: ExplanationDocument

  init(_ attempt: ConnectAttempt, _ analysis: Analysis) {
    frame = attempt.started.frame
    time_s = Numbers.rounded(analysis.seconds(attempt.started.time))
    peer = attempt.peer?.description
    explanation = ExplanationDocument(ConnectAttemptExplanation(attempt, analysis.advertising))
  }
}
