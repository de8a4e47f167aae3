import ATTParser
import Testing

@testable import Replay

/// Pairing and encryption with another stack.
@Suite("Pairing with a live peer", .enabled(if: LivePeer.isThere), .serialized)
struct LivePairingTests {
  static let encrypted = "c0de000600004a00800000805f9b34fb"
  static let authenticated = "c0de000700004a00800000805f9b34fb"

  private func options(_ passkey: UInt32? = nil, isSecure: Bool = true) -> HCIOptions {
    var options = HCIATTBearerTests.fast
    options.passkey = passkey
    options.pairsSecurely = isSecure
    return options
  }

  /// Reads what needs encryption: refused first, then not.
  private func readProtected(_ client: LiveClient, _ pair: () throws -> Void) throws {
    let table = try client.discover().values
    let protected = try #require(table[Self.encrypted])
    #expect(
      try client.request([0x0A] + client.word(protected)) == [0x01, 0x0A] + client.word(protected) + [0x0F])
    try pair()
    // As much as an MTU of 23 carries of it.
    let value = try client.request([0x0A] + client.word(protected))
    #expect(value == [0x0B] + Array("only over an encrypted link".utf8.prefix(22)))
    #expect(client.changes.contains(.encryption))
  }

  @Test("Just Works, and encryption with the key of it", arguments: [true, false], [true, false])
  func justWorks(isOurs: Bool, isTheirs: Bool) throws {
    let device = isTheirs ? try LivePeer() : try LivePeer("--legacy-pairing")
    let bearer = HCIATTBearerTests.bearer(device, options(isSecure: isOurs))
    _ = try bearer.open(HCIATTBearerTests.peer, until: LiveClient.soon)
    let client = LiveClient(bearer)
    let trigger = try #require(try client.discover().values[HCIATTBearerTests.trigger])
    try readProtected(client) { try bearer.change(.encryption, until: LiveClient.soon) }
    // The link ends; the next one is encrypted without pairing.
    #expect(try client.request([0x12] + client.word(trigger) + [3, 0, 0, 0, 0, 20, 0]) == [0x13])
    try client.collect { client.disconnectReason != nil }
    _ = try bearer.open(HCIATTBearerTests.peer, until: LiveClient.soon)
    let recorder = CountingRecorder()
    bearer.recorder = recorder
    try readProtected(LiveClient(bearer)) { try bearer.change(.encryption, until: LiveClient.soon) }
    // A peripheral of this stack does not find the key that it distributed in legacy pairing: it is paired with anew.
    #expect((recorder.securityPDUs == 0) == (isOurs && isTheirs) && recorder.packets > 0)
    bearer.close()
  }

  @Test("a passkey that the device shows", arguments: [true, false])
  func passkey(isSecure: Bool) throws {
    let device =
      isSecure ? try LivePeer("--passkey", "123456") : try LivePeer("--passkey", "123456", "--legacy-pairing")
    let bearer = HCIATTBearerTests.bearer(device, options(123_456))
    _ = try bearer.open(HCIATTBearerTests.peer, until: LiveClient.soon)
    try readProtected(LiveClient(bearer)) { try bearer.change(.encryption, until: LiveClient.soon) }
    bearer.close()

    let wrong = HCIATTBearerTests.bearer(device, options(654_321))
    _ = try wrong.open(HCIATTBearerTests.peer, until: LiveClient.soon)
    let error = #expect(throws: ReplayError.self) { try wrong.change(.encryption, until: LiveClient.soon) }
    #expect(error?.layer == .smp && error?.advice != nil, "\(String(describing: error))")
    wrong.close()
  }

  @Test("the device asks for pairing, and gets it while we read")
  func askedFor() throws {
    let device = try LivePeer()
    let bearer = HCIATTBearerTests.bearer(device, options())
    _ = try bearer.open(HCIATTBearerTests.peer, until: LiveClient.soon)
    let client = LiveClient(bearer)
    let trigger = try #require(try client.discover().values[HCIATTBearerTests.trigger])
    try readProtected(client) {
      #expect(try client.request([0x12] + client.word(trigger) + [6, 0, 0, 0, 0, 0, 0]) == [0x13])
      try client.collect { client.changes.contains(.encryption) }
    }
    bearer.close()
  }

  @Test("a central pairs with us", arguments: [true, false])
  func peripheral(isSecure: Bool) throws {
    let central = try LivePeer("--role", "central", "--pair", "--listen-seconds", "0.1")
    let bearer = HCIATTBearerTests.bearer(central, options(isSecure: isSecure))
    _ = try bearer.open(
      .advertise(data: HCIPeripheralTests.advertising, scanResponse: []), until: LiveClient.soon)
    var server = TinyServer(mtu: 185)
    _ = try server.serve(bearer, until: LiveClient.soon)
    let said = try central.line(within: 5) { $0["encrypted"] != nil }
    #expect(said["encrypted"] as? Bool == true)
    _ = try central.line(within: 5) { $0["done"] != nil }
    bearer.close()
  }
}

/// Counts the packets it is given.
private final class CountingRecorder: PacketRecorder {
  /// All of them.
  var packets = 0
  /// Those that begin a Security Manager PDU.
  var securityPDUs = 0

  func record(_ packet: [UInt8], direction: Direction, at time: MonotonicTime) {
    packets += 1
    if packet[0] == 2, packet.count > 8, packet[2] & 0x10 == 0, packet[7] == 6 { securityPDUs += 1 }
  }
}
