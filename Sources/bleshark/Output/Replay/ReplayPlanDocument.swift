import ATTParser
import Analyzer
import Replay

/// A plan as JSON that people read and edit: a line for each attribute and each step.
struct ReplayPlanDocument {
  private let plan: ReplayPlan

  init(_ plan: ReplayPlan) { self.plan = plan }

  /// The plan's first members.
  private struct Head: Encodable {
    let schema = ReplayPlan.schema
    let source: String?
    let device: String?
    let device_random: Bool?
    let advertising_data: String?
    let transfer_attributes: [String]
  }

  /// The text with a line break at its end.
  func encoded() throws -> [UInt8] {
    let json = JSONLines()
    func line(_ value: some Encodable) throws -> String {
      String(decoding: try json.line(value).dropLast(), as: UTF8.self)
    }
    func list(_ lines: [String], _ indent: String) -> String {
      lines.isEmpty
        ? "[]" : "[\n" + lines.map { indent + "  " + $0 }.joined(separator: ",\n") + "\n\(indent)]"
    }
    let head = Head(
      source: plan.source, device: plan.device?.description, device_random: plan.isRandom,
      advertising_data: plan.advertisingData.isEmpty ? nil : Numbers.hex(plan.advertisingData),
      transfer_attributes: plan.transferAttributes.map(\.description).sorted())
    let connections = try plan.connections.map { connection in
      let attributes = try connection.layout.entries.map { try line(ReplayAttributeDocument($0)) }
      let steps = try connection.steps.enumerated().map { try line(ReplayStepDocument($1, place: $0)) }
      let transfer = try connection.transfer.map {
        "\n      \"transfer\": \(try line(PlannedTransferDocument($0))),"
      }
      return """
        {
              "id": \(connection.id),
              "remarks": \(try line(connection.remarks)),\(transfer ?? "")
              "attributes": \(list(attributes, "      ")),
              "steps": \(list(steps, "      "))
            }
        """
    }
    let volatile = try plan.volatile.map { try line(VolatileDocument($0)) }
    // The encoder's own object, opened at its end for the lists that get a line for each item.
    let text = """
      \(try line(head).dropLast()),
        "volatile": \(list(volatile, "  ")),
        "connections": \(list(connections, "  "))
      }

      """
    return Array(text.utf8)
  }
}

/// How an image travels.
struct PlannedTransferDocument: Encodable {
  /// What a report of the device looks like.
  struct Report: Encodable {
    let starts_with: String
    let at: Int
  }

  let framing: String
  let data: String
  let control: String
  let reports: [Report]
  let big_endian: Bool
  let base: Int

  init(_ transfer: PlannedTransfer) {
    framing = transfer.framing.rawValue
    data = transfer.data.description
    control = transfer.control.description
    reports = transfer.reports.map { Report(starts_with: Numbers.hex($0.prefix), at: $0.offset) }
    big_endian = transfer.isBigEndian
    base = transfer.base
  }
}

/// What of a value is not compared.
struct VolatileDocument: Encodable {
  let uuid: String
  let at: Int?
  let bytes: Int?
  let reason: String

  init(_ value: VolatileValue) {
    uuid = value.uuid.description
    at = value.bytes?.lowerBound
    bytes = value.bytes?.count
    reason = value.reason
  }
}

/// An attribute of the captured device.
struct ReplayAttributeDocument: Encodable {
  let handle: Int
  let attribute: String
  var end: Int?
  var primary: Bool?
  var start: Int?
  var uuid: String?
  var properties: [String]?
  var value: Int?
  var inferred: Bool?

  init(_ entry: AttributeLayout.Entry) {
    handle = Int(entry.handle.rawValue)
    attribute = entry.key.description
    switch entry.detail {
    case .service(let end, let isPrimary):
      self.end = Int(end.rawValue)
      primary = isPrimary
    case .include(let start, let end, let uuid):
      self.start = Int(start.rawValue)
      self.end = Int(end.rawValue)
      self.uuid = uuid?.description
    case .declaration(let properties, let value):
      self.properties = properties.names
      self.value = Int(value.rawValue)
    case .value: break
    case .descriptor(let isInferred): inferred = isInferred ? true : nil
    }
  }
}

/// A step of a plan.
struct ReplayStepDocument: Encodable {
  /// A change of the link.
  struct Change: Encodable {
    var interval: Int?
    var latency: Int?
    var timeout: Int?
    var data_length: Int?
    var phy: Int?
    var encryption: Bool?

    init(_ change: LinkChange) {
      switch change {
      case .parameters(let interval, let latency, let timeout):
        self.interval = Int(interval)
        self.latency = Int(latency)
        self.timeout = Int(timeout)
      case .dataLength(let octets): data_length = Int(octets)
      case .phy(let phy): self.phy = Int(phy)
      case .encryption: encryption = true
      }
    }
  }

  /// A variable, taken or put.
  struct Variable: Encodable {
    let name: String
    let at: Int
    var bytes: Int?
  }

  let step: Int
  let kind: String
  let frame: Int
  let time_us: Int64
  let latency_us: Int64?
  let after: Int?
  let attribute: String?
  let attributes: [String]?
  let value: String?
  let offset: Int?
  let uuid: String?
  let number: Int?
  let change: Change?
  let by_device: Bool?
  let answer: ReplayAnswerDocument?
  let hindrance: String?
  let skip: Bool?
  let take: [Variable]?
  let put: [Variable]?

  init(_ step: ReplayStep, place: Int) {
    self.step = place
    kind = step.kind.rawValue
    frame = step.frame
    time_us = step.time
    latency_us = step.latency
    after = step.after
    attribute = step.attribute?.description
    attributes = step.attributes.isEmpty ? nil : step.attributes.map(\.description)
    value = step.isWait || step.isWrite && step.kind != .executeWrite ? Numbers.hex(step.value) : nil
    offset = step.offset.map(Int.init)
    uuid = step.uuid?.description
    number = step.number
    change = step.change.map(Change.init)
    by_device = step.isByDevice ? true : nil
    answer = step.answer.map(ReplayAnswerDocument.init)
    hindrance = step.hindrance
    skip = step.isSkipped ? true : nil
    take =
      step.takes.isEmpty ? nil : step.takes.map { Variable(name: $0.name, at: $0.offset, bytes: $0.count) }
    put = step.puts.isEmpty ? nil : step.puts.map { Variable(name: $0.name, at: $0.offset) }
  }
}

/// What a server answers.
struct ReplayAnswerDocument: Encodable {
  /// An attribute and its value.
  struct Value: Encodable {
    let attribute: String
    let value: String
  }

  let kind: String
  var value: String?
  var missing: Int?
  var attribute: String?
  var offset: Int?
  var values: [Value]?
  var number: Int?
  var name: String?

  init(_ answer: ReplayAnswer) {
    switch answer {
    case .accepted: kind = "accepted"
    case .value(let bytes, let missing):
      kind = "value"
      value = Numbers.hex(bytes)
      self.missing = missing == 0 ? nil : missing
    case .prepared(let reference, let offset, let part):
      kind = "prepared"
      attribute = reference.description
      self.offset = Int(offset)
      value = Numbers.hex(part)
    case .values(let list):
      kind = "values"
      values = list.map { Value(attribute: $0.attribute.description, value: Numbers.hex($0.value)) }
    case .mtu(let mtu):
      kind = "mtu"
      number = Int(mtu)
    case .error(let code, let reference):
      kind = "error"
      number = Int(code.rawValue)
      name = code.name
      attribute = reference?.description
    case .other(let bytes):
      kind = "other"
      value = Numbers.hex(bytes)
    }
  }
}
