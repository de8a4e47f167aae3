import Testing

@testable import Analyzer

/// Expectations that hold and that do not, each on the same session.
@Suite("Expectations") struct ExpectationTests {
  private static func step(
    _ operation: TraceStep.Operation?, _ attribute: String? = nil, value: String? = nil,
    outcome: String? = nil
  ) -> TraceSelector {
    var selector = TraceSelector()
    selector.operation = operation
    selector.attribute = attribute
    selector.value = value.flatMap { ValuePattern(bytes: $0) }
    selector.outcome = outcome
    return selector
  }

  private static func pattern(_ text: String) -> ValuePattern { ValuePattern(bytes: text) ?? .words(text) }

  private static let refused = SensorSession(seed: 4, isRefused: true)

  /// An expectation and what its failure says, nil when it holds.
  struct Case: Sendable, CustomTestStringConvertible {
    var condition: TraceExpectation.Condition
    var says: String?
    var cites = true
    var testDescription: String { "\(condition): \(says ?? "holds")" }
  }

  static let cases: [Case] = [
    Case(condition: .exists(step(.subscribe, "fff1"))),
    Case(condition: .exists(step(.write, "fff0/fff2", value: "01*"))),
    Case(condition: .exists(step(.write, "fff9")), says: "there is no write to fff9", cites: false),
    Case(condition: .exists(step(.write, "fff2", value: "09")), says: "closest is the write to fff2"),
    Case(condition: .absent(step(.indicate))),
    Case(condition: .absent(step(.write, outcome: "error")), says: "there is a write"),
    Case(
      condition: .absent(step(nil, "fff3", outcome: "invalid attribute value length")), says: "(1027000000)"),
    Case(condition: .order([step(.subscribe, "fff1"), step(.write, "fff2"), step(.notify, "fff1")])),
    Case(
      condition: .order([step(.write, "fff2", value: "02"), step(.subscribe)]), says: "there is one before it"
    ),
    Case(condition: .order([step(.connect), step(.pair)]), says: "there is no pairing", cites: false),
    Case(condition: .count(step(.notify, "fff1"), 40...40)),
    Case(
      condition: .count(step(.notify, "fff1"), 41...Int.max),
      says: "40 of notification of fff1 instead of at least 41"),
    Case(condition: .count(step(.write, "fff2"), 0...1), says: "there are 2"),
    Case(condition: .within(from: step(.connect), to: step(.subscribe), seconds: 2, each: false)),
    Case(
      condition: .within(from: step(.connect), to: step(.subscribe), seconds: 0.1, each: false),
      says: "not within 100 ms"),
    Case(
      condition: .within(from: step(.disconnect), to: step(.connect), seconds: 1, each: false),
      says: "there is no connection after"),
    Case(
      condition: .within(from: step(.notify), to: step(.notify), seconds: 1, each: true),
      says: "there is no notification after"),
    Case(condition: .value(step(.notify, "fff1"), pattern("03????????????????07"))),
    Case(condition: .value(step(.notify, "fff1"), pattern("03*"))),
    Case(
      condition: .value(step(.notify, "fff1"), pattern("04*")), says: "which is not like 04*"),
    Case(
      condition: .value(step(.notify, "fff9"), .any), says: "there is no notification of fff9", cites: false),
    Case(condition: .rate(step(.notify), bytesPerSecond: 60)),
    Case(condition: .rate(step(.notify), bytesPerSecond: 200), says: "not 200"),
    Case(condition: .mtu(247)),
    Case(condition: .mtu(248), says: "the ATT_MTU is 247, not 248"),
    Case(condition: .latency(median: 40, p95: 60)),
    Case(condition: .latency(median: nil, p95: 10), says: "above 10 ms"),
    Case(condition: .latency(median: 5, p95: nil), says: "the median of"),
    Case(condition: .findings(noneAbove: .warning, ignoring: [])),
    Case(condition: .transfer(.init()), says: "there is no transfer", cites: false),
  ]

  @Test("holds, or says why not", arguments: cases)
  func check(_ item: Case) throws {
    let failure = TraceExpectation(name: "it", item.condition).failure(in: try Self.refused.trace())
    guard let says = item.says else {
      #expect(failure == nil, "\(failure?.what ?? "")")
      return
    }
    let found = try #require(failure)
    #expect(found.what.contains(says), "\(found.what)")
    #expect(found.frames.isEmpty != item.cites, "\(found.frames)")
  }

  @Test("only the connections that are meant") func connections() throws {
    let trace = try SensorSession(seed: 4).trace()
    let exists = TraceExpectation.Condition.exists(Self.step(.subscribe))
    #expect(TraceExpectation(name: "", exists, peer: "c1:02:03:04:05:06").failure(in: trace) == nil)
    #expect(TraceExpectation(name: "", exists, connection: 1).failure(in: trace) == nil)
    #expect(
      TraceExpectation(name: "", exists, connection: 2).failure(in: trace)?.what == "there is no connection 2"
    )
    let other = TraceExpectation(name: "", .absent(Self.step(.notify)), peer: "00:00:00:00:00:01")
    #expect(other.failure(in: trace) != nil, "nothing is absent from a connection that is not there")
  }

  @Test("findings above what is allowed") func findings() throws {
    var session = SensorSession(seed: 4)
    session.reason = 0x08
    let trace = try session.trace()
    let failure = TraceExpectation(name: "", .findings(noneAbove: .info, ignoring: [])).failure(in: trace)
    #expect(failure?.what.contains("disconnect.supervision-timeout") == true)
    #expect(
      TraceExpectation(name: "", .findings(noneAbove: .info, ignoring: ["disconnect"])).failure(in: trace)
        == nil)
  }

  @Test(
    "an attribute is named by whole UUIDs",
    arguments: [
      ("2a37", "180d/2a37", true), ("180d/2a37", "180d/2a37", true), ("a37", "180d/2a37", false),
      ("180d", "180d/2a37", false), ("2A37", "180d/2a37", true), ("2a37", "180d/2a37#2", true),
      ("2a37#2", "180d/2a37", false), ("2a37#2", "180d/2a37#2", true), ("180d/2a37/2902", "2a37/2902", false),
      ("0x0003", "0x0003", true),
    ])
  func names(_ name: String, _ path: String, _ isNamed: Bool) {
    #expect(TraceSelector.isNamed(name, path) == isNamed)
  }
}
