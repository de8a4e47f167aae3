import ATTParser
import TestSupport
import Testing

@testable import Replay

/// Updates of devices that are not where the captured one was.
@Suite("Resumed updates")
struct TransferProgressTests {
  private static let windowed = "peer/ota-disconnect-resume"
  private static let secure = "peer/dfu-disconnect-resume"

  private func image(_ plan: ReplayPlan) throws -> [UInt8] { try #require(plan.imageBytes(0..<20_000)) }

  private func play<Model: FirmwareModel>(
    _ plan: ReplayPlan, _ device: UpdatableDevice<Model>, _ change: (inout ReplayPolicy) -> Void = { _ in }
  ) -> ReplayReport {
    var policy = ReplayPolicy.open
    change(&policy)
    return ReplayRunner(plan, over: device, policy: policy).run(.address(DeviceAddress(1), isRandom: nil))
  }

  @Test("what a capture tells of how an image travels")
  func planned() throws {
    let plan = try ReplayPlan(fixture: Self.windowed)
    #expect(plan.connections.map { $0.transfer?.framing } == [.stream, .stream])
    #expect(plan.connections.map { $0.transfer?.base } == [0, 9760])
    let second = try #require(plan.connections[1].transfer)
    #expect(second.count(in: [0x84, 0, 0x40, 0x4C, 0, 0, 1, 2, 3, 4]) == 0x4C40)
    #expect(second.count(in: [0x82, 0, 0x20, 0x26, 0, 0, 1, 2, 3, 4]) == 9760)
    #expect(second.count(in: [0x83, 0, 0x20, 0x26, 0, 0]) == nil)
    let ranges = second.ranges(plan.connections[1].steps)
    #expect(ranges.values.map(\.lowerBound).min() == 9760 && ranges.values.map(\.upperBound).max() == 20_000)
    let dfu = try ReplayPlan(fixture: Self.secure)
    let objects = try #require(dfu.connections[1].transfer?.ranges(dfu.connections[1].steps))
    #expect(
      objects.values.map(\.lowerBound).min() == 9168 && objects.values.map(\.upperBound).max() == 20_000)
    #expect(dfu.imageBytes(0..<20_000) == plan.imageBytes(0..<20_000))
  }

  @Test("the device that hangs up where the captured one did is updated as recorded")
  func asRecorded() throws {
    let plan = try ReplayPlan(fixture: Self.windowed)
    let device = try UpdatableDevice(plan, WindowModel(hangUp: 9760))
    let report = play(plan, device)
    #expect(report.isAsRecorded, "\(report.firstSurprise as Any)")
    #expect(device.model.image == (try image(plan)))
  }

  @Test("one that hung up earlier gets what it lacks", arguments: [200, 2000, 5001, 9500])
  func earlier(_ offset: Int) throws {
    let plan = try ReplayPlan(fixture: Self.windowed)
    let device = try UpdatableDevice(plan, WindowModel(hangUp: offset))
    let report = play(plan, device) { $0.keepsGoing = true }
    #expect(device.model.image == (try image(plan)))
    #expect(
      report.remarks.contains { $0.contains("where the captured one had 9760: the update goes on there") })
    #expect(
      report.results.filter { $0.connection == 2 }.allSatisfy { !$0.isSurprise },
      "\(report.results.last { $0.isSurprise } as Any)")
  }

  @Test("one that has more already gets only the rest", arguments: [9761, 12_000, 19_999, 20_000])
  func further(_ offset: Int) throws {
    var plan = try ReplayPlan(fixture: Self.windowed)
    let whole = try image(plan)
    plan.connections.removeFirst()
    let device = try UpdatableDevice(plan, WindowModel(image: Array(whole.prefix(offset)), size: 20_000))
    let report = play(plan, device)
    #expect(device.model.image == whole)
    #expect(report.isAsRecorded, "\(report.firstSurprise as Any)")
  }

  @Test("without the bytes that it lacks the run stops at the difference")
  func unknownBytes() throws {
    var plan = try ReplayPlan(fixture: Self.windowed)
    plan.connections.removeFirst()
    let device = try UpdatableDevice(plan, WindowModel(image: [1, 2, 3], size: 20_000))
    let report = play(plan, device)
    #expect(report.firstSurprise?.step.kind == .notification)
    #expect(device.model.image == [1, 2, 3])
  }

  @Test(
    "Nordic Secure DFU goes on within and between objects",
    arguments: [8500, 9168, 10_000, 12_288, 13_000, 16_384, 20_000])
  func secureDFU(_ offset: Int) throws {
    let whole = try image(try ReplayPlan(fixture: Self.secure))
    var plan = try ReplayPlan(fixture: Self.secure)
    // The init packet is in the device; the bytes before 9,168 are known from the first connection.
    let initPacket = plan.connections[0].steps.filter {
      $0.kind == .writeCommand && $0.attribute == plan.connections[0].transfer.map { .key($0.data) }
    }.prefix(1).flatMap(\.value)
    var first = plan.connections[0]
    first.steps = first.steps.map { step in
      var step = step
      step.isSkipped = true
      return step
    }
    plan.connections[0] = first
    let device = try UpdatableDevice(
      plan, SecureDFUModel(initPacket: initPacket, image: Array(whole.prefix(offset))))
    let report = play(plan, device)
    #expect(device.model.executed == whole)
    #expect(device.model.refused == 0)
    #expect(
      report.results.filter { $0.connection == 2 }.allSatisfy { !$0.isSurprise },
      "\(report.firstSurprise as Any)")
    #expect(
      device.model.created == (20_000 - 1) / 4096
        - (offset == 20_000 ? 4 : offset % 4096 == 0 ? offset / 4096 - 1 : offset / 4096))
  }

  @Test("an object that nothing creates is not written to", arguments: [0, 4000, 8192])
  func missingObject(_ offset: Int) throws {
    var plan = try ReplayPlan(fixture: Self.secure)
    let whole = try image(plan)
    for place in plan.connections[0].steps.indices { plan.connections[0].steps[place].isSkipped = true }
    let device = try UpdatableDevice(
      plan, SecureDFUModel(initPacket: [1], image: Array(whole.prefix(offset))))
    let report = play(plan, device)
    #expect(report.firstSurprise?.step.kind == .notification)
    #expect(device.model.image.count == offset && device.model.refused == 0)
  }

  @Test("--recut cuts writes for a smaller ATT_MTU, and nothing else", arguments: [23, 100, 185] as [UInt16])
  func recut(_ serverMTU: UInt16) throws {
    var plan = try ReplayPlan(fixture: Self.windowed)
    let whole = try image(plan)
    plan.connections.removeFirst()
    let before = Array(whole.prefix(9760))
    let device = try UpdatableDevice(
      plan, WindowModel(image: before, size: 20_000), serverMTU: serverMTU)
    let stopped = play(plan, device)
    #expect(stopped.firstSurprise?.step.kind == .exchangeMTU && device.model.image == before)
    let report = play(plan, device) { $0.recuts = true }
    #expect(device.model.image == whole)
    #expect(report.results.filter(\.isSurprise).map(\.step.kind) == [.exchangeMTU])
  }
}
