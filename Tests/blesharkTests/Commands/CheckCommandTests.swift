import Foundation
import TestSupport
import Testing

/// `bleshark baseline` and `bleshark check` as CI uses them.
@Suite("bleshark check") struct CheckCommandTests {
  static let good = (1...5).map { DiffCommandTests.path("good-\($0)") }

  /// Learns a baseline of the five good sessions.
  static func baseline(_ folder: borrowing TemporaryFolder) throws -> String {
    let file = folder.file("trace.baseline.json")
    let result = try Bleshark.run(["baseline", "-o", file] + good)
    try #require(result.status == 0, "\(result.errors)")
    return file
  }

  @Test("a sixth good session passes, planted ones fail") func baseline() throws {
    let folder = try TemporaryFolder()
    let file = try Self.baseline(folder)
    #expect(try Bleshark.run("check", "-b", file, DiffCommandTests.path("good-6")).status == 0)
    for (name, kinds, _) in DiffCommandTests.planted {
      let result = try Bleshark.run("check", "--jsonl", "-b", file, DiffCommandTests.path(name))
      #expect(result.status == 1)
      let reading = try #require(try CheckReading.read(result).first)
      #expect(Set(reading.problems.filter(\.fails).map(\.rule)) == kinds, "\(name)")
    }
  }

  @Test("a baseline that is written, read and written again is the same") func roundTrip() throws {
    let folder = try TemporaryFolder()
    let file = try Self.baseline(folder)
    // Every step keeps what it has: a run checked against both gives the same.
    for name in ["good-6", "all-wrong"] {
      let direct = try Bleshark.run(["diff", "--json"] + Self.good + [DiffCommandTests.path(name)])
      let read = try Bleshark.run("check", "--jsonl", "-b", file, DiffCommandTests.path(name))
      let one = try DiffReading(direct).differences.map(\.what)
      #expect(try CheckReading.read(read).first?.problems.map(\.what) == one)
    }
  }

  @Test("a baseline is changed by hand") func changed() throws {
    let folder = try TemporaryFolder()
    let text = String(decoding: try Fixture.bytes(atPath: Self.baseline(folder)), as: UTF8.self)
    let lower = text.replacing("\"mtu\" : [\n        247,", with: "\"mtu\" : [\n        100,")
    try #require(lower != text)
    let file = try folder.write("lower.json", Array(lower.utf8))
    let result = try Bleshark.run("check", "--jsonl", "-b", file, DiffCommandTests.path("mtu-lower"))
    #expect(
      try CheckReading.read(result).first?.problems.filter(\.fails).map(\.rule) == ["transfer.chunk-changed"])
  }

  /// A mistake in a file, and what is said about it.
  struct Mistake: Sendable, CustomTestStringConvertible {
    var text: String
    var says: String
    var testDescription: String { says }
  }

  static let baselineMistakes: [Mistake] = [
    Mistake(
      text: "{\"schema\": \"bleshark.baseline/2\"}",
      says: ":1:2: $.schema: 'bleshark.baseline/2' is not known"),
    Mistake(text: "{\"schema\": \"bleshark.baseline/1\"}", says: ":1:1: $.connections: missing"),
    Mistake(
      text: "{\"schema\": \"bleshark.baseline/1\",\n \"conections\": []}",
      says: ":2:2: $.conections: not known here; did you mean 'connections'?"),
    Mistake(
      text: "{\"schema\": \"bleshark.baseline/1\", \"connections\": [\n  {\"role\": \"host\"}]}",
      says: ":2:4: $.connections[0].role: 'host' is not one of central, peripheral, unknown"),
    Mistake(
      text:
        "{\"schema\": \"bleshark.baseline/1\", \"connections\": [{\"role\": \"central\", \"mtu\": [247, 23]}]}",
      says: "$.connections[0].mtu[1]: less than 247, the least"),
    Mistake(
      text:
        "{\"schema\": \"bleshark.baseline/1\", \"connections\": [{\"role\": \"central\", \"requests\": [{\"do\": \"notify\"}]}]}",
      says: "'notify' does not belong here: exchange_mtu, discover, read"),
    Mistake(
      text:
        "{\"schema\": \"bleshark.baseline/1\", \"connections\": [{\"role\": \"central\", \"requests\": [{\"do\": \"read\", \"values\": [\"0?\"]}]}]}",
      says: "'0?' is no value: pairs of hexadecimal digits"),
    Mistake(
      text: "{\"schema\": \"bleshark.baseline/1\", \"connections\": [], \"tolerances\": {\"latency\": -1}}",
      says: "$.tolerances.latency: -1.0 is not within 0.0 to 1000.0"),
    Mistake(
      text:
        "{\"schema\": \"bleshark.baseline/1\", \"connections\": [],\n \"transfers\": [{\"protocol\": \"x\", \"outcomes\": [\"ok\"]}]}",
      says: ":2:47: $.transfers[0].outcomes[0]: 'ok' is not one of success"),
    Mistake(
      text:
        "{\"schema\": \"bleshark.baseline/1\", \"connections\": [{\"role\": \"central\", \"phases_s\": {\"discoverin\": 1}}]}",
      says: "'discoverin' is no phase; did you mean 'discovering'?"),
    Mistake(text: "[]", says: "no baseline: it does not begin with {"),
  ]

  @Test("mistakes in baselines are told with line and column", arguments: baselineMistakes)
  func mistakenBaseline(_ mistake: Mistake) throws { try check(mistake, "--baseline") }

  static let expectationMistakes: [Mistake] = [
    expect("{\"exits\": {}}", ":2:13: $.expect[0].exits: not known here; did you mean 'exists'?"),
    expect("{\"exists\": {}}", ":2:13: $.expect[0].exists: 'do' or 'attribute' has to say which steps"),
    expect("{\"exists\": {\"do\": \"reed\"}}", "'reed' is not one of exchange_mtu, discover, read"),
    expect("{\"exists\": {\"do\": \"reed\"}}", "did you mean 'read'?"),
    expect("{}", ":2:12: $.expect[0]: nothing is expected: one of exists, absent"),
    expect("{\"mtu_at_least\": 5}", "$.expect[0].mtu_at_least: 5 is not within 23 to 65535"),
    expect(
      "{\"mtu_at_least\": 50, \"absent\": {\"do\": \"read\"}}",
      "$.expect[0].mtu_at_least: 'absent' is expected already"),
    expect("{\"order\": [{\"do\": \"read\"}]}", "an order has at least two steps"),
    expect("{\"count\": {\"of\": {\"do\": \"read\"}}}", "min or max is wanted"),
    expect(
      "{\"count\": {\"of\": {\"do\": \"read\"}, \"min\": 3,\n \"max\": 2}}",
      ":3:2: $.expect[0].count.max: less than min"),
    expect(
      "{\"within\": {\"from\": {\"do\": \"read\"}, \"to\": {\"do\": \"read\"}}}",
      "$.expect[0].within.seconds: missing"),
    expect("{\"value\": {\"of\": {\"do\": \"read\"}, \"matches\": \"xx\"}}", "'xx' is no value"),
    expect("{\"latency\": {}}", "median_ms or p95_ms is wanted"),
    expect("{\"findings\": {\"none_above\": \"error\"}}", "'error' is not one of info, warning"),
    expect(
      "{\"findings\": {\"none_above\": \"info\", \"ignore\": [\"att.mtu-not-raise\"]}}",
      "did you mean 'att.mtu-not-raised'?"),
    expect("{\"transfer\": {\"sha256\": \"12\"}}", "a SHA-256 has 64 hexadecimal digits"),
    expect("", "$.expect: at least one expectation is wanted"),
    Mistake(
      text: "{\"schema\": \"bleshark.expect/1\",\n \"expect\": [1,,2]}",
      says: ":2:15: $: no JSON: a value is wanted"),
    Mistake(
      text: "{\"schema\": \"bleshark.expect/1\",\n}",
      says: ":2:1: $: no JSON: there is a comma too many before it"),
    Mistake(text: "{\"schema\" \"x\"}", says: ":1:11: $: no JSON: a colon is wanted after the name"),
    Mistake(text: "{\"schema\": \"x", says: ":1:12: $: no JSON: the string has no end"),
    Mistake(text: "{\"schema\": yes}", says: ":1:12: $: no JSON: 'yes' is no value"),
    Mistake(text: "{\"schema\": \"ü\", \"x\" 1}", says: ":1:21: $: no JSON: a colon"),
    Mistake(text: "{\"a\": 1} 2", says: ":1:10: $: no JSON: nothing more is wanted"),
    Mistake(
      text: "{\"a\": " + String(repeating: "[", count: 5000),
      says: "no JSON: too many objects and arrays in each other"),
  ]

  /// An expectation that is a mistake, on the second line of a file.
  private static func expect(_ text: String, _ says: String) -> Mistake {
    Mistake(text: "{\"schema\": \"bleshark.expect/1\",\n\"expect\": [\(text)]}", says: says)
  }

  @Test("mistakes in expectations are told with line and column", arguments: expectationMistakes)
  func mistakenExpectation(_ mistake: Mistake) throws { try check(mistake, "--expect") }

  private func check(_ mistake: Mistake, _ option: String) throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("file.json", Array(mistake.text.utf8))
    let result = try Bleshark.run("check", option, file, DiffCommandTests.path("good-1"))
    #expect(result.status == 2)
    let line = try #require(result.errorLines.first)
    #expect(line.contains(mistake.says), "\(line)")
    #expect(line.hasSuffix("docs/regression.md describes it"), "\(line)")
  }

  // MARK: - Many captures

  @Test("folders, a broken file among them, in order, whatever the jobs", arguments: [1, 2, 7])
  func many(_ jobs: Int) throws {
    let folder = try TemporaryFolder()
    let bytes = try Fixture.bytes(atPath: DiffCommandTests.path("good-1"))
    for number in 0..<40 { _ = try folder.write("\(100 + number).btsnoop", bytes) }
    _ = try folder.write("107.btsnoop", Array(bytes.prefix(500)))
    _ = try folder.write("108.btsnoop", [])
    _ = try folder.write("notes.txt", Array("no capture".utf8))
    _ = try folder.write("capture-without-ending", bytes)
    let result = try Bleshark.run("check", "--jsonl", "--jobs", "\(jobs)", folder.path)
    #expect(result.status == 2)
    let lines = try CheckReading.read(result)
    let names = lines.map { URL(fileURLWithPath: $0.path).lastPathComponent }
    #expect(names == (100..<140).map { "\($0).btsnoop" } + ["capture-without-ending"])
    #expect(
      lines.filter { $0.status == "unreadable" }.map(\.path) == [
        folder.file("107.btsnoop"), folder.file("108.btsnoop"),
      ])
    #expect(lines.filter { $0.status == "passed" }.count == 39)
    #expect(result.errorLines.count == 2)
    let text = try Bleshark.run("check", "--jobs", "\(jobs)", folder.path)
    #expect(text.lines.last == "41 captures: 39 passed, 2 unreadable; 1 other file left out")
  }

  @Test("an empty folder, a wrong number of jobs") func usage() throws {
    let folder = try TemporaryFolder()
    #expect(try Bleshark.run("check", folder.path).status == 2)
    #expect(try Bleshark.run("check", "--jobs", "0", folder.path).status == 2)
    #expect(try Bleshark.run("check").status == 2)
  }

  @Test("findings count alone, or when they are asked for") func findings() throws {
    let failed = Fixture.path("captures/ota-failed.btsnoop")
    let warning = Fixture.path("captures/link-loss.btsnoop")
    let folder = try TemporaryFolder()
    let rules = try folder.write(
      "rules.json",
      Array("{\"schema\": \"bleshark.expect/1\", \"expect\": [{\"exists\": {\"do\": \"connect\"}}]}".utf8))
    #expect(try Bleshark.run("check", "--fail-on", "info", failed, warning).status == 1)
    #expect(try Bleshark.run("check", "--fail-on", "never", failed, warning).status == 0)
    #expect(try Bleshark.run("check", "--expect", rules, failed, warning).status == 0)
    #expect(try Bleshark.run("check", "--expect", rules, "--fail-on", "info", failed, warning).status == 1)
  }
}
