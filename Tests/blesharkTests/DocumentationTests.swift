import Foundation
import TestSupport
import Testing

/// The documents say what the program does: examples are run, tables are compared with real output.
@Suite("Documentation", .serialized)
struct DocumentationTests {
  /// The documents that may hold examples.
  static let names = [
    "README.md", "CONTRIBUTING.md", "CHANGELOG.md", "docs/architecture.md", "docs/formats.md", "docs/json.md",
    "docs/reading-output.md",
  ]

  @Test("examples print what is shown", arguments: names)
  func examples(_ name: String) throws {
    for example in try Document(name).examples {
      let printed = try Shell.lines(example.command)
      if Example.matches(example.shown[...], printed[...]) { continue }
      Issue.record(
        """
        \(name):\(example.line): '\(example.command)' prints
        \(printed.joined(separator: "\n"))
        """)
    }
  }

  @Test("the walk through the output quotes the output")
  func quotes() throws {
    let document = try Document("docs/reading-output.md")
    let example = try #require(document.examples.first)
    let printed = try Shell.lines(example.command)
    for block in document.blocks("text") {
      let starts = printed.indices.filter { printed[$0...].starts(with: block.lines) }
      #expect(!starts.isEmpty, "docs/reading-output.md:\(block.line): no such lines in the output")
    }
  }

  @Test("the manual page is the one that the program prints")
  func manualPage() throws {
    let printed = try Shell.lines("bleshark --man")
    let difference = firstDifferingLine(
      try Document("docs/bleshark.1").lines.joined(separator: "\n"), printed.joined(separator: "\n"))
    #expect(difference == "nothing", "make docs/bleshark.1 again: bleshark --man > docs/bleshark.1")
  }

  @Test("docs/architecture.md lists the files with unsafe code")
  func unsafeFiles() throws {
    let files = Fixture.paths(in: Document.path("Sources"), endings: [".swift"]).filter { path in
      let lines = (try? Document(atPath: path).lines) ?? []
      return lines.contains { line in
        let code = line.trimmingCharacters(in: .whitespaces)
        return code.contains("unsafe ") && !code.hasPrefix("//")
      }
    }
    let rows = try Document("docs/architecture.md").lines.filter { $0.hasPrefix("| `Sources/") }
    let listed = rows.map { $0.components(separatedBy: "`")[1] }.filter { $0.hasSuffix(".swift") }
    #expect(listed.map(Document.path).sorted() == files)
  }

  @Test("docs/architecture.md has the limits of the sources")
  func limits() throws {
    let paths = Fixture.paths(in: Document.path("Sources"), endings: [".swift"])
    let sources = try paths.map(Document.init(atPath:))
    let rows = try Document("docs/architecture.md").tableRows.filter { $0.count == 4 && $0[2].hasPrefix("`") }
    #expect(!rows.isEmpty)
    for row in rows {
      let name = row[2].dropFirst().dropLast().split(separator: ".").map(String.init)
      let file = sources.first { source in
        source.lines.contains { line in
          let words = line.split { !$0.isLetter && !$0.isNumber }
          return words.contains(Substring(name[0])) && (words.contains("struct") || words.contains("enum"))
        }
      }
      let constant = file?.lines.first { $0.contains("static let \(name[1])") } ?? ""
      #expect(Self.value(of: constant) == Int(row[1].filter(\.isNumber)), "\(row[2])")
    }
  }

  /// The value of a constant that is declared as a number, a product or a shift.
  private static func value(of line: String) -> Int? {
    let words = line.components(separatedBy: "= ").last.map { $0.replacingOccurrences(of: "_", with: "") }
    let parts = words?.split(separator: " ").map(String.init) ?? []
    guard let first = parts.first.flatMap({ Int($0) }) else { return nil }
    guard parts.count == 3, let second = Int(parts[2]) else { return first }
    return parts[1] == "<<" ? first << second : first * second
  }

  @Test("links lead to files and headings that are there", arguments: names)
  func links(_ name: String) throws {
    let folder = URL(fileURLWithPath: Document.path(name)).deletingLastPathComponent()
    let document = try Document(name)
    for link in document.links where !link.contains("://") {
      let parts = link.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
      let path = parts[0].isEmpty ? Document.path(name) : folder.appending(path: String(parts[0])).path
      #expect(FileManager.default.fileExists(atPath: path), "\(name) links to \(link)")
      guard parts.count == 2 else { continue }
      let target = try Document(atPath: path)
      #expect(target.anchors.contains(String(parts[1])), "\(name) links to \(link)")
    }
  }

  @Test("docs/json.md describes every field of analyze --json and no other")
  func analysisFields() throws {
    var found = try FoundFields(FieldTable("`bleshark analyze --json`"))
    for path in Fixture.captures {
      found.add(try JSONValue(Bleshark.run("analyze", "--json", path).output[...]))
    }
    for capture in RareCapture.all {
      found.add(try JSONValue(Bleshark.run("analyze", "--json", "-", input: capture).output[...]))
    }
    found.compare()
  }

  @Test("docs/json.md describes every field of gatt --json and no other")
  func tableFields() throws {
    var found = try FoundFields(FieldTable("`bleshark gatt --json`"))
    for path in Fixture.captures {
      found.add(try JSONValue(Bleshark.run("gatt", "--json", path).output[...]))
    }
    for capture in RareCapture.all {
      found.add(try JSONValue(Bleshark.run("gatt", "--json", "-", input: capture).output[...]))
    }
    found.compare()
  }

  @Test("docs/json.md describes every field of packets --jsonl and no other")
  func packetFields() throws {
    let fixtures = try Fixture.captures.map { try Bleshark.run("packets", "--jsonl", $0) }
    let rare = try RareCapture.all.map { try Bleshark.run("packets", "--jsonl", "-", input: $0) }
    try compareLines("`bleshark packets --jsonl`", fixtures + rare, haveLayers: true)
  }

  @Test("docs/json.md describes every field of requests --jsonl and no other")
  func requestFields() throws {
    let fixtures = try Fixture.captures.map { try Bleshark.run("requests", "--jsonl", $0) }
    let rare = try RareCapture.all.map { try Bleshark.run("requests", "--jsonl", "-", input: $0) }
    try compareLines("`bleshark requests --jsonl`", fixtures + rare)
  }

  @Test("docs/json.md describes every field of follow --jsonl and no other")
  func followFields() throws {
    let options = ["follow", "--jsonl", "--gaps", "50ms", "--format", "u8"]
    let fixtures = try ["indications", "ota-failed", "long-read-write"].flatMap { name in
      try ["0x0010", "0x0017", "0x0018"].map { handle in
        try Bleshark.run(options + [Fixture.path("captures/\(name).btsnoop"), handle])
      }
    }
    let rare = try RareCapture.all.map { try Bleshark.run(options + ["-", "0x0003"], input: $0) }
    try compareLines("`bleshark follow --jsonl`", fixtures + rare)
  }

  /// Compares outputs of one object a line with the tables of a chapter.
  private func compareLines(
    _ chapter: String, _ results: [ProgramResult], haveLayers: Bool = false
  ) throws {
    var found = try FoundFields(FieldTable(chapter))
    for line in results.flatMap({ $0.output.split(separator: 10) }) {
      let object = try JSONValue(line)
      found.add(object)
      if haveLayers { found.compareLayer(object) }
    }
    found.compare()
  }

  @Test("docs/formats.md has the words of every refusal", arguments: RefusedInput.all)
  func refusals(_ input: RefusedInput) throws {
    let result = try Bleshark.run("-", input: input.bytes)
    #expect(result.status == 2)
    let line = try #require(result.errorLines.first)
    var message = line.dropFirst("bleshark: standard input: ".count)
    // Of damage the document lists what broke: the part after the byte and before the number of frames.
    if message.hasPrefix("damaged at byte") {
      message = message.drop { $0 != ":" }.dropFirst(2).prefix { $0 != ";" }
    }
    let documented = try Document("docs/formats.md").lines.map(RefusedInput.withoutNumbers)
    let wanted = RefusedInput.withoutNumbers(String(message))
    #expect(documented.contains { $0.contains("`\(wanted)`") }, "\(line)")
  }
}

// MARK: - Documents

/// A document of the project as lines.
private struct Document {
  /// The document's lines, without a last empty one.
  let lines: [String]

  /// Reads a file in the project's folder.
  init(_ name: String) throws { try self.init(atPath: Self.path(name)) }

  init(atPath path: String) throws {
    var lines = try String(contentsOfFile: path, encoding: .utf8).components(separatedBy: "\n")
    if lines.last == "" { lines.removeLast() }
    self.lines = lines
  }

  /// The path of a file in the project's folder.
  static func path(_ name: String) -> String { "\(Shell.root)/\(name)" }

  /// The cells of the tables' rows, headings included.
  var tableRows: [[String]] {
    lines.filter { $0.hasPrefix("| ") }.map { line in
      line.dropFirst().dropLast().components(separatedBy: "|").map { $0.trimmingCharacters(in: .whitespaces) }
    }
  }

  /// The fenced blocks of a language, with the line where each begins.
  func blocks(_ language: String) -> [(line: Int, lines: [String])] {
    var blocks: [(line: Int, lines: [String])] = []
    var open: (line: Int, lines: [String])?
    var isFenced = false
    for (index, line) in lines.enumerated() {
      if line.hasPrefix("```") {
        if let block = open { blocks.append(block) }
        open = !isFenced && line == "```\(language)" ? (index + 1, []) : nil
        isFenced.toggle()
      } else {
        open?.lines.append(line)
      }
    }
    return blocks
  }

  /// The commands in `console` blocks and what the document shows of their output.
  var examples: [Example] {
    blocks("console").flatMap { block in
      var examples: [Example] = []
      for (index, line) in block.lines.enumerated() {
        if line.hasPrefix("$ ") {
          examples.append(Example(line: block.line + index + 1, command: String(line.dropFirst(2))))
        } else if !examples.isEmpty {
          examples[examples.count - 1].shown.append(line)
        }
      }
      return examples
    }
  }

  /// Where the links of the text lead.
  var links: [String] {
    lines.flatMap { $0.components(separatedBy: "](").dropFirst() }.compactMap { rest in
      rest.firstIndex(of: ")").map { String(rest[..<$0]) }
    }
  }

  /// The names by which links reach the headings.
  var anchors: Set<String> {
    Set(
      lines.filter { $0.hasPrefix("#") }.map { heading in
        let text = heading.drop { $0 == "#" }.trimmingCharacters(in: .whitespaces).lowercased()
        return String(text.filter { $0.isLetter || $0.isNumber || "-_ ".contains($0) })
          .replacingOccurrences(of: " ", with: "-")
      })
  }
}

/// A command and what a document shows of its output.
private struct Example {
  /// The command's line in the document.
  let line: Int
  /// What is typed, to a shell in the project's folder.
  let command: String
  /// The lines shown.
  var shown: [String] = []

  /// Compares lines; a line `…` stands for any number of lines, and `…` at an end for the rest of a line.
  static func matches(_ shown: ArraySlice<String>, _ printed: ArraySlice<String>) -> Bool {
    guard let first = shown.first else { return printed.isEmpty }
    let rest = shown.dropFirst()
    if first.trimmingCharacters(in: .whitespaces) == "…" {
      return (printed.startIndex...printed.endIndex).contains { matches(rest, printed[$0...]) }
    }
    guard let line = printed.first else { return false }
    let isCut = first.hasSuffix("…") && line.hasPrefix(first.dropLast())
    return (line == first || isCut) && matches(rest, printed.dropFirst())
  }
}

/// Runs commands as a reader of the documents would.
private enum Shell {
  /// The project's folder.
  static let root = URL(fileURLWithPath: Fixture.path("captures")).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().path

  /// The lines that a command prints, on either stream, with the built tool first on the path.
  static func lines(_ command: String) throws -> [String] {
    let programs = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    let tools = URL(fileURLWithPath: Bleshark.path).deletingLastPathComponent().path
    let result = try Program.run(
      "/bin/sh", ["-c", "exec 2>&1\n\(command)"], environment: ["PATH": "\(tools):\(programs)"], folder: root)
    var lines = result.text.components(separatedBy: "\n")
    if lines.last == "" { lines.removeLast() }
    return lines
  }
}

// MARK: - JSON

/// Any JSON value, whole numbers told from others.
private indirect enum JSONValue: Decodable {
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
private struct FieldTable {
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
private struct FoundFields {
  /// Fields whose values are words, each of which has to be in docs/json.md.
  private static let enumerations: Set = [
    "capture.format", "capture.link_type", "capture.quality.missing[]", "connections[].transport",
    "connections[].role", "connections[].peer_type", "connections[].closed.by", "connections[].phy[].tx",
    "connections[].requests[].what", "connections[].requests[].by", "connections[].requests[].way",
    "connections[].requests[].outcome", "connections[].phases[].name", "connections[].att.unanswered[].why",
    "connections[].att.anomalies[].kind", "connections[].gatt.services[].characteristics[].properties[]",
    "connections[].long_writes[].execution", "connections[].long_writes[].answer",
    "connections[].streams[].kind", "connections[].streams[].sender", "devices[].connections[].link",
    "failed_connections[].transport", "direction", "layer", "by", "outcome", "why", "kind",
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
      if field.type == "object of integer", case .object(let members) = value {
        if !members.values.allSatisfy({ $0.isA("integer") }) { wrong.insert("\(path) holds other types") }
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
  func compare() {
    #expect(wrong.sorted() == [])
    #expect(Set(table.fields.keys).subtracting(seen).sorted() == [], "documented, but in no document")
  }
}

// MARK: - Captures

/// Captures of what no fixture holds.
private enum RareCapture {
  static let all = [monitor(), h4(), cut(), link()]

  /// Two adapters; one goes away with a connection open.
  private static func monitor() -> [UInt8] {
    var writer = BTSnoopWriter(dataLink: 2001)
    writer.add(PacketBuilder.leConnectionComplete(0x40), flags: 1 << 16 | 3)
    let write = PacketBuilder.l2cap(4, [0x52, 3, 0, 7])
    writer.add(PacketBuilder.acl(0x40, boundary: 0, write), flags: 1 << 16 | 4)
    writer.add([], flags: 1 << 16 | 1)
    return writer.bytes
  }

  /// A link nobody opened, with PDUs that are rare or wrong.
  private static func h4() -> [UInt8] {
    let pdus: [(channel: UInt16, bytes: [UInt8])] = [
      (0x04, [0x0E, 1, 0, 2, 0]), (0x04, [0x7F, 1]), (0x04, [0x18, 1]), (0x04, [0x0C, 1, 0, 2, 0]),
      (0x04, [0x0A]), (0x41, [1, 2, 3]), (0x04, [0x0A, 1, 0]), (0x04, [0x0A, 2, 0]),
    ]
    var writer = BTSnoopWriter()
    for pdu in pdus {
      writer.add([2] + PacketBuilder.acl(0x40, boundary: 0, PacketBuilder.l2cap(pdu.channel, pdu.bytes)))
    }
    writer.add([4] + PacketBuilder.connectionComplete(0x50), flags: 1)
    writer.add([4] + PacketBuilder.leConnectionComplete(0, status: 0x3E), flags: 1)
    writer.add([2] + PacketBuilder.acl(0x40, boundary: 1, [1, 2, 3]))
    return writer.bytes
  }

  /// A packet that the recording program cut, after packets that it dropped.
  private static func cut() -> [UInt8] {
    let packet = [2] + PacketBuilder.acl(0x40, boundary: 0, PacketBuilder.l2cap(4, [0x52, 3, 0, 7, 8, 9]))
    var writer = BTSnoopWriter()
    writer.add(Array(packet.dropLast(2)), original: UInt32(packet.count), drops: 3)
    return writer.bytes
  }

  /// A link whose parameters stay as they are, a service of which only a configuration is known, and a long
  /// write with a hole that fails.
  private static func link() -> [UInt8] {
    let update = UInt16(0x40).bytes() + [12, 0, 24, 0, 0, 0, 100, 0, 0, 0, 0, 0]
    var writer = BTSnoopWriter()
    writer.add([4] + PacketBuilder.leConnectionComplete(0x40), flags: 1)
    writer.add([1] + PacketBuilder.command(0x2013, update))
    writer.add([4] + PacketBuilder.leEvent(0x03, [0x3B, 0x40, 0, 24, 0, 0, 0, 100, 0]), flags: 1)
    let pdus: [[UInt8]] = [
      [0x10, 1, 0, 0xFF, 0xFF, 0, 0x28], [0x11, 6, 1, 0, 9, 0, 0x0D, 0x18], [0x12, 5, 0, 1, 0], [0x13],
      [0x16, 7, 0, 4, 0, 1, 2], [0x17, 7, 0, 4, 0, 1, 2], [0x18, 1], [0x01, 0x18, 7, 0, 0x0D],
    ]
    for pdu in pdus {
      let flags: UInt32 = [0x01, 0x11, 0x13, 0x17].contains(pdu[0]) ? 1 : 0
      writer.add(
        [2] + PacketBuilder.acl(0x40, boundary: UInt16(2 * flags), PacketBuilder.l2cap(4, pdu)), flags: flags)
    }
    return writer.bytes
  }
}

/// An input that is not read, or not to its end.
struct RefusedInput: Sendable, CustomTestStringConvertible {
  /// What it is.
  let testDescription: String
  /// All of it.
  let bytes: [UInt8]

  /// One input for each message.
  static let all: [RefusedInput] = others + captures + damaged

  /// A text with every number replaced by N, as the document writes them.
  static func withoutNumbers(_ text: String) -> String {
    var result = ""
    for character in text {
      if !character.isNumber { result.append(character) } else if result.last != "N" { result.append("N") }
    }
    return result
  }

  private init(_ description: String, _ bytes: some Sequence<UInt8>) {
    testDescription = description
    self.bytes = Array(bytes)
  }

  private static let others =
    [
      ("zip", "PK\u{3}\u{4}"), ("bzip2", "BZh9"), ("btmon text", "Bluetooth monitor ver 5.66"), ("JSON", "{"),
      ("HTML", "<html>"), ("ELF", "\u{7F}ELF"), ("PDF", "%PDF-1.4"), ("Solaris snoop", "snoop\0\0\0"),
      ("Network Monitor", "GMBU"), ("text", "hello\n"), ("nothing", ""),
    ].map { RefusedInput($0.0, Array($0.1.utf8)) } + [
      RefusedInput("gzip", [0x1F, 0x8B]), RefusedInput("xz", [0xFD, 0x37, 0x7A, 0x58, 0x5A]),
      RefusedInput("zstd", [0x28, 0xB5, 0x2F, 0xFD]), RefusedInput("PNG", [0x89, 0x50, 0x4E, 0x47]),
      RefusedInput("Ellisys", [0x13, 0xFB]), RefusedInput("bytes", [1, 2, 3, 4, 250, 6, 7, 8]),
      RefusedInput("modified pcap", [0x34, 0xCD, 0xB2, 0xA1] + [UInt8](repeating: 0, count: 20)),
    ]

  private static let captures: [RefusedInput] = {
    var inputs = [1003, 1004, 9].map { RefusedInput("btsnoop \($0)", BTSnoopWriter(dataLink: $0).bytes) }
    inputs.append(RefusedInput("btsnoop version", BTSnoopWriter(version: 2).bytes))
    inputs.append(RefusedInput("btsnoop header", Array(BTSnoopWriter().bytes.prefix(12))))
    inputs.append(RefusedInput("pcap header", Array(PCAPWriter(linkType: 187).bytes.prefix(20))))
    for linkType: UInt32 in [251, 256, 272, 192, 1, 101, 105, 113, 189, 999] {
      inputs.append(RefusedInput("pcap \(linkType)", PCAPWriter(linkType: linkType).bytes))
    }
    var pcapng = PCAPNGWriter()
    pcapng.addInterface(linkType: 1)
    pcapng.addPacket([1, 2, 3])
    inputs.append(RefusedInput("pcapng of Ethernet", pcapng.bytes))
    return inputs
  }()

  private static let damaged: [RefusedInput] = {
    let packet = [1] + PacketBuilder.command(0x0C03)
    var whole = BTSnoopWriter()
    whole.add(packet)
    whole.add(packet)
    var tooLong = BTSnoopWriter()
    tooLong.add(packet)
    tooLong.add(packet, included: .max)
    var logger = PacketLoggerWriter()
    for _ in 0..<4 { logger.add(0, PacketBuilder.command(0x0C03)) }
    logger.add(0, [], length: 3)
    var block = PCAPNGWriter()
    block.addBlock(6, [], total: 9)
    var packetBlock = PCAPNGWriter()
    packetBlock.addBlock(6, [])
    var interface = PCAPNGWriter()
    interface.addInterface(linkType: 187)
    interface.addPacket(packet, interface: 3)
    var description = PCAPNGWriter()
    description.addBlock(1, [0, 0, 0, 0])
    var overlong = PCAPNGWriter()
    overlong.addInterface(linkType: 187)
    overlong.addPacket(packet, captured: 100)
    var interfaces = PCAPNGWriter()
    for _ in 0...4096 { interfaces.addInterface(linkType: 187) }
    var order = PCAPNGWriter().bytes
    order.overwrite(at: 8, with: [0, 0, 0, 0])
    var skipped = PCAPNGWriter()
    skipped.addBlock(0x0BAD, [UInt8](repeating: 0, count: 32))
    return [
      RefusedInput("cut packet", whole.bytes.dropLast(2)),
      RefusedInput("cut header", whole.bytes.dropLast(8)),
      RefusedInput("too long", tooLong.bytes), RefusedInput("PacketLogger length", logger.bytes),
      RefusedInput("block length", block.bytes), RefusedInput("packet block", packetBlock.bytes),
      RefusedInput("interface", interface.bytes), RefusedInput("interface description", description.bytes),
      RefusedInput("packet in block", overlong.bytes), RefusedInput("interfaces", interfaces.bytes),
      RefusedInput("byte order", order), RefusedInput("cut block", skipped.bytes.dropLast(8)),
    ]
  }()
}
