import Foundation
import TestSupport
import Testing

/// A finding as a script would read it.
struct FindingReading: Decodable, Sendable {
  var rule: String
  var severity: String
  var confidence: String
  var connection: Int?
  var title: String
  var detail: String
  var advice: String
  var timeS: Double?
  var count: Int
  var frames: [Int]
  var wireshark: String?

  /// The whole document, as far as findings need it.
  struct Document: Decodable {
    /// What is said about the file.
    struct Capture: Decodable { var frames: Int }
    var capture: Capture
    var connections: [Connection]
    var findings: [FindingReading]
    /// A connection's number.
    struct Connection: Decodable { var id: Int }
  }

  /// The findings of a capture, with what the document says of the rest.
  static func document(_ arguments: String...) throws -> Document { try document(arguments) }

  /// The same with the arguments in an array.
  static func document(_ arguments: [String]) throws -> Document {
    let result = try Bleshark.run(["analyze", "--json"] + arguments)
    try #require(result.status < 2, "\(result.errors)")
    return try AnalysisReading.decoder.decode(Document.self, from: Data(result.output))
  }
}

/// Tests/Fixtures/expected-findings.txt: warnings on captures of healthy sessions, and why they are right.
///
/// A line is `file rule reason`.
struct ExpectedFindings: Sendable {
  /// The reasons by file and rule.
  let reasons: [String: String]

  init() throws {
    let path = Fixture.path("expected-findings.txt")
    var reasons: [String: String] = [:]
    for line in try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
    where !line.hasPrefix("#") {
      let words = line.split(separator: " ", maxSplits: 2)
      try #require(words.count == 3, "\(line)")
      reasons["\(words[0]) \(words[1])"] = String(words[2])
    }
    self.reasons = reasons
  }
}

extension CaptureFile {
  /// The options that describe the protocol of an update, where it is not built in.
  var profileOptions: [String] {
    guard name.hasPrefix("esp32-companion") else { return [] }
    return ["--ota-profile", Document.path("docs/profiles/esp32-companion.json")]
  }

  /// What the peers that made a capture say of its update.
  private struct Expected: Decodable {
    /// What came of it.
    struct Update: Decodable { var outcome: String }
    var update: Update?
  }

  /// True when an update was made to fail in it.
  fileprivate var hasFailedUpdate: Bool {
    let path = path.replacing(".btsnoop", with: ".expected.json")
    guard let bytes = FileManager.default.contents(atPath: path),
      let expected = try? JSONDecoder().decode(Expected.self, from: bytes)
    else { return false }
    return expected.update?.outcome == "failed"
  }
}

/// What is found in whole captures, and how the tool shows it.
@Suite("Findings of the tool") struct FindingsTests {
  private static let everything = CaptureFile.ofHosts

  @Test("no errors on captures of healthy sessions, and a reason for every warning", arguments: everything)
  func healthy(_ file: CaptureFile) throws {
    let expected = try ExpectedFindings().reasons
    let findings = try FindingReading.document(file.profileOptions + [file.path]).findings
    let errors = findings.filter { $0.severity == "error" }
    if file.hasFailedUpdate {
      // The fault that was made is the one thing that is wrong.
      #expect(!errors.isEmpty && errors.allSatisfy { $0.rule.hasPrefix("ota.") }, "\(errors)")
      return
    }
    #expect(errors.isEmpty, "\(errors.map { "\($0.rule): \($0.detail)" })")
    let warned = Set(findings.filter { $0.severity == "warning" }.map(\.rule))
    let reasoned = Set(
      expected.keys.filter { $0.hasPrefix("\(file.testDescription) ") }.map {
        String($0.split(separator: " ")[1])
      })
    #expect(warned.subtracting(reasoned).isEmpty, "no reason in expected-findings.txt")
    #expect(reasoned.subtracting(warned).isEmpty, "in expected-findings.txt, and not found")
  }

  @Test("frames that are cited exist and hold the PDUs that are named", arguments: everything)
  func evidence(_ file: CaptureFile) throws {
    let document = try FindingReading.document(file.path)
    if document.findings.isEmpty { return }
    var names: [Int: String] = [:]
    for packet in try file.packets() { names[packet.frame] = packet.name }
    let ids = Set(document.connections.map(\.id))
    for finding in document.findings {
      #expect(finding.frames.allSatisfy { (1...max(1, document.capture.frames)).contains($0) }, "\(finding)")
      #expect(finding.frames == finding.frames.sorted())
      #expect(finding.connection.map(ids.contains) ?? true)
      let numbers = finding.frames.map(String.init).joined(separator: ",")
      #expect(finding.wireshark == (finding.frames.isEmpty ? nil : "frame.number in {\(numbers)}"))
      let cited = Set(finding.frames.compactMap { names[$0] })
      let words = finding.detail.split { !$0.isLetter && $0 != "_" }.map(String.init)
      for word in words where word.hasPrefix("ATT_") && word != "ATT_MTU" {
        #expect(cited.contains(word), "\(finding.rule): \(word) in none of \(finding.frames)")
      }
    }
  }

  // MARK: - Options

  private static let lost = Fixture.path("captures/link-loss.btsnoop")

  @Test(
    "the exit status",
    arguments: [
      (["--fail-on", "error"], 0), ([], 0), (["--fail-on", "warning"], 1), (["--fail-on", "info"], 1),
      (["--fail-on", "never"], 0), (["--fail-on", "warning", "--ignore", "disconnect"], 0),
      (["--fail-on", "warning", "--only", "att,gatt"], 2), (["--fail-on", "warning", "--only", "att"], 0),
    ] as [([String], Int32)])
  func status(_ arguments: [String], _ status: Int32) throws {
    #expect(try Bleshark.run(arguments + [Self.lost]).status == status)
  }

  @Test("an error is status 1 unless told otherwise") func errorStatus() throws {
    // interval 100 ms, latency 4, timeout 1 s: not more than (1 + 4) × 100 ms × 2.
    var writer = BTSnoopWriter()
    writer.add([4] + PacketBuilder.leConnectionComplete(0x40), flags: 1)
    writer.add(
      [4] + PacketBuilder.leEvent(0x03, [0, 0x40, 0, 80, 0, 4, 0, 100, 0]), flags: 1, time: 1000)
    writer.add([4] + PacketBuilder.disconnectionComplete(0x40), flags: 1, time: 2000)
    let result = try Bleshark.run("-", input: writer.bytes)
    #expect(result.status == 1)
    #expect(result.text.contains("\nFindings\n  ERROR  supervision timeout too short"))
    #expect(result.text.contains("[link.timeout-invalid, certain]"))
    #expect(try Bleshark.run("--fail-on", "never", "-", input: writer.bytes).status == 0)
  }

  @Test("findings of the capture stand under its quality, unless they are asked for") func captureFindings()
    throws
  {
    let path = Fixture.path("captures/peer/btvirt-l2cap-swift.btmon.btsnoop")
    #expect(!(try Bleshark.run(path).text.contains("[capture.")))
    let asked = try Bleshark.run("--only", "capture", path).text
    #expect(asked.contains("[capture.ends-in-the-middle, certain]"))
  }

  @Test("only findings of the connection that is asked for, and of the capture") func connection() throws {
    let path = Fixture.path("captures/peer/bluez-smpclient-upload.h4.btsnoop")
    let all = try FindingReading.document(path).findings
    let second = try FindingReading.document("-c", "2", path).findings
    #expect(Set(all.compactMap(\.connection)) == [1, 2])
    #expect(Set(second.compactMap(\.connection)) == [2])
  }

  @Test("a name that no rule has is a mistake") func unknownRule() throws {
    let result = try Bleshark.run("--only", "att.nonsense", Self.lost)
    #expect(result.status == 2)
    #expect(
      result.errorLines.first == "bleshark: no rule is named 'att.nonsense': 'bleshark rules' lists them")
  }

  // MARK: - Rules

  @Test("docs/diagnostics.md is what the program prints") func diagnostics() throws {
    let printed = try Bleshark.run("rules", "--markdown").text
    let written = try String(contentsOfFile: Document.path("docs/diagnostics.md"), encoding: .utf8)
    let difference = firstDifferingLine(written, printed)
    #expect(difference == "nothing", "make it again: bleshark rules --markdown > docs/diagnostics.md")
  }

  @Test("rules are listed, told of, and given as JSON") func rules() throws {
    let list = try Bleshark.run("rules").lines
    #expect(list.contains { $0.hasPrefix("att.mtu-not-raised ") && $0.contains("warning") })
    let one = try Bleshark.run("rules", "att.mtu-not-raised").text
    for word in ["found", "matters", "cites", "try", "source"] { #expect(one.contains("\n  \(word) ")) }
    let group = try Bleshark.run("rules", "--json", "disconnect").text
    #expect(group.contains("\"disconnect.reboot\""))
    #expect(!group.contains("\"att.mtu-not-raised\""))
    #expect(try Bleshark.run("rules", "nonsense").status == 2)
  }
}
