/// A command line that makes no sense; the text tells the user what to change.
struct UsageError: Error, CustomStringConvertible {
  /// What is wrong, as one sentence without a full stop.
  let description: String

  /// Makes an error of such a sentence.
  init(_ description: String) { self.description = description }
}

/// A parsed command line.
struct Invocation {
  /// The command to run.
  private(set) var command = Command.analyze
  /// False when the command line named none, and so means `analyze`.
  private(set) var isCommandNamed = false
  /// What is neither a command nor an option.
  private(set) var operands: [String] = []
  private var values: [OptionName: [String]] = [:]

  /// Reads arguments without the program's name.
  ///
  /// - Throws: ``UsageError``.
  init(parsing arguments: [String]) throws {
    var rest = arguments[...]
    var optionsEnded = false
    var given: [Option] = []
    while let argument = rest.popFirst() {
      if optionsEnded || argument == "-" || !argument.hasPrefix("-") {
        addOperand(argument)
      } else if argument == "--" {
        optionsEnded = true
      } else if argument.hasPrefix("--") {
        given.append(try readLong(argument, &rest))
      } else {
        given += try readShort(argument, &rest)
      }
    }
    for option in given where !option.applies(to: command) {
      throw UsageError("--\(option.long) is not an option of 'bleshark \(command.rawValue)'")
    }
    let formats = given.filter { Self.formats.contains($0.name) }.map(\.long)
    if let first = formats.first, let other = formats.first(where: { $0 != first }) {
      throw UsageError("--\(first) and --\(other) cannot both be printed: give one of them")
    }
  }

  /// Options that each decide what standard output is.
  private static let formats: Set<OptionName> = [.json, .jsonLines, .csv, .markdown]

  /// True when an option was given.
  func has(_ name: OptionName) -> Bool { values[name] != nil }

  /// The value given for an option that is no list.
  func value(_ name: OptionName) -> String? { values[name]?.first }

  /// All values given for an option.
  func allValues(_ name: OptionName) -> [String] { values[name] ?? [] }

  /// The one file a command works on.
  func onlyOperand() throws -> String {
    guard let first = operands.first else {
      throw UsageError("no capture given: bleshark \(command.rawValue) FILE, or - for standard input")
    }
    guard operands.count == 1 else {
      throw UsageError("one capture at a time: '\(operands[1])' is one too many")
    }
    return first
  }

  /// The captures a command works on, at least one.
  func captures() throws -> [String] {
    guard !operands.isEmpty else {
      throw UsageError("no capture given: bleshark \(command.rawValue) \(command.operands)")
    }
    return operands
  }

  /// A capture and what else the command needs.
  func captureAndSubject() throws -> (path: String, subject: String) {
    guard operands.count == 2 else {
      throw UsageError("two things are needed: bleshark \(command.rawValue) \(command.operands)")
    }
    return (operands[0], operands[1])
  }

  /// A span of time given as `500ms`, `2s`, `30us` or a number of seconds, in nanoseconds.
  func duration(_ name: OptionName) throws -> Int64? {
    guard let text = value(name) else { return nil }
    let units = [("ms", 1e6), ("us", 1e3), ("s", 1e9), ("", 1e9)]
    for (unit, scale) in units where text.hasSuffix(unit) {
      guard let number = Double(text.dropLast(unit.count)) else { continue }
      guard number >= 0, number * scale < 9e18 else { break }
      return Int64((number * scale).rounded())
    }
    throw UsageError("a time is a number with ms, s or us after it, not '\(text)'")
  }

  private mutating func addOperand(_ argument: String) {
    if operands.isEmpty, !isCommandNamed, let command = Command(rawValue: argument) {
      self.command = command
      isCommandNamed = true
    } else {
      operands.append(argument)
    }
  }

  private mutating func readLong(_ argument: String, _ rest: inout ArraySlice<String>) throws -> Option {
    let body = argument.dropFirst(2)
    let name = body.prefix { $0 != "=" }
    guard let option = Option.table.first(where: { $0.long == name }) else {
      throw UsageError("unknown option --\(name)\(Self.suggestion(for: String(name)))")
    }
    let attached = name.endIndex == body.endIndex ? nil : String(body[body.index(after: name.endIndex)...])
    try add(option, attached, &rest)
    return option
  }

  private mutating func readShort(_ argument: String, _ rest: inout ArraySlice<String>) throws -> [Option] {
    var found: [Option] = []
    var letters = argument.dropFirst()
    while let letter = letters.popFirst() {
      // Commands may share a letter; the one named so far decides.
      let options = Option.table.filter { $0.short == letter }
      guard let option = options.first(where: { $0.applies(to: command) }) ?? options.first else {
        throw UsageError("unknown option -\(letter)")
      }
      found.append(option)
      guard case .none = option.argument else {
        // The rest of the word is the value: -c2 is -c 2.
        try add(option, letters.isEmpty ? nil : String(letters), &rest)
        break
      }
      try add(option, nil, &rest)
    }
    return found
  }

  private mutating func add(
    _ option: Option, _ attached: String?, _ rest: inout ArraySlice<String>
  ) throws {
    var value = ""
    switch option.argument {
    case .none:
      if let attached { throw UsageError("--\(option.long) takes no value, not '\(attached)'") }
    case .value(let placeholder), .values(let placeholder):
      guard let given = attached ?? rest.popFirst() else {
        throw UsageError("--\(option.long) needs a value: \(placeholder)")
      }
      value = given
    case .choice(let words), .choices(let words):
      guard let given = attached ?? rest.popFirst() else {
        throw UsageError("--\(option.long) needs one of \(words.joined(separator: ", "))")
      }
      guard words.contains(given) else {
        throw UsageError("--\(option.long) is one of \(words.joined(separator: ", ")), not '\(given)'")
      }
      value = given
    }
    if !option.isList, let earlier = values[option.name]?.first, earlier != value {
      throw UsageError("--\(option.long) is given twice, as '\(earlier)' and as '\(value)': give one of them")
    }
    values[option.name, default: []].append(value)
  }

  /// Names the option that a mistyped one may have meant.
  private static func suggestion(for name: String) -> String {
    let close = Option.table.map(\.long).filter {
      $0.hasPrefix(name.prefix(3)) || name.hasPrefix($0.prefix(4))
    }
    guard let best = close.first, name.count >= 3 else { return "" }
    return "; did you mean --\(best)?"
  }
}
