import ATTParser
import TestSupport
import Testing

@testable import Analyzer

/// Which findings explain others, and which only happen on the same connection.
@Suite("Findings that explain others") struct ExplanationTests {
  /// The rules of one session and how much their findings matter.
  private static func found(_ write: (inout SessionScript) -> Void) throws -> [String: Severity] {
    let findings = try session(write).findings()
    return Dictionary(findings.map { ($0.rule, $0.severity) }) { first, _ in first }
  }

  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let shown: [String]
    var hidden: [String] = []
    let write: @Sendable (inout SessionScript) -> Void
  }

  /// Two requests at once and their answers.
  @Sendable private static func overlaps(_ script: inout SessionScript) {
    script.connects()
    script.sends("0a 0300")
    script.sends("0a 0500")
    script.receives("0b 01")
    script.receives("0b 02")
  }

  static let cases = [
    Case(
      testDescription: "the answers of overlapping requests", shown: ["att.request-while-pending"],
      hidden: ["att.duplicate-answer", "att.unsolicited-response", "att.wrong-answer"]
    ) { script in
      script.connects()
      script.sends("0a 0300")
      script.sends("12 0500 01")
      script.receives("0b 01")
      script.receives("13")
    },
    Case(
      testDescription: "a wrong answer after overlapping requests",
      shown: ["att.request-while-pending", "att.wrong-answer"]
    ) { script in
      overlaps(&script)
      script.asks("0a 0300", "13")
    },
    Case(
      testDescription: "an answer that was never owed",
      shown: ["att.request-while-pending", "att.duplicate-answer"]
    ) { script in
      overlaps(&script)
      script.receives("0b 03")
    },
    Case(
      testDescription: "an owed answer after 30 s",
      shown: ["att.request-while-pending", "att.duplicate-answer"]
    ) { script in
      script.connects()
      script.sends("0a 0300")
      script.sends("0a 0500")
      script.receives("0b 01")
      script.time += 60_000
      script.receives("0b 02")
    },
    Case(
      testDescription: "overlapping requests of the other side",
      shown: ["att.request-while-pending", "att.unsolicited-response"]
    ) { script in
      script.connects()
      script.receives("0a 0300")
      script.receives("0a 0500")
      script.sends("0b 01")
      script.receives("0b 02")
    },
    Case(
      testDescription: "a refused PHY beside refused parameters",
      shown: ["link.accessory-limits", "link.update-refused"]
    ) { script in
      script.connects()
      script.pdu(5, "12 01 0800 0600 0600 0000 2a00", on: 0x40, sent: false)
      script.pdu(5, "13 01 0200 0100", on: 0x40, sent: true)
      script.command(0x2032, UInt16(0x40).bytes() + [0, 2, 2, 0, 0])
      script.changesPHY(1, status: 0x1A)
    },
    Case(
      testDescription: "repeated refusals beside one over security",
      shown: ["gatt.security-without-pairing", "app.repeats-refused-request"]
    ) { script in
      script.connects()
      script.discovers()
      script.asks("0a 1200", "01 0a 1200 05")
      for _ in 0..<3 { script.asks("12 1500 01", "01 12 1500 80") }
      script.disconnects(reason: 0x16)
    },
    Case(
      testDescription: "repeated refusals over security", shown: ["gatt.security-without-pairing"],
      hidden: ["app.repeats-refused-request"]
    ) { script in
      script.connects()
      script.discovers()
      for _ in 0..<3 { script.asks("0a 1200", "01 0a 1200 05") }
      script.disconnects(reason: 0x16)
    },
  ]

  @Test("what is shown", arguments: cases)
  func explains(_ sample: Case) throws {
    let found = try Self.found(sample.write)
    #expect(Set(sample.shown).isSubset(of: found.keys), "\(found)")
    #expect(Set(sample.hidden).isDisjoint(with: found.keys), "\(found)")
  }

  @Test("an end that explains invalid parameters is an error, and explains those of its own only")
  func severity() throws {
    let lost = try Self.found { script in
      script.connects()
      script.updates(interval: 80, latency: 4, timeout: 90)
      script.disconnects(reason: 0x08)
    }
    #expect(lost["disconnect.wrong-parameters"] == .error)
    #expect(lost["link.timeout-invalid"] == nil)
    let earlier = try Self.found { script in
      script.connects()
      script.updates(interval: 80, latency: 4, timeout: 90)
      script.updates(timeout: 42)
      script.disconnects(reason: 0x08)
    }
    #expect(earlier["disconnect.wrong-parameters"] == .warning)
    #expect(earlier["link.timeout-invalid"] == .error)
  }

  @Test("a finding that is selected is not hidden by one that is not") func selection() throws {
    let analysis = try session { script in
      script.connects()
      script.asks("0a 0300", "0b 01")
      script.sends("0a 0300")
      script.time += 31_000
      script.disconnects(reason: 0x16)
    }
    #expect(
      analysis.findings(FindingSelection(ignored: ["capture"])).map(\.rule) == [
        "disconnect.transaction-timeout"
      ])
    for selection in [
      FindingSelection(only: ["att.transaction-timeout"]),
      FindingSelection(ignored: ["disconnect", "capture"]),
    ] {
      #expect(analysis.findings(selection).map(\.rule) == ["att.transaction-timeout"])
    }
  }

  @Test("explanations do not go in circles") func circles() {
    let causes = Dictionary(uniqueKeysWithValues: FindingRule.all.map { ($0.id, $0.consequenceOf) })
    for rule in FindingRule.all {
      var reached: Set<String> = []
      var next = rule.consequenceOf
      while let cause = next.popLast() {
        if reached.insert(cause).inserted { next += causes[cause] ?? [] }
      }
      #expect(!reached.contains(rule.id), "\(rule.id)")
    }
  }
}
