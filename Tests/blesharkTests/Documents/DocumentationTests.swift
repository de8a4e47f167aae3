import Foundation
import TestSupport
import Testing

/// The documents say what the program does: examples are run, tables are compared with real output.
@Suite("Documentation", .serialized)
struct DocumentationTests {
  /// The documents that may hold examples.
  static let names = [
    "README.md", "CONTRIBUTING.md", "CHANGELOG.md", "docs/architecture.md", "docs/formats.md", "docs/json.md",
    "docs/reading-output.md", "docs/speed.md", "docs/replay.md", "docs/transports.md",
    "docs/reading-output.md", "docs/ota.md", "docs/ota-profiles.md", "docs/regression.md",
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
          return words.contains(Substring(name[0]))
            && ["struct", "enum", "class"].contains { words.contains($0) }
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
    let folder = try TemporaryFolder()
    let host = try folder.write("host", RareCapture.hostAndAir.host)
    let air = try folder.write("air", RareCapture.hostAndAir.air)
    found.add(try JSONValue(Bleshark.run("analyze", "--json", host, air).output[...]))
    found.compare()
  }

  @Test("docs/json.md describes every field of why --json and no other")
  func verdictFields() throws {
    var found = try FoundFields(FieldTable("`bleshark why --json`"))
    let folder = try TemporaryFolder()
    for name in Self.updates {
      let path = Fixture.path("captures/\(name).btsnoop")
      found.add(try JSONValue(Bleshark.run("why", "--json", path).output[...]))
    }
    found.add(
      try JSONValue(Bleshark.run("why", "--json", "-", input: RareCapture.numberedBulk()).output[...]))
    for (name, image) in try Self.images(folder) {
      let path = Fixture.path("captures/\(name).btsnoop")
      found.add(try JSONValue(Bleshark.run("why", "--json", "--image", image, path).output[...]))
    }
    found.compare()
  }

  @Test("docs/json.md describes every field of extract --json and no other")
  func extractFields() throws {
    var found = try FoundFields(FieldTable("`bleshark extract --json`"))
    let folder = try TemporaryFolder()
    let output = folder.file("fw.bin")
    for name in Self.updates {
      let path = Fixture.path("captures/\(name).btsnoop")
      let result = try Bleshark.run("extract", "--json", "-o", output, path)
      if result.status < 2 { found.add(try JSONValue(result.output[...])) }
    }
    for (name, image) in try Self.images(folder) {
      let options = ["extract", "--json", "-o", output, "--compare", image, "--image", image]
      let result = try Bleshark.run(options + [Fixture.path("captures/\(name).btsnoop")])
      if result.status < 2 { found.add(try JSONValue(result.output[...])) }
    }
    found.compare()
  }

  @Test("docs/json.md describes every field of rules --json and no other")
  func ruleFields() throws {
    var found = try FoundFields(FieldTable("`bleshark rules --json`"))
    found.add(try JSONValue(Bleshark.run("rules", "--json").output[...]))
    found.compare()
  }

  /// Captures of updates that went well and of such that did not.
  private static let updates = [
    "ota-failed", "ota-ok", "peer/ota-att-error", "peer/ota-stall", "peer/ota-disconnect-resume",
    "updates/nordic-secure-dfu-ok", "updates/nordic-secure-dfu-bad-check", "updates/telink-ota-lost",
    "updates/esp32-companion-stalled",
  ]

  /// Images beside captures in which they were written: rightly, with other bytes, shifted, and in part twice.
  private static func images(_ folder: borrowing TemporaryFolder) throws -> [(capture: String, image: String)]
  {
    let bytes = try Fixture.bytes("captures/ota-failed.image.bin")
    var changed = bytes
    for place in 3000..<3010 { changed[place] ^= 0xFF }
    let shifted = Array(bytes[..<5000] + [1, 2, 3, 4] + bytes[5000...])
    // After a lost connection a part is sent twice.
    let resumed = "updates/arduino-ble-ota-resumed"
    let own = folder.file("own.bin")
    _ = try Bleshark.run("extract", "-o", own, Fixture.path("captures/\(resumed).btsnoop"))
    return [
      ("ota-failed", Fixture.path("captures/ota-failed.image.bin")),
      ("ota-failed", try folder.write("changed.bin", changed)),
      ("ota-failed", try folder.write("shifted.bin", shifted)),
      (resumed, own),
    ]
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

  @Test("docs/json.md describes every field of replay --json and no other")
  func replayFields() throws {
    var found = try FoundFields(FieldTable("`bleshark replay --json`"))
    let play = ["replay", "--json", "--allow-writes", "--allow-ota"]
    for (name, options) in [
      ("mtu-247", []), ("ota-ok", ["--drop-notification", "2", "--keep-going"]), ("service-changed", []),
      ("ota-ok", ["--error", "ATT:0x80@2a26"]),
      ("updates/nordic-secure-dfu-ok", ["--drop-notification", "5"]),
    ] {
      let path = Fixture.path("captures/\(name).btsnoop")
      found.add(try JSONValue(Bleshark.run(play + options + [path]).output[...]))
    }
    // A virtual device sends nothing that its own plan does not wait for.
    found.compare(unseen: { $0.hasPrefix("unexpected[]") })
  }

  @Test("docs/json.md describes every field of speed --json and no other")
  func speedFields() throws {
    var found = try FoundFields(FieldTable("`bleshark speed --json`"))
    for path in Fixture.captures {
      found.add(try JSONValue(Bleshark.run("speed", "--json", path).output[...]))
    }
    for capture in RareCapture.all {
      found.add(try JSONValue(Bleshark.run("speed", "--json", "-", input: capture).output[...]))
    }
    // Values without anything before them: settings are assumed.
    var late = BTSnoopWriter(dataLink: 1002)
    for time: Int64 in 1...3 {
      let pdu = PacketBuilder.l2cap(4, [0x52, 0x20, 0x00, 0x07])
      late.add([2] + PacketBuilder.acl(0x40, boundary: 0, pdu), flags: 0, time: time * 1_000_000)
    }
    found.add(try JSONValue(Bleshark.run("speed", "--json", "-c", "1", "-", input: late.bytes).output[...]))
    let air = RareCapture.hostAndAir.air
    found.add(try JSONValue(Bleshark.run("speed", "--json", "-c", "1", "-", input: air).output[...]))
    found.compare()
  }

  @Test("docs/json.md describes every field of diff --json and no other")
  func diffFields() throws {
    var found = try FoundFields(FieldTable("`bleshark diff --json`"))
    for name in ["good-2", "all-wrong", "image-differs"] {
      let good = DiffCommandTests.path("good-1")
      found.add(try JSONValue(Bleshark.run("diff", "--json", good, DiffCommandTests.path(name)).output[...]))
    }
    found.compare()
  }

  @Test("docs/json.md describes every field of check --json and no other")
  func checkFields() throws {
    var found = try FoundFields(FieldTable("`bleshark check --json`"))
    let folder = try TemporaryFolder()
    let rules = try folder.write(
      "rules.json",
      Array("{\"schema\": \"bleshark.expect/1\", \"expect\": [{\"mtu_at_least\": 200}]}".utf8))
    let broken = try folder.write("broken", [1, 2, 3])
    let baseline = try CheckCommandTests.baseline(folder)
    let options = ["check", "--json", "-e", rules, "-b", baseline, "--fail-on", "info", broken]
    let captures = Fixture.paths(in: Fixture.path("captures/regression"), endings: [".btsnoop"])
    found.add(try JSONValue(Bleshark.run(options + captures).output[...]))
    found.compare()
  }

  @Test("docs/regression.md has every kind of difference, with why it matters")
  func differenceKinds() throws {
    let rows = try Document("docs/regression.md").tableRows.filter { $0.count == 3 && $0[0].hasPrefix("`") }
    let documented = Dictionary(rows.map { ($0[0], $0[1]) }) { first, _ in first }
    let source = try Document("Sources/Analyzer/Regression/TraceDifference.swift").lines
    let names = source.compactMap { line -> String? in
      line.hasPrefix("  case ") && line.contains(" = \"") ? line.components(separatedBy: "\"")[1] : nil
    }
    #expect(names.count > 30)
    for name in names { #expect(documented["`\(name)`"] != nil, "\(name) has no row") }
  }

  @Test("the figures of docs/speed.md are what the program draws")
  func figures() throws {
    let names = Fixture.paths(in: Document.path("docs/speed"), endings: [".svg"])
    #expect(!names.isEmpty)
    for path in names {
      let name = URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent
      let folder = try TemporaryFolder()
      let capture = Fixture.path("captures/pacing/\(name).btsnoop")
      let result = try Bleshark.run("speed", "--svg", folder.file("speed.svg"), capture)
      #expect(result.status == 0)
      let drawn = try Fixture.bytes(atPath: folder.file("speed.svg"))
      #expect(
        drawn == (try Fixture.bytes(atPath: path)), "draw docs/speed/\(name).svg again: bleshark speed --svg")
    }
  }

  @Test("docs/json.md describes every field of packets --jsonl and no other")
  func packetFields() throws {
    let fixtures = try Fixture.captures.map { try Bleshark.run("packets", "--jsonl", $0) }
    let key = AirTraffic.longTermKey.hex
    let rare = try RareCapture.all.flatMap { capture in
      try [[], ["--ltk", key]].map { options in
        try Bleshark.run(["packets", "--jsonl", "-"] + options, input: capture)
      }
    }
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
