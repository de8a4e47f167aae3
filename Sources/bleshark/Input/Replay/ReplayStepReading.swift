import ATTParser
import Replay

/// Reads the steps of one connection of a plan.
struct ReplayStepReading {
  /// Where the steps are whose numbers were read.
  private var places: [Int: Int] = [:]
  /// Variables that steps before take.
  private var variables: Set<String> = []
  private var hasDiscovery = false
  /// The latest time, in microseconds: its nanoseconds are an Int64.
  private static let latest = Int.max / 1000

  /// Makes a reader that has read no step.
  init() {}

  /// A step.
  ///
  /// - Parameter place: its place in the list, which its number need not be any more.
  mutating func step(_ node: JSONNode, place: Int) throws -> ReplayStep {
    let members = try node.members([
      "step", "kind", "frame", "time_us", "latency_us", "after", "attribute", "attributes", "value", "offset",
      "uuid", "number", "change", "by_device", "answer", "hindrance", "skip", "take", "put",
    ])
    let kind = try members.required("kind").choice(ReplayStep.Kind.self)
    var step = ReplayStep(
      kind, time: Int64(try members["time_us"]?.integer(0...Self.latest) ?? 0),
      frame: try members["frame"]?.integer(0...Int.max) ?? 0)
    if let number = members["step"] {
      guard places.updateValue(place, forKey: try number.integer(0...Int.max)) == nil else {
        throw number.error("another step has this number")
      }
    }
    step.latency = try members["latency_us"].map { Int64(try $0.integer(0...Self.latest)) }
    step.after = try members["after"].map(after)
    step.attribute = try members["attribute"].map(ReplayPlanInput.reference)
    step.attributes = try members["attributes"]?.elements().map(ReplayPlanInput.reference) ?? []
    step.value = try members["value"]?.bytes(0...0xFFFF) ?? []
    step.offset = try members["offset"].map { UInt16(try $0.integer(0...0xFFFF)) }
    step.uuid = try members["uuid"]?.uuid()
    step.number = try members["number"]?.integer(0...0xFFFF)
    step.change = try members["change"].map(change)
    step.isByDevice = try members["by_device"]?.bool() ?? false
    step.answer = try members["answer"].map(answer)
    step.hindrance = try members["hindrance"]?.string()
    step.isSkipped = try members["skip"]?.bool() ?? false
    step.puts = try members["put"]?.elements().map { try put($0, step) } ?? []
    step.takes = try members["take"]?.elements().map { try take($0) } ?? []
    try check(step, node, members)
    return step
  }

  /// What each kind cannot do without.
  private mutating func check(_ step: ReplayStep, _ node: JSONNode, _ members: JSONMembers) throws {
    switch step.kind {
    case .read, .notification, .indication, .write, .writeCommand, .signedWrite:
      _ = try members.required("attribute")
    case .readBlob, .prepareWrite:
      _ = try members.required("attribute")
      _ = try members.required("offset")
    case .readByType: _ = try members.required("uuid")
    case .readMultiple, .readMultipleVariable:
      guard step.attributes.count >= 2 else {
        throw JSONPathError(path: "\(node.path).attributes", what: "two attributes or more are wanted")
      }
    case .exchangeMTU: _ = try members.required("number")
    case .executeWrite: _ = try members.required("number")
    case .change: _ = try members.required("change")
    case .unplayable:
      // It stays what it is, whatever was edited.
      if step.hindrance == nil { _ = try members.required("hindrance") }
    case .connect, .disconnect: break
    case .discover: hasDiscovery = true
    }
    let needsHandles = step.isSent && step.kind != .exchangeMTU && step.kind != .executeWrite
    guard !needsHandles || hasDiscovery || step.hindrance != nil || step.isSkipped else {
      throw JSONPathError(path: node.path, what: "a step of kind 'discover' has to come before it")
    }
  }

  private func after(_ node: JSONNode) throws -> Int {
    let number = try node.integer(0...Int.max)
    guard let place = places[number] else {
      throw node.error("no step before this one has the number \(number)")
    }
    return place
  }

  // MARK: - Variables

  private mutating func take(_ node: JSONNode) throws -> ReplayStep.Take {
    let members = try node.members(["name", "at", "bytes"])
    let name = try members.required("name").string()
    variables.insert(name)
    return ReplayStep.Take(
      name: name, offset: try members.required("at").integer(0...511),
      count: try members.required("bytes").integer(1...512))
  }

  private func put(_ node: JSONNode, _ step: ReplayStep) throws -> ReplayStep.Put {
    let members = try node.members(["name", "at"])
    let nameNode = try members.required("name")
    let name = try nameNode.string()
    guard variables.contains(name) else { throw nameNode.error("no step before this one takes '\(name)'") }
    let at = try members.required("at").integer(0...511)
    guard at < step.value.count else {
      throw try members.required("at").error("the value has \(step.value.count) bytes")
    }
    return ReplayStep.Put(name: name, offset: at)
  }

  // MARK: - Parts

  private func change(_ node: JSONNode) throws -> LinkChange {
    let members = try node.members(["interval", "latency", "timeout", "data_length", "phy", "encryption"])
    if let octets = members["data_length"] { return .dataLength(UInt16(try octets.integer(0...0xFFFF))) }
    if let phy = members["phy"] { return .phy(UInt8(try phy.integer(1...3))) }
    if let encryption = members["encryption"] {
      guard try encryption.bool() else { throw encryption.error("a link is not decrypted again") }
      return .encryption
    }
    return .parameters(
      interval: UInt16(try members.required("interval").integer(0...0xFFFF)),
      latency: UInt16(try members.required("latency").integer(0...0xFFFF)),
      timeout: UInt16(try members.required("timeout").integer(0...0xFFFF)))
  }

  private func answer(_ node: JSONNode) throws -> ReplayAnswer {
    let members = try node.members([
      "kind", "value", "missing", "attribute", "offset", "values", "number", "name",
    ])
    let kind = try members.required("kind")
    switch try kind.string() {
    case "accepted": return .accepted
    case "value":
      return .value(
        try members.required("value").bytes(0...0xFFFF),
        missing: try members["missing"]?.integer(1...0xFFFF) ?? 0)
    case "prepared":
      return .prepared(
        try ReplayPlanInput.reference(members.required("attribute")),
        offset: UInt16(try members.required("offset").integer(0...0xFFFF)),
        try members.required("value").bytes(0...512))
    case "values":
      return .values(
        try members.required("values").elements().map { item in
          let pair = try item.members(["attribute", "value"])
          return ReplayAnswer.AttributeValue(
            try ReplayPlanInput.reference(pair.required("attribute")),
            try pair.required("value").bytes(0...512))
        })
    case "mtu": return .mtu(UInt16(try members.required("number").integer(0...0xFFFF)))
    case "error":
      return .error(
        ATTErrorCode(rawValue: UInt8(try members.required("number").integer(0...0xFF))),
        try members["attribute"].map(ReplayPlanInput.reference))
    case "other": return .other(try members.required("value").bytes(0...0xFFFF))
    case let other:
      throw kind.error("'\(other)' is not one of accepted, value, prepared, values, mtu, error, other")
    }
  }
}
