import Foundation
import TestSupport
import Testing

/// `bleshark analyze HOST AIR` as a user runs it.
@Suite("A host's log beside the air") struct HostAirCommandTests {
  private struct Reading: Decodable {
    struct HostAir: Decodable { var findings: [FindingReading] }
    struct FindingReading: Decodable { var rule: String }

    var findings: [FindingReading]
    var hostAir: HostAir
  }

  @Test("text and JSON exit alike, and both have the findings of both") func exitStatus() throws {
    let folder = try TemporaryFolder()
    let host = try folder.write("host", RareCapture.hostAndAir.host)
    let air = try folder.write("air", RareCapture.hostAndAir.air)
    let alone = try Bleshark.run("analyze", "--json", "--fail-on", "info", air)
    for order in [[host, air], [air, host]] {
      let text = try Bleshark.run(["analyze", "--fail-on", "info"] + order)
      let json = try Bleshark.run(["analyze", "--json", "--fail-on", "info"] + order)
      #expect(text.status == json.status)
      let reading = try AnalysisReading.decoder.decode(Reading.self, from: Data(json.output))
      let rules = reading.findings.map(\.rule) + reading.hostAir.findings.map(\.rule)
      #expect(text.status == (rules.isEmpty ? 0 : 1))
      for rule in rules { #expect(text.text.contains(rule) || rule.hasPrefix("capture.")) }
      #expect(!reading.hostAir.findings.isEmpty == (alone.status == 1))
      #expect(!reading.hostAir.findings.isEmpty)
    }
  }

  @Test("a connection is one of the host's log") func connection() throws {
    let folder = try TemporaryFolder()
    let host = try folder.write("host", RareCapture.hostAndAir.host)
    let air = try folder.write("air", RareCapture.hostAndAir.air)
    let result = try Bleshark.run("analyze", "-c", "7", air, host)
    #expect(result.status == 2)
    #expect(result.errorLines == ["bleshark: \(host): no connection 7: there is 1"])
  }
}
