import ATTParser
import Analyzer

/// The options that say how traces are compared: masks, tolerances, what is left out.
struct ComparisonOptions: Sendable {
  /// Values that do not matter.
  let masks: [ValueMask]
  /// What is left out, as rules and kinds of differences are named.
  private let ignored: [String]
  /// The only ones that are wanted; empty for all.
  private let only: [String]
  /// True when also what is only noted makes captures differ.
  let isStrict: Bool
  private let tolerances: [(name: Tolerance, value: Double)]

  /// The tolerances by their names.
  enum Tolerance: String, CaseIterable {
    // ``TraceTolerances`` says what each allows.
    case latency, interval, rate, phase, count
  }

  /// - Throws: ``UsageError``.
  init(_ invocation: Invocation) throws {
    masks = try invocation.allValues(.mask).map(Self.mask)
    ignored = invocation.allValues(.ignore)
    only = invocation.allValues(.only)
    for pattern in ignored + only where !DifferenceKind.allCases.contains(where: { $0.matches(pattern) }) {
      guard FindingRule.all.contains(where: { $0.matches(pattern) }) || pattern == ExpectationOutcome.rule
      else {
        throw UsageError(
          "nothing is named '\(pattern)': docs/regression.md lists the kinds of differences, 'bleshark rules' the rules"
        )
      }
    }
    isStrict = invocation.has(.strict)
    tolerances = try invocation.allValues(.tolerance).map(Self.tolerance)
  }

  /// Reads `2a37`, `2a37:1` or `fff1:0,2-5`.
  private static func mask(_ text: String) throws -> ValueMask {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard let attribute = parts.first, !attribute.isEmpty else {
      throw UsageError("a mask is an attribute, or one with places of bytes (2a37:1,4-7), not '\(text)'")
    }
    guard parts.count == 2 else { return ValueMask(attribute: String(attribute), places: nil) }
    var places: Set<Int> = []
    for piece in parts[1].split(separator: ",", omittingEmptySubsequences: false) {
      let ends = piece.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
      guard let first = ends.first ?? nil, let last = ends.last ?? nil, ends.count <= 2, first <= last,
        (0..<TraceValue.limit).contains(last)
      else {
        throw UsageError("the places of a mask are numbers from 0 to 63, such as 1,4-7, not '\(parts[1])'")
      }
      places.formUnion(first...last)
    }
    return ValueMask(attribute: String(attribute), places: places)
  }

  /// Warns of masks that no attribute of good captures has to do with.
  func warnOfUnusedMasks(in baseline: TraceBaseline) {
    for mask in baseline.unused(masks) {
      Diagnostics.print(
        "--mask \(mask.attribute): no value in the good captures is of such an attribute; a mask names a UUID, or the end of a path (180d/2a37)"
      )
    }
  }

  /// Reads `latency=0.5`.
  private static func tolerance(_ text: String) throws -> (Tolerance, Double) {
    let parts = text.split(separator: "=", maxSplits: 1)
    guard parts.count == 2, let name = Tolerance(rawValue: String(parts[0])), let value = Double(parts[1]),
      value >= 0, value.isFinite
    else {
      let names = Tolerance.allCases.map(\.rawValue).joined(separator: ", ")
      throw UsageError("a tolerance is NAME=NUMBER with one of \(names), not '\(text)'")
    }
    return (name, name == .count ? max(1, value) : name == .rate ? min(1, value) : value)
  }

  /// The baseline with the tolerances that were given.
  func adjusted(_ baseline: TraceBaseline) -> TraceBaseline {
    var baseline = baseline
    for (name, value) in tolerances {
      switch name {
      case .latency: baseline.tolerances.latency = value
      case .interval: baseline.tolerances.interval = value
      case .rate: baseline.tolerances.rate = value
      case .phase: baseline.tolerances.phase = value
      case .count: baseline.tolerances.count = value
      }
    }
    return baseline
  }

  /// The differences that are wanted; those that make captures differ first.
  func chosen(_ comparison: TraceComparison) -> [TraceDifference] {
    let rules = Dictionary(FindingRule.all.map { ($0.id, $0) }) { first, _ in first }
    return comparison.differences.filter { difference in
      // Findings are named by their rules, too.
      let rule = difference.rule.flatMap { rules[$0] }
      func isNamed(_ pattern: String) -> Bool {
        difference.kind.matches(pattern) || rule?.matches(pattern) ?? false
      }
      return (only.isEmpty || only.contains(where: isNamed)) && !ignored.contains(where: isNamed)
    }
  }

  /// The findings that are wanted, each with the device it is about.
  func findings(_ trace: SessionTrace) -> [(finding: Finding, peer: String)] {
    let selection = FindingSelection(only: only, ignored: ignored)
    let chosen = Set(FindingRule.all.filter(selection.includes).map(\.id))
    return trace.findings.filter { chosen.contains($0.rule) }.map { finding in
      let peer = finding.connection.flatMap { id in trace.connections.first { $0.id == id }?.peer?.description
      }
      return (finding, peer ?? "")
    }
  }

  /// True when a difference makes captures differ.
  func fails(_ difference: TraceDifference) -> Bool { isStrict || difference.isFailing }
}

extension Finding {
  /// The device it is about, the same in every run; nothing for the whole capture.
  func subject(in analysis: Analysis) -> String {
    guard let connection else { return "" }
    return analysis.connections[connection - 1].device?.description ?? ""
  }
}
