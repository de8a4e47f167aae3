import TestSupport
import Testing

@testable import Analyzer

/// What keeps a client from the bootloader and its attributes, each with a twin that is all right.
@Suite("Symptoms on the way to the bootloader")
struct ReachingSymptomTests {
  /// The jump of an application with Nordic's buttonless service, and its end.
  private static func jump(_ script: inout TransferScript) {
    script.write(0, "01")
    script.indicate(0, "200101")
    script.disconnect(0x13)
    script.wait(500)
  }

  @Test("the bootloader is connected to, and nothing is asked of it", arguments: [true, false])
  func notBegun(isRead: Bool) throws {
    var script = TransferScript([SecureSession.application])
    Self.jump(&script)
    let jumped = script.frame
    script.connect(peer: 0x07, isDiscovered: false)
    // The name, say.
    if isRead { script.read(1, "44667554617267") }
    script.wait(9000)
    script.disconnect(0x16)
    let transfer = try script.transfer()
    #expect(transfer.verdict.outcome == .failed)
    #expect(transfer.cause == "not-begun")
    #expect(transfer.verdict.cause?.text.contains("without asking what attributes") == true)
    #expect(transfer.verdict.cause?.frames.contains(jumped + 1) == true)
  }

  @Test("the bootloader is connected to, and the capture ends at once")
  func notBegunYet() throws {
    var script = TransferScript([SecureSession.application])
    Self.jump(&script)
    script.connect(peer: 0x07, isDiscovered: false)
    #expect(try script.transfer().verdict.outcome == .incomplete)
  }

  @Test("the application is still there after the jump", arguments: [true, false])
  func notStarted(isDuringExchange: Bool) throws {
    var script = TransferScript([SecureSession.application], mtu: nil)
    if isDuringExchange { script.askMTU(247) }
    Self.jump(&script)
    script.connect(mtu: nil)
    script.wait(9000)
    script.disconnect(0x16)
    let transfer = try script.transfer()
    #expect(transfer.verdict.outcome == .failed)
    #expect(transfer.cause == "bootloader-not-started")
    #expect(transfer.verdict.cause?.text.contains("exchange of the MTU of frame 4") == isDuringExchange)
  }

  @Test("the application takes the jump a second time")
  func jumpedTwice() throws {
    var script = TransferScript([SecureSession.application])
    Self.jump(&script)
    script.connect()
    Self.jump(&script)
    #expect(try script.transfer().cause == "bootloader-not-started")
  }

  @Test("the jump, and an update in the bootloader: nothing to say")
  func jumpedAndDone() throws {
    var session = SecureSession()
    session.script = TransferScript([SecureSession.application])
    Self.jump(&session.script)
    session.script = session.script.with(SecureSession.bootloader)
    session.script.connect(peer: 0x07)
    session.begin()
    session.finish()
    let transfer = try session.script.transfer()
    #expect(transfer.verdict.outcome == .success)
    #expect(transfer.also == [])
    #expect(transfer.parts.map(\.isJump) == [true, false])
  }

  @Test("the legacy jump has no response, and the bootloader takes the image")
  func legacyJumpWithoutResponse() throws {
    var session = LegacySession()
    session.script.write(0, "0104", fails: 0)
    session.script.disconnect(0x13)
    session.script.wait(500)
    session.script.connect()
    session.run()
    let transfer = try session.script.transfer()
    #expect(transfer.verdict.outcome == .success)
    #expect(transfer.also == [])
  }

  /// An update on a second connection, on which the first request is refused.
  private func refused(_ code: UInt8, isDiscovered: Bool) throws -> Transfer {
    var session = SecureSession()
    session.begin()
    session.script.disconnect(0x08)
    session.script.wait(1000)
    session.script.connect(isDiscovered: isDiscovered)
    session.script.write(0, "0601", fails: code)
    session.script.wait(100)
    session.script.disconnect(0x16)
    return try session.script.transfer()
  }

  @Test(
    "handles of an earlier connection",
    arguments: [
      (0x01, false, "stale-attributes"), (0x01, true, "stale-attributes"), (0x03, false, "stale-attributes"),
      (0x03, true, "wrong-write-kind"), (0x0E, false, "att-error"),
    ] as [(UInt8, Bool, String)])
  func stale(code: UInt8, isDiscovered: Bool, rule: String) throws {
    let transfer = try refused(code, isDiscovered: isDiscovered)
    #expect(transfer.verdict.outcome == .failed)
    #expect(transfer.cause == rule)
  }

  @Test(
    "how the link ended tells why",
    arguments: [
      (0x3D, "mic-failure"), (0x22, "link-layer-silent"), (0x3E, "not-established"), (0x06, "bond-lost"),
      (0x05, "bond-lost"), (0x08, "link-timeout"), (0x13, "device-disconnected"),
    ] as [(UInt8, String)])
  func reasons(reason: UInt8, rule: String) throws {
    var session = SecureSession()
    session.begin()
    session.send(0..<128)
    session.script.disconnect(reason)
    #expect(try session.script.transfer().cause == rule)
  }

  @Test("nothing is received once other parameters are in force", arguments: [true, false])
  func lostAfterChange(isHeardSince: Bool) throws {
    var session = SecureSession()
    session.begin()
    session.send(0..<128)
    session.script.updateParameters(interval: 12)
    let changed = session.script.frame
    if isHeardSince { session.check(says: 128) }
    session.script.wait(4500)
    session.script.disconnect(0x08)
    let transfer = try session.script.transfer()
    #expect(transfer.cause == (isHeardSince ? "link-timeout" : "lost-after-parameter-change"))
    #expect(transfer.verdict.cause?.text.contains("frame \(changed)") == !isHeardSince)
  }

  @Test(
    "recorded at the device, each side is called what it is",
    arguments: [(0x13, "client"), (0x16, "device")] as [(UInt8, String)])
  func atDevice(reason: UInt8, side: String) throws {
    var session = SecureSession()
    session.script = TransferScript(SecureSession.bootloader, isAtDevice: true)
    session.begin()
    session.send(0..<128)
    session.script.wait(300)
    session.script.disconnect(reason)
    let transfer = try session.script.transfer()
    #expect(transfer.cause == "\(side)-disconnected")
    #expect(transfer.verdict.cause?.text.contains("the \(side) ended the connection") == true)
  }
}
