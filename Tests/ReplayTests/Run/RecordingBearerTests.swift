import ATTParser
import TestSupport
import Testing

@testable import Replay

/// Runs that are written down are captures that say the same.
@Suite("Recording")
struct RecordingBearerTests {
  @Test(
    "the recording of a run is the session again",
    arguments: ["mtu-517", "ota-ok", "indications", "mcumgr-interrupted"])
  func again(_ name: String) throws {
    let plan = try ReplayPlan(fixture: name)
    let recording = RunRecording(start: Timestamp(nanoseconds: 1_700_000_000_000_000_000))
    let report = ReplayRunner(plan, over: recording.recorded(VirtualDevice(plan)), policy: .open).run(
      .address(DeviceAddress(1), isRandom: nil))
    #expect(report.isAsRecorded)
    let again = try ReplayPlan(capture: CaptureStream(bytes: recording.recording.bytes))
    #expect(again.connections.count == plan.connections.count)
    #expect(again.device == plan.device)
    for (was, now) in zip(plan.connections, again.connections) {
      func said(_ connection: ReplayPlan.Connection) -> [String] {
        connection.steps.filter { $0.isSent || $0.isWait }.map {
          "\($0.kind) \($0.attribute?.description ?? "") \($0.value.hex) \($0.answer.map(Comparator.words) ?? "")"
        }
      }
      #expect(said(was).sorted() == said(now).sorted())
    }
    // It plays against the session it is a recording of, too.
    #expect(play(again, on: VirtualDevice(plan)).isAsRecorded)
  }
}
