import ATTParser
import Analyzer
import Foundation
import TestSupport
import Testing

@testable import Replay

/// Captured sessions against devices behind a controller: another stack's, and our own peripheral role.
@Suite("Replay over HCI, with live peers", .enabled(if: LivePeer.isThere), .serialized)
struct LiveReplayTests {
  @Test(
    "a session comes out as recorded, with handles elsewhere",
    arguments: [
      "ota-ok", "mtu-23", "mtu-185", "mtu-517", "long-read-write", "att-errors", "pairing",
    ])
  func session(fixture: String) throws {
    let plan = try ReplayPlan(fixture: fixture)
    let mtu = fixture.hasPrefix("mtu-") ? String(fixture.dropFirst(4)) : "247"
    let device = try LivePeer("--pad", "3", "--mtu", mtu)
    let report = ReplayRunner(plan, over: HCIATTBearerTests.bearer(device), policy: .open).run(
      HCIATTBearerTests.peer)
    let failure = report.failure
    #expect(failure == nil)
    // The report itself would be printed with every byte of the session.
    let isAsRecorded = report.isAsRecorded
    #expect(isAsRecorded, "\(String(describing: report.firstSurprise)) \(report.unexpected)")
  }

  @Test(
    "the recording of a run has the packets of the controller, and does not differ from the capture",
    arguments: ["mtu-185", "mtu-247", "mtu-517", "long-read-write", "ota-ok"])
  func recorded(fixture: String) throws {
    let plan = try ReplayPlan(fixture: fixture)
    let mtu = fixture.hasPrefix("mtu-") ? String(fixture.dropFirst(4)) : "247"
    let device = try LivePeer("--mtu", mtu)
    let recording = RunRecording(start: Timestamp(nanoseconds: 1_700_000_000_000_000_000))
    var policy = ReplayPolicy.open
    policy.timing = .scaled(1)
    let report = ReplayRunner(
      plan, over: recording.recorded(HCIATTBearerTests.bearer(device, TransportKind.options(like: plan))),
      policy: policy
    ).run(HCIATTBearerTests.peer)
    let isAsRecorded = report.isAsRecorded
    #expect(isAsRecorded, "\(String(describing: report.firstSurprise)) \(report.unexpected)")

    func trace(_ bytes: [UInt8]) throws -> SessionTrace {
      var reader = try CaptureReader(CaptureStream(bytes: bytes))
      return SessionTrace.read(&reader).trace
    }
    let comparison = TraceComparison(
      golden: try trace(try Fixture.bytes("captures/\(fixture).btsnoop")),
      try trace(recording.recording.bytes))
    // Times are those of this machine, which others use, too.
    let times: Set<DifferenceKind> = [
      .latencyHigher, .intervalChanged, .rateLower, .phaseLonger, .transferSlower,
    ]
    let differences = comparison.differences.filter { $0.isFailing && !times.contains($0.kind) }.map(\.what)
    #expect(differences == [])
    // What nobody would make up: Reset and its Command Complete, and completed packets.
    let packets = recording.recording.bytes
    for packet in [
      [0x01, 0x03, 0x0C, 0x00], [0x04, 0x0E, 0x04, 0x01, 0x03, 0x0C, 0x00], [0x04, 0x13, 0x05],
    ]
      as [[UInt8]]
    {
      #expect(packets.indices.contains { packets[$0...].starts(with: packet) })
    }
    #expect(recording.leftOut == 0)
  }

  @Test("our central against our peripheral", arguments: ["ota-ok", "mtu-23", "indications"])
  func backToBack(fixture: String) throws {
    let plan = try ReplayPlan(fixture: fixture)
    let radio = try LivePeer("--role", "none")
    let serving = Serving(plan, HCIATTBearerTests.bearer(radio))
    serving.start()
    let report = ReplayRunner(plan, over: HCIATTBearerTests.bearer(radio), policy: .open).run(
      .name("SharkReplay"))
    let failure = report.failure
    #expect(failure == nil)
    // The report itself would be printed with every byte of the session.
    let isAsRecorded = report.isAsRecorded
    #expect(isAsRecorded, "\(String(describing: report.firstSurprise)) \(report.unexpected)")
    let served = serving.finish().failure
    #expect(served == nil)
  }

  /// Our peripheral role on a thread of its own.
  private final class Serving: @unchecked Sendable {
    private let plan: ReplayPlan
    private let bearer: HCIATTBearer
    private let done = DispatchSemaphore(value: 0)
    // Written by the thread before it signals, and read after that.
    private var report = ReplayReport()

    init(_ plan: ReplayPlan, _ bearer: HCIATTBearer) {
      self.plan = plan
      self.bearer = bearer
    }

    func start() {
      Thread.detachNewThread { [self] in
        report = PeripheralRunner(plan, over: bearer, policy: .open).run(
          .advertise(data: HCIPeripheralTests.advertising, scanResponse: []))
        done.signal()
      }
    }

    /// Waits for the end of the link.
    func finish() -> ReplayReport {
      done.wait()
      return report
    }
  }
}
