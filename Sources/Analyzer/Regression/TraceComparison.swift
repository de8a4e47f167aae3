import ATTParser

/// What is otherwise in a trace than in good runs.
public struct TraceComparison: Sendable {
  /// Differences kept at most.
  static let limit = 4096

  /// The differences: those that make the traces differ first, each group in the order of the good run.
  public private(set) var differences: [TraceDifference] = []
  /// Differences that the limit kept out.
  public private(set) var notKept = 0

  /// Which connection of the trace is which one of the baseline, by their places.
  let pairs: [SequenceAlignment.Pair]
  /// What the good runs have in common.
  let baseline: TraceBaseline
  /// What is compared with it.
  let trace: SessionTrace

  /// Compares a trace with what good runs have in common.
  public init(_ baseline: TraceBaseline, _ trace: SessionTrace) {
    self.baseline = baseline
    self.trace = trace
    pairs = ConnectionMatching(baseline.connections, trace.connections).pairs
    for (place, pair) in pairs.enumerated() { compare(pair, place) }
    compareTransfers()
    compareFindings(baseline.findings, trace.rules(on: nil), nil, nil, place: -1)
    differences.sort { left, right in
      left.isFailing == right.isFailing ? left.place < right.place : left.isFailing
    }
  }

  /// Compares a capture with one good run.
  public init(golden: SessionTrace, _ trace: SessionTrace) {
    self.init(TraceBaseline.learned(from: [("", golden)]), trace)
  }

  /// True when nothing makes the traces differ.
  public var isSame: Bool { !differences.contains(where: \.isFailing) }
  /// The first difference that matters, nil when there is none.
  public var first: TraceDifference? { differences.first.flatMap { $0.isFailing ? $0 : nil } }

  // MARK: - Noting

  /// A connection of both sides, for differences that are found on it.
  struct Side {
    /// Its place among the pairs.
    var place: Int
    /// In the baseline.
    var golden: TraceBaseline.Connection?
    /// In the trace.
    var new: ConnectionTrace?

    /// How the device is named.
    var name: String { golden?.name ?? new?.name ?? "" }

    /// True when a step of the good run would be in the new capture: one before the first that both have, or
    /// after the last one, may lie before its beginning or after its end.
    func isInNew(_ place: Int, _ first: Int?, _ last: Int?) -> Bool {
      guard let new else { return true }
      return Self.isInside(place, first, last, hasBeginning: new.hasBeginning, hasEnd: new.hasEnd)
    }

    /// The same the other way round.
    func isInGolden(_ place: Int, _ first: Int?, _ last: Int?) -> Bool {
      guard let golden else { return true }
      return Self.isInside(place, first, last, hasBeginning: golden.hasBeginning, hasEnd: golden.hasEnd)
    }

    private static func isInside(
      _ place: Int, _ first: Int?, _ last: Int?, hasBeginning: Bool, hasEnd: Bool
    ) -> Bool {
      (hasBeginning || place >= first ?? .max) && (hasEnd || place <= last ?? .min)
    }
  }

  /// Notes a difference.
  mutating func note(
    _ kind: DifferenceKind, _ what: String, _ side: Side?, golden: [Int?] = [], new: [Int?] = [],
    at seconds: Double, about attribute: String = "", rule: String? = nil, fails: Bool? = nil
  ) {
    guard differences.count < Self.limit else {
      notKept += 1
      return
    }
    differences.append(
      TraceDifference(
        kind: kind, isFailing: fails ?? kind.isFailing, what: what,
        goldenFrames: Set(golden.compactMap(\.self)).sorted(), frames: Set(new.compactMap(\.self)).sorted(),
        goldenConnection: side?.golden?.id, connection: side?.new?.id,
        subject: [side?.name ?? "", rule ?? attribute].filter { !$0.isEmpty }.joined(separator: " "),
        rule: rule,
        place: .init(connection: side?.place ?? pairs.count, seconds: seconds)))
  }

  // MARK: - Connections

  private mutating func compare(_ pair: SequenceAlignment.Pair, _ place: Int) {
    let golden = pair.left.map { baseline.connections[$0] }
    let new = pair.right.map { trace.connections[$0] }
    let side = Side(place: place, golden: golden, new: new)
    guard let golden else {
      note(
        .connectionAdded,
        "connection \(new?.id ?? 0) to \(new?.peer?.description ?? "an unknown device") is not in the good run",
        side, new: [new?.first.frame, new?.last.frame], at: 0)
      return
    }
    guard let new else {
      if !golden.isOptional {
        let frames = golden.lanes.flatMap { $0.steps.compactMap(\.frame) }
        note(
          .connectionMissing, "\(golden.peer.map { "the connection to \($0)" } ?? golden.name) is missing",
          side,
          golden: [frames.min(), frames.max()], at: 0)
      }
      return
    }
    compareAttributes(golden, new, side)
    compareMTU(golden, new, side)
    compareLanes(golden, new, side)
    compareLatency(golden, new, side)
    comparePhases(golden, new, side)
    compareFindings(golden.findings, trace.rules(on: new.id), new.id, side, place: place)
  }

  private mutating func compareMTU(
    _ golden: TraceBaseline.Connection, _ new: ConnectionTrace, _ side: Side
  ) {
    guard let known = golden.attMTU, let mtu = new.attMTU, !known.contains(mtu) else { return }
    let step = golden.lanes.flatMap(\.steps).last { $0.operation == .exchangeMTU }
    let frame = new.steps.last { $0.operation == .exchangeMTU }?.ended.frame ?? new.first.frame
    let was =
      known.lowerBound == known.upperBound
      ? "\(known.lowerBound)" : "\(known.lowerBound) to \(known.upperBound)"
    note(
      mtu < known.lowerBound ? .mtuLower : .mtuHigher, "the ATT_MTU is \(mtu) instead of \(was)", side,
      golden: [step?.frame], new: [frame], at: step?.time ?? 0)
  }

  // MARK: - Findings

  /// Compares which rules found something on a connection or about the capture.
  private mutating func compareFindings(
    _ known: Set<String>, _ rules: Set<String>, _ connection: Int?, _ side: Side?, place: Int
  ) {
    for rule in rules.subtracting(known).sorted() {
      guard let finding = trace.findings.first(where: { $0.rule == rule && $0.connection == connection })
      else {
        continue
      }
      let start = side?.new?.first
      let seconds = start.flatMap { start in finding.moment.map { $0.time.seconds(since: start.time) } } ?? 0
      // What the capture lacks is not the devices' doing; what is worth knowing need not be wrong.
      let fails = !rule.hasPrefix("capture.") && finding.severity > .info
      note(
        .findingAppeared, "\(finding.severity.rawValue) \(rule): \(finding.detail)", side,
        new: finding.frames.map { $0 }, at: max(0, seconds), rule: rule, fails: fails)
    }
    // What a capture lacks, or does not, is not the devices' doing.
    for rule in known.subtracting(rules).sorted() where !rule.hasPrefix("capture.") {
      note(.findingGone, "\(rule) is not found any more", side, at: 0, rule: rule)
    }
  }
}
