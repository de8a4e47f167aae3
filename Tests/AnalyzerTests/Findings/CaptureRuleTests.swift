import ATTParser
import TestSupport
import Testing

@testable import Analyzer

/// What a capture does not show, each with a capture that shows it.
@Suite("Findings about the capture") struct CaptureRuleTests {
  /// A session with nothing missing.
  @Sendable private static func whole(_ script: inout SessionScript) {
    script.connects()
    script.exchangesMTU()
    script.discovers()
    script.asks("12 1200 01", "13")
    script.disconnects(reason: 0x16)
  }

  static let cases = [
    RuleCase(
      "capture.packets-cut", [2], "1 packet",
      faulty: { script in
        script.connects()
        let value = [UInt8](repeating: 1, count: 40)
        let packet = PacketBuilder.acl(0x40, boundary: 0, PacketBuilder.l2cap(4, [0x52, 0x2A, 0] + value))
        script.data(Array(packet.dropLast(30)), sent: true, original: UInt32(packet.count + 1))
      }, quiet: whole),
    RuleCase(
      "capture.records-dropped", [], "dropped 3 packets",
      { try session(SourceFacts(droppedRecords: 3), whole) }, quiet: { try session(whole) }),
    RuleCase(
      "capture.one-direction", [1], "one direction",
      faulty: { script in for _ in 0..<9 { script.sends("52 2a00 01") } },
      quiet: { script in
        for _ in 0..<9 { script.sends("52 2a00 01") }
        script.receives("1b 2a00 01")
      }),
    RuleCase(
      "capture.fragments-missing", [2], "1 fragment",
      faulty: { script in
        script.connects()
        script.data(PacketBuilder.acl(0x40, boundary: 1, [1, 2, 3]), sent: false)
      }, quiet: whole),
    RuleCase(
      "capture.malformed", [2], "1 frame is malformed",
      faulty: { script in
        script.connects()
        script.sends("0a 03")
      }, quiet: whole),
    RuleCase(
      "capture.clock-went-back", [2], "once",
      faulty: { script in
        script.time = 1000
        script.connects()
        script.time = 0
        script.sends("52 2a00 01")
      }, quiet: whole),
    RuleCase(
      "capture.clock-jumped", [1, 2], "older than Bluetooth LE",
      faulty: { script in
        script.time = -1_600_000_000_000
        script.command(0x0C03)
        script.time = 0
        script.connects()
      },
      // A clock that is never set is wrong, but does not jump.
      quiet: { script in
        script.time = -1_600_000_000_000
        script.command(0x0C03)
        script.connects()
      }),
    RuleCase(
      "capture.untimed", [], "2 records",
      { try session(SourceFacts(untimedRecords: 2), whole) }, quiet: { try session(whole) }),
    RuleCase(
      "capture.begins-in-the-middle", [1], "connection 1 began before the capture",
      faulty: { script in script.sends("52 2a00 01") }, quiet: whole),
    RuleCase(
      "capture.ends-in-the-middle", [2], "connection 1",
      faulty: { script in
        script.connects()
        script.sends("52 2a00 01")
      }, quiet: whole),
    RuleCase(
      "capture.discovery-missing", [2], "connection 1 shows no discovery",
      faulty: { script in
        script.connects()
        script.sends("52 2a00 01")
      }, quiet: whole),
    RuleCase(
      "capture.mtu-exchange-half", [2], "one half",
      faulty: { script in
        script.connects()
        script.sends("02 f700")
      }, quiet: whole),
    RuleCase(
      "capture.link-types-not-read", [], "4 records",
      { try session(SourceFacts(unreadRecords: 4), whole) }, quiet: { try session(whole) }),
    RuleCase(
      "capture.limits-reached", [], "too much to keep",
      faulty: { script in
        script.connects()
        for _ in 0..<4097 { script.changesPHY(2) }
      },
      quiet: { script in
        script.connects()
        for _ in 0..<4096 { script.changesPHY(2) }
      }),
  ]

  @Test("each is found, and not where it is not", arguments: cases)
  func each(_ sample: RuleCase) throws { try sample.check() }

  /// What is wrong with a capture of the air.
  static let air: [(FindingRule, CaptureQuality, String)] = [
    (.badChecksums, quality { $0.badCRCFrames = 2 }, "2 packets have"),
    (.snifferMissed, quality { $0.lacks(.airPDUs, "3 PDUs were missed") }, "3 PDUs were missed"),
    (.encrypted, quality { $0.lacks(.keys, "4 PDUs are encrypted") }, "4 PDUs are encrypted"),
  ]

  private static func quality(_ change: (inout CaptureQuality) -> Void) -> CaptureQuality {
    var quality = CaptureQuality()
    change(&quality)
    return quality
  }

  @Test("captures of the air", arguments: air)
  func onTheAir(_ rule: FindingRule, _ quality: CaptureQuality, _ says: String) throws {
    guard case .capture(let look) = rule.look else {
      Issue.record("it looks at connections")
      return
    }
    let empty = try session { _ in }
    #expect(look(FindingContext(empty)).isEmpty)
    var builder = SessionBuilder()
    builder.quality = quality
    let analysis = builder.finish()
    let context = FindingContext(analysis)
    #expect(look(context).map(\.text).first?.hasPrefix(says) == true)
    #expect(!FindingContext.isWhole(analysis.quality))
  }

  @Test("what the capture lacks comes first, and a whole session has no finding") func order() throws {
    #expect(try session(Self.whole).findings().isEmpty)
    let findings = try session { script in
      script.connects()
      script.updates(interval: 3200, latency: 10, timeout: 100)
      script.sends("52 2a00 01")
    }.findings()
    #expect(findings.last?.rule == "link.timeout-invalid")
    #expect(findings.dropLast().allSatisfy { $0.rule.hasPrefix("capture.") })
  }
}

extension CaptureQuality {
  /// Notes that something is missing, and what therefore is unknown.
  fileprivate mutating func lacks(_ what: Missing, _ sentence: String) {
    missing.append(what)
    cannotConclude.append(sentence)
  }
}
