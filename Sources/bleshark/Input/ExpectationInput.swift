import Analyzer

/// Expectations that users write, given with `--expect`; docs/regression.md has the words.
enum ExpectationInput {
  /// The version of the file's schema.
  private static let schema = "bleshark.expect/1"
  /// What an expectation may say; it says exactly one of these.
  private static let conditions = [
    "exists", "absent", "order", "count", "within", "value", "rate_at_least", "mtu_at_least", "latency",
    "findings", "transfer",
  ]

  /// Reads the expectations of a file, in their order.
  ///
  /// - Throws: ``InputError`` with line and column of what is wrong.
  static func read(_ path: String) throws -> [TraceExpectation] {
    try JSONFile.read(path, what: "expectations", described: "docs/regression.md") { root in
      let members = try root.members(["schema", "about", "expect"])
      let version = try members.required("schema")
      guard try version.string() == schema else {
        throw version.error("'\(try version.string())' is not known; \(schema) is read")
      }
      _ = try members["about"]?.string()
      let list = try members.required("expect")
      let nodes = try list.elements()
      // A file that expects nothing would pass whatever happens.
      if nodes.isEmpty { throw list.error("at least one expectation is wanted") }
      return try nodes.enumerated().map { try expectation($1, number: $0 + 1) }
    }
  }

  private static func expectation(_ node: JSONNode, number: Int) throws -> TraceExpectation {
    let members = try node.members(["name", "about", "peer", "connection"] + conditions)
    _ = try members["about"]?.string()
    let said = conditions.compactMap { name in members[name].map { (name, $0) } }
    guard let (word, condition) = said.first else {
      throw node.error("nothing is expected: one of \(conditions.joined(separator: ", ")) is wanted")
    }
    if said.count > 1 { throw said[1].1.error("'\(word)' is expected already: one thing each") }
    let name = try members["name"]?.string() ?? "\(number). \(word)"
    return TraceExpectation(
      name: name, try self.condition(word, condition), peer: try members["peer"]?.string(),
      connection: try members["connection"]?.integer(1...Int.max))
  }

  private static func condition(_ word: String, _ node: JSONNode) throws -> TraceExpectation.Condition {
    switch word {
    case "exists": return .exists(try selector(node))
    case "absent": return .absent(try selector(node))
    case "order":
      let steps = try node.elements().map(selector)
      guard steps.count >= 2 else { throw node.error("an order has at least two steps") }
      return .order(steps)
    case "count": return try count(node)
    case "within": return try within(node)
    case "value":
      let members = try node.members(["of", "matches"])
      return .value(try selector(members.required("of")), try members.required("matches").pattern())
    case "rate_at_least":
      let members = try node.members(["of", "bytes_per_s"])
      return .rate(
        try selector(members.required("of")),
        bytesPerSecond: try members.required("bytes_per_s").number(0...1e12))
    case "mtu_at_least": return .mtu(try node.integer(23...65_535))
    case "latency":
      let members = try node.members(["median_ms", "p95_ms"])
      let (median, p95) = (try members["median_ms"]?.number(0...1e9), try members["p95_ms"]?.number(0...1e9))
      if median == nil, p95 == nil { throw node.error("median_ms or p95_ms is wanted") }
      return .latency(median: median, p95: p95)
    case "findings": return try findings(node)
    default: return .transfer(try transfer(node))
    }
  }

  private static func selector(_ node: JSONNode) throws -> TraceSelector {
    let members = try node.members(["do", "attribute", "value", "outcome"])
    var selector = TraceSelector()
    selector.operation = try members["do"]?.choice(TraceStep.Operation.self)
    selector.attribute = try members["attribute"]?.string()
    if selector.operation == nil, selector.attribute == nil {
      throw node.error("'do' or 'attribute' has to say which steps")
    }
    if let value = members["value"] {
      selector.value = selector.operation?.hasWords == true ? .words(try value.string()) : try value.pattern()
    }
    selector.outcome = try members["outcome"]?.string()
    return selector
  }

  private static func count(_ node: JSONNode) throws -> TraceExpectation.Condition {
    let members = try node.members(["of", "min", "max"])
    let least = try members["min"]?.integer(0...Int.max)
    let most = try members["max"]?.integer(0...Int.max)
    if least == nil, most == nil { throw node.error("min or max is wanted") }
    guard (least ?? 0) <= (most ?? .max) else {
      throw JSONPathError(path: "\(node.path).max", what: "less than min")
    }
    return .count(try selector(members.required("of")), (least ?? 0)...(most ?? .max))
  }

  private static func within(_ node: JSONNode) throws -> TraceExpectation.Condition {
    let members = try node.members(["from", "to", "seconds", "each"])
    return .within(
      from: try selector(members.required("from")), to: try selector(members.required("to")),
      seconds: try members.required("seconds").number(0...1e9), each: try members["each"]?.bool() ?? false)
  }

  private static func findings(_ node: JSONNode) throws -> TraceExpectation.Condition {
    enum Most: String, CaseIterable { case info, warning }
    let members = try node.members(["none_above", "ignore"])
    let most = try members.required("none_above").choice(Most.self)
    let ignored = try members["ignore"]?.elements().map { node in
      let pattern = try node.string()
      guard FindingRule.all.contains(where: { $0.matches(pattern) }) else {
        throw node.error(
          "no rule is named '\(pattern)'\(Suggestion.text(pattern, FindingRule.all.map(\.id)))")
      }
      return pattern
    }
    return .findings(noneAbove: most == .info ? .info : .warning, ignoring: ignored ?? [])
  }

  private static func transfer(_ node: JSONNode) throws -> TraceExpectation.TransferExpectation {
    let members = try node.members([
      "protocol", "outcome", "max_seconds", "bytes_per_s", "chunk_at_least", "bytes", "sha256",
    ])
    enum Outcome: String, CaseIterable { case success, failed, incomplete, unknown }
    var wanted = TraceExpectation.TransferExpectation()
    wanted.format = try members["protocol"]?.string()
    wanted.outcome = try members["outcome"]?.choice(Outcome.self).rawValue
    wanted.seconds = try members["max_seconds"]?.number(0...1e9)
    wanted.bytesPerSecond = try members["bytes_per_s"]?.number(0...1e12)
    wanted.chunk = try members["chunk_at_least"]?.integer(1...65_535)
    wanted.bytes = try members["bytes"]?.integer(1...Int.max)
    wanted.sha256 = try members["sha256"]?.hash()
    return wanted
  }
}

extension JSONNode {
  /// A pattern of bytes.
  func pattern() throws -> ValuePattern {
    let text = try string()
    guard let pattern = ValuePattern(bytes: text) else {
      throw error(
        "'\(text)' is no value: pairs of hexadecimal digits, ?? for any byte, * at the end for more")
    }
    return pattern
  }
}
