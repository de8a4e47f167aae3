import TestSupport
import Testing

/// Whole outputs, compared with files in Tests/Fixtures/golden that were read before they were accepted.
@Suite("Golden outputs") struct GoldenTests {
  /// The captures and the options that choose what is interesting in them.
  private static let captures = [
    "link-loss", "long-read-write", "parameter-update", "eatt", "peripheral-side", "connect-cancelled",
  ]

  @Test("analyses as text", arguments: captures) func analysisText(_ name: String) throws {
    try compare(name, "analyze.txt", ["analyze", "--width", "100", "--color", "never"])
  }

  @Test("analyses as JSON", arguments: captures) func analysisJSON(_ name: String) throws {
    try compare(name, "analyze.json", ["analyze", "--json"])
  }

  @Test("packets as text", arguments: captures) func packetsText(_ name: String) throws {
    try compare(name, "packets.txt", ["packets", "--width", "100", "--color", "never"])
  }

  @Test("packets as JSON lines", arguments: ["parameter-update", "eatt"])
  func packetsJSON(_ name: String) throws {
    try compare(name, "packets.jsonl", ["packets", "--jsonl"])
  }

  /// Runs the tool where the capture lies, so that no path of this machine gets into the output.
  private func compare(_ name: String, _ kind: String, _ arguments: [String]) throws {
    let result = try Bleshark.run(arguments + ["\(name).btsnoop"], folder: Fixture.path("captures"))
    #expect(result.status == 0)
    #expect(result.errors == "")
    expectGolden("\(name).\(kind)", result.text)
  }
}
