import ATTParser
import TestSupport
import Testing

@testable import Analyzer

/// Two runs of one session are the same, and what is planted is found.
@Suite("Comparison of traces") struct TraceComparisonTests {
  /// What is planted, and the kinds of differences that name it; nothing else may make the runs differ.
  struct Plant: Sendable, CustomTestStringConvertible {
    var name: String
    var kinds: Set<DifferenceKind>
    var plant: @Sendable (inout SensorSession) -> Void
    var testDescription: String { name }
  }

  static let plants: [Plant] = [
    Plant(name: "CCCD missing", kinds: [.subscriptionMissing, .valueMissing]) { $0.subscribes = false },
    Plant(name: "order swapped", kinds: [.stepMoved]) { $0.isSwapped = true },
    Plant(name: "MTU lower", kinds: [.mtuLower]) { $0.mtu = 185 },
    Plant(name: "connection interval doubled", kinds: [.parametersChanged]) { $0.interval = 24 },
    Plant(name: "samples half as often", kinds: [.intervalChanged]) { $0.period = 200 },
    Plant(name: "answers 50 % slower", kinds: [.latencyHigher]) { $0.slowness = 1.5 },
    Plant(name: "an error more", kinds: [.stepAdded]) { $0.isRefused = true },
    Plant(name: "service removed", kinds: [.serviceRemoved, .stepMissing]) { $0.hasBattery = false },
    Plant(name: "another command", kinds: [.valueChanged]) { $0.command = "010b" },
    Plant(name: "a fifth of the samples", kinds: [.valueCount]) { $0.samples = 8 },
    Plant(name: "the link is lost", kinds: [.endChanged, .findingAppeared]) { $0.reason = 0x08 },
  ]

  @Test("reads that repeat are not taken for the one that a run ended in") func repeatedReads() throws {
    let traces = try [true, false].map { endsInRead in
      var script = SessionScript()
      script.connects()
      for number in 0..<4 {
        script.asks("0a 0c00", "0b 0\(number)")
        script.receives("1b 1000 0\(number)")
      }
      if endsInRead { script.sends("0a 0c00") }
      var reader = try CaptureReader(CaptureStream(bytes: script.bytes))
      return SessionTrace.read(&reader).trace
    }
    let learned = TraceBaseline.learned(from: [("ends", traces[0]), ("whole", traces[1])])
    for trace in traces { #expect(TraceComparison(learned, trace).differences.map(\.what) == []) }
  }

  @Test("a connection of a transfer alone, beside one that only writes there, is itself") func transferAlone()
    throws
  {
    // Blocks of Telink's newer form, 64 bytes and a CRC, on one link; the next one on a link of its own.
    let blocks = [
      "0f00 41f35a41d63d4f08c0967cd7eed18df1012b51ac263d091212d54e15b55d3ade56d645048ebaf773db33ba0340aa0fc184226ec16a81fc47031de33f76b4c544 d300",
      "1000 4e72071c3e0c1bcc8f07f39fe59c422fc9182c58dc12504a88c2cb119a55df2aeb37dd28efd75541c4660287327fb3f3128c0b2b0aa41aa87db8dd45639ef0a5 bfae",
      "1100 fec12ab6efe0634b7a536774a444dfb323b56e525e351a7fab0e49793f993b1d63ea0c061a8edf4f0c68f562cc4ae5578553c16be0f5d3cb0c58233021de2742 60ed",
    ]
    var script = SessionScript()
    for block in blocks { script.sends("52 1700 " + block, on: 0x40) }
    script.sends("52 1700 1200 0102", on: 0x7F)
    var reader = try CaptureReader(CaptureStream(bytes: script.bytes))
    let trace = SessionTrace.read(&reader).trace
    try #require(trace.transfers.count == 1)
    #expect(TraceComparison(golden: trace, trace).differences.map(\.what) == [])
  }

  @Test("the same session with other handles, counters, clocks and times is the same", arguments: 1...20)
  func same(_ seed: Int) throws {
    let golden = try SensorSession(seed: 1000).trace()
    let new = try SensorSession(seed: UInt64(seed), shift: UInt16(seed) * 3, samples: 36 + seed % 9).trace()
    let comparison = TraceComparison(golden: golden, new)
    #expect(comparison.differences.filter(\.isFailing).map(\.what) == [])
    #expect(comparison.isSame)
    #expect(comparison.differences.map(\.kind) == [.handlesMoved])
  }

  @Test("a capture is the same as itself, without a note") func itself() throws {
    let trace = try SensorSession(seed: 3).trace()
    #expect(TraceComparison(golden: trace, trace).differences == [])
  }

  @Test("a planted regression is found, and nothing else", arguments: plants)
  func planted(_ plant: Plant) throws {
    for seed: UInt64 in [5, 6, 7] {
      var session = SensorSession(seed: seed, shift: 5)
      plant.plant(&session)
      let comparison = try TraceComparison(golden: SensorSession(seed: 1).trace(), session.trace())
      let failing = comparison.differences.filter(\.isFailing)
      #expect(Set(failing.map(\.kind)) == plant.kinds, "seed \(seed): \(failing.map(\.what))")
    }
  }

  @Test("all at once are all found") func together() throws {
    var session = SensorSession(seed: 9, shift: 8)
    var kinds: Set<DifferenceKind> = [.mtuLower, .parametersChanged, .latencyHigher, .stepAdded]
    session.mtu = 100
    session.interval = 24
    session.slowness = 1.5
    session.isRefused = true
    session.hasBattery = false
    session.isSwapped = true
    session.period = 200
    session.command = "010b"
    kinds.formUnion([.serviceRemoved, .stepMissing, .stepMoved, .intervalChanged])
    let comparison = try TraceComparison(golden: SensorSession(seed: 1).trace(), session.trace())
    #expect(kinds.isSubset(of: comparison.differences.filter(\.isFailing).map(\.kind)))
    // The first one in the session: the connection is opened with other parameters.
    #expect(comparison.first?.kind == .parametersChanged)
  }

  @Test("both frames are told, and what it is about stays the same") func evidence() throws {
    let golden = SensorSession(seed: 1)
    var session = SensorSession(seed: 5, shift: 2)
    session.isSwapped = true
    let comparison = try TraceComparison(golden: golden.trace(), session.trace())
    let moved = try #require(comparison.first)
    let (old, new) = (try golden.script().analysis(), try session.script().analysis())
    // The start command is the first write to handle base + 5.
    let oldFrame = try #require(old.connections[0].streams.first { $0.attributeHandle.rawValue == 0x15 })
    let newFrame = try #require(new.connections[0].streams.first { $0.attributeHandle.rawValue == 0x17 })
    #expect(moved.goldenFrames == [oldFrame.first.frame])
    #expect(moved.frames == [newFrame.first.frame])
    #expect(moved.subject == "C1:02:03:04:05:06 fff0/fff2")
    #expect(moved.connection == 1)
  }

  @Test("another unit of the same kind is compared, whatever its address") func otherDevice() throws {
    let comparison = try TraceComparison(
      golden: SensorSession(seed: 1).trace(), SensorSession(seed: 2, peer: 0x77).trace())
    #expect(comparison.isSame)
  }

  @Test("a connection more and one less are told") func connections() throws {
    let one = try SensorSession(seed: 1).trace()
    var script = SensorSession(seed: 2).script()
    script.connects(0x41, peer: 0x55)
    script.asks("02f700", "03f700", on: 0x41)
    script.disconnects(0x41)
    let two = try script.trace()
    #expect(
      TraceComparison(golden: one, two).differences.filter(\.isFailing).map(\.kind) == [.connectionAdded])
    #expect(
      TraceComparison(golden: two, one).differences.filter(\.isFailing).map(\.kind) == [.connectionMissing])
  }

  @Test("a capture that begins late or ends early is not blamed for what it does not hold") func parts()
    throws
  {
    let whole = SensorSession(seed: 1)
    let frames = try whole.script().trace().connections[0].steps.map(\.moment.frame)
    for place in stride(from: 2, to: frames.count - 2, by: 5) {
      let bytes = whole.script().bytes
      let cut = try SessionScript.part(of: bytes, frames: 1...frames[place])
      let late = try SessionScript.part(of: bytes, frames: frames[place]...100_000)
      for part in [cut, late] {
        let comparison = TraceComparison(golden: try whole.trace(), part)
        let wrong = comparison.differences.filter { $0.isFailing && $0.kind != .valueCount }
        #expect(wrong.map(\.what) == [], "\(place)")
      }
    }
  }

  @Test("every kind says why it matters, in one sentence", arguments: DifferenceKind.allCases)
  func why(_ kind: DifferenceKind) {
    #expect(!kind.why.isEmpty && !kind.why.hasSuffix("."))
    #expect(!kind.title.isEmpty)
    #expect(kind.matches(kind.rawValue))
    #expect(kind.matches(String(kind.rawValue.prefix { $0 != "." })))
  }
}
