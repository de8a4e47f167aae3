import ATTParser
import Foundation
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
