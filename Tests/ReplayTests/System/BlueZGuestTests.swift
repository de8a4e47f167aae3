import ATTParser
import Testing

@testable import Replay

/// BlueZ itself, in a guest (Tests/Kernel/run).
@Suite("BlueZ, in a guest", .enabled(if: GuestStage.current == "bluez"), .serialized)
struct BlueZGuestTests {
  private static var soon: MonotonicTime { .now.adding(milliseconds: 40_000) }

  @Test("a session through the Bluetooth service")
  func session() throws {
    let bearer = BlueZATTBearer(subject: "bluez:F0:F1:F2:F3:F4:F5")
    let link = try bearer.open(HCIATTBearerTests.peer, until: Self.soon)
    #expect(link.attMTU == 247 && link.peer == DeviceAddress(0xF0F1_F2F3_F4F5) && link.peerIsRandom == true)
    let client = LiveClient(bearer)
    let table = try client.discover()
    let setting = try #require(table.values[HCIATTBearerTests.setting])
    #expect(try client.request([0x12] + client.word(setting) + [1, 2, 3]) == [0x13])
    #expect(try client.request([0x0A] + client.word(setting)) == [0x0B, 1, 2, 3])
    let long = try #require(table.values[HCIATTBearerTests.longValue])
    let value = (0..<400).map { UInt8(truncatingIfNeeded: $0 &* 5) }
    #expect(try client.writeLong(long, value, mtu: 247) == [0x19])
    #expect(try client.readLong(long, mtu: 247) == value)
    // An error of the device, as BlueZ tells it.
    let failing = try #require(table.values["c0de018000004a00800000805f9b34fb"])
    #expect(
      try client.request([0x0A] + client.word(failing)) == [0x01, 0x0A] + client.word(failing) + [0x80])
    // Values that come by themselves.
    let notifier = try #require(table.values[HCIATTBearerTests.notifier])
    let trigger = try #require(table.values[HCIATTBearerTests.trigger])
    #expect(try client.request([0x12] + client.word(try #require(table.cccds[notifier])) + [1, 0]) == [0x13])
    #expect(try client.request([0x12] + client.word(trigger) + [1, 10, 0, 20, 0, 2, 0]) == [0x13])
    try client.collect { client.values.count == 10 }
    #expect(client.values.map { $0[3] } == (0..<10).map { UInt8($0) })
    #expect(client.values.allSatisfy { $0[0] == 0x1B && UInt16($0[1]) == notifier })
    for number in 0..<20 {
      try bearer.send([0x52] + client.word(setting) + [UInt8(number)], until: Self.soon)
    }
    #expect(try client.request([0x0A] + client.word(setting)) == [0x0B, 19])
    // While BlueZ has the device, the kernel does not let us have it, too.
    let held = KernelATTBearer(subject: "l2cap:F0:F1:F2:F3:F4:F5")
    let busy = #expect(throws: ReplayError.self) {
      try held.open(HCIATTBearerTests.peer, until: .now.adding(milliseconds: 3000))
    }
    #expect(busy?.reason == "is held by the system's Bluetooth service", "\(String(describing: busy))")
    // The device ends the link.
    #expect(try client.request([0x12] + client.word(trigger) + [3, 0, 0, 0, 0, 0xF4, 1]) == [0x13])
    try client.collect { bearer.link == nil }
    #expect(bearer.link == nil)
    bearer.close()
  }

  @Test("a device that is not there")
  func absent() {
    let bearer = BlueZATTBearer(subject: "bluez:C0:FF:EE:00:00:01")
    let error = #expect(throws: ReplayError.self) {
      try bearer.open(
        .address(DeviceAddress(0xC0FF_EE00_0001), isRandom: true), until: .now.adding(milliseconds: 2000))
    }
    #expect(error?.reason == "is not found")
  }
}
