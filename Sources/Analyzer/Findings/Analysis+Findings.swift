extension Analysis {
  /// What a rule saw, before what explains it is known.
  private struct Seen {
    /// The rule's place among all.
    let rule: Int
    /// What it saw.
    var observation: Observation
  }

  /// What the rules find, the capture's own limits first, then what matters most, each in the order of frames.
  ///
  /// What is not selected explains nothing either: a selected finding is never hidden by one that is not shown.
  public func findings(_ selection: FindingSelection = FindingSelection()) -> [Finding] {
    let rules = FindingRule.all
    let selected = rules.indices.filter { selection.includes(rules[$0]) }
    let context = FindingContext(self)
    var seen: [Seen] = []
    for place in selected {
      guard case .capture(let look) = rules[place].look else { continue }
      seen += look(context).map { Seen(rule: place, observation: $0) }
    }
    // Rules are large to copy, and there may be many connections.
    let looks = selected.compactMap { ConnectionLook(rules[$0], $0) }
    for number in connections.indices where seen.count < Self.findingLimit {
      // Copied once: by its place it would be copied for each rule.
      let connection = connections[number]
      let facts = connection.facts
      for place in looks.indices where !looks[place].facts.isDisjoint(with: facts) {
        for var observation in looks[place].look(connection, context) {
          observation.connection = connection.id
          seen.append(Seen(rule: looks[place].rule, observation: observation))
        }
      }
      guard let end = Disconnection(connection, context) else { continue }
      for place in selected {
        guard case .end(end.kind, let look) = rules[place].look else { continue }
        for var observation in look(end, context) {
          observation.connection = connection.id
          seen.append(Seen(rule: place, observation: observation))
        }
      }
    }
    let kept = Self.explained(seen, rules)
    return Self.merged(kept, rules).sorted { Self.precedes($0, $1) }
  }

  /// One finding for each connection that a rule saw something on, in the order in which that was first seen.
  private static func merged(_ seen: [Seen], _ rules: [FindingRule]) -> [Finding] {
    struct Key: Hashable {
      let rule: Int
      let connection: Int?
    }
    var order: [Key] = []
    var groups: [Key: [Observation]] = [:]
    for item in seen {
      let key = Key(rule: item.rule, connection: item.observation.connection)
      if groups[key] == nil { order.append(key) }
      groups[key, default: []].append(item.observation)
    }
    return order.compactMap { key in
      guard let group = groups[key], let first = group.first else { return nil }
      let rule = rules[key.rule]
      let frames = Set(group.flatMap(\.cited))
      return Finding(
        rule: rule.id, severity: group.map { $0.severity ?? rule.severity }.max() ?? rule.severity,
        confidence: group.map(\.confidence).max() ?? .certain, connection: first.connection,
        title: rule.title, detail: first.text + (group.count > 1 ? "; and \(group.count - 1) more" : ""),
        advice: first.advice ?? rule.advice,
        frames: Array(frames.sorted().prefix(Analysis.citedFrameLimit)), count: group.count,
        moment: first.moment)
    }
  }

  /// Leaves out what another observation explains: one of a rule that the rule names, which cites what it is about.
  ///
  /// What explains something matters as much as that does.
  private static func explained(_ seen: [Seen], _ rules: [FindingRule]) -> [Seen] {
    struct Citation: Hashable {
      let rule: String
      let frame: Int
    }
    let causes = Set(Set(seen.map(\.rule)).flatMap { rules[$0].consequenceOf })
    if causes.isEmpty { return seen }
    var citing: [Citation: Int] = [:]
    for (place, item) in seen.enumerated() where causes.contains(rules[item.rule].id) {
      for frame in item.observation.cited {
        let citation = Citation(rule: rules[item.rule].id, frame: frame)
        if citing[citation] == nil { citing[citation] = place }
      }
    }
    let explanations: [Int?] = seen.map { item in
      rules[item.rule].consequenceOf.lazy.flatMap { cause in
        item.observation.subject.lazy.compactMap { citing[Citation(rule: cause, frame: $0)] }
      }.first
    }
    var result = seen
    for place in seen.indices {
      guard var cause = explanations[place] else { continue }
      while let next = explanations[cause] { cause = next }
      let severity = seen[place].observation.severity ?? rules[seen[place].rule].severity
      let shown = result[cause].observation.severity ?? rules[result[cause].rule].severity
      if severity > shown { result[cause].observation.severity = severity }
    }
    return result.indices.filter { explanations[$0] == nil }.map { result[$0] }
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
  let rule: Int
  /// What it looks at.
  let facts: ConnectionFacts
  /// What it does.
  let look: @Sendable (Connection, FindingContext) -> [Observation]

  init?(_ rule: FindingRule, _ place: Int) {
    guard case .connection(let facts, let look) = rule.look else { return nil }
    self.rule = place
    self.facts = facts
    self.look = look
  }
}
