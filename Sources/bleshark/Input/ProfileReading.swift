import Analyzer

/// Reads the parts of a profile of a transfer protocol.
struct ProfileReading {
  /// The order of the bytes of numbers that name none.
  let order: TransferProfile.ByteOrder
  /// The names of the attributes.
  let attributes: [String]
  /// The longest value.
  let limit: Int

  // MARK: - Messages

  /// A message.
  func message(_ node: JSONNode) throws -> TransferProfile.Message {
    let members = try node.members([
      "name", "about", "from", "on", "starts_with", "length", "min_length", "max_length", "fields", "step",
      "answer", "begins", "accepts", "restarts", "accepted_by_restart", "needs_activation", "aborts",
      "erases",
    ])
    _ = try members["about"]?.string()
    let sender = try members.required("from").choice(TransferProfile.Sender.self)
    var message = TransferProfile.Message(
      try members.required("name").string(), sender, attribute: try attribute(members.required("on")))
    message.prefix = try members["starts_with"]?.bytes(1...32) ?? []
    message.lengths = try lengths(members)
    message.fields = try members["fields"]?.elements().map { try field($0, sender) } ?? []
    message.step = try members["step"].map(step)
    if let answer = members["answer"] {
      guard sender == .client else { throw answer.error("only what the client sends is answered") }
      message.answers = try names(answer)
    }
    message.begins = try members["begins"]?.bool() ?? false
    message.accepts = try members["accepts"]?.bool() ?? false
    message.restarts = try members["restarts"]?.bool() ?? false
    message.isAcceptedByRestart = try members["accepted_by_restart"]?.bool() ?? false
    message.needsActivation = try members["needs_activation"]?.bool() ?? false
    message.aborts = try members["aborts"]?.bool() ?? false
    message.erases = try members["erases"]?.bool() ?? false
    if sender == .device, message.begins {
      throw JSONPathError(path: "\(node.path).begins", what: "only what the client sends begins a transfer")
    }
    if sender == .client, message.accepts {
      throw JSONPathError(path: "\(node.path).accepts", what: "only the device accepts an image")
    }
    return message
  }

  private func lengths(_ members: JSONMembers) throws -> ClosedRange<Int> {
    if let length = members["length"] {
      if let other = members["min_length"] ?? members["max_length"] {
        throw other.error("'length' says it already")
      }
      let count = try length.integer(0...limit)
      return count...count
    }
    let least = try members["min_length"]?.integer(0...limit) ?? 0
    guard let node = members["max_length"] else { return least...Int.max }
    let most = try node.integer(0...limit)
    guard most >= least else { throw node.error("less than min_length") }
    return least...most
  }

  /// A name, or an array of names.
  private func names(_ node: JSONNode) throws -> [String] {
    if case .array = node.value { return try node.elements().map { try $0.string() } }
    return [try node.string()]
  }

  private func step(_ node: JSONNode) throws -> TransferStep {
    let text = try node.string()
    guard let step = TransferStep.allCases.first(where: { $0.name == text }) else {
      throw node.error("'\(text)' is not one of \(TransferStep.allCases.map(\.name).joined(separator: ", "))")
    }
    return step
  }

  private func attribute(_ node: JSONNode) throws -> Int {
    let name = try node.string()
    guard let place = attributes.firstIndex(of: name) else {
      throw node.error("'\(name)' is not one of the attributes: \(attributes.joined(separator: ", "))")
    }
    return place
  }

  // MARK: - Fields

  private func field(_ node: JSONNode, _ sender: TransferProfile.Sender) throws -> TransferProfile.Field {
    let members = try node.members(["at", "bytes", "byte_order", "is"])
    let meaningNode = try members.required("is")
    let meaning = try meaningNode.choice(TransferProfile.Meaning.self)
    if meaning.isFromDevice, sender == .client { throw meaningNode.error("only the device says that") }
    if meaning == .sha256 {
      let offset = try members.required("at").integer(0...limit)
      if let bytes = members["bytes"] { _ = try bytes.integer(32...32) }
      return .init(.init(offset: offset, count: 32, order: .big), meaning)
    }
    let number = try number(members)
    let size: Int? =
      switch meaning {
      case .crc32, .receivedCRC32: 4
      case .modbus, .xmodem, .ccittFalse: 2
      default: nil
      }
    if let size, number.count != size, let bytes = members["bytes"] {
      throw bytes.error("\(meaning.rawValue) has \(size) bytes")
    }
    return .init(number, meaning)
  }

  private func number(_ node: JSONNode) throws -> TransferProfile.Number {
    try number(node.members(["at", "bytes", "byte_order"]))
  }

  private func number(_ members: JSONMembers) throws -> TransferProfile.Number {
    .init(
      offset: try members.required("at").integer(0...limit),
      count: try members.required("bytes").integer(1...8),
      order: try members["byte_order"]?.choice(TransferProfile.ByteOrder.self) ?? order)
  }

  // MARK: - Chunks

  /// How the image travels.
  func chunk(_ node: JSONNode) throws -> TransferProfile.Chunk {
    let members = try node.members([
      "on", "about", "starts_with", "header", "trailer", "offset", "offset_unit", "sequence",
      "first_sequence",
      "length", "crc", "size", "acknowledged_by", "acknowledged_every", "acknowledged_at_end",
    ])
    _ = try members["about"]?.string()
    var chunk = TransferProfile.Chunk(attribute: try attribute(members.required("on")))
    chunk.prefix = try members["starts_with"]?.bytes(1...32) ?? []
    chunk.offset = try members["offset"].map(number)
    chunk.offsetUnit = try members["offset_unit"]?.integer(1...(1 << 20)) ?? 1
    chunk.sequence = try members["sequence"].map(number)
    if chunk.offset != nil, let sequence = members["sequence"] {
      throw sequence.error("'offset' says it already")
    }
    chunk.firstSequence = try members["first_sequence"]?.integer(0...0xFFFF_FFFF) ?? 0
    chunk.length = try members["length"].map(number)
    chunk.check = try members["crc"].map(check)
    chunk.size = try members["size"]?.integer(1...limit)
    let fields = [chunk.offset, chunk.sequence, chunk.length].compactMap { $0.map { $0.offset + $0.count } }
    let own = chunk.check.flatMap { check in check.offset.map { $0 + check.kind.count } }
    chunk.header =
      try members["header"]?.integer(0...limit) ?? (fields + [own ?? 0, chunk.prefix.count]).max() ?? 0
    let ending = chunk.check.map { $0.offset == nil ? $0.kind.count : 0 } ?? 0
    chunk.trailer = try members["trailer"]?.integer(ending...limit) ?? ending
    chunk.acknowledgement = try members["acknowledged_by"]?.string()
    chunk.window = try members["acknowledged_every"]?.integer(1...65_535)
    chunk.acknowledgesEnd = try members["acknowledged_at_end"]?.bool() ?? true
    if chunk.acknowledgement == nil, let every = members["acknowledged_every"] {
      throw every.error("'acknowledged_by' has to name the message")
    }
    return chunk
  }

  private func check(_ node: JSONNode) throws -> TransferProfile.ChunkCheck {
    let members = try node.members(["kind", "at", "byte_order", "over"])
    enum Cover: String, CaseIterable { case payload, all }
    return .init(
      try members.required("kind").choice(TransferProfile.ChunkCheck.Kind.self),
      try members["byte_order"]?.choice(TransferProfile.ByteOrder.self) ?? order,
      offset: try members["at"]?.integer(0...limit),
      coversHeader: try members["over"]?.choice(Cover.self) == .all)
  }

  // MARK: - Results

  /// Result codes.
  func results(_ node: JSONNode) throws -> [TransferProfile.Result] {
    var codes: Set<Int> = []
    return try node.elements().map { node in
      let members = try node.members(["code", "name", "success", "cause"])
      let codeNode = try members.required("code")
      let code = try codeNode.integer(0...Int.max)
      guard codes.insert(code).inserted else { throw codeNode.error("\(code) is there twice") }
      let isSuccess = try members["success"]?.bool() ?? false
      let symptom = try members["cause"].map(symptom)
      if isSuccess, let cause = members["cause"] { throw cause.error("a success has no cause") }
      return .init(
        code: UInt64(code), name: try members.required("name").string(), isSuccess: isSuccess,
        symptom: symptom)
    }
  }

  private func symptom(_ node: JSONNode) throws -> Symptom {
    let text = try node.string()
    guard let symptom = Symptom.all.first(where: { $0.rule == "ota.\(text)" }) else {
      let known = Symptom.all.map { $0.rule.dropFirst(4) }.joined(separator: ", ")
      throw node.error("'\(text)' is not one of \(known)")
    }
    return symptom
  }
}
