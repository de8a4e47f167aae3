import Foundation
import Testing

/// Any JSON value, whole numbers told from others.
indirect enum JSONValue: Decodable {
  case null, boolean, integer, number
  case string(String)
  case array([JSONValue])
  case object([String: JSONValue])

  /// Reads a document.
  init(_ bytes: ArraySlice<UInt8>) throws {
    self = try JSONDecoder().decode(JSONValue.self, from: Data(bytes))
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    // The frequent types first: a type that does not fit costs an error.
    if let text = try? container.decode(String.self) {
      self = .string(text)
    } else if (try? container.decode(Int.self)) != nil {
      self = .integer
    } else if let members = try? container.decode([String: JSONValue].self) {
      self = .object(members)
    } else if let list = try? container.decode([JSONValue].self) {
      self = .array(list)
    } else if (try? container.decode(Double.self)) != nil {
      self = .number
    } else if container.decodeNil() {
      self = .null
    } else {
      _ = try container.decode(Bool.self)
      self = .boolean
    }
  }

  /// True when a field that is documented as `type` may hold this value.
  func isA(_ type: String) -> Bool {
    switch self {
    case .null: false
    case .boolean: type == "boolean"
    case .integer: type == "integer" || type == "number"
    case .number: type == "number"
    case .string: type == "string"
    case .array: type == "array" || type.hasPrefix("as in ")
    case .object: type.hasPrefix("object") || type.hasPrefix("as ")
    }
  }
}

/// The tables of fields in one chapter of docs/json.md.
struct FieldTable {
  /// A row: a field's type and when it is there.
  struct Field {
    let type: String
    let present: String

    /// The layers whose packets may have it, nil for all; only the chapter about packets names layers.
    var layers: [String]? {
      present == "always" || present == "sometimes" ? nil : present.components(separatedBy: ", ")
    }
  }

  /// The rows by the field's path, `connections[].id`.
  private(set) var fields: [String: Field] = [:]
  /// By the path of an object, `connections[]`, the fields that are always there.
  private(set) var required: [String: [String]] = [:]

  init(_ chapter: String) throws {
    var isInside = false
    var isTable = false
    for line in try Document("docs/json.md").lines {
      if line.hasPrefix("## ") { isInside = line == "## \(chapter)" }
      if !line.hasPrefix("|") { isTable = false }
      if line.hasPrefix("| field | type | present |") { isTable = true }
      guard isInside, isTable, line.hasPrefix("| `") else { continue }
      let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      let path = cells[0].replacingOccurrences(of: "`", with: "")
      #expect(fields[path] == nil, "\(path) has two rows")
      fields[path] = Field(type: cells[1].replacingOccurrences(of: "`", with: ""), present: cells[2])
      guard cells[2] == "always", !path.hasSuffix("[]") else { continue }
      let dot = path.lastIndex(of: ".")
      let object = dot.map { String(path[..<$0]) } ?? ""
      required[object, default: []].append(String(path[(dot.map(path.index(after:)) ?? path.startIndex)...]))
    }
    #expect(!fields.isEmpty)
  }
}

/// Which fields documents really have.
struct FoundFields {
  /// Fields whose values are words, each of which has to be in docs/json.md.
  private static let enumerations: Set = [
    "capture.format", "capture.link_type", "capture.quality.missing[]", "connections[].transport",
    "connections[].role", "connections[].peer_type", "connections[].closed.by", "connections[].phy[].tx",
    "connections[].requests[].what", "connections[].requests[].by", "connections[].requests[].way",
    "connections[].requests[].outcome", "connections[].phases[].name", "connections[].att.unanswered[].why",
    "connections[].att.anomalies[].kind", "connections[].gatt.services[].characteristics[].properties[]",
    "connections[].long_writes[].execution", "connections[].long_writes[].answer",
    "connections[].streams[].kind", "connections[].streams[].sender", "devices[].connections[].link",
    "captures[].subjects[].limiters[].name", "captures[].subjects[].stalls[].cause",
    "captures[].subjects[].streams[].kind", "captures[].subjects[].streams[].settings.phy",
    "captures[].subjects[].streams[].remarks[].kind",
    "failed_connections[].transport", "findings[].severity", "findings[].confidence", "direction", "layer",
    "by", "outcome", "why", "kind",
  ]

  private let table: FieldTable
  /// What stands between backticks in docs/json.md.
  private let words: Set<String>
  private var seen: Set<String> = []
  private var wrong: Set<String> = []

  init(_ table: FieldTable) throws {
    self.table = table
    words = Set(
      try Document("docs/json.md").lines.flatMap { line in
        line.components(separatedBy: "`").enumerated().filter { !$0.offset.isMultiple(of: 2) }.map(\.element)
      })
  }

  /// Takes in a whole document.
  mutating func add(_ document: JSONValue) { add(document, at: "") }

  private mutating func add(_ value: JSONValue, at place: String) {
    var path = place
    if !path.isEmpty {
      seen.insert(path)
      guard let field = table.fields[path] else {
        wrong.insert("\(path) has no row")
        return
      }
      if !value.isA(field.type) { wrong.insert("\(path) is no \(field.type)") }
      if case .string(let word) = value, Self.enumerations.contains(path), !words.contains(word) {
        wrong.insert("\(path) is '\(word)'")
      }
      if field.type.hasPrefix("object of "), case .object(let members) = value {
        let kind = String(field.type.dropFirst(10))
        if !members.values.allSatisfy({ $0.isA(kind) }) { wrong.insert("\(path) holds other types") }
        return
      }
      // What is inside has its rows where the same kind of object stands first, maybe in another chapter.
      if field.type.hasPrefix("as in ") { return }
      if field.type.hasPrefix("as ") { path = String(field.type.dropFirst(3)) }
    }
    switch value {
    case .array(let list): for element in list { add(element, at: "\(path)[]") }
    case .object(let members):
      let prefix = path.isEmpty ? "" : "\(path)."
      for (key, member) in members { add(member, at: prefix + key) }
      for key in table.required[path] ?? [] where members[key] == nil {
        wrong.insert("\(prefix)\(key) is not always there")
      }
    case .null, .boolean, .integer, .number, .string: break
    }
  }

  /// Checks that each field of a packet may be in the packet's layer.
  mutating func compareLayer(_ packet: JSONValue) {
    guard case .object(let members) = packet, case .string(let layer)? = members["layer"] else {
      wrong.insert("an object without a layer")
      return
    }
    for key in members.keys {
      guard let layers = table.fields[key]?.layers else { continue }
      if !layers.contains(layer) { wrong.insert("\(key) is in \(layer)") }
    }
  }

  /// Reports every difference between the tables and what was found.
  ///
  /// - Parameter unseen: tells the fields that no document here can have.
  func compare(unseen: (String) -> Bool = { _ in false }) {
    #expect(wrong.sorted() == [])
    // Captures that reach a limit are too large to be made here.
    let expected = table.fields.filter { !$0.value.present.contains("a limit was reached") }.keys
    #expect(
      Set(expected).subtracting(seen).filter { !unseen($0) }.sorted() == [], "documented, but in no document")
  }
}
