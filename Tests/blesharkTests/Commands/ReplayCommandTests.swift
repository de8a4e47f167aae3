import Foundation
import TestSupport
import Testing

/// `bleshark replay` as a user runs it.
@Suite("bleshark replay")
struct ReplayCommandTests {
  /// The report of a run.
  private struct Report: Decodable {
    struct Step: Decodable {
      var connection: Int
      var step: Int
      var kind: String
      var attribute: String?
      var status: String
      var asRecorded: Bool
      var note: String?
    }

    var schema: String
    var asRecorded: Bool
    var interrupted: Bool
    var stopped: String?
    var counts: [String: Int]
    var steps: [Step]
  }

  private func report(_ result: ProgramResult) throws -> Report {
    try AnalysisReading.decoder.decode(Report.self, from: Data(result.output))
  }

  private func run(_ name: String, _ options: String...) throws -> ProgramResult {
    try Bleshark.run(["replay"] + options + [Fixture.path("captures/\(name).btsnoop")])
  }

  @Test("without permission the plan is printed, and nothing is sent")
  func dryRun() throws {
    let result = try run("ota-ok")
    #expect(result.status == 0 && result.errors == "")
    #expect(result.lines.last == "nothing was sent; --allow-writes plays it")
    #expect(result.text.contains("would write 8206 bytes in 38 writes"))
  }

  @Test(
    "sessions play against themselves",
    arguments: ["mtu-23", "mtu-517", "ota-ok", "reconnect-cached", "mcumgr-interrupted", "link-loss"])
  func itself(_ name: String) throws {
    let result = try run(name, "--allow-writes", "--allow-ota", "--json")
    #expect(result.status == 0)
    let report = try report(result)
    #expect(report.schema == "bleshark.replay/1" && report.asRecorded)
    #expect(report.steps.allSatisfy { $0.asRecorded })
    #expect(report.counts.values.reduce(0, +) == report.steps.count)
  }

  @Test(
    "a plan written, read and written again is the same",
    arguments: Fixture.captures.filter { $0.hasSuffix(".btsnoop") })
  func roundTrip(_ path: String) throws {
    let folder = try TemporaryFolder()
    let first = folder.file("first.json")
    let made = try Bleshark.run("replay", "--plan", first, path)
    if made.status == 2 {
      #expect(made.errors.contains("it has no ATT PDUs to replay"))
      return
    }
    let second = folder.file("second.json")
    #expect(try Bleshark.run("replay", "--from", first, "--plan", second).status == 0)
    let one = try Fixture.bytes(atPath: first)
    let other = try Fixture.bytes(atPath: second)
    #expect(one == other)
    let run = try Bleshark.run("replay", "--from", first, "--allow-writes", "--allow-ota")
    #expect(run.status == 0, "\(run.text)")
  }

  @Test("an update needs its own permission")
  func update() throws {
    let result = try run("ota-ok", "--allow-writes")
    #expect(result.status == 2 && result.output.isEmpty)
    #expect(result.errorLines.count == 1)
    #expect(result.errors.contains("--allow-ota"))
  }

  @Test("one characteristic may be written alone")
  func single() throws {
    let control = "b1e50001-0000-4a00-8000-00805f9b34fb"
    let result = try run("ota-ok", "--allow-write", control, "--allow-ota", "--keep-going", "--json")
    #expect(result.status == 1)
    let writes = try report(result).steps.filter { $0.kind.hasPrefix("write") }
    #expect(writes.allSatisfy { ($0.status != "not_sent") == ($0.attribute?.contains(control) == true) })
  }

  @Test("injected faults make the run differ, at their step")
  func faults() throws {
    for (options, step, status) in [
      (["--drop-notification", "3"], 19, "timed_out"),
      (["--error", "ATT:14@2a26"], 5, "differs"),
      (["--disconnect-at-offset", "1952"], 19, "differs"),
    ] {
      let arguments = ["replay", "--allow-writes", "--allow-ota", "--json"] + options
      let result = try Bleshark.run(arguments + [Fixture.path("captures/ota-ok.btsnoop")])
      #expect(result.status == 1)
      let surprise = try report(result).steps.first { !$0.asRecorded }
      #expect(surprise?.step == step && surprise?.status == status, "\(options)")
    }
  }

  @Test("a run is recorded, and the recording plays again")
  func record() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("run.btsnoop")
    #expect(try run("mtu-247", "--allow-writes", "--record", path).status == 0)
    let analysis = try Bleshark.run("analyze", "--json", path)
    #expect(analysis.status == 0)
    #expect(try Bleshark.run("replay", "--allow-writes", path).status == 0)
    let packets = try Bleshark.run("packets", path)
    #expect(!packets.text.contains("went back"))
  }

  @Test(
    "the recording of a run does not differ from its capture",
    arguments: ["mtu-247", "ota-ok", "indications"])
  func diff(_ name: String) throws {
    let folder = try TemporaryFolder()
    let path = folder.file("run.btsnoop")
    #expect(try run(name, "--allow-writes", "--allow-ota", "--timing", "real", "--record", path).status == 0)
    let result = try Bleshark.run("diff", Fixture.path("captures/\(name).btsnoop"), path)
    #expect(result.status == 0, "\(result.text)")
  }

  @Test("JUnit has a case for each step")
  func junit() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("run.xml")
    _ = try run("ota-ok", "--allow-writes", "--allow-ota", "--drop-notification", "3", "--junit", path)
    let text = String(decoding: try Fixture.bytes(atPath: path), as: UTF8.self)
    #expect(text.components(separatedBy: "<testcase ").count - 1 == 53)
    #expect(text.contains("tests=\"53\" failures=\"1\" errors=\"0\" skipped=\"33\""))
    let parser = XMLCheck(text)
    #expect(parser.isWellFormed)
  }

  @Test("time is kept when it is asked for")
  func timing() throws {
    let began = Date()
    let result = try run("mtu-23", "--allow-writes", "--timing", "x4", "--json")
    #expect(result.status == 0)
    // The capture's session takes more than a second.
    #expect(Date().timeIntervalSince(began) > 0.25)
  }

  @Test("Ctrl-C ends a run with a report of what was done")
  func interrupt() throws {
    let path = Fixture.path("captures/ota-failed.btsnoop")
    let result = try Program.run(
      "/usr/bin/timeout",
      [
        "--preserve-status", "-s", "INT", "0.6", Bleshark.path, "replay", "--timing", "real",
        "--allow-writes",
        "--allow-ota", "--json", path,
      ])
    #expect(result.status == 1)
    let report = try report(result)
    #expect(report.interrupted && report.stopped == "interrupted")
    #expect(
      report.steps.contains { $0.status == "passed" } && report.steps.contains { $0.status == "not_sent" })
  }

  @Test(
    "what cannot be is refused on one line",
    arguments: [
      (["--to", "carrier-pigeon", "--allow-writes"], "carrier-pigeon: no such transport; there are virtual"),
      (["--timing", "soon"], "--timing is fast, real, or x and a number"),
      (["--drop-notification", "0", "--allow-writes"], "--drop-notification is a number from 1 on"),
      (["--drop-notification", "1"], "--drop-notification is for a run"),
      (["--error", "0x0e", "--allow-writes"], "--error is a code and an attribute"),
      (["--error", "ATT:0x0e@2aff", "--allow-writes"], "--error: the captured device has no such attribute"),
      (["--allow-write", "heart"], "--allow-write is the UUID"),
      (["--as", "peripheral"], "--as peripheral needs a transport"),
      (["--as", "peripheral", "--to", "virtual"], "virtual: nobody can connect"),
      (["--connection", "9"], "no connection 9: there is 1"),
      (["--timing", "real"], "--timing is for a run: --allow-writes plays the plan"),
      (["--recut"], "--recut is for a run"), (["--keep-going"], "--keep-going is for a run"),
      (["--connect-timeout", "3s"], "--connect-timeout is for a run"),
      (["--allow-ota"], "--allow-ota is for a run"),
      (
        ["--as", "peripheral", "--to", "h4:pty:", "--device", "Shark"],
        "--device is for the central, and --as peripheral waits to be connected to"
      ),
      (["--as", "peripheral", "--to", "h4:pty:", "--keep-going"], "--keep-going is for the central"),
      (["--as", "peripheral", "--to", "h4:pty:", "--recut"], "--recut is for the central"),
      (["--as", "peripheral", "--to", "h4:pty:", "--allow-writes"], "--allow-writes is for the central"),
      (
        ["--as", "peripheral", "--to", "h4:pty:", "--allow-write", "2a37"], "--allow-write is for the central"
      ),
      (["--as", "peripheral", "--to", "h4:pty:", "--allow-ota"], "--allow-ota is for the central"),
      (
        ["--device", "Shark", "--allow-writes"],
        "--device names a device over a radio, and virtual has the captured one alone"
      ),
    ])
  func refused(_ options: [String], _ message: String) throws {
    let result = try Bleshark.run(["replay"] + options + [Fixture.path("captures/mtu-23.btsnoop")])
    #expect(result.status == 2)
    #expect(result.errorLines.first?.contains(message) == true, "\(result.errors)")
  }

  @Test(
    "a passkey that nobody asks for is refused",
    arguments: [
      [], ["--allow-writes"], ["--to", "l2cap:F0:F1:F2:F3:F4:F5", "--allow-writes"],
      ["--to", "bluez:F0:F1:F2:F3:F4:F5", "--allow-writes"],
      ["--to", "corebluetooth:Shark", "--allow-writes"],
    ])
  func idlePasskey(_ options: [String]) throws {
    let folder = try TemporaryFolder()
    let path = folder.file("plan.json")
    #expect(try run("mtu-23", "--plan", path).status == 0)
    for plan in [["--from", path], [Fixture.path("captures/mtu-23.btsnoop")]] {
      let result = try Bleshark.run(["replay"] + plan + ["--passkey", "123456"] + options)
      #expect(result.status == 2)
      #expect(result.errorLines.first?.contains("--passkey is for") == true, "\(result.errors)")
    }
  }

  @Test("a plan is not a capture", arguments: [["-c", "1"], ["--gatt", "x"], ["--ltk", "00"]])
  func planInsteadOfCapture(_ options: [String]) throws {
    let folder = try TemporaryFolder()
    let path = folder.file("plan.json")
    #expect(try run("mtu-23", "--plan", path).status == 0)
    let result = try Bleshark.run(["replay", "--from", path] + options)
    #expect(result.status == 2)
    #expect(result.errorLines.first?.contains("and --from plays a plan instead of one") == true)
  }

  @Test(
    "a plan that is wrong is refused with the path to the mistake",
    arguments: [
      (#""kind":"read""#, #""kind":"raed""#, "$.connections[0].steps[2].kind: 'raed' is not one of"),
      (
        #""attribute":"1800/2a00","frame""#, #""attribute":"180g","frame""#,
        "$.connections[0].steps[2].attribute: '180g' is no attribute"
      ),
      (#""attribute":"1800/2a00","frame""#, #""frame""#, "$.connections[0].steps[2].attribute: missing"),
      (
        #""kind":"discover""#, #""kind":"connect""#,
        "$.connections[0].steps[2]: a step of kind 'discover' has to come before it"
      ),
      (#""step":2,"#, #""step":1,"#, "$.connections[0].steps[2].step: another step has this number"),
      (#""step":2,"#, #""step":2,"after":40,"#, "$.connections[0].steps[2].after: no step before this one"),
      (#""step":2,"#, #""step":2,"colour":1,"#, "$.connections[0].steps[2].colour: not known here"),
      (#""handle":1,"#, #""handle":0,"#, "$.connections[0].attributes[0].handle: 0 is not within 1 to 65535"),
      ("bleshark.replay-plan/1", "bleshark.replay-plan/9", "$.schema: 'bleshark.replay-plan/9' is not known"),
      (
        #""step":2,"#, #""step":2,"put":[{"name":"x","at":0}],"#,
        "$.connections[0].steps[2].put[0].name: no step before this one takes 'x'"
      ),
    ])
  func wrongPlan(_ right: String, _ wrong: String, _ message: String) throws {
    let folder = try TemporaryFolder()
    let path = folder.file("plan.json")
    #expect(try run("mtu-23", "--plan", path).status == 0)
    let text = String(decoding: try Fixture.bytes(atPath: path), as: UTF8.self)
    let place = try #require(text.range(of: right))
    try Fixture.write(Array(text.replacingCharacters(in: place, with: wrong).utf8), toPath: path)
    let result = try Bleshark.run("replay", "--from", path)
    #expect(result.status == 2 && result.errorLines.count == 1)
    #expect(result.errors.contains(message), "\(result.errors)")
    // A wrong value is in the line in which it was written.
    guard message.contains("raed") else { return }
    let line = text[..<place.lowerBound].count { $0 == "\n" } + 1
    #expect(result.errors.hasPrefix("bleshark: \(path):\(line):"), "\(result.errors)")
  }
}

/// Whether XML is well-formed, by a parser that is not ours.
private struct XMLCheck {
  let isWellFormed: Bool

  init(_ text: String) {
    let result = try? Program.run(
      "/usr/bin/python3",
      ["-c", "import sys, xml.dom.minidom; xml.dom.minidom.parseString(sys.stdin.buffer.read())"],
      input: Array(text.utf8))
    isWellFormed = result?.status == 0
  }
}
