import TestSupport
import Testing

@testable import ATTParser
@testable import Analyzer

private let device: UInt64 = 0xC102_0304_0506

@Suite("ScanLog")
struct AdvertisingScanTests {
  @Test("when the host scanned and how")
  func periods() throws {
    var script = AdvertisingScript()
    script.scan(true)
    script.scan(false)
    script.command(0x2041, "00 01 05 00 6000 3000 01 a000 a000")
    script.command(0x2042, "01 01 0000 0000")
    let scans = try script.read().advertising.scans
    #expect(scans.map(\.started.frame) == [2, 5])
    #expect(scans.map { $0.ended?.frame } == [3, nil])
    #expect(scans.map(\.filtersDuplicates) == [false, true])
    let first = try #require(scans[0].settings)
    #expect(first == ScanSettings(isActive: true, interval: 96, window: 96, usesFilterList: false))
    #expect(first.intervalMilliseconds == 60)
    #expect(
      scans[1].settings == ScanSettings(isActive: false, interval: 96, window: 48, usesFilterList: true))
    #expect(scans[1].settings?.windowMilliseconds == 30)
  }

  @Test("turning on what is on goes on, turning off what is off does nothing")
  func repeated() throws {
    var script = AdvertisingScript()
    script.scan(false)
    script.scan(true)
    script.scan(true)
    script.scan(false)
    script.scan(false)
    let scans = try script.read().advertising.scans
    #expect(scans.map(\.started.frame) == [3])
    #expect(scans.map { $0.ended?.frame } == [6])
  }

  @Test("what the controller refuses is taken back")
  func refused() throws {
    var script = AdvertisingScript()
    script.scan(true)
    script.command(0x200B, "00 1000 1000 00 00")
    script.event(PacketBuilder.event(0x0E, [UInt8](hex: "01 0b20 0c")))
    script.scan(false)
    script.event(PacketBuilder.event(0x0E, [UInt8](hex: "01 0c20 0c")))
    script.scan(false)
    script.scan(true)
    script.event(PacketBuilder.event(0x0F, [UInt8](hex: "0c 01 0c20")))
    script.command(0x200C, "01 00")
    let scans = try script.read().advertising.scans
    #expect(scans.map(\.started.frame) == [2, 11])
    #expect(scans.map { $0.ended?.frame } == [7, nil])
    #expect(scans.last?.settings == scans.first?.settings)
  }

  @Test("a reset ends a scan, a timeout too, and adapters do not mix")
  func ends() throws {
    var script = AdvertisingScript()
    script.command(0x200C, "01 00")
    script.command(0x200C, "01 00", adapter: 1)
    script.command(0x0C03, "")
    script.event(PacketBuilder.leEvent(0x11, []), adapter: 1)
    let scans = try script.read().advertising.scans
    #expect(scans.map(\.adapter) == [0, 1])
    #expect(scans.map { $0.ended?.frame } == [3, 4])
    #expect(scans.allSatisfy { $0.settings == nil })
  }

  @Test("periods beyond the limit are counted and the last one is known")
  func limit() {
    var log = ScanLog()
    let on = HCICommand(
      opcode: .leSetScanEnable, details: .scanEnable(true, filtersDuplicates: false), parameters: .empty)
    let off = HCICommand(
      opcode: .leSetScanEnable, details: .scanEnable(false, filtersDuplicates: false), parameters: .empty)
    let count = ScanLog.limit + 5
    for number in 0..<count {
      for (command, frame) in [(on, 2 * number + 1), (off, 2 * number + 2)] {
        let moment = Moment(frame: frame, time: Timestamp(nanoseconds: Int64(frame)))
        log.add(command, adapter: 3, moment)
      }
    }
    #expect(log.periods.count + log.overflow == count)
    #expect(log.periods.count <= ScanLog.limit + 1)
    #expect(log.last(3)?.started.frame == 2 * count - 1)
    for adapter: UInt16 in 100..<300 {
      log.add(on, adapter: adapter, Moment(frame: 0, time: Timestamp(nanoseconds: 0)))
    }
    #expect(log.last(299) == nil)
    #expect(log.last(100) != nil)
  }

  @Test("an attempt knows what was known of its target when it began and when it ended")
  func attempts() throws {
    var script = AdvertisingScript()
    script.legacy(device, rssi: -70)
    script.connect(device)
    script.legacy(device, rssi: -60)
    script.legacy(device + 1)
    script.event(PacketBuilder.leConnectionComplete(0x40))
    script.connect(device + 1)
    script.cancel()
    script.connect(device + 2)
    let result = try script.read()
    #expect(result.attempts.map(\.started.frame) == [2, 6])
    #expect(result.attempts.map { $0.ended?.frame } == [5, 8])
    #expect(result.attempts.map { $0.status?.rawValue } == [0, 2])
    #expect(result.attempts.map(\.isCancelled) == [false, true])
    let first = try #require(result.attempts.first)
    #expect(first.target == .device(DeviceAddress(device), .randomDevice))
    #expect(first.before?.rssi == -70)
    #expect(first.after?.rssi == -60)
    #expect(first.after?.rssiMoment.frame == 3)
    #expect(first.reportsBefore == 1)
    #expect(first.reportsDuring == 2)
    #expect(result.advertising.unfinishedAttempts.map(\.started.frame) == [9])
    #expect(result.advertising.unfinishedAttempts.allSatisfy { $0.ended == nil && $0.after == nil })
  }

  @Test("an attempt ends by refusal, reset or another attempt, not by a connection as peripheral")
  func attemptEnds() throws {
    var script = AdvertisingScript()
    script.connect(device)
    script.event(PacketBuilder.event(0x0F, [UInt8](hex: "0c 01 0d20")))
    script.connect(device)
    script.event(PacketBuilder.leConnectionComplete(0x41, role: 1))
    script.event(PacketBuilder.leConnectionComplete(0, status: 0x3C))
    script.event(PacketBuilder.event(0x0F, [UInt8](hex: "00 01 0d20")))
    script.connect(0)
    script.event(PacketBuilder.leConnectionComplete(0x40))
    script.connect(device)
    script.command(0x0C03, "")
    let result = try script.read()
    #expect(result.attempts.map(\.started.frame) == [1, 7])
    #expect(result.attempts.map { $0.status?.rawValue } == [0x0C, 0])
    #expect(result.attempts.last?.target == .filterList)
    #expect(result.advertising.unfinishedAttempts.isEmpty)
  }
}
