import ATTParser
import TestSupport
import Testing

@testable import Analyzer

/// Comparisons of captures that are broken at random: nothing traps, and every statement cites frames there are.
@Suite("Comparisons of broken captures") struct TraceRobustnessTests {
  /// A capture as a trace, and how many frames it has; nil for what is no capture.
  private func trace(_ bytes: [UInt8]) -> (trace: SessionTrace, frames: Int)? {
    guard var reader = try? CaptureReader(CaptureStream(bytes: bytes)) else { return nil }
    return (SessionTrace.read(&reader).trace, reader.framesRead)
  }

  /// What is wrong with a comparison of two captures, nil when nothing is.
  private func violation(_ golden: [UInt8], _ new: [UInt8]) -> String? {
    guard let old = trace(golden), let now = trace(new) else { return nil }
    let itself = TraceComparison(golden: now.trace, now.trace)
    if let difference = itself.differences.first { return "not the same as itself: \(difference.what)" }
    for baseline in [[old.trace], [old.trace, now.trace], [now.trace, old.trace, now.trace]] {
      let learned = TraceBaseline.learned(from: baseline.map { ("", $0) })
      let comparison = TraceComparison(learned, now.trace)
      for difference in comparison.differences {
        if !difference.frames.allSatisfy((1...max(1, now.frames)).contains) { return "\(difference)" }
        let others = max(old.frames, now.frames)
        if !difference.goldenFrames.allSatisfy((1...max(1, others)).contains) { return "\(difference)" }
      }
      // A run that the baseline was learned from is no other one; with several connections, which of them is
      // which may be open.
      let isClear = max(old.trace.connections.count, now.trace.connections.count) == 1
      if isClear, baseline.count > 1, let difference = comparison.first {
        return "learned, and not the same: \(difference.what)"
      }
    }
    return nil
  }

  @Test("every fixture is the same as itself, whatever else it is compared with") func fixtures() throws {
    for (place, fixture) in Seeds.fixtures.enumerated() {
      let other = Seeds.fixtures[(place * 7 + 3) % Seeds.fixtures.count]
      if let violation = violation(other.bytes, fixture.bytes) {
        Issue.record("\(fixture.path) against \(other.path): \(violation)")
      }
    }
  }

  @Test("every capture of the outside corpus is the same as itself", .enabled(if: Fixture.corpus != nil))
  func outside() throws {
    let folder = try #require(Fixture.corpus)
    for path in Fixture.paths(in: folder, endings: [".btsnoop", ".pcap", ".pcapng", ".pklg", ".log"]) {
      guard let all = trace(try Fixture.bytes(atPath: path)) else { continue }
      let differences = TraceComparison(golden: all.trace, all.trace).differences
      #expect(differences.isEmpty, "\(path): \(differences.map(\.what))")
    }
  }

  @Test("mutations of fixtures") func mutations() {
    let count = Fixture.count("BLESHARK_MUTATIONS", standard: 1500)
    var mutator = Mutator(random: .announced("\(count) mutations of comparisons", seed: 20_261_130))
    for number in 0..<count {
      let fixture = Seeds.fixtures[number % Seeds.fixtures.count].bytes
      let piece = Seeds.piece(of: fixture, from: 36 + mutator.random.below(100), limit: 2500)
      let other = Seeds.fixtures[mutator.random.below(Seeds.fixtures.count)].bytes
      let mutant = mutator.mutate(piece, splicing: other)
      if let violation = violation(piece, mutant) {
        Issue.record("mutation \(number): \(violation)\n\(mutant.hex)")
        return
      }
    }
  }
}
