import ATTParser
import TestSupport
import Testing

@testable import Analyzer

/// What is not in a capture is no finding: unanswered requests and strange answers where something is missing.
@Suite("Findings in captures with holes") struct CompletenessTests {
  /// A connection with an exchange, after which both directions are known to be recorded.
  @Sendable private static func begins(_ script: inout SessionScript) {
    script.connects()
    script.asks("0a 0300", "0b 01")
  }

  /// A request without an answer, and the end 40 s later.
  @Sendable private static func leaves(_ script: inout SessionScript) {
    script.sends("0a 0300")
    script.time += 39_999
    script.disconnects(reason: 0x13)
  }

  /// What is found of ATT and of the end.
  private static func rules(_ analysis: Analysis) -> [String] {
    analysis.findings(FindingSelection(only: ["att", "disconnect"])).map(\.rule)
  }

  /// The first of two fragments of a Read Response of 23 bytes, of which `kept` bytes of the packet are recorded.
  @Sendable private static func cutAnswer(_ script: inout SessionScript, kept: Int) {
    let pdu = PacketBuilder.l2cap(4, [0x0B] + [UInt8](repeating: 1, count: 22))
    let packet = PacketBuilder.acl(0x40, boundary: 2, pdu)
    script.data(Array(packet.prefix(kept)), sent: false, original: UInt32(packet.count + 1))
  }

  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let found: [String]
    var facts = SourceFacts()
    let write: @Sendable (inout SessionScript) -> Void
  }

  static let cases = [
    Case(testDescription: "nothing is missing", found: ["disconnect.transaction-timeout"]) { script in
      begins(&script)
      leaves(&script)
    },
    Case(testDescription: "only what was sent is there", found: []) { script in
      script.connects()
      leaves(&script)
    },
    Case(testDescription: "records were dropped", found: [], facts: SourceFacts(droppedRecords: 1)) {
      script in
      begins(&script)
      leaves(&script)
    },
    Case(testDescription: "a fragment is missing after the request", found: []) { script in
      begins(&script)
      script.sends("0a 0300")
      script.data(PacketBuilder.acl(0x40, boundary: 1, [1, 2, 3]), sent: false)
      script.time += 39_999
      script.disconnects(reason: 0x13)
    },
    Case(
      testDescription: "a fragment is missing on another connection",
      found: ["disconnect.transaction-timeout"]
    ) {
      script in
      script.connects(0x41, peer: 9)
      begins(&script)
      script.sends("0a 0300")
      script.data(PacketBuilder.acl(0x41, boundary: 1, [1, 2, 3]), sent: false)
      script.time += 39_999
      script.disconnects(reason: 0x13)
    },
    Case(
      testDescription: "a fragment is missing before the request", found: ["disconnect.transaction-timeout"]
    ) {
      script in
      begins(&script)
      script.data(PacketBuilder.acl(0x40, boundary: 1, [1, 2, 3]), sent: false)
      leaves(&script)
    },
    Case(testDescription: "the answer is cut behind its opcode", found: []) { script in
      begins(&script)
      script.sends("0a 0300")
      cutAnswer(&script, kept: 9)
      script.asks("0a 0300", "0b 01")
    },
    Case(testDescription: "the answer is cut before its opcode", found: []) { script in
      begins(&script)
      script.sends("0a 0300")
      cutAnswer(&script, kept: 8)
      script.asks("0a 0300", "0b 01")
    },
    Case(testDescription: "the Error Response is cut", found: []) { script in
      begins(&script)
      script.sends("0a 0300")
      let packet = PacketBuilder.acl(0x40, boundary: 2, PacketBuilder.l2cap(4, [0x01, 0x0A, 3, 0, 0x0A]))
      script.data(Array(packet.prefix(9)), sent: false, original: UInt32(packet.count + 1))
      script.asks("0a 0300", "0b 01")
    },
    Case(testDescription: "the response of the MTU exchange is cut", found: []) { script in
      script.connects()
      script.sends("02 f700")
      let packet = PacketBuilder.acl(0x40, boundary: 2, PacketBuilder.l2cap(4, [0x03, 0xF7, 0]))
      script.data(Array(packet.prefix(10)), sent: false, original: UInt32(packet.count + 1))
      script.sendsBulk(1, bytes: 98)
    },
    Case(testDescription: "an opcode that is not defined", found: []) { script in
      begins(&script)
      script.sends("25 0300")
      script.receives("01 25 0000 06")
    },
    Case(
      testDescription: "an opcode that is not defined on another connection",
      found: ["att.request-while-pending"]
    ) { script in
      script.connects(0x41, peer: 9)
      script.receives("25 0300", on: 0x41)
      begins(&script)
      script.sends("0a 0300")
      script.sends("0a 0500")
    },
    Case(testDescription: "an answer to a request from before the capture", found: []) { script in
      script.receives("1b 0900 01")
      script.sends("0a 0300")
      script.receives("13")
      script.receives("0b 01")
    },
    Case(testDescription: "the clock goes back by less than 10 ms", found: ["att.request-while-pending"]) {
      script in
      begins(&script)
      script.time -= 6
      script.sends("0a 0300")
      script.sends("0a 0500")
    },
    Case(testDescription: "the clock goes back by more around the place", found: []) { script in
      begins(&script)
      script.sends("0a 0300")
      script.time -= 60
      script.sends("0a 0500")
    },
    Case(testDescription: "the clock goes back by more elsewhere", found: ["att.request-while-pending"]) {
      script in
      begins(&script)
      script.time -= 60
      script.sends("0a 0300")
      script.sends("0a 0500")
    },
    Case(testDescription: "the clock is set while a request waits", found: ["disconnect.peer-in-the-middle"])
    {
      script in
      script.time = -1_700_000_000_000
      begins(&script)
      script.sends("0a 0300")
      script.time = 0
      script.disconnects(reason: 0x13)
    },
    Case(testDescription: "the clock is set before an answer", found: []) { script in
      script.time = -1_700_000_000_000
      begins(&script)
      script.sends("0a 0300")
      script.time = 0
      script.receives("0b 01")
    },
    Case(testDescription: "29.6 s are no 30 s while the link is open", found: []) { script in
      begins(&script)
      script.sends("0a 0300")
      script.time += 29_600
      script.receives("1b 0900 01")
    },
    Case(
      testDescription: "an end long after the timeout has another cause",
      found: ["att.transaction-timeout", "disconnect.local-in-the-middle"]
    ) { script in
      begins(&script)
      script.sends("0a 0300")
      script.time += 600_000
      script.disconnects(reason: 0x16)
    },
    Case(
      testDescription: "an explicit reason is the reason",
      found: ["att.transaction-timeout", "disconnect.keys-missing"]
    ) { script in
      begins(&script)
      script.sends("0a 0300")
      script.time += 35_000
      script.disconnects(reason: 0x05)
    },
  ]

  @Test("what is found", arguments: cases)
  func find(_ sample: Case) throws {
    #expect(Self.rules(try session(sample.facts, sample.write)) == sample.found)
  }

  @Test("an opcode that is not defined is reserved, not malformed") func reserved() throws {
    let analysis = try session { script in
      script.connects()
      script.asks("25 0300", "01 25 0000 06")
    }
    #expect(analysis.quality.malformedFrames.isEmpty)
  }
}
