import Analyzer

/// Baselines as `bleshark baseline` writes them, and as people change them; docs/regression.md has the words.
enum BaselineInput {
  /// Reads a baseline.
  ///
  /// - Throws: ``InputError`` with line and column of what is wrong.
  static func read(_ path: String) throws -> TraceBaseline {
    try JSONFile.read(path, what: "baseline", described: "docs/regression.md", baseline)
  }

  private static func baseline(_ root: JSONNode) throws -> TraceBaseline {
    let members = try root.members([
      "schema", "about", "tool", "learned_from", "runs", "tolerances", "findings", "connections", "transfers",
    ])
    let version = try members.required("schema")
    guard try version.string() == BaselineDocument.schema else {
      throw version.error("'\(try version.string())' is not known; \(BaselineDocument.schema) is read")
    }
    var baseline = TraceBaseline()
    baseline.sources = try members["learned_from"]?.strings() ?? []
    baseline.runs = try members["runs"]?.integer(1...1_000_000) ?? 1
    if let node = members["tolerances"] { baseline.tolerances = try tolerances(node) }
    baseline.findings = Set(try members["findings"]?.strings() ?? [])
    baseline.connections = try members.required("connections").elements().map(connection)
    baseline.transfers = try members["transfers"]?.elements().map(transfer) ?? []
    return baseline
  }

  private static func tolerances(_ node: JSONNode) throws -> TraceTolerances {
    let members = try node.members(["latency", "interval", "rate", "phase", "count"])
    var tolerances = TraceTolerances()
    if let value = try members["latency"]?.number(0...1000) { tolerances.latency = value }
    if let value = try members["interval"]?.number(0...1000) { tolerances.interval = value }
    if let value = try members["rate"]?.number(0...1) { tolerances.rate = value }
    if let value = try members["phase"]?.number(0...1000) { tolerances.phase = value }
    if let value = try members["count"]?.number(1...1000) { tolerances.count = value }
    return tolerances
  }

  // MARK: - Connections

  private static func connection(_ node: JSONNode) throws -> TraceBaseline.Connection {
    let members = try node.members([
      "about", "connection", "peer", "peer_keeps_address", "role", "optional", "has_beginning", "has_end",
      "mtu", "attributes",
      "attributes_complete", "requests", "requests_of_peer", "link", "values", "values_of_host",
      "peer_latency", "host_latency", "phases_s", "findings",
    ])
    let role = try members.required("role")
    guard ["central", "peripheral", "unknown"].contains(try role.string()) else {
      throw role.error("'\(try role.string())' is not one of central, peripheral, unknown")
    }
    var connection = TraceBaseline.Connection(role: try role.string())
    connection.id = try members["connection"]?.integer(1...Int.max)
    connection.peer = try members["peer"]?.string()
    connection.isPeerStable = try members["peer_keeps_address"]?.bool() ?? false
    connection.isOptional = try members["optional"]?.bool() ?? false
    connection.hasBeginning = try members["has_beginning"]?.bool() ?? true
    connection.hasEnd = try members["has_end"]?.bool() ?? true
    connection.attMTU = try members["mtu"]?.range(23...65_535)
    connection.attributes = try members["attributes"]?.elements().map(attribute)
    connection.isDiscoveryComplete = try members["attributes_complete"]?.bool() ?? false
    connection.lanes = try lanes(members)
    connection.peerLatency = try members["peer_latency"].map(latency)
    connection.localLatency = try members["host_latency"].map(latency)
    for (name, value) in try members["phases_s"]?.anyMembers() ?? [] {
      guard Phase.Name(rawValue: name) != nil else {
        let known = Phase.Name.allCases.map(\.rawValue)
        throw value.error(
          "'\(name)' is no phase\(Suggestion.text(name, known)): \(known.joined(separator: ", "))")
      }
      connection.phases[name] = try value.number(0...1e9)
    }
    connection.findings = Set(try members["findings"]?.strings() ?? [])
    return connection
  }

  private static func attribute(_ node: JSONNode) throws -> ConnectionTrace.Attribute {
    let members = try node.members(["path", "handle", "properties"])
    return ConnectionTrace.Attribute(
      path: try members.required("path").string(),
      handle: UInt16(try members.required("handle").integer(1...65_535)),
      properties: try members["properties"]?.strings())
  }

  private static func latency(_ node: JSONNode) throws -> TraceBaseline.Latency {
    let members = try node.members(["count", "median_ms", "p95_ms", "frame"])
    return TraceBaseline.Latency(
      count: try members.required("count").integer(0...Int.max),
      median: try members.required("median_ms").number(0...1e9),
      p95: try members.required("p95_ms").number(0...1e9),
      frame: try members["frame"]?.integer(1...Int.max))
  }

  /// The steps by lane; within a lane they keep their order.
  private static func lanes(_ members: JSONMembers) throws -> [TraceBaseline.Lane] {
    var lanes: [TraceBaseline.Lane] = []
    func add(_ name: String, isLocalServer: Bool, _ isAllowed: (TraceStep.Operation) -> Bool) throws {
      for node in try members[name]?.elements() ?? [] {
        let step = try step(node, isLocalServer: isLocalServer, isAllowed)
        let lane: TraceLane =
          if step.operation.isFromServer {
            .values(step.operation, attribute: step.attribute ?? "", isLocalServer: isLocalServer)
          } else if step.operation.isOfTheLink || step.operation == .disconnect {
            .link(step.operation)
          } else {
            .client(isLocalServer: isLocalServer)
          }
        if let place = lanes.firstIndex(where: { $0.lane == lane }) {
          lanes[place].steps.append(step)
        } else {
          lanes.append(.init(lane, [step]))
        }
      }
    }
    func isRequest(_ operation: TraceStep.Operation) -> Bool {
      !operation.isFromServer && !operation.isOfTheLink && operation != .disconnect && operation != .connect
    }
    try add("requests", isLocalServer: false, isRequest)
    try add("requests_of_peer", isLocalServer: true, isRequest)
    try add("link", isLocalServer: false) { $0.isOfTheLink || $0 == .disconnect }
    try add("values", isLocalServer: false, \.isFromServer)
    try add("values_of_host", isLocalServer: true, \.isFromServer)
    return lanes
  }

  private static func step(
    _ node: JSONNode, isLocalServer: Bool, _ isAllowed: (TraceStep.Operation) -> Bool
  ) throws -> TraceBaseline.Step {
    let members = try node.members([
      "about", "do", "attribute", "values", "outcomes", "count", "repeated", "every_ms", "bytes_per_s",
      "frame",
      "at_s",
    ])
    let name = try members.required("do")
    let operation = try name.choice(TraceStep.Operation.self)
    guard isAllowed(operation) else {
      let allowed = TraceStep.Operation.allCases.filter(isAllowed).map(\.rawValue).joined(separator: ", ")
      throw name.error("'\(operation.rawValue)' does not belong here: \(allowed)")
    }
    let attribute = try members["attribute"]?.string()
    if operation.isFromServer, attribute == nil { _ = try members.required("attribute") }
    let every = try members["every_ms"]?.numbers(0...1e9)
    let rate = try members["bytes_per_s"]?.number(0...1e12)
    let values = try members["values"]?.elements().map { try pattern($0, operation) } ?? []
    let count = try members["count"]?.range(0...Int.max) ?? 1...1
    return TraceBaseline.Step(
      operation, attribute: attribute, isLocalServer: isLocalServer, values: values,
      outcomes: try members["outcomes"]?.strings() ?? [], count: count,
      isRepeated: try members["repeated"]?.bool() ?? false, interval: every, rate: rate,
      frame: try members["frame"]?.integer(1...Int.max), time: try members["at_s"]?.number(-1e12...1e12) ?? 0)
  }

  private static func pattern(_ node: JSONNode, _ operation: TraceStep.Operation) throws -> ValuePattern {
    operation.hasWords ? .words(try node.string()) : try node.pattern()
  }

  // MARK: - Transfers

  private static func transfer(_ node: JSONNode) throws -> TraceBaseline.Transfer {
    let members = try node.members([
      "about", "protocol", "attribute", "outcomes", "chunk", "bytes", "sha256", "bytes_per_s", "optional",
      "frames",
    ])
    var transfer = TraceBaseline.Transfer(format: try members.required("protocol").string())
    transfer.attribute = try members["attribute"]?.string()
    transfer.outcomes = try members.required("outcomes").elements().map { node in
      let text = try node.string()
      guard Transfer.Outcome(rawValue: text) != nil else {
        throw node.error("'\(text)' is not one of success, failed, incomplete, unknown")
      }
      return text
    }
    transfer.chunk = try members["chunk"]?.range(1...65_535)
    transfer.bytes = try members["bytes"]?.integer(1...Int.max)
    transfer.sha256 = try members["sha256"]?.hash()
    transfer.rate = try members["bytes_per_s"]?.number(0...1e12)
    transfer.isOptional = try members["optional"]?.bool() ?? false
    transfer.frames = try members["frames"]?.elements().map { try $0.integer(1...Int.max) } ?? []
    return transfer
  }
}
