import ATTParser
import Analyzer
import TestSupport
import Testing

@testable import Replay

/// Damaged captures make plans that can be played, or are refused in words; nothing else.
@Suite("Replay robustness")
struct PlanRobustnessTests {
  @Test("mutated captures")
  func mutated() throws {
    var mutator = Mutator(random: .announced("plans of mutated captures", seed: 20_261_130))
    for seed in Seeds.fixtures where seed.bytes.count < 20_000 {
      for _ in 0..<Fixture.count("BLESHARK_MUTATIONS", standard: 4) {
        let bytes = mutator.mutate(seed.bytes, splicing: seed.bytes)
        var reader: CaptureReader
        do { reader = try CaptureReader(CaptureStream(bytes: bytes)) } catch { continue }
        var builder = SessionBuilder()
        var trace = CapturedPDUs()
        trace.addAll(&reader, &builder)
        guard let plan = try? ReplayPlan(builder.finish(), trace) else { continue }
        let report = play(plan, on: VirtualDevice(plan))
        #expect(report.results.count == plan.stepCount, "\(seed.path)")
        _ = play(plan, on: VirtualDevice(plan.shifted(by: 3), serverMTU: 40))
      }
    }
  }
}
