import ATTParser
import Testing

@testable import Replay

/// Our peripheral role, judged by another stack's GATT client.
@Suite("Being a peripheral, with a live central", .enabled(if: LivePeer.isThere), .serialized)
struct HCIPeripheralTests {
  /// Flags and the complete local name `SharkReplay`.
  static let advertising = [2, 1, 6, 12, 9] + Array("SharkReplay".utf8)

  @Test("a foreign client discovers, reads, writes and subscribes", arguments: [23, 247])
  func session(mtu: Int) throws {
    let central = try LivePeer("--role", "central", "--mtu", "\(mtu)", "--listen-seconds", "0.2")
    let bearer = HCIATTBearerTests.bearer(central)
    let link = try bearer.open(
      .advertise(data: Self.advertising, scanResponse: []), until: LiveClient.soon)
    #expect(link.role == .peripheral)
    #expect(link.peer == DeviceAddress(0xF6F1_F2F3_F4F6) && link.peerIsRandom == true)
    var server = TinyServer(mtu: 185)
    #expect(try server.serve(bearer, until: LiveClient.soon) == 0x13)
    _ = try central.line(within: 5) { $0["done"] != nil }
    #expect(server.writes.map(\.handle) == [4, 6])
    let said = central.lines
    if mtu > 23 { #expect(said.contains { $0["mtu"] as? Int == 185 }) }
    #expect(
      said.contains { $0["value"] as? String == "706f696e74" && $0["written"] as? String == "6c697665" })
    #expect(said.contains { $0["heard"] as? [String] == ["0646", "0647", "0648"] })
    bearer.close()
  }

  @Test("parameters are asked for as a peripheral does")
  func parameters() throws {
    let central = try LivePeer("--role", "central")
    let bearer = HCIATTBearerTests.bearer(central)
    _ = try bearer.open(.advertise(data: Self.advertising, scanResponse: []), until: LiveClient.soon)
    try bearer.change(.parameters(interval: 24, latency: 2, timeout: 300), until: LiveClient.soon)
    let seen = try central.line(within: 5) { $0["parameters"] != nil }["parameters"] as? [Double]
    // Milliseconds, connection events, milliseconds.
    #expect(seen == [30, 2, 3000])
    bearer.close()
  }
}
