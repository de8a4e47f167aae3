import ATTParser
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Replay

/// Both roles back to back: bleshark's central against bleshark's peripheral.
@Suite("Peripheral runner", .serialized)
struct PeripheralRunnerTests {
  /// Plays a plan in both roles at once.
  private func both(
    _ plan: ReplayPlan, central: ReplayPolicy = .open, peripheral: ReplayPolicy = .open
  ) -> (central: ReplayReport, peripheral: ReplayReport) {
    let pair = LinkedBearers()
    let served = Mutex<ReplayReport?>(nil)
    let thread = Thread {
      let runner = PeripheralRunner(plan, over: pair.peripheral, policy: peripheral)
      let report = runner.run(.advertise(data: [], scanResponse: []))
      served.withLock { $0 = report }
    }
    thread.start()
    let report = ReplayRunner(plan, over: pair.central, policy: central).run(
      .address(DeviceAddress(1), isRandom: nil))
    let deadline = Date(timeIntervalSinceNow: 20)
    while served.withLock({ $0 == nil }), Date() < deadline { usleep(1000) }
    return (report, served.withLock { $0 } ?? ReplayReport())
  }

  @Test(
    "a session plays against itself",
    arguments: [
      "mtu-23", "mtu-517", "indications", "long-read-write", "att-errors", "ota-ok", "reconnect-cached",
      "updates/nordic-secure-dfu-resumed",
    ])
  func itself(_ name: String) throws {
    let (central, peripheral) = both(try ReplayPlan(fixture: name))
    #expect(central.isAsRecorded, "\(central.firstSurprise as Any) \(central.failure as Any)")
    #expect(peripheral.isAsRecorded, "\(peripheral.firstSurprise as Any) \(peripheral.failure as Any)")
    #expect(peripheral.count(.passed) > 0)
  }

  @Test("a peripheral that loses a notification makes the client miss it")
  func dropped() throws {
    let plan = try ReplayPlan(fixture: "ota-ok")
    let waits = plan.connections[0].steps.indices.filter { plan.connections[0].steps[$0].isWait }
    var policy = ReplayPolicy.open
    policy.faults.droppedValue = 2
    var impatient = ReplayPolicy.open
    impatient.valueTimeout = 300
    let (central, peripheral) = both(plan, central: impatient, peripheral: policy)
    #expect(central.firstSurprise?.place == waits[1])
    #expect(central.firstSurprise?.status == .timedOut)
    #expect(!peripheral.isAsRecorded)
  }

  @Test("a peripheral that refuses does so with the code it is told")
  func refuses() throws {
    let plan = try ReplayPlan(fixture: "mtu-247")
    let read = try #require(plan.connections[0].steps.first { $0.kind == .read })
    var policy = ReplayPolicy.open
    policy.faults.error = (ATTErrorCode(rawValue: 0x05), .key(try #require(read.attribute?.key)))
    let (central, _) = both(plan, peripheral: policy)
    #expect(central.firstSurprise?.step == read)
    #expect(central.firstSurprise?.differences.first?.live == "error 0x05 Insufficient Authentication")
  }

  @Test("nobody connects: the report says so")
  func alone() throws {
    var policy = ReplayPolicy.open
    policy.connectTimeout = 50
    let runner = PeripheralRunner(
      try ReplayPlan(fixture: "mtu-23"), over: LinkedBearers().peripheral, policy: policy)
    let report = runner.run(.advertise(data: [], scanResponse: []))
    #expect(report.failure != nil && !report.isAsRecorded)
  }
}
