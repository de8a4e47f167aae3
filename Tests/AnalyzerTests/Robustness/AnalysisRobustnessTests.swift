import TestSupport
import Testing

/// Analyses of captures that are broken at random, and of what a fuzzer found.
@Suite("Analyses of broken captures") struct AnalysisRobustnessTests {
  @Test("the fuzzers' corpus, without a fuzzer") func corpus() throws {
    let paths = Fixture.paths(in: Fixture.fuzzCorpusPath("capture"), endings: [""])
    #expect(!paths.isEmpty)
    for path in paths {
      if let violation = violation(analyzing: try Fixture.bytes(atPath: path)) {
        Issue.record("\(path): \(violation)")
      }
    }
  }

  @Test("every fixture") func fixtures() throws {
    #expect(!Seeds.fixtures.isEmpty)
    for fixture in Seeds.fixtures {
      if let violation = violation(analyzing: fixture.bytes) { Issue.record("\(fixture.path): \(violation)") }
    }
  }

  @Test("every capture of the outside corpus", .enabled(if: Fixture.corpus != nil)) func outside() throws {
    let folder = try #require(Fixture.corpus)
    for path in Fixture.paths(in: folder, endings: [".btsnoop", ".pcap", ".pcapng", ".pklg"]) {
      if let violation = violation(analyzing: try Fixture.bytes(atPath: path)) {
        Issue.record("\(path): \(violation)")
      }
    }
  }

  @Test("mutations of fixtures") func mutations() {
    let count = Fixture.count("BLESHARK_MUTATIONS", standard: 5000)
    var mutator = Mutator(random: .announced("\(count) mutations of analyses", seed: 20_261_201))
    for number in 0..<count {
      let fixture = Seeds.fixtures[number % Seeds.fixtures.count].bytes
      // Sessions begin with a connection and discovery, so a piece from there on is worth most.
      let piece = Seeds.piece(of: fixture, from: 36 + mutator.random.below(100), limit: 2500)
      let other = Seeds.fixtures[mutator.random.below(Seeds.fixtures.count)].bytes
      let mutant = mutator.mutate(piece, splicing: other)
      if let violation = violation(analyzing: mutant) {
        Issue.record("mutation \(number): \(violation)\n\(mutant.hex)")
        return
      }
    }
  }
}
