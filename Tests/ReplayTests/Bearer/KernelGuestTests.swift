import ATTParser
import Foundation
import Testing

@testable import Replay

/// Which part of Tests/Kernel/session.sh is under way; nil outside the guest.
enum GuestStage {
  /// The name of the stage.
  static let current = ProcessInfo.processInfo.environment["BLESHARK_GUEST"]
}

/// Paths through the Linux kernel, in a guest (Tests/Kernel/run).
@Suite("The kernel's Bluetooth, in a guest", .serialized)
struct KernelGuestTests {
  private static let far = 30_000

  /// A deadline for a machine that is emulated.
  private static var soon: MonotonicTime { .now.adding(milliseconds: far) }

  /// What a client does on each of the ways.
  private func work(_ client: LiveClient) throws {
    let mtu = try client.exchangeMTU(247)
    #expect(mtu == 247)
    let table = try client.discover()
    let setting = try #require(table.values[HCIATTBearerTests.setting])
    #expect(try client.request([0x12] + client.word(setting) + [1, 2, 3]) == [0x13])
    #expect(try client.request([0x0A] + client.word(setting)) == [0x0B, 1, 2, 3])
    #expect(try client.request([0x0A, 0xEE, 0x0E]) == [0x01, 0x0A, 0xEE, 0x0E, 0x01])
    let long = try #require(table.values[HCIATTBearerTests.longValue])
    let value = (0..<400).map { UInt8(truncatingIfNeeded: $0 &* 3) }
    #expect(try client.writeLong(long, value, mtu: mtu) == [0x19])
    #expect(try client.readLong(long, mtu: mtu) == value)
    let notifier = try #require(table.values[HCIATTBearerTests.notifier])
    let trigger = try #require(table.values[HCIATTBearerTests.trigger])
    #expect(try client.request([0x12] + client.word(try #require(table.cccds[notifier])) + [1, 0]) == [0x13])
    #expect(try client.request([0x12] + client.word(trigger) + [1, 10, 0, 20, 0, 2, 0]) == [0x13])
    try client.collect { client.values.count == 10 }
    #expect(client.values.count == 10)
    for number in 0..<50 {
      try client.bearer.send([0x52] + client.word(setting) + [UInt8(number)], until: Self.soon)
    }
    #expect(try client.request([0x0A] + client.word(setting)) == [0x0B, 49])
  }

  private func userChannel() -> HCIATTBearer {
    HCIATTBearer(options: HCIATTBearerTests.fast) { () throws(ReplayError) in try HCIUserChannel.open("0") }
  }

  @Test("hci:0, with the adapter down", .enabled(if: GuestStage.current == "user-channel"))
  func userChannelSession() throws {
    let bearer = userChannel()
    let link = try bearer.open(HCIATTBearerTests.peer, until: Self.soon)
    #expect(link.role == .central)
    try work(LiveClient(bearer))
    bearer.close()
    let absent = #expect(throws: ReplayError.self) { try HCIUserChannel.open("7") }
    #expect(absent?.reason == "no such adapter")
  }

  @Test("hci:0 without the right to", .enabled(if: GuestStage.current == "user-channel-refused"))
  func userChannelRefused() {
    let error = #expect(throws: ReplayError.self) { try HCIUserChannel.open("0") }
    #expect(error?.reason == "needs the right to administer networks (CAP_NET_ADMIN)")
  }

  @Test("hci:0 while the kernel uses it", .enabled(if: GuestStage.current == "busy"))
  func userChannelBusy() {
    let error = #expect(throws: ReplayError.self) { try HCIUserChannel.open("0") }
    #expect(error?.reason == "is in use by the system")
  }

  @Test("l2cap as a central, without rights", .enabled(if: GuestStage.current == "kernel-central"))
  func central() throws {
    let bearer = KernelATTBearer(subject: "l2cap:F0:F1:F2:F3:F4:F5")
    for isRandom in [true, nil] as [Bool?] {
      let link = try bearer.open(
        .address(DeviceAddress(0xF0F1_F2F3_F4F5), isRandom: isRandom), until: Self.soon)
      #expect(link.peerIsRandom == true)
      if isRandom == true { try work(LiveClient(bearer)) }
      bearer.close()
      // The kernel keeps the link a little longer than the socket.
      _ = try? bearer.next(until: .now)
    }
    // The device ends the link.
    _ = try bearer.open(HCIATTBearerTests.peer, until: Self.soon)
    let client = LiveClient(bearer)
    let trigger = try #require(try client.discover().values[HCIATTBearerTests.trigger])
    #expect(try client.request([0x12] + client.word(trigger) + [3, 0, 0, 0, 0, 0xF4, 1]) == [0x13])
    try client.collect { bearer.link == nil }
    #expect(bearer.link == nil)
    // A device that is not there.
    let start = MonotonicTime.now
    let error = #expect(throws: ReplayError.self) {
      try bearer.open(
        .address(DeviceAddress(0xC0FF_EE00_0001), isRandom: true), until: start.adding(milliseconds: 2000))
    }
    #expect(error?.reason == "did not answer in time" && error?.layer == .link)
    #expect(MonotonicTime.now.milliseconds(since: start) < 4000)
  }

  @Test(
    "l2cap encrypts with the key of an earlier pairing, without rights",
    .enabled(if: GuestStage.current == "kernel-encryption"))
  func encryption() throws {
    let bearer = KernelATTBearer(subject: "l2cap:F0:F1:F2:F3:F4:F5")
    _ = try bearer.open(HCIATTBearerTests.peer, until: Self.soon)
    let client = LiveClient(bearer)
    let protected = try #require(try client.discover().values[LivePairingTests.encrypted])
    #expect(
      try client.request([0x0A] + client.word(protected)) == [0x01, 0x0A] + client.word(protected) + [0x0F])
    try bearer.change(.encryption, until: Self.soon)
    #expect(try client.request([0x0A] + client.word(protected)).first == 0x0B)
    bearer.close()
  }

  @Test(
    "l2cap as a peripheral; somebody else advertises", .enabled(if: GuestStage.current == "kernel-peripheral")
  )
  func peripheral() throws {
    let bearer = KernelATTBearer(subject: "l2cap")
    let link = try bearer.open(.advertise(data: [], scanResponse: []), until: Self.soon)
    #expect(
      link.role == .peripheral && link.peer == DeviceAddress(0xF6F1_F2F3_F4F6) && link.peerIsRandom == true)
    var server = TinyServer(mtu: 185)
    _ = try server.serve(bearer, until: Self.soon)
    #expect(server.writes.map(\.handle) == [4, 6])
    #expect(bearer.link == nil)
  }
}
