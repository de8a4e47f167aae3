import TestSupport
import Testing

/// `--transfer`: one of the transfers of a capture.
@Suite("Choice of a transfer") struct TransferChoiceTests {
  /// Two updates in one capture: the records of two logs, one after the other.
  private static func twoUpdates(_ folder: borrowing TemporaryFolder) throws -> String {
    let names = ["nordic-secure-dfu-bad-check", "mcumgr-ok"]
    let logs = try names.map { try Fixture.bytes(atPath: Fixture.path("captures/updates/\($0).btsnoop")) }
    let headerLength = 16
    return try folder.write("two.btsnoop", logs[0] + logs[1].dropFirst(headerLength))
  }

  @Test("why tells of the one asked for, and exits by it alone") func why() throws {
    let folder = try TemporaryFolder()
    let capture = try Self.twoUpdates(folder)
    let both = try WhyReading(of: Bleshark.run("why", "--json", capture))
    #expect(both.transfers.map(\.outcome) == ["failed", "success"])
    let second = try Bleshark.run("why", "--json", "--transfer", "2", capture)
    #expect(try WhyReading(of: second).transfers.map(\.outcome) == ["success"])
    #expect(second.status == 0)
    let first = try Bleshark.run("why", "-t1", "--json", capture)
    #expect(try WhyReading(of: first).transfers.map(\.outcome) == ["failed"])
    #expect(first.status == 1)
  }

  @Test("extract writes the one asked for") func extract() throws {
    let folder = try TemporaryFolder()
    let capture = try Self.twoUpdates(folder)
    let image = folder.path + "/image.bin"
    #expect(try Bleshark.run("extract", "-t", "2", "-o", image, capture).status == 0)
    let alone = folder.path + "/alone.bin"
    let single = Fixture.path("captures/updates/mcumgr-ok.btsnoop")
    #expect(try Bleshark.run("extract", "-o", alone, single).status == 0)
    #expect(try Fixture.bytes(atPath: image) == Fixture.bytes(atPath: alone))
  }

  @Test("one that is not there is told with those that are", arguments: ["why", "extract"])
  func unknown(_ command: String) throws {
    let folder = try TemporaryFolder()
    let capture = try Self.twoUpdates(folder)
    let arguments = command == "extract" ? [command, "--json", "-t", "3"] : [command, "-t", "3"]
    let result = try Bleshark.run(arguments + [capture])
    #expect(result.status == 2)
    #expect(result.errorLines == ["bleshark: \(capture): no transfer 3; it has 1, 2"])
    let noNumber = try Bleshark.run(arguments.dropLast() + ["first", capture])
    #expect(
      noNumber.errorLines.first
        == "bleshark: --transfer is a number, as 'bleshark why' gives them, not 'first'")
  }
}
