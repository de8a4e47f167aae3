import ATTParser
import TestSupport
import Testing

@testable import Replay

/// Data over a host: buffers, fragments, signalling, and what is no data at all.
@Suite("Data over a host")
struct HCIHostDataTests {
  static var soon: MonotonicTime { HCIHostTests.soon }

  @Test(
    "PDUs are cut to the controller's buffers and never overrun them", arguments: [27, 192, 251] as [UInt16],
    [1, 8, 64] as [UInt8])
  func credits(length: UInt16, count: UInt8) throws {
    let controller = ScriptedController()
    controller.buffers = (length, count)
    controller.completesAtOnce = 3
    let host = try HCIHostTests.connected(controller)
    let sent = (1...40).map { size in [UInt8](repeating: UInt8(size), count: size * 13) }
    for pdu in sent { try host.sendAttribute(pdu, until: Self.soon) }
    #expect(controller.pdus.map(\.payload) == sent)
    #expect(controller.pdus.allSatisfy { $0.channel == 4 })
    #expect(
      controller.data.allSatisfy {
        $0.count <= Int(length) + 4 && Int($0[2]) + Int($0[3]) << 8 == $0.count - 4
      })
    #expect(controller.mostHeld <= Int(count))
  }

  @Test("a controller without a free buffer is waited for until the deadline, and the PDU taken back")
  func noBuffer() throws {
    let controller = ScriptedController()
    controller.buffers = (27, 2)
    controller.completesAtOnce = 0
    let host = try HCIHostTests.connected(controller)
    try host.sendAttribute([1, 2, 3], until: Self.soon)
    try host.sendAttribute([4, 5, 6], until: Self.soon)
    let error = #expect(throws: ReplayError.self) {
      try host.sendAttribute([7, 8, 9], until: .now.adding(milliseconds: 30))
    }
    #expect(error?.reason.contains("2 of 2 are not completed") == true)
    #expect(host.outgoing.isEmpty && controller.data.count == 2)
    // Half a PDU is followed by its other half when there is room.
    controller.say(ScriptedController.completed([(ScriptedController.handle, 1)]))
    #expect(throws: ReplayError.self) {
      try host.sendAttribute([UInt8](repeating: 0xAA, count: 40), until: .now.adding(milliseconds: 30))
    }
    #expect(controller.data.count == 3 && host.outgoing.count == 1)
    controller.say(ScriptedController.completed([(ScriptedController.handle, 2)]))
    try host.sendAttribute([0xBB], until: Self.soon)
    #expect(controller.pdus.map(\.payload.count) == [3, 3, 40, 1])
  }

  @Test("completed packets of several links in one event; more than there are")
  func completed() throws {
    let controller = ScriptedController()
    controller.completesAtOnce = 0
    let host = try HCIHostTests.connected(controller)
    for _ in 0..<3 { try host.sendAttribute([1], until: Self.soon) }
    #expect(host.buffers.inFlight == 3)
    controller.say(ScriptedController.completed([(0x0001, 9), (ScriptedController.handle, 2)]))
    try host.step(until: Self.soon)
    #expect(host.buffers.inFlight == 1)
    controller.say(ScriptedController.completed([(ScriptedController.handle, 0xFFFF)]))
    try host.step(until: Self.soon)
    #expect(host.buffers.inFlight == 0)
  }

  @Test("the peer's PDUs come whole and in order", arguments: [1, 5, 23, 27, 251])
  func received(size: Int) throws {
    let controller = ScriptedController()
    let host = try HCIHostTests.connected(controller)
    let sent = (1...20).map { count in [0x1B] + [UInt8](repeating: UInt8(count), count: count * 9) }
    for pdu in sent { for packet in ScriptedController.pdu(4, pdu, size: size) { controller.say(packet) } }
    var got: [[UInt8]] = []
    while got.count < sent.count {
      if case .pdu(let pdu, _)? = host.events.popFirst() {
        got.append(pdu)
      } else {
        try host.step(until: Self.soon)
      }
    }
    #expect(got == sent)
  }

  @Test("a link that ends while a PDU is sent")
  func endsMeanwhile() throws {
    let controller = ScriptedController()
    controller.buffers = (27, 1)
    controller.completesAtOnce = 0
    let host = try HCIHostTests.connected(controller)
    controller.say([4, 5, 4, 0, 0x40, 0, 0x08])
    let error = #expect(throws: ReplayError.self) {
      try host.sendAttribute([UInt8](repeating: 1, count: 100), until: Self.soon)
    }
    #expect(error?.reason == "the link ended: Connection Timeout (0x08)" && error?.layer == .link)
    #expect(host.outgoing.isEmpty && host.buffers.inFlight == 0)
    guard case .disconnected(let reason, _)? = host.events.popFirst() else {
      Issue.record("no event")
      return
    }
    #expect(reason == .connectionTimeout)
  }

  @Test("requests of the peer below ATT are answered")
  func signaling() throws {
    let controller = ScriptedController()
    let host = try HCIHostTests.connected(controller)
    // Connection Parameter Update Request: 10 to 12 steps, latency 2, timeout 300.
    let wish: [UInt8] = [10, 0, 12, 0, 2, 0, 0x2C, 1]
    for packet in ScriptedController.pdu(5, [0x12, 7, 8, 0] + wish) { controller.say(packet) }
    // A request for a credit-based channel; a response, which needs no answer.
    for packet in ScriptedController.pdu(5, [0x14, 8, 10, 0, 0x27, 0, 0x40, 0, 64, 0, 64, 0, 1, 0]) {
      controller.say(packet)
    }
    for packet in ScriptedController.pdu(5, [0x15, 9, 10, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0]) {
      controller.say(packet)
    }
    // LE Remote Connection Parameter Request.
    controller.say([4, 0x3E, 11, 0x06, 0x40, 0] + wish)
    // LE Long Term Key Request, for a key that nobody has.
    controller.say([4, 0x3E, 13, 0x05, 0x40, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    for _ in 0..<40 { try host.step(until: .now.adding(milliseconds: 2)) }
    let answers = controller.pdus.filter { $0.channel == 5 }.map(\.payload)
    #expect(answers == [[0x13, 7, 2, 0, 0, 0], [0x01, 8, 2, 0, 0, 0]])
    let commands = controller.commands
    #expect(commands.first { $0.opcode == 0x2013 }?.parameters == [0x40, 0] + wish + [0, 0, 0, 0])
    #expect(commands.first { $0.opcode == 0x2020 }?.parameters == [0x40, 0] + wish + [0, 0, 0, 0])
    #expect(commands.first { $0.opcode == 0x201B }?.parameters == [0x40, 0])
  }

  @Test("a change that the peer refuses, one that does not happen, and one that does")
  func changes() throws {
    let controller = ScriptedController()
    let host = try HCIHostTests.connected(controller)
    controller.answer = { opcode, _ in
      opcode == 0x2032
        ? [ScriptedController.status(opcode, 0), [4, 0x3E, 6, 0x0C, 0x1A, 0x40, 0, 1, 1]] : nil
    }
    let refused = #expect(throws: ReplayError.self) { try host.change(.phy(2), until: Self.soon) }
    #expect(refused?.reason == "refused: Unsupported Remote Feature (0x1a)")
    let silent = #expect(throws: ReplayError.self) {
      try host.change(.dataLength(251), until: .now.adding(milliseconds: 30))
    }
    #expect(silent?.reason == "the change has not happened in time")
    controller.answer = { opcode, _ in
      guard opcode == 0x2022 else { return nil }
      let change: [UInt8] = [4, 0x3E, 11, 0x07, 0x40, 0, 251, 0, 0x48, 8, 251, 0, 0x48, 8]
      return [ScriptedController.complete(opcode, [0, 0x40, 0]), change]
    }
    try host.change(.dataLength(251), until: Self.soon)
    #expect(host.link?.dataLength == 251)
    // Nothing changes, so nothing is asked.
    let count = controller.commands.count
    try host.change(.dataLength(251), until: Self.soon)
    #expect(controller.commands.count == count)
  }

  @Test("a way that closes in the middle is an error of the way")
  func closed() throws {
    let controller = ScriptedController()
    let host = try HCIHostTests.connected(controller)
    controller.closesWhenEmpty = true
    let error = #expect(throws: ReplayError.self) { _ = try host.wait(until: Self.soon) { false } }
    #expect(error?.layer == .transport && error?.reason == "was closed by the other side")
  }

  @Test("a hardware error is said")
  func hardwareError() throws {
    let controller = ScriptedController()
    let host = try HCIHostTests.connected(controller)
    controller.say([4, 0x10, 1, 0x42])
    let error = #expect(throws: ReplayError.self) { try host.step(until: Self.soon) }
    #expect(error?.reason == "the controller reports hardware error 0x42")
  }

  @Test("no packet makes the host trap, hang or grow", arguments: 0..<20)
  func anything(seed: Int) throws {
    var random = SeededRandom(seed: UInt64(seed))
    let controller = ScriptedController()
    let host = try HCIHostTests.connected(controller)
    for _ in 0..<1000 {
      let kind = UInt8.random(in: 2...5, using: &random)
      var packet =
        [kind]
        + (0..<Int.random(in: 0..<30, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) }
      // Half of them look like something on the link.
      if Bool.random(using: &random), packet.count > 12 {
        if kind == 4 {
          (packet[1], packet[2], packet[4], packet[5]) = (0x3E, UInt8(packet.count - 3), 0x40, 0)
        }
        if kind == 2 {
          packet.replaceSubrange(
            1..<9,
            with: [0x40, 0x20, UInt8(packet.count - 5), 0, UInt8(packet.count - 9), 0, packet[7] & 7, 0])
        }
      }
      controller.say(packet)
      do throws(ReplayError) { try host.step(until: Self.soon) } catch { #expect(error.layer == .hci) }
    }
    #expect(host.outgoing.count <= HCIHost.queueLimit)
  }
}
