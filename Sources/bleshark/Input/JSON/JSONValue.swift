import FoundationEssentials

/// Any JSON value, for files that people write: what is wrong is told with the path to it.
enum JSONValue: Decodable {
  /// Its members by their names.
  case object([String: JSONValue])
  /// Its items in their order.
  case array([JSONValue])
  /// Its characters, without escapes.
  case string(String)
  /// A number that is whole and fits.
  case integer(Int)
  /// Any other number.
  case number(Double)
  /// `true` or `false`.
  case bool(Bool)
  /// `null`.
  case null

  /// Takes whatever there is.
  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else if let value = try? container.decode(Int.self) {
      self = .integer(value)
    } else if let value = try? container.decode(Double.self) {
      self = .number(value)
    } else if let value = try? container.decode(String.self) {
      self = .string(value)
    } else if let value = try? container.decode([JSONValue].self) {
      self = .array(value)
    } else {
      self = .object(try container.decode([String: JSONValue].self))
    }
  }

  /// What kind of value it is, in words.
  var kind: String {
    switch self {
    case .object: "an object"
    case .array: "an array"
    case .string: "a string"
    case .integer, .number: "a number"
    case .bool: "true or false"
    case .null: "null"
    }
  }
}

/// A value of a JSON file that is wrong, with the path to it.
struct JSONPathError: Error {
  /// Where, such as `$.messages[2].fields[0].at`.
  let path: String
  /// What is wrong, without a full stop.
  let what: String
  /// The byte of the text that is wrong, nil where the path tells.
  var offset: Int?
}

/// A value of a JSON file, and where in the file it is.
struct JSONNode {
  /// The value.
  let value: JSONValue
  /// The path to it, such as `$.messages[2]`.
  let path: String

  /// Reads a whole file.
  ///
  /// - Throws: ``JSONPathError`` when it is no JSON.
  static func parse(_ bytes: [UInt8]) throws -> JSONNode {
    // The decoder does not say where, and takes more than JSON allows.
    if let problem = JSONSyntax.problem(in: bytes) {
      throw JSONPathError(path: "$", what: "no JSON: \(problem.what)", offset: problem.offset)
    }
    do {
      return JSONNode(value: try JSONDecoder().decode(JSONValue.self, from: Data(bytes)), path: "$")
    } catch DecodingError.dataCorrupted(let context) {
      throw JSONPathError(path: "$", what: "no JSON: \(context.debugDescription)")
    } catch {
      throw JSONPathError(path: "$", what: "no JSON: \(error)")
    }
  }

  /// An error about this value.
  func error(_ what: String) -> JSONPathError { JSONPathError(path: path, what: what) }

  private func wrong(_ wanted: String) -> JSONPathError { error("\(wanted) is wanted, not \(value.kind)") }

  /// The members of an object, all of which have to be among the `known` ones.
  func members(_ known: [String]) throws -> JSONMembers {
    guard case .object(let members) = value else { throw wrong("an object") }
    if let stranger = members.keys.sorted().first(where: { !known.contains($0) }) {
      throw JSONPathError(
        path: "\(path).\(stranger)",
        what:
          "not known here\(Suggestion.text(stranger, known)); there may be \(known.joined(separator: ", "))")
    }
    return JSONMembers(members: members, path: path)
  }

  /// The members of an object of any names, by name.
  func anyMembers() throws -> [(name: String, node: JSONNode)] {
    guard case .object(let members) = value else { throw wrong("an object") }
    return members.sorted { $0.key < $1.key }.map {
      ($0.key, JSONNode(value: $0.value, path: "\(path).\($0.key)"))
    }
  }

  /// The elements of an array.
  func elements() throws -> [JSONNode] {
    guard case .array(let elements) = value else { throw wrong("an array") }
    return elements.enumerated().map { JSONNode(value: $1, path: "\(path)[\($0)]") }
  }

  /// A string.
  func string() throws -> String {
    guard case .string(let text) = value else { throw wrong("a string") }
    return text
  }

  /// An integer within a range.
  func integer(_ range: ClosedRange<Int>) throws -> Int {
    guard case .integer(let number) = value else { throw wrong("an integer") }
    guard range.contains(number) else {
      throw error("\(number) is not within \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  /// True or false.
  func bool() throws -> Bool {
    guard case .bool(let flag) = value else { throw wrong("true or false") }
    return flag
  }

  /// One of a few words.
  func choice<Choice: RawRepresentable & CaseIterable>(_ type: Choice.Type) throws -> Choice
  where Choice.RawValue == String {
    let text = try string()
    guard let choice = Choice(rawValue: text) else {
      let words = Choice.allCases.map(\.rawValue).joined(separator: ", ")
      throw error("'\(text)' is not one of \(words)\(Suggestion.text(text, Choice.allCases.map(\.rawValue)))")
    }
    return choice
  }

  /// Bytes as hexadecimal digits, with or without spaces.
  func bytes(_ count: ClosedRange<Int>) throws -> [UInt8] {
    let digits = try string().filter { $0 != " " }
    let values = digits.compactMap(\.hexDigitValue)
    guard values.count == digits.count, values.count.isMultiple(of: 2) else {
      throw error("bytes are pairs of hexadecimal digits")
    }
    guard count.contains(values.count / 2) else {
      throw error("\(count.lowerBound) to \(count.upperBound) bytes are wanted, not \(values.count / 2)")
    }
    return stride(from: 0, to: values.count, by: 2).map { UInt8(values[$0] << 4 | values[$0 + 1]) }
  }
}

/// The members of a JSON object.
struct JSONMembers {
  /// The members by name.
  fileprivate let members: [String: JSONValue]
  /// The path to the object.
  let path: String

  fileprivate init(members: [String: JSONValue], path: String) {
    self.members = members
    self.path = path
  }

  /// A member that may be missing.
  subscript(_ name: String) -> JSONNode? {
    members[name].map { JSONNode(value: $0, path: "\(path).\(name)") }
  }

  /// A member that has to be there.
  func required(_ name: String) throws -> JSONNode {
    guard let node = self[name] else { throw JSONPathError(path: "\(path).\(name)", what: "missing") }
    return node
  }
}
