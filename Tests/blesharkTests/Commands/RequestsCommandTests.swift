import TestSupport
import Testing

/// `requests`: the ledger, its filters and its summary.
@Suite("The command requests") struct RequestsCommandTests {
  private static func path(_ name: String) -> String { Fixture.path("captures/\(name).btsnoop") }

  private func requests(_ name: String, _ options: String...) throws -> [RequestReading] {
    try JSONLines.read(Bleshark.run(["requests", "--jsonl"] + options + [Self.path(name)]))
  }

  @Test("every request of a session has its answer") func all() throws {
    let packets = try CaptureFile(path: Self.path("att-errors")).packets()
    let asked = packets.filter { packet in
      [0x02, 0x04, 0x06, 0x08, 0x0A, 0x0C, 0x0E, 0x10, 0x12, 0x16, 0x18, 0x1D, 0x20].contains(packet.opcode)
    }
    let found = try requests("att-errors")
    #expect(found.map(\.frame) == asked.map(\.frame))
    #expect(found.map(\.handle) == asked.map { $0.handle ?? $0.start })
    #expect(found.allSatisfy { $0.outcome != "unanswered" && !$0.late && $0.connection == 1 })
    // Answers come after 15 ms at least: the interval of the connection.
    for request in found {
      let answer = try #require(packets.first { $0.frame == request.answerFrame })
      #expect(((answer.timeS - request.timeS) * 1000 - (request.latencyMs ?? 0)).magnitude < 0.002)
    }
  }

  @Test("only errors") func errors() throws {
    let analysis = try CaptureFile(path: Self.path("att-errors")).analysis()
    let found = try requests("att-errors", "--errors")
    #expect(found.map(\.answerFrame) == analysis.connections[0].att.errors.map(\.frame))
    #expect(found.map(\.error) == analysis.connections[0].att.errors.map(\.code))
    #expect(found.allSatisfy { $0.outcome == "error" })
  }

  @Test("only what was never answered") func unanswered() throws {
    let found = try requests("link-loss", "--unanswered")
    try #require(found.count == 1)
    #expect(found[0].request == 0x0A)
    #expect(found[0].handle == 22)
    #expect(found[0].why == "disconnected")
    #expect(found[0].answerFrame == nil && found[0].latencyMs == nil)
    #expect(try requests("mtu-23", "--unanswered").isEmpty)
  }

  @Test("errors and unanswered ones together") func both() throws {
    let found = try requests("link-loss", "--unanswered", "--errors")
    #expect(found.count == 10)
    #expect(Set(found.map(\.outcome)) == ["error", "unanswered"])
  }

  @Test("only slow ones, the unanswered among them", arguments: ["40ms", "0.04s", "40000us", "0.04"])
  func slow(_ limit: String) throws {
    let result = try Bleshark.run("requests", "--jsonl", "--slow", limit, Self.path("link-loss"))
    let found: [RequestReading] = try JSONLines.read(result)
    #expect(!found.isEmpty)
    let wanted = try requests("link-loss").filter { ($0.latencyMs ?? .infinity) >= 40 }
    #expect(found == wanted)
    #expect(found.contains { $0.outcome == "unanswered" })
  }

  @Test(
    "only on one attribute",
    arguments: [
      ("c0de0001-0000-4a00-8000-00805f9b34fb", 34), ("2a19", 23), ("battery level", 23), ("0x0022", 34),
    ])
  func attribute(_ sample: (text: String, handle: Int)) throws {
    let found = try requests("reconnect-cached", "--attribute", sample.text)
    let wanted = try requests("reconnect-cached").filter { $0.handle == sample.handle && $0.end == nil }
    #expect(found == wanted)
    #expect(Set(found.map(\.connection)) == [1, 2])
    let one = try requests("reconnect-cached", "-a", sample.text, "-c", "2")
    #expect(one == wanted.filter { $0.connection == 2 })
  }

  @Test("both devices ask, on several bearers") func sides() throws {
    let sides = try requests("mtu-two-sided")
    #expect(Set(sides.filter { $0.request == 2 }.map(\.by)) == ["local", "peer"])
    let indications = try requests("indications").filter { $0.request == 0x1D }
    #expect(indications.count == 10)
    #expect(indications.allSatisfy { $0.by == "peer" && $0.outcome == "answered" })
    #expect(Set(try requests("eatt").map(\.bearer)).count == 3)
  }

  @Test("text: a line each, then the summary") func text() throws {
    let path = Self.path("att-errors")
    let lines = try Bleshark.run("requests", "--color", "never", path).lines
    let count = try requests("att-errors").count
    let heading = try #require(lines.firstIndex(of: "Summary"))
    #expect(heading == count)
    let summary = try Bleshark.run("requests", "--summary", "--color", "never", path).lines
    #expect(summary == Array(lines[heading...]))
    // The counts of the rows add up to the lines.
    let rows = summary.dropFirst(2).map { $0.split(separator: " ").map(String.init) }
    #expect(rows.reduce(0) { $0 + (Int($1[0]) ?? 0) } == count)
    let errors = rows.reduce(0) { $0 + (Int($1[1]) ?? 0) }
    #expect(errors == (try requests("att-errors", "--errors").count))
  }

  @Test("no line is longer than the width") func width() throws {
    let result = try Bleshark.run("requests", "--width", "60", Self.path("ota-failed"))
    #expect(result.lines.allSatisfy { $0.count <= 60 || $0.contains("median ms") })
    #expect(result.lines.contains { $0.hasSuffix("…") })
  }

  @Test("nothing that passes is no failure") func nothing() throws {
    let result = try Bleshark.run("requests", "--slow", "60s", Self.path("mtu-23"))
    #expect(result.status == 0)
    #expect(result.text == "")
    for time in ["1h", "soon", "-1ms", ""] {
      let refused = try Bleshark.run("requests", "--slow=\(time)", Self.path("mtu-23"))
      #expect(refused.status == 2, "\(time)")
    }
  }
}
