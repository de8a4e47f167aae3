import ATTParser
import Analyzer

/// Transfer protocols that users describe, given with `--ota-profile`; docs/ota-profiles.md has the words.
enum TransferProfileInput {
  /// The version of the file's schema.
  private static let schema = "bleshark.ota-profile/1"
  /// Longest value, and so the farthest field.
  private static let valueLimit = 512

  /// Reads every profile that the command line gives; the first one is tried first.
  ///
  /// - Throws: ``InputError``.
  static func add(_ invocation: Invocation, to options: inout TransferOptions) throws {
    var names: Set<String> = []
    let profiles = try invocation.allValues(.otaProfile).map { path in
      let profile = try read(path)
      guard names.insert(profile.name).inserted else {
        throw InputError(path, "$.name: '\(profile.name)' is the name of another profile")
      }
      return profile
    }
    for profile in profiles.reversed() { options.add(profile) }
  }

  private static func read(_ path: String) throws -> TransferProfile {
    try JSONFile.read(path, what: "profile", described: "docs/ota-profiles.md", profile)
  }

  private static func profile(_ root: JSONNode) throws -> TransferProfile {
    let members = try root.members([
      "schema", "name", "title", "about", "byte_order", "attributes", "version", "messages", "data",
      "results",
      "att_errors",
    ])
    let version = try members.required("schema")
    guard try version.string() == schema else {
      throw version.error("'\(try version.string())' is not known; \(schema) is read")
    }
    let nameNode = try members.required("name")
    let name = try nameNode.string()
    guard !name.isEmpty, name.utf8.allSatisfy({ isNameByte($0) }) else {
      throw nameNode.error("a name has small letters, digits and dashes")
    }
    guard TransferOptions.isFree(name) else { throw nameNode.error("'\(name)' is a protocol that is there") }
    _ = try members["about"]?.string()
    let order = try members["byte_order"]?.choice(TransferProfile.ByteOrder.self) ?? .little
    let attributes = try attributes(members.required("attributes"))
    let reading = ProfileReading(order: order, attributes: attributes.map(\.name), limit: valueLimit)
    let data = try members.required("data")
    var profile = TransferProfile(
      name: name, title: try members["title"]?.string() ?? name, chunk: try reading.chunk(data))
    profile.attributes = attributes
    profile.version = try members["version"].map { try $0.uuid() }
    profile.messages = try members["messages"]?.elements().map(reading.message) ?? []
    profile.results = try members["results"].map(reading.results) ?? []
    profile.attErrors = try members["att_errors"].map(reading.results) ?? []
    try check(profile, members, data)
    return profile
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte) || byte == 0x2D
  }

  private static func attributes(_ node: JSONNode) throws -> [TransferProfile.Attribute] {
    var list: [TransferProfile.Attribute] = []
    for (name, value) in try node.anyMembers() {
      let uuid = try value.uuid()
      if let other = list.first(where: { $0.uuid == uuid }) {
        throw value.error("the same as '\(other.name)'")
      }
      list.append(.init(name: name, uuid: uuid))
    }
    guard (1...16).contains(list.count) else { throw node.error("1 to 16 attributes are wanted") }
    return list
  }

  /// What is right by itself and does not fit together.
  private static func check(_ profile: TransferProfile, _ members: JSONMembers, _ data: JSONNode) throws {
    let messages = try members["messages"]?.elements() ?? []
    var names: Set<String> = []
    for (message, node) in zip(profile.messages, messages) {
      guard names.insert(message.name).inserted else {
        throw JSONPathError(
          path: "\(node.path).name", what: "'\(message.name)' is the name of another message")
      }
    }
    let answers = Set(profile.messages.filter { $0.sender == .device }.map(\.name))
    for (message, node) in zip(profile.messages, messages) {
      if let name = message.answers.first(where: { !answers.contains($0) }) {
        throw JSONPathError(path: "\(node.path).answer", what: "no message of the device is named '\(name)'")
      }
      if message.sender == .client, message.attribute == profile.chunk.attribute, message.prefix.isEmpty,
        message.lengths.lowerBound != message.lengths.upperBound
      {
        throw JSONPathError(
          path: node.path,
          what: "chunks go to the same attribute: starts_with or length has to tell them apart")
      }
    }
    if let name = profile.chunk.acknowledgement, !answers.contains(name) {
      throw JSONPathError(
        path: "\(data.path).acknowledged_by", what: "no message of the device is named '\(name)'")
    }
  }
}
