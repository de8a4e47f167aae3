import ATTParser
import Analyzer
import Replay

/// Reads the plans that `--plan` writes and people edit; every mistake is told with the path to it.
enum ReplayPlanInput {
  /// Reads a plan.
  ///
  /// - Throws: ``InputError``.
  static func read(_ path: String) throws -> ReplayPlan {
    try JSONFile.read(path, what: "plan", described: "docs/replay.md", plan)
  }

  private static func plan(_ root: JSONNode) throws -> ReplayPlan {
    let members = try root.members([
      "schema", "source", "device", "device_random", "advertising_data", "transfer_attributes", "volatile",
      "connections",
    ])
    let version = try members.required("schema")
    guard try version.string() == ReplayPlan.schema else {
      throw version.error("'\(try version.string())' is not known; \(ReplayPlan.schema) is read")
    }
    var plan = ReplayPlan(source: try members["source"]?.string())
    plan.device = try members["device"]?.deviceAddress()
    plan.isRandom = try members["device_random"]?.bool()
    plan.advertisingData = try members["advertising_data"]?.bytes(0...31) ?? []
    for node in try members["transfer_attributes"]?.elements() ?? [] {
      plan.transferAttributes.insert(try key(node))
    }
    plan.volatile = try members["volatile"]?.elements().map(volatile) ?? []
    let connections = try members.required("connections")
    plan.connections = try connections.elements().map { try connection($0) }
    guard !plan.connections.isEmpty else { throw connections.error("at least one connection is wanted") }
    guard Set(plan.connections.map(\.id)).count == plan.connections.count else {
      throw connections.error("two connections have the same id")
    }
    guard plan.stepCount <= ReplayPlan.stepLimit else {
      throw connections.error("a plan has at most \(ReplayPlan.stepLimit) steps")
    }
    return plan
  }

  private static func volatile(_ node: JSONNode) throws -> VolatileValue {
    let members = try node.members(["uuid", "at", "bytes", "reason"])
    var range: Range<Int>?
    if let at = members["at"] {
      let start = try at.integer(0...511)
      range = start..<(start + (try members.required("bytes").integer(1...512)))
    } else if let bytes = members["bytes"] {
      throw bytes.error("'at' has to say where they begin")
    }
    return VolatileValue(
      try members.required("uuid").uuid(), range, reason: try members["reason"]?.string() ?? "")
  }

  private static func connection(_ node: JSONNode) throws -> ReplayPlan.Connection {
    let members = try node.members(["id", "remarks", "transfer", "attributes", "steps"])
    let layout = AttributeLayout(try members["attributes"]?.elements().map(attribute) ?? [])
    var reading = ReplayStepReading()
    let nodes = try members.required("steps").elements()
    let steps = try nodes.enumerated().map { try reading.step($1, place: $0) }
    var connection = ReplayPlan.Connection(
      id: try members["id"]?.integer(1...Int.max) ?? 1, layout: layout, steps: steps,
      remarks: try members["remarks"]?.elements().map { try $0.string() } ?? [])
    connection.transfer = try members["transfer"].map(transfer)
    return connection
  }

  private static func transfer(_ node: JSONNode) throws -> PlannedTransfer {
    let members = try node.members(["framing", "data", "control", "reports", "big_endian", "base"])
    let reports = try members.required("reports").elements().map { item in
      let report = try item.members(["starts_with", "at"])
      return PlannedTransfer.Report(
        prefix: try report.required("starts_with").bytes(1...32),
        offset: try report.required("at").integer(1...508))
    }
    return PlannedTransfer(
      try members.required("framing").choice(PlannedTransfer.Framing.self),
      data: try key(members.required("data")),
      control: try key(members.required("control")), reports: reports,
      isBigEndian: try members["big_endian"]?.bool() ?? false,
      base: try members["base"]?.integer(0...0xFFFF_FFFF) ?? 0)
  }

  private static func attribute(_ node: JSONNode) throws -> AttributeLayout.Entry {
    let members = try node.members([
      "handle", "attribute", "end", "primary", "start", "uuid", "properties", "value", "inferred",
    ])
    let name = try members.required("attribute")
    let key = try key(name)
    let handle = try members.required("handle").attributeHandle()
    let detail: AttributeLayout.Detail
    switch key.attribute {
    case .service:
      let end = try members.required("end").attributeHandle()
      guard end >= handle else { throw try members.required("end").error("before its service's declaration") }
      detail = .service(end: end, isPrimary: try members["primary"]?.bool() ?? true)
    case .include:
      detail = .include(
        start: try members.required("start").attributeHandle(),
        end: try members.required("end").attributeHandle(),
        uuid: try members["uuid"]?.uuid())
    case .declaration:
      detail = .declaration(
        try properties(members["properties"]), value: try members.required("value").attributeHandle())
    case .value: detail = .value
    case .descriptor: detail = .descriptor(isInferred: try members["inferred"]?.bool() ?? false)
    }
    return AttributeLayout.Entry(handle: handle, key: key, detail: detail)
  }

  private static func properties(_ node: JSONNode?) throws -> CharacteristicProperties {
    var properties = CharacteristicProperties()
    for item in try node?.elements() ?? [] {
      let all = CharacteristicProperties(rawValue: 0xFF).names
      guard let bit = all.firstIndex(of: try item.string()) else {
        throw item.error("'\(try item.string())' is not one of \(all.joined(separator: ", "))")
      }
      properties.rawValue |= 1 << UInt8(bit)
    }
    return properties
  }

  /// A path of UUIDs.
  static func key(_ node: JSONNode) throws -> AttributeKey {
    guard let key = AttributeKey(text: try node.string()) else {
      throw node.error("'\(try node.string())' is no attribute such as 180d/2a37 or 180d/2a37/2902")
    }
    return key
  }

  /// A path of UUIDs, or `handle:0x0042`.
  static func reference(_ node: JSONNode) throws -> AttributeReference {
    guard let reference = AttributeReference(text: try node.string()) else {
      throw node.error(
        "'\(try node.string())' is no attribute such as 180d/2a37, 180d/2a37/2902 or handle:0xffff")
    }
    return reference
  }
}
