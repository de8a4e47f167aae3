import Analyzer

/// What came of captures in the Static Analysis Results Interchange Format (SARIF 2.1.0, OASIS).
struct SARIFReport: JSONDocument {
  /// A piece of text.
  struct Message: Encodable {
    let text: String
  }

  /// A kind of result.
  struct Rule: Encodable {
    let id: String
    let shortDescription: Message
    let fullDescription: Message
    let help: Message
  }

  /// The program and what it looks for.
  struct Tool: Encodable {
    /// The program.
    struct Driver: Encodable {
      let name = "bleshark"
      let version = bleshark.Tool.version
      let semanticVersion = bleshark.Tool.version
      let rules: [Rule]
    }

    let driver: Driver
  }

  /// Where a result is.
  struct Location: Encodable {
    /// The file.
    struct Physical: Encodable {
      let artifactLocation: Artifact
      let region: Region
    }

    /// A file's name.
    struct Artifact: Encodable {
      let uri: String
    }

    /// A place in a file.
    ///
    /// A capture has no lines, and GitHub shows no result without one.
    struct Region: Encodable {
      let startLine = 1
    }

    /// What it is about.
    struct Logical: Encodable {
      let name: String
      let fullyQualifiedName: String
      let kind = "resource"
    }

    let physicalLocation: Physical
    let logicalLocations: [Logical]?
  }

  /// What else is known of a result.
  struct Properties: Encodable {
    let frames: [Int]
    let golden_frames: [Int]
    let connection: Int?
    let wireshark: String?
  }

  /// Something that was found.
  struct Result: Encodable {
    let ruleId: String
    let ruleIndex: Int
    let level: String
    let message: Message
    let locations: [Location]
    let partialFingerprints: [String: String]
    let properties: Properties
  }

  /// How the program ended.
  struct Invocation: Encodable {
    /// What went wrong while it ran.
    struct Notification: Encodable {
      let level = "error"
      let message: Message
    }

    let executionSuccessful: Bool
    let toolExecutionNotifications: [Notification]
  }

  /// One run of the program.
  struct Run: Encodable {
    let tool: Tool
    let invocations: [Invocation]
    let results: [Result]
    let columnKind = "unicodeCodePoints"
  }

  /// The schema's address, which is also its name.
  static let schema = "https://json.schemastore.org/sarif-2.1.0.json"

  let version = "2.1.0"
  let runs: [Run]

  private enum CodingKeys: String, CodingKey {
    case schema = "$schema"
    case version, runs
  }

  init(_ report: CheckReport) {
    let names = Set(report.files.flatMap { $0.problems.map(\.rule) }).sorted()
    let places = Dictionary(uniqueKeysWithValues: names.enumerated().map { ($1, $0) })
    let results = report.files.flatMap { file in
      Self.results(file, places)
    }
    let notifications = report.files.compactMap { file in
      file.problem.map { Invocation.Notification(message: Message(text: $0)) }
    }
    runs = [
      Run(
        tool: Tool(driver: .init(rules: names.map(Self.rule))),
        invocations: [
          Invocation(
            executionSuccessful: notifications.isEmpty, toolExecutionNotifications: notifications)
        ], results: results)
    ]
  }

  private static func results(_ file: CheckedFile, _ places: [String: Int]) -> [Result] {
    var seen: [String: Int] = [:]
    return file.problems.map { problem in
      // By what it is about, not by frames, which are others in every run.
      let key = "\(problem.rule)|\(problem.subject)"
      let number = (seen[key] ?? 0) + 1
      seen[key] = number
      let logical =
        problem.subject.isEmpty
        ? nil : [Location.Logical(name: problem.subject, fullyQualifiedName: problem.subject)]
      let frames = problem.frames.map(String.init).joined(separator: ",")
      return Result(
        ruleId: problem.rule, ruleIndex: places[problem.rule] ?? 0, level: problem.level.rawValue,
        message: Message(text: problem.what + (problem.place.map { " (\($0))" } ?? "")),
        locations: [
          Location(
            physicalLocation: .init(artifactLocation: .init(uri: uri(file.path)), region: .init()),
            logicalLocations: logical)
        ], partialFingerprints: ["blesharkSubject/v1": "\(key)|\(number)"],
        properties: Properties(
          frames: problem.frames, golden_frames: problem.goldenFrames, connection: problem.connection,
          wireshark: frames.isEmpty ? nil : "frame.number in {\(frames)}"))
    }
  }

  private static func rule(_ name: String) -> Rule {
    if let kind = DifferenceKind(rawValue: name) {
      let text = Message(text: kind.why)
      return Rule(id: name, shortDescription: Message(text: kind.title), fullDescription: text, help: text)
    }
    if let rule = FindingRule.all.first(where: { $0.id == name }) {
      return Rule(
        id: name, shortDescription: Message(text: rule.title), fullDescription: Message(text: rule.what),
        help: Message(text: rule.advice))
    }
    let text = Message(text: "an expectation is not met")
    return Rule(id: name, shortDescription: text, fullDescription: text, help: text)
  }

  /// A path as a relative or absolute reference (RFC 3986): what is no plain character is escaped.
  private static func uri(_ path: String) -> String {
    let plain = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/".utf8)
    var text = ""
    for byte in path.utf8 {
      if plain.contains(byte) {
        text.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        text += "%" + Numbers.hex([byte]).uppercased()
      }
    }
    return path.hasPrefix("/") ? "file://\(text)" : text
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(Self.schema, forKey: .schema)
    try container.encode(version, forKey: .version)
    try container.encode(runs, forKey: .runs)
  }
}
