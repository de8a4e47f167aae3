/// Reads JSON files that people write, and tells where in them something is wrong.
enum JSONFile {
  /// Reads a file and makes something of it.
  ///
  /// - Parameters:
  ///   - what: what it should be, in one word.
  ///   - page: the page that describes it.
  /// - Throws: ``InputError`` with line, column and what was meant.
  static func read<Result>(
    _ path: String, what: String, described page: String, _ make: (JSONNode) throws -> Result
  ) throws -> Result {
    guard let result = try readIfObject(path, described: page, make) else {
      throw InputError(path, "no \(what): it does not begin with {", advice: "\(page) describes it")
    }
    return result
  }

  /// The same for a file that may be something else; nil when it does not begin with {.
  static func readIfObject<Result>(
    _ path: String, described page: String, _ make: (JSONNode) throws -> Result
  ) throws -> Result? {
    guard let bytes = try CaptureInput.smallFile(path, startingWith: UInt8(ascii: "{")) else { return nil }
    do {
      return try make(JSONNode.parse(bytes))
    } catch let error as JSONPathError {
      let place = error.offset.map { JSONPlace(at: $0, in: bytes) } ?? JSONPlace(error.path, in: bytes)
      throw InputError(
        "\(path):\(place.line):\(place.column)", "\(error.path): \(error.what)",
        advice: "\(page) describes it")
    }
  }
}

extension JSONNode {
  /// A number within a range.
  func number(_ range: ClosedRange<Double>) throws -> Double {
    let number: Double
    switch value {
    case .integer(let whole): number = Double(whole)
    case .number(let other): number = other
    default: throw error("a number is wanted, not \(value.kind)")
    }
    guard range.contains(number) else {
      throw error("\(number) is not within \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  /// An array of two integers, the least and the most, or one for both.
  func range(_ allowed: ClosedRange<Int>) throws -> ClosedRange<Int> {
    if case .integer = value {
      let number = try integer(allowed)
      return number...number
    }
    let ends = try elements()
    guard ends.count == 2 else { throw error("the least and the most are wanted: [1, 3]") }
    let (least, most) = (try ends[0].integer(allowed), try ends[1].integer(allowed))
    guard least <= most else { throw ends[1].error("less than \(least), the least") }
    return least...most
  }

  /// An array of two numbers, the least and the most.
  func numbers(_ allowed: ClosedRange<Double>) throws -> ClosedRange<Double> {
    let ends = try elements()
    guard ends.count == 2 else { throw error("the least and the most are wanted: [1, 3]") }
    let (least, most) = (try ends[0].number(allowed), try ends[1].number(allowed))
    guard least <= most else { throw ends[1].error("less than \(least), the least") }
    return least...most
  }

  /// What is made of a value, nil for null.
  func optional<Result>(_ make: (JSONNode) throws -> Result) throws -> Result? {
    if case .null = value { return nil }
    return try make(self)
  }

  /// An array of strings.
  func strings() throws -> [String] { try elements().map { try $0.string() } }

  /// A SHA-256 in hexadecimal digits, in lower case.
  func hash() throws -> String {
    let text = try string().lowercased()
    guard text.utf8.count == 64, text.allSatisfy(\.isHexDigit) else {
      throw error("a SHA-256 has 64 hexadecimal digits")
    }
    return text
  }
}
