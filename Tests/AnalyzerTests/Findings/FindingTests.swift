import ATTParser
import TestSupport
import Testing

@testable import Analyzer

/// What holds for all rules, and how their findings are put together.
@Suite("Findings") struct FindingTests {
  @Test("names are unique, lower case, and in a group") func names() {
    let ids = FindingRule.all.map(\.id)
    #expect(Set(ids).count == ids.count)
    let groups = ["capture", "disconnect", "att", "gatt", "link", "app", "ota"]
    for rule in FindingRule.all {
      #expect(groups.contains(rule.group), "\(rule.id)")
      #expect(rule.id.allSatisfy { $0.isLowercase || $0.isNumber || $0 == "-" || $0 == "." }, "\(rule.id)")
      for text in [rule.title, rule.what, rule.why, rule.evidence, rule.advice, rule.source] {
        #expect(!text.isEmpty, "\(rule.id)")
      }
      for text in [rule.what, rule.advice] { #expect(text.hasSuffix("."), "\(rule.id): \(text)") }
      #expect(!rule.title.hasSuffix("."), "\(rule.id)")
      for cause in rule.consequenceOf { #expect(ids.contains(cause), "\(rule.id): \(cause)") }
    }
  }

  @Test("every rule has a capture that it finds something in") func complete() {
    let cases =
      CaptureRuleTests.cases + DisconnectRuleTests.cases + ATTRuleTests.order + ATTRuleTests.lengths
      + GATTRuleTests.attributes + GATTRuleTests.apps + LinkRuleTests.settings + LinkRuleTests.connecting
      + LinkRuleTests.security
    let air = CaptureRuleTests.air.map(\.0.id) + AirRuleTests.cases.map(\.rule) + ["link.weak-signal"]
    let tested = Set(cases.map(\.rule)).union(air)
    // The symptoms of transfers are tested with their protocols.
    let rules = FindingRule.all.map(\.id).filter { !$0.hasPrefix("ota.") }
    #expect(Set(rules).subtracting(tested).isEmpty)
    #expect(tested.subtracting(rules).isEmpty)
  }

  @Test("the symptoms of transfers are rules, in the same order") func symptoms() {
    #expect(FindingRule.transfers.map(\.id) == Symptom.all.map(\.rule))
  }

  @Test("what a name, a group and a beginning match")
  func patterns() {
    let rule = FindingRule.mtuNotRaised
    for pattern in ["att.mtu-not-raised", "att", "att.mtu-*", "*"] {
      #expect(rule.matches(pattern), "\(pattern)")
    }
    for pattern in ["at", "att.", "att.mtu", "gatt*", ""] { #expect(!rule.matches(pattern), "\(pattern)") }
    #expect(FindingSelection().includes(rule))
    #expect(!FindingSelection(ignored: ["att"]).includes(rule))
    #expect(!FindingSelection(only: ["att"], ignored: ["att.mtu-not-raised"]).includes(rule))
  }

  @Test("what is not selected explains nothing") func selection() throws {
    let analysis = try session { script in
      script.connects()
      script.pdu(5, "12 01 0800 0600 0600 0000 2a00", on: 0x40, sent: false)
      script.pdu(5, "13 01 0200 0100", on: 0x40, sent: true)
    }
    #expect(analysis.findings(FindingSelection(only: ["link"])).map(\.rule) == ["link.accessory-limits"])
    let refused = analysis.findings(FindingSelection(only: ["link.update-refused"]))
    #expect(refused.map(\.rule) == ["link.update-refused"])
    #expect(
      analysis.findings(FindingSelection(ignored: ["link.accessory-limits", "capture"])).map(\.rule)
        == refused.map(\.rule))
  }

  @Test("one finding for each connection, the gravest first") func order() throws {
    let findings = try session { script in
      for handle: UInt16 in [0x40, 0x41] {
        script.connects(handle, peer: UInt8(handle))
        script.updates(interval: 80, latency: 4, timeout: 100, on: handle)
        script.updates(interval: 80, latency: 4, timeout: 90, on: handle)
        script.updates(interval: 80, status: 0x2A, on: handle)
      }
      script.pdu(5, "12 01 0800 1800 2800 0000 9001", on: 0x40, sent: false)
      script.pdu(5, "13 01 0200 0100", on: 0x40, sent: true)
      for handle: UInt16 in [0x40, 0x41] { script.disconnects(handle, reason: 0x16) }
    }.findings()
    #expect(findings.map(\.rule) == ["link.timeout-invalid", "link.timeout-invalid", "link.update-refused"])
    #expect(findings.map(\.connection) == [1, 2, 1])
    #expect(findings.map(\.count) == [2, 2, 1])
    #expect(findings[0].frames == [2, 3])
    #expect(findings[0].detail.hasSuffix("; and 1 more"))
  }

  @Test("evidence is bounded") func evidence() throws {
    let findings = try session { script in
      script.connects()
      for _ in 0..<100 { script.updates(interval: 80, latency: 4, timeout: 100) }
    }.findings(FindingSelection(only: ["link"]))
    #expect(findings.map(\.count) == [100])
    #expect(findings[0].frames == Array(2...33))
  }

  @Test("the cause of a failed transfer is an error, and explains the end of the link") func transfer() throws
  {
    var script = TransferScript([
      "8ec90001-f315-4f60-9fb8-838830daea50", "8ec90002-f315-4f60-9fb8-838830daea50",
    ])
    script.write(0, "0601")
    script.notify(0, "600601000100000000000000000000")
    script.write(0, "01010f000000")
    script.notify(0, "600101")
    script.write(0, "03")
    script.disconnect(0x13)
    let end = script.frame
    let findings = try script.analysis().findings()
    let errors = findings.filter { $0.severity == .error }
    #expect(errors.map(\.rule) == ["ota.device-disconnected"])
    #expect(errors.first?.connection == 1)
    #expect(errors.first?.frames.contains(end) == true)
    #expect(!findings.contains { $0.rule.hasPrefix("disconnect.") })
  }
}
