import TestSupport
import Testing

@testable import Analyzer

/// What good runs have in common.
@Suite("Baselines") struct BaselineLearnerTests {
  /// A good run: everything that may differ differs.
  private func run(_ random: inout SeededRandom) throws -> SessionTrace {
    var session = SensorSession(seed: random.next())
    session.shift = UInt16(random.below(40))
    session.samples = 30 + random.below(20)
    return try session.trace()
  }

  @Test("a baseline of five runs takes a sixth good one, 50 times") func trials() throws {
    var random = SeededRandom.announced("baseline trials", seed: 8)
    var failed: [String] = []
    for trial in 1...50 {
      let runs = try (1...5).map { ("\($0)", try run(&random)) }
      let comparison = TraceComparison(TraceBaseline.learned(from: runs), try run(&random))
      failed += comparison.differences.filter(\.isFailing).map { "\(trial): \($0.what)" }
    }
    #expect(failed == [])
  }

  @Test("a baseline of five runs finds what is planted", arguments: TraceComparisonTests.plants)
  func planted(_ plant: TraceComparisonTests.Plant) throws {
    var random = SeededRandom(seed: 21)
    let runs = try (1...5).map { ("\($0)", try run(&random)) }
    var session = SensorSession(seed: 99, shift: 4)
    plant.plant(&session)
    let comparison = TraceComparison(TraceBaseline.learned(from: runs), try session.trace())
    let failing = comparison.differences.filter(\.isFailing)
    #expect(Set(failing.map(\.kind)) == plant.kinds, "\(failing.map(\.what))")
  }

  @Test("what differs among the runs is left open, what does not is kept") func masks() throws {
    let runs = try [1, 2, 3].map { ("\($0)", try SensorSession(seed: $0).trace()) }
    let baseline = TraceBaseline.learned(from: runs)
    let steps = baseline.connections[0].lanes.flatMap(\.steps)
    let samples = try #require(steps.first { $0.operation == .notify })
    #expect(samples.isRepeated)
    #expect(samples.count == 40...40)
    let pattern = try #require(samples.values.first?.description)
    // Kind, counter u16, clock u32, measured u16, unit.
    #expect(pattern.hasPrefix("03????") && pattern.hasSuffix("07") && pattern.count == 20)
    #expect(
      steps.filter { $0.operation == .write }.map { $0.values.map(\.description) } == [
        ["1027"], ["010a"], ["02"],
      ])
    // A battery's level changes by itself.
    #expect(steps.first { $0.attribute == "180f/2a19" }?.values == [])
    #expect(baseline.connections[0].attMTU == 247...247)
    #expect(baseline.runs == 3 && baseline.sources == ["1", "2", "3"])
  }

  @Test("a step that not every run has may be left out") func optional() throws {
    let runs = try [false, true, false].enumerated().map { number, refused in
      ("\(number)", try SensorSession(seed: UInt64(number), isRefused: refused).trace())
    }
    let baseline = TraceBaseline.learned(from: runs)
    for refused in [false, true] {
      let new = try SensorSession(seed: 9, isRefused: refused).trace()
      #expect(TraceComparison(baseline, new).isSame, "\(refused)")
    }
  }

  @Test(
    "a run that knows the device from earlier is named by the others",
    arguments: [[true, false], [false, true], [false, true, false]])
  func withoutDiscovery(_ discoveries: [Bool]) throws {
    let runs = try discoveries.enumerated().map { number, discovers in
      ("\(number)", try SensorSession(seed: UInt64(number), discovers: discovers).trace())
    }
    let baseline = TraceBaseline.learned(from: runs)
    let steps = baseline.connections[0].lanes.flatMap(\.steps)
    let unnamed = steps.filter { $0.attribute?.hasPrefix("0x") ?? false }
    #expect(unnamed.isEmpty)
    // A discovery may be left out, the samples may not.
    #expect(steps.filter { $0.operation == .discover }.allSatisfy { $0.isOptional })
    #expect(
      steps.first { $0.operation == .notify }.map { $0.attribute == "fff0/fff1" && !$0.isOptional } == true)
    for discovers in [false, true] {
      let good = try SensorSession(seed: 9, discovers: discovers).trace()
      #expect(TraceComparison(baseline, good).first?.what == nil)
      let bad = TraceComparison(
        baseline, try SensorSession(seed: 9, discovers: discovers, subscribes: false).trace())
      #expect(bad.differences.contains { $0.kind == .subscriptionMissing && $0.isFailing })
    }
  }

  @Test("what only one side discovered is compared as what it is, and differs by the discovery alone")
  func discoveredOnce() throws {
    for golden in [false, true] {
      let known = try SensorSession(seed: 1, discovers: golden).trace()
      func differences(_ command: String) throws -> [String] {
        let other = try SensorSession(seed: 2, discovers: !golden, command: command).trace()
        return TraceComparison(golden: known, other).differences.filter(\.isFailing).map(\.what)
      }
      let discovery = "the discovery is " + (golden ? "missing" : "not in the good run")
      #expect(try Set(differences("010a")) == [discovery])
      let value = "the write to fff2 has the value 010b instead of 010a"
      let found = try Set(differences("010b"))
      #expect(found == [discovery, value])
    }
  }

  @Test("a broken run that the baseline was learned from is none of another kind") func broken() throws {
    // A notification of a handle that only the other run names, which has none of it.
    let named = try SensorSession(seed: 1, subscribes: false).trace()
    let unnamed = try SensorSession(seed: 2, discovers: false, samples: 1).trace()
    for runs in [[named, unnamed], [unnamed, named, unnamed]] {
      let baseline = TraceBaseline.learned(from: runs.map { ("", $0) })
      #expect(TraceComparison(baseline, unnamed).first?.what == nil)
    }
  }

  /// A write, and reads of one attribute, of which the last one may have no answer, as where a capture ends.
  private func reads(_ count: Int, after handle: String = "0500", unanswered: Bool) throws -> SessionTrace {
    var script = SessionScript()
    script.connects()
    script.asks("12 \(handle) 01", "13")
    for _ in 0..<count { script.asks("0a 0300", "0b 0001") }
    if unanswered { script.sends("0a 0300") }
    return try script.trace()
  }

  @Test(
    "one more of the same at the end, which a run need not have, is not taken for one that it has to have")
  func oneMore() throws {
    // The write before differs, so that the reads are not paired from the beginning on.
    let more = try reads(2, unanswered: true)
    let fewer = try reads(2, after: "0700", unanswered: false)
    let baseline = TraceBaseline.learned(from: [("", more), ("", fewer)])
    for run in [more, fewer] {
      let comparison = TraceComparison(baseline, run)
      #expect(comparison.isSame, "\(comparison.differences.map(\.what))")
    }
    // A read that every run has is missed as before.
    let one = TraceComparison(baseline, try reads(1, unanswered: false))
    #expect(one.differences.filter(\.isFailing).map(\.kind) == [.stepMissing])
  }

  @Test("masks leave values open") func given() throws {
    let golden = [("1", try SensorSession(seed: 1).trace())]
    let new = try SensorSession(seed: 2, command: "010b").trace()
    func isSame(_ masks: [ValueMask]) -> Bool {
      TraceComparison(TraceBaseline.learned(from: golden, masks: masks), new).isSame
    }
    #expect(!isSame([]))
    #expect(!isSame([ValueMask(attribute: "fff2", places: [0])]))
    #expect(isSame([ValueMask(attribute: "fff2", places: [1])]))
    #expect(isSame([ValueMask(attribute: "fff0/fff2", places: nil)]))
  }
}
