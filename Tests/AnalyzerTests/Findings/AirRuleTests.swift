import ATTParser
import TestSupport
import Testing

@testable import Analyzer

/// What captures of the air alone tell of a link.
@Suite("Findings about the air") struct AirRuleTests {
  /// A connection with 60 Write Commands, every `nth` of which is sent twice; the first frame is the CONNECT_IND.
  private static func writes(
    repeatingEach nth: Int, rssi: Int8 = -50
  ) -> @Sendable () throws -> Analysis {
    {
      var script = AirScript(.nordic3)
      script.rssi = rssi
      script.connect()
      let (llid, payload) = AirScript.l2cap(4, "520300 01020304")
      for count in 1...60 {
        script.nextEvent()
        if count.isMultiple(of: nth) {
          script.sendInVain(.central, llid, payload)
          script.nextEvent()
          script.resend(.central)
        } else {
          script.send(.central, llid, payload)
        }
        script.send(.peripheral)
      }
      var reader = try CaptureReader(CaptureStream(bytes: script.bytes))
      var builder = SessionBuilder()
      builder.addAll(&reader)
      return builder.finish()
    }
  }

  static let cases = [
    // A CONNECT_IND, the PDUs, and 60 empty ones. Six of 66 are less than a tenth, twelve of 72 are more.
    RuleCase(
      "link.retransmissions", [1, 133], "of 72 PDUs with payload from the central, 12 had been sent before",
      writes(repeatingEach: 5), quiet: writes(repeatingEach: 10)),
    RuleCase(
      "link.retransmissions", [1, 181], "of 120 PDUs with payload from the central, 60 had been sent before",
      writes(repeatingEach: 1), quiet: writes(repeatingEach: 100)),
  ]

  @Test("a fault is found, its absence is not", arguments: cases)
  func rule(_ ruleCase: RuleCase) throws { try ruleCase.check() }

  @Test("a weak signal is told of both sides, a usual one of none") func signal() throws {
    let weak = try Self.writes(repeatingEach: 100, rssi: -90)().findings().filter {
      $0.rule == "link.weak-signal"
    }
    #expect(weak.count == 1)
    #expect(weak.first?.detail.contains("the central was heard with -90 dBm on average") == true, "\(weak)")
    #expect(weak.first?.frames.first == 1)
    let usual = try Self.writes(repeatingEach: 100, rssi: -80)().findings()
    #expect(!usual.contains { $0.rule == "link.weak-signal" })
  }
}
