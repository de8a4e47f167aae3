import Analyzer

/// A baseline as a file; docs/regression.md describes it field by field, ``BaselineInput`` reads it.
struct BaselineDocument: JSONDocument {
  /// The version of the file's schema.
  static let schema = "bleshark.baseline/1"

  /// How much may differ.
  struct Tolerances: Encodable {
    let latency: Double
    let interval: Double
    let rate: Double
    let phase: Double
    let count: Double
  }

  /// An attribute of the other device.
  struct Attribute: Encodable {
    let path: String
    let handle: Int
    let properties: [String]?
  }

  /// A step.
  struct Step: Encodable {
    let `do`: String
    let attribute: String?
    let values: [String]?
    let outcomes: [String]?
    let count: [Int]?
    let repeated: Bool?
    let every_ms: [Double]?
    let bytes_per_s: Double?
    let frame: Int?
    let at_s: Double

    init(_ step: TraceBaseline.Step) {
      `do` = step.operation.rawValue
      attribute = step.attribute
      values = step.values.isEmpty ? nil : step.values.map(\.description)
      outcomes = step.outcomes.isEmpty ? nil : step.outcomes
      count = step.count == 1...1 ? nil : [step.count.lowerBound, step.count.upperBound]
      repeated = step.isRepeated ? true : nil
      every_ms = step.interval.map { [Numbers.rounded($0.lowerBound), Numbers.rounded($0.upperBound)] }
      bytes_per_s = step.rate.map { $0.rounded() }
      frame = step.frame
      at_s = Numbers.rounded(step.time)
    }
  }

  /// How long answers took.
  struct Latency: Encodable {
    let count: Int
    let median_ms: Double
    let p95_ms: Double
    let frame: Int?

    init(_ latency: TraceBaseline.Latency) {
      count = latency.count
      median_ms = latency.median
      p95_ms = latency.p95
      frame = latency.frame
    }
  }

  /// A connection.
  struct Connection: Encodable {
    let connection: Int?
    let peer: String?
    let peer_keeps_address: Bool?
    let role: String
    let optional: Bool?
    let has_beginning: Bool
    let has_end: Bool
    let mtu: [Int]?
    let attributes: [Attribute]?
    let attributes_complete: Bool?
    let requests: [Step]
    let requests_of_peer: [Step]?
    let link: [Step]
    let values: [Step]
    let values_of_host: [Step]?
    let peer_latency: Latency?
    let host_latency: Latency?
    let phases_s: [String: Double]
    let findings: [String]

    init(_ golden: TraceBaseline.Connection) {
      connection = golden.id
      peer = golden.peer
      peer_keeps_address = golden.isPeerStable ? true : nil
      role = golden.role
      optional = golden.isOptional ? true : nil
      has_beginning = golden.hasBeginning
      has_end = golden.hasEnd
      mtu = golden.attMTU.map { [$0.lowerBound, $0.upperBound] }
      attributes = golden.attributes?.map {
        Attribute(path: $0.path, handle: Int($0.handle), properties: $0.properties)
      }
      attributes_complete = golden.attributes == nil ? nil : golden.isDiscoveryComplete
      func steps(_ isWanted: (TraceLane) -> Bool) -> [Step] {
        golden.lanes.filter { isWanted($0.lane) }.flatMap { $0.steps.map(Step.init) }
      }
      requests = steps { $0 == .client(isLocalServer: false) }
      let ofPeer = steps { $0 == .client(isLocalServer: true) }
      requests_of_peer = ofPeer.isEmpty ? nil : ofPeer
      link = steps { if case .link = $0 { true } else { false } }
      values = steps { if case .values(_, _, let isLocal) = $0 { !isLocal } else { false } }
      let ofHost = steps { if case .values(_, _, let isLocal) = $0 { isLocal } else { false } }
      values_of_host = ofHost.isEmpty ? nil : ofHost
      peer_latency = golden.peerLatency.map(Latency.init)
      host_latency = golden.localLatency.map(Latency.init)
      phases_s = golden.phases.mapValues(Numbers.rounded)
      findings = golden.findings.sorted()
    }
  }

  /// A transfer of an image.
  struct Transfer: Encodable {
    let `protocol`: String
    let attribute: String?
    let outcomes: [String]
    let chunk: [Int]?
    let bytes: Int?
    let sha256: String?
    let bytes_per_s: Double?
    let optional: Bool?
    let frames: [Int]

    init(_ transfer: TraceBaseline.Transfer) {
      `protocol` = transfer.format
      attribute = transfer.attribute
      outcomes = transfer.outcomes
      chunk = transfer.chunk.map { [$0.lowerBound, $0.upperBound] }
      bytes = transfer.bytes
      sha256 = transfer.sha256
      bytes_per_s = transfer.rate.map { $0.rounded() }
      optional = transfer.isOptional ? true : nil
      frames = transfer.frames
    }
  }

  let schema = Self.schema
  let tool = ToolDocument()
  let learned_from: [String]
  let runs: Int
  let tolerances: Tolerances
  let findings: [String]
  let connections: [Connection]
  let transfers: [Transfer]

  init(_ baseline: TraceBaseline) {
    learned_from = baseline.sources
    runs = baseline.runs
    let own = baseline.tolerances
    tolerances = Tolerances(
      latency: own.latency, interval: own.interval, rate: own.rate, phase: own.phase, count: own.count)
    findings = baseline.findings.sorted()
    connections = baseline.connections.map(Connection.init)
    transfers = baseline.transfers.map(Transfer.init)
  }
}
