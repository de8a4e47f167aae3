import TestSupport
import Testing

@testable import ATTParser

@Suite("Captures changed at random")
struct MutationTests {
  @Test("end in frames, damage or an error, and never in a trap")
  func mutations() {
    let count = Fixture.count("BLESHARK_MUTATIONS", standard: 20_000)
    var mutator = Mutator(random: .announced("\(count) mutations", seed: 20_261_130))
    let synthetic = Traffic.all.map(\.bytes)
    #expect(!Seeds.fixtures.isEmpty)
    for number in 0..<count {
      let capture = seed(number, synthetic, &mutator.random)
      let other = seed(mutator.random.below(1 << 20), synthetic, &mutator.random)
      let mutant = mutator.mutate(capture, splicing: other)
      if let violation = violation(reading: mutant) {
        Issue.record("mutation \(number): \(violation)\n\(mutant.hex)")
        return
      }
    }
  }

  /// Every other time a synthetic capture, else a piece of a fixture.
  private func seed(_ number: Int, _ synthetic: [[UInt8]], _ random: inout SeededRandom) -> [UInt8] {
    if number % 2 == 0 || Seeds.fixtures.isEmpty { return synthetic[number / 2 % synthetic.count] }
    let fixture = Seeds.fixtures[number / 2 % Seeds.fixtures.count].bytes
    return Seeds.piece(of: fixture, from: random.below(1 << 20), limit: 1200)
  }

  @Test("bytes of no format at all, behind every magic")
  func noise() {
    var random = SeededRandom.announced("noise", seed: 7)
    let beginnings = Traffic.all.map { Array($0.bytes.prefix(28)) } + [[]]
    for number in 0..<2000 {
      let bytes = beginnings[number % beginnings.count] + random.bytes(random.below(300))
      if let violation = violation(reading: bytes) { Issue.record("\(violation)\n\(bytes.hex)") }
    }
  }
}

@Suite("Captures that end anywhere")
struct PrefixTests {
  @Test("every strict prefix of a piece of every fixture")
  func pieces() {
    for fixture in Seeds.fixtures {
      let piece = Seeds.piece(of: fixture.bytes, from: 0, limit: 900)
      check(piece, fixture.path)
    }
  }

  @Test("every strict prefix of every synthetic capture")
  func synthetic() {
    for capture in Traffic.all { check(capture.bytes, capture.name) }
  }

  /// Takes minutes in a debug build.
  @Test(
    "every strict prefix of every whole fixture",
    .enabled(
      if: Fixture.count("BLESHARK_PREFIXES", standard: 0) > 0, "set BLESHARK_PREFIXES=1 (release build)"))
  func whole() {
    for fixture in Seeds.fixtures { check(fixture.bytes, fixture.path) }
  }

  @Test("every fixture is whole and decodes without a problem that is not in it on purpose")
  func intact() throws {
    for fixture in Seeds.fixtures {
      #expect(violation(reading: fixture.bytes) == nil)
      #expect(try ReadCapture(fixture.bytes).damage == nil, "\(fixture.path)")
    }
  }

  @Test("every fixture is the same through a pipe")
  func piped() throws {
    for fixture in Seeds.fixtures {
      #expect(
        try ReadCapture(piped: fixture.bytes).essence == ReadCapture(fixture.bytes).essence, "\(fixture.path)"
      )
    }
  }

  private func check(_ bytes: [UInt8], _ name: String) {
    for count in 0..<bytes.count {
      if let violation = violation(reading: Array(bytes.prefix(count))) {
        Issue.record("the first \(count) bytes of \(name): \(violation)")
        return
      }
    }
  }
}
