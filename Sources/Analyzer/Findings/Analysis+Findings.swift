extension Analysis {
  /// What the rules find, the capture's own limits first, then what matters most, each in the order of frames.
  ///
  /// All rules look whatever is selected, so that what explains another finding does so unseen too.
  public func findings(_ selection: FindingSelection = FindingSelection()) -> [Finding] {
    let rules = FindingRule.all
    let context = FindingContext(self)
    var found: [(rule: Int, finding: Finding)] = []
    for (place, rule) in rules.enumerated() {
      guard case .capture(let look) = rule.look else { continue }
      found += Self.merged(look(context), rule).map { (place, $0) }
    }
    // Rules are large to copy, and there may be many connections.
    let looks = rules.indices.compactMap { ConnectionLook(rules[$0], $0) }
    for connection in connections where found.count < Self.findingLimit {
      for item in looks {
        let seen = item.look(connection, context)
        if !seen.isEmpty { found += Self.merged(seen, on: connection, rules, item.place) }
      }
      guard let end = Disconnection(connection, context) else { continue }
      for (place, rule) in rules.enumerated() {
        guard case .end(end.kind, let look) = rule.look else { continue }
        found += Self.merged(look(end, context), on: connection, rules, place)
      }
    }
    let kept = Self.explained(found, rules)
    let chosen = kept.filter { selection.includes(rules[$0.rule]) }
    return chosen.sorted { Self.precedes($0.finding, $1.finding) }.map(\.finding)
  }

  /// The finding of what a rule saw on one connection.
  private static func merged(
    _ observations: [Observation], on connection: Connection, _ rules: [FindingRule], _ place: Int
  ) -> [(rule: Int, finding: Finding)] {
    var seen = observations
    for row in seen.indices { seen[row].connection = connection.id }
    return merged(seen, rules[place]).map { (place, $0) }
  }

  /// One finding for each connection that a rule saw something on.
  private static func merged(_ observations: [Observation], _ rule: FindingRule) -> [Finding] {
    if observations.isEmpty { return [] }
    var order: [Int] = []
    var groups: [Int: [Observation]] = [:]
    for observation in observations {
      let key = observation.connection ?? 0
      if groups[key] == nil { order.append(key) }
      groups[key, default: []].append(observation)
    }
    return order.compactMap { key in
      guard let group = groups[key], let first = group.first else { return nil }
      let frames = Set(group.flatMap { $0.frames + [$0.moment?.frame].compactMap(\.self) })
      return Finding(
        rule: rule.id, severity: group.map { $0.severity ?? rule.severity }.max() ?? rule.severity,
        confidence: group.map(\.confidence).max() ?? .certain, connection: first.connection,
        title: rule.title, detail: first.text + (group.count > 1 ? "; and \(group.count - 1) more" : ""),
        advice: first.advice ?? rule.advice,
        frames: Array(frames.sorted().prefix(Analysis.citedFrameLimit)), count: group.count,
        moment: first.moment)
    }
  }

  /// Leaves out what another finding on the same connection explains.
  private static func explained(
    _ found: [(rule: Int, finding: Finding)], _ rules: [FindingRule]
  ) -> [(rule: Int, finding: Finding)] {
    var seen: Set<String> = []
    for item in found { seen.insert(item.finding.rule + " \(item.finding.connection ?? 0)") }
    return found.filter { item in
      !rules[item.rule].consequenceOf.contains { seen.contains($0 + " \(item.finding.connection ?? 0)") }
    }
  }

  private static func precedes(_ left: Finding, _ right: Finding) -> Bool {
    func key(_ finding: Finding) -> (Int, Int, Int, String) {
      let severity = Severity.allCases.firstIndex(of: finding.severity) ?? 0
      return (
        finding.rule.hasPrefix("capture.") ? 0 : 1, -severity,
        finding.moment?.frame ?? finding.frames.first ?? 0,
        finding.rule
      )
    }
    return key(left) < key(right)
  }
}

/// What a rule does with one connection, apart from the rest of the rule.
///
/// A tuple in its place would be called through a thunk.
private struct ConnectionLook {
  /// The rule's place among all.
  let place: Int
  /// What it does.
  let look: @Sendable (Connection, FindingContext) -> [Observation]

  init?(_ rule: FindingRule, _ place: Int) {
    guard case .connection(let look) = rule.look else { return nil }
    self.place = place
    self.look = look
  }
}
