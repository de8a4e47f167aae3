import TestSupport
import Testing

/// `--connection`, which has to name a connection that is there.
@Suite("Choosing a connection") struct ConnectionChoiceTests {
  private static let one = Fixture.path("captures/mtu-23.btsnoop")

  @Test(
    "one that is not there is an error, never an answer about nothing",
    arguments: [
      ["analyze"], ["analyze", "--json"], ["why"], ["gatt"], ["gatt", "--json"], ["speed"], ["packets"],
      ["packets", "--jsonl"], ["requests"], ["replay"],
    ])
  func absent(_ command: [String]) throws {
    let result = try Bleshark.run(command + ["-c", "99", Self.one])
    #expect(result.status == 2)
    #expect(result.errorLines == ["bleshark: \(Self.one): no connection 99: there is 1"])
  }

  @Test("of an attribute that is followed, too") func follow() throws {
    let result = try Bleshark.run("follow", "-c", "99", Self.one, "0x0003")
    #expect(result.status == 2)
    #expect(result.errorLines == ["bleshark: \(Self.one): no connection 99: there is 1"])
  }

  @Test("of frames that are not read nothing is said") func partOfFrames() throws {
    let result = try Bleshark.run("packets", "-c", "99", "--frames", "1-5", Self.one)
    #expect(result.status == 0)
    #expect(result.errors == "")
  }

  @Test("captures without it are told, the others are shown") func several() throws {
    let two = Fixture.path("captures/two-links.btsnoop")
    let result = try Bleshark.run("gatt", "-c", "2", Self.one, two)
    #expect(result.status == 2)
    #expect(result.errorLines == ["bleshark: \(Self.one): no connection 2: there is 1"])
    #expect(result.text == (try Bleshark.run("gatt", "-c", "2", two)).text)
    #expect(!result.text.isEmpty)
  }
}
