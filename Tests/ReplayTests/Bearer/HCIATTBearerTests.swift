import ATTParser
import Testing

@testable import Replay

/// Our host against a device of another stack, over a virtual radio.
@Suite("ATT over HCI, with a live peer", .enabled(if: LivePeer.isThere), .serialized)
struct HCIATTBearerTests {
  static let setting = "c0de000100004a00800000805f9b34fb"
  static let longValue = "c0de000200004a00800000805f9b34fb"
  static let trigger = "c0de000300004a00800000805f9b34fb"
  static let notifier = "c0de000400004a00800000805f9b34fb"
  static let indicator = "c0de000500004a00800000805f9b34fb"
  static let peer = LinkTarget.address(DeviceAddress(0xF0F1_F2F3_F4F5), isRandom: true)

  /// A bearer over the peer's first port.
  static func bearer(_ peer: LivePeer, _ options: HCIOptions = fast) -> HCIATTBearer {
    let place = peer.places[0]
    return HCIATTBearer(options: options) { () throws(ReplayError) in
      let rest = String(place.drop { $0 != ":" }.dropFirst())
      if place.hasPrefix("tcp:") { return try TCPTransport.open(rest, until: LiveClient.soon) }
      if place.hasPrefix("unix:") { return try UnixTransport.open(rest, until: LiveClient.soon) }
      return try SerialTransport.open(rest)
    }
  }

  /// Options for short tests: an interval of 7.5 ms.
  static var fast: HCIOptions {
    var options = HCIOptions()
    (options.minInterval, options.maxInterval) = (6, 6)
    return options
  }

  @Test("a session over each way", arguments: ["tcp:127.0.0.1:0", "unix:FOLDER/h4", "pty:FOLDER/h4"])
  func session(listen: String) throws {
    let device = try LivePeer(listen: listen)
    let bearer = Self.bearer(device)
    let link = try bearer.open(Self.peer, until: LiveClient.soon)
    #expect(link.role == .central)
    #expect(link.peer == DeviceAddress(0xF0F1_F2F3_F4F5) && link.peerIsRandom == true)
    let client = LiveClient(bearer)
    try work(client, mtu: 247, expected: 247)
    bearer.close()
    #expect(bearer.link == nil)
    #expect(try bearer.next(until: .now.adding(milliseconds: 5)) == nil)
  }

  @Test(
    "MTUs, buffers and fragments",
    arguments: zip([23, 185, 247, 517], [(27, 1), (192, 1), (251, 8), (251, 64)]))
  func sizes(mtu: Int, buffers: (Int, Int)) throws {
    let device = try LivePeer(
      "--mtu", "\(mtu)", "--acl-length", "\(buffers.0)", "--acl-packets", "\(buffers.1)", "--pad", "3")
    let bearer = Self.bearer(device)
    _ = try bearer.open(.name("Shark"), until: LiveClient.soon)
    try work(LiveClient(bearer), mtu: 517, expected: mtu)
    bearer.close()
  }

  /// Everything a client does, with an MTU asked for and the one that comes of it.
  private func work(_ client: LiveClient, mtu wanted: UInt16, expected mtu: Int) throws {
    #expect(try client.exchangeMTU(wanted) == mtu)
    let table = try client.discover()
    let setting = try #require(table.values[Self.setting])
    #expect(try client.request([0x0A] + client.word(setting)) == [0x0B] + Array("hello".utf8))
    #expect(try client.request([0x12] + client.word(setting) + [1, 2, 3]) == [0x13])
    #expect(try client.request([0x0A] + client.word(setting)) == [0x0B, 1, 2, 3])
    // An attribute that does not exist: the very error.
    #expect(try client.request([0x0A, 0xEE, 0x0E]) == [0x01, 0x0A, 0xEE, 0x0E, 0x01])

    let long = try #require(table.values[Self.longValue])
    let value = (0..<400).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    #expect(try client.writeLong(long, value, mtu: mtu) == [0x19])
    #expect(try client.readLong(long, mtu: mtu) == value)

    let trigger = try #require(table.values[Self.trigger])
    let notifier = try #require(table.values[Self.notifier])
    let indicator = try #require(table.values[Self.indicator])
    #expect(try client.request([0x12] + client.word(try #require(table.cccds[notifier])) + [1, 0]) == [0x13])
    #expect(
      try client.request([0x12] + client.word(try #require(table.cccds[indicator])) + [2, 0]) == [0x13])
    #expect(try client.request([0x12] + client.word(trigger) + [1, 20, 0, 20, 0, 2, 0]) == [0x13])
    try client.collect { client.values.count == 20 }
    #expect(client.values.map { $0[3] } == (0..<20).map { UInt8($0) })
    client.values = []
    #expect(try client.request([0x12] + client.word(trigger) + [2, 5, 0, 10, 0, 2, 0]) == [0x13])
    try client.collect { client.values.count == 5 }
    #expect(client.values.map { $0[0] } == [0x1D, 0x1D, 0x1D, 0x1D, 0x1D])
    // Write commands fill the buffers; the read after them sees the last one.
    for number in 0..<60 {
      try client.bearer.send([0x52] + client.word(setting) + [UInt8(number)], until: LiveClient.soon)
    }
    #expect(try client.request([0x0A] + client.word(setting)) == [0x0B, 59])
  }

  @Test("the link ends by the peer, and by loss; then it is opened again", arguments: [(3, 0x13), (4, 0x08)])
  func ends(kind: UInt8, reason: UInt8) throws {
    let device = try LivePeer()
    let bearer = Self.bearer(device)
    for _ in 0..<2 {
      _ = try bearer.open(.name("Shark"), until: LiveClient.soon)
      let client = LiveClient(bearer)
      let trigger = try #require(try client.discover().values[Self.trigger])
      #expect(try client.request([0x12] + client.word(trigger) + [kind, 0, 0, 0, 0, 20, 0]) == [0x13])
      try client.collect { client.disconnectReason != nil }
      #expect(client.disconnectReason == reason)
      #expect(bearer.link == nil)
      // With the reason, for whoever goes on.
      let error = #expect(throws: ReplayError.self) { try bearer.send([0x0A, 1, 0], until: LiveClient.soon) }
      #expect(error?.layer == .link && error?.reason.contains(ErrorCode(rawValue: reason).name) == true)
      // Nothing happens any more, which is no error.
      #expect(try bearer.next(until: .now.adding(milliseconds: 5)) == nil)
    }
    bearer.close()
  }

  @Test("changes of the link, asked for by us and by the peer")
  func changes() throws {
    let device = try LivePeer()
    let bearer = Self.bearer(device)
    _ = try bearer.open(Self.peer, until: LiveClient.soon)
    try bearer.change(.dataLength(251), until: LiveClient.soon)
    try bearer.change(.phy(2), until: LiveClient.soon)
    try bearer.change(.parameters(interval: 12, latency: 1, timeout: 300), until: LiveClient.soon)
    let client = LiveClient(bearer)
    let trigger = try #require(try client.discover().values[Self.trigger])
    // The peer asks for an interval of 10 steps and a latency of 2; it is granted.
    #expect(try client.request([0x12] + client.word(trigger) + [5, 10, 0, 2, 0, 0, 0]) == [0x13])
    try client.collect { client.changes.count == 4 }
    #expect(
      client.changes == [
        .dataLength(251), .phy(2), .parameters(interval: 12, latency: 1, timeout: 300),
        .parameters(interval: 10, latency: 2, timeout: 400),
      ])
    #expect(throws: ReplayError.self) { try bearer.change(.phy(9), until: LiveClient.soon) }
    bearer.close()
  }

  @Test(
    "devices are found by address, name and service, by legacy and extended scanning",
    arguments: [false, true])
  func finding(isExtended: Bool) throws {
    let device = isExtended ? try LivePeer("--extended") : try LivePeer()
    let bearer = Self.bearer(device)
    let address = DeviceAddress(0xF0F1_F2F3_F4F5)
    for target in [
      LinkTarget.address(address, isRandom: nil), .name("Shark"), .service(BluetoothUUID(0x180A)),
    ] {
      let link = try bearer.open(target, until: LiveClient.soon)
      #expect(link.peer == address && link.peerIsRandom == true)
      bearer.close()
    }
  }

  @Test("a device that is not there is said not to be, in time")
  func absent() throws {
    let device = try LivePeer()
    let bearer = Self.bearer(device)
    for (target, reason) in [
      (LinkTarget.name("Nobody"), "is not found: 1 others are heard"),
      (.address(DeviceAddress(0xC0FF_EE00_0001), isRandom: true), "did not answer in time"),
    ] {
      let start = MonotonicTime.now
      let error = #expect(throws: ReplayError.self) {
        _ = try bearer.open(target, until: start.adding(milliseconds: 700))
      }
      #expect(error?.layer == .link && error?.reason == reason)
      #expect(MonotonicTime.now.milliseconds(since: start) < 2500)
    }
    // The controller is as good as new afterwards.
    _ = try bearer.open(.name("Shark"), until: LiveClient.soon)
    #expect(try LiveClient(bearer).exchangeMTU(100) == 100)
    bearer.close()
  }
}
