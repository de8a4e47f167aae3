import Foundation
import TestSupport
import Testing

#if canImport(FoundationXML)
import FoundationXML
#endif

/// What other programs read: JUnit XML, SARIF, GitHub's annotations and summary.
@Suite("Reports for CI", .serialized) struct ReportTests {
  /// A folder with the reports of a check of one good, one bad and one broken capture.
  private func reports(_ folder: borrowing TemporaryFolder, environment: [String: String] = [:]) throws
    -> ProgramResult
  {
    let rules = try folder.write(
      "rules.json",
      Array(
        """
        {"schema": "bleshark.expect/1", "expect": [{"name": "MTU <big> & \\"wide\\"", "mtu_at_least": 247},
          {"absent": {"do": "write", "outcome": "error"}}]}
        """.utf8))
    let broken = try folder.write("bro ken.btsnoop", Array("nothing".utf8))
    let baseline = try CheckCommandTests.baseline(folder)
    return try Bleshark.run(
      [
        "check", "-b", baseline, "-e", rules, "--junit", folder.file("junit.xml"), "--sarif",
        folder.file("out.sarif"),
        DiffCommandTests.path("good-6"), DiffCommandTests.path("all-wrong"), broken,
      ], environment: environment)
  }

  @Test("JUnit: counts, names and messages") func junit() throws {
    let folder = try TemporaryFolder()
    #expect(try reports(folder).status == 2)
    let document = try XMLDocument(contentsOf: URL(fileURLWithPath: folder.file("junit.xml")))
    let root = try #require(document.rootElement())
    #expect(root.name == "testsuites")
    let suites = root.elements(forName: "testsuite")
    #expect(suites.count == 3)
    var sums = ["tests": 0, "failures": 0, "errors": 0]
    for suite in suites {
      let cases = suite.elements(forName: "testcase")
      func number(_ name: String) -> Int { Int(suite.attribute(forName: name)?.stringValue ?? "") ?? -1 }
      #expect(number("tests") == cases.count)
      #expect(number("failures") == cases.count { !$0.elements(forName: "failure").isEmpty })
      #expect(number("errors") == cases.count { !$0.elements(forName: "error").isEmpty })
      for name in sums.keys { sums[name, default: 0] += number(name) }
      // What the schema of Jenkins' xUnit plug-in asks for of every test.
      for test in cases {
        #expect(test.attribute(forName: "name") != nil && test.attribute(forName: "classname") != nil)
        for result in test.elements(forName: "failure") + test.elements(forName: "error") {
          #expect(result.attribute(forName: "message") != nil && result.attribute(forName: "type") != nil)
        }
      }
    }
    for (name, sum) in sums { #expect(Int(root.attribute(forName: name)?.stringValue ?? "") == sum) }
    let names = suites[1].elements(forName: "testcase").compactMap {
      $0.attribute(forName: "name")?.stringValue
    }
    #expect(names == ["baseline", "MTU <big> & \"wide\"", "2. absent"])
    let failure = try #require(suites[1].elements(forName: "testcase")[1].elements(forName: "failure").first)
    #expect(
      failure.attribute(forName: "message")?.stringValue
        == "MTU <big> & \"wide\": the ATT_MTU is 100, not 247")
    #expect(failure.stringValue?.contains("frame ") == true)
  }

  @Test("SARIF: what the schema asks for") func sarif() throws {
    let folder = try TemporaryFolder()
    _ = try reports(folder)
    try Self.checkSARIF(Fixture.bytes(atPath: folder.file("out.sarif")), unreadable: 1)
    let root = try #require(try Self.object(Fixture.bytes(atPath: folder.file("out.sarif"))))
    let run = try #require((root["runs"] as? [[String: Any]])?.first)
    let results = try #require(run["results"] as? [[String: Any]])
    #expect(
      results.contains { $0["ruleId"] as? String == "link.mtu-lower" && $0["level"] as? String == "error" })
  }

  /// Facts of the schema of SARIF 2.1.0 (OASIS), and what GitHub asks for beside them.
  static func checkSARIF(_ bytes: [UInt8], unreadable: Int) throws {
    let root = try #require(try object(bytes))
    #expect(
      Set(root.keys).isSubset(of: ["$schema", "version", "runs", "inlineExternalProperties", "properties"]))
    #expect(root["version"] as? String == "2.1.0")
    let runs = try #require(root["runs"] as? [[String: Any]])
    try #require(runs.count == 1)
    let driver = try #require((runs[0]["tool"] as? [String: Any])?["driver"] as? [String: Any])
    #expect(driver["name"] as? String == "bleshark")
    let rules = try #require(driver["rules"] as? [[String: Any]])
    let ids = rules.compactMap { $0["id"] as? String }
    #expect(ids.count == rules.count && Set(ids).count == ids.count)
    for rule in rules {
      #expect((rule["shortDescription"] as? [String: Any])?["text"] as? String != nil)
    }
    let invocation = try #require((runs[0]["invocations"] as? [[String: Any]])?.first)
    #expect(invocation["executionSuccessful"] as? Bool == (unreadable == 0))
    #expect((invocation["toolExecutionNotifications"] as? [Any])?.count == unreadable)
    for result in try #require(runs[0]["results"] as? [[String: Any]]) {
      #expect(((result["message"] as? [String: Any])?["text"] as? String)?.isEmpty == false)
      #expect(["none", "note", "warning", "error"].contains(result["level"] as? String))
      let index = try #require(result["ruleIndex"] as? Int)
      #expect(ids[index] == result["ruleId"] as? String)
      let location = try #require((result["locations"] as? [[String: Any]])?.first)
      let physical = try #require(location["physicalLocation"] as? [String: Any])
      let uri = try #require((physical["artifactLocation"] as? [String: Any])?["uri"] as? String)
      #expect(URL(string: uri) != nil && !uri.contains(" "))
      #expect(((physical["region"] as? [String: Any])?["startLine"] as? Int ?? 0) >= 1)
      let prints = try #require(result["partialFingerprints"] as? [String: String])
      #expect(prints.keys.map { $0 } == ["blesharkSubject/v1"])
    }
  }

  private static func object(_ bytes: [UInt8]) throws -> [String: Any]? {
    try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any]
  }

  private func fingerprints(_ paths: [String]) throws -> [[String]] {
    let folder = try TemporaryFolder()
    return try paths.map { path in
      _ = try Bleshark.run("diff", "--sarif", folder.file("x"), DiffCommandTests.path("good-1"), path)
      let root = try Self.object(Fixture.bytes(atPath: folder.file("x")))
      let results = (root?["runs"] as? [[String: Any]])?.first?["results"] as? [[String: Any]] ?? []
      return results.compactMap { ($0["partialFingerprints"] as? [String: String])?["blesharkSubject/v1"] }
    }
  }

  @Test("fingerprints are the same for the same fault in another run, and told apart in one")
  func stableFingerprints() throws {
    // The same capture with a hundred frames before it: every frame has another number.
    let folder = try TemporaryFolder()
    let path = DiffCommandTests.path("all-wrong")
    let bytes = try Fixture.bytes(atPath: path)
    let noise = Array(bytes[16..<(16 + 24 + Int(bytes[23]))])
    let moved = Array(bytes[..<16]) + (0..<100).flatMap { _ in noise } + Array(bytes[16...])
    let prints = try fingerprints([path, folder.write("moved.btsnoop", moved)])
    #expect(prints[0] == prints[1])
    #expect(prints[0].count > 8)
    #expect(Set(prints[0]).count == prints[0].count)
    #expect(prints[0].allSatisfy { !$0.contains("frame") })
  }

  @Test("analyze writes reports of its findings") func analyze() throws {
    let folder = try TemporaryFolder()
    let capture = Fixture.path("captures/ota-failed.btsnoop")
    let result = try Bleshark.run(
      "analyze", "--fail-on", "info", "--sarif", folder.file("a.sarif"), "--junit", folder.file("a.xml"),
      capture)
    #expect(result.status == 1)
    try Self.checkSARIF(Fixture.bytes(atPath: folder.file("a.sarif")), unreadable: 0)
    let document = try XMLDocument(contentsOf: URL(fileURLWithPath: folder.file("a.xml")))
    #expect(document.rootElement()?.attribute(forName: "failures")?.stringValue == "1")
  }

  @Test("GitHub's annotations and summary, only where it says so") func gitHub() throws {
    let folder = try TemporaryFolder()
    let summary = try folder.write("summary.md", Array("before\n".utf8))
    let quiet = try reports(folder, environment: ["GITHUB_ACTIONS": "", "GITHUB_STEP_SUMMARY": ""])
    #expect(!quiet.errors.contains("::error"))
    let result = try reports(folder, environment: ["GITHUB_ACTIONS": "true", "GITHUB_STEP_SUMMARY": summary])
    let lines = result.errorLines.filter { $0.hasPrefix("::error ") }
    // Ten of a kind are shown of a step.
    #expect(lines.count == 10)
    #expect(
      lines.contains { $0.contains("title=bleshark%3A link.mtu-lower::the ATT_MTU is 100 instead of 247") })
    #expect(lines.last?.contains("more; the log has all of them") == true)
    for line in lines {
      let properties = line.dropFirst("::error ".count).prefix { $0 != ":" }
      #expect(properties.split(separator: ",").allSatisfy { $0.hasPrefix("file=") || $0.hasPrefix("title=") })
    }
    let text = String(decoding: try Fixture.bytes(atPath: summary), as: UTF8.self)
    #expect(text.hasPrefix("before\n### bleshark: 3 captures: 1 passed, 1 failed, 1 unreadable\n"))
    #expect(text.contains("| `link.mtu-lower` | the ATT\\_MTU is 100 instead of 247 |"))
  }

  @Test("programs that others wrote read the reports") func consumers() throws {
    let own = Document.path(".build/reports-venv/bin/python3")
    let isOwn = FileManager.default.isExecutableFile(atPath: own)
    guard let python = isOwn ? own : Program.find("python3") else {
      print("SKIPPED: no python3 to read the reports with")
      return
    }
    let folder = try TemporaryFolder()
    _ = try reports(folder)
    let script = """
      import json, sys, xml.etree.ElementTree as tree
      suites = tree.parse(sys.argv[1]).getroot()
      assert suites.tag == "testsuites" and len(suites) == 3
      log = json.load(open(sys.argv[2]))
      print(len(log["runs"][0]["results"]))
      try:
        import junitparser
        parsed = junitparser.JUnitXml.fromfile(sys.argv[1])
        assert (parsed.errors, parsed.failures > 0) == (1, True), (parsed.errors, parsed.failures)
      except ImportError: print("SKIPPED: no junitparser, see make reports-venv")
      try:
        from sarif import loader
        files = loader.load_sarif_files(sys.argv[2])
        assert files.get_result_count() == len(log["runs"][0]["results"])
        assert files.get_report().get_issue_count_for_severity("error") > 0
      except ImportError: print("SKIPPED: no sarif-tools, see make reports-venv")
      """
    let result = try Program.run(
      python, ["-c", script, folder.file("junit.xml"), folder.file("out.sarif")])
    #expect(result.status == 0, "\(result.errors)")
    for line in result.lines where line.hasPrefix("SKIPPED") { print(line) }
    #expect(Int(result.lines.first ?? "") ?? 0 > 0)
  }
}
