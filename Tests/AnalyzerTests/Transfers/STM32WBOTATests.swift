import TestSupport
import Testing

@testable import Analyzer

/// An update of 512 bytes to 0x7000, in writes of 64; the image begins with a vector table.
struct STM32WBSession: UpdateSession {
  static let format = "stm32wb-ota"
  static let characteristics = [
    "0000fe22-8e22-4541-9d4c-21edae82ed19", "0000fe23-8e22-4541-9d4c-21edae82ed19",
    "0000fe24-8e22-4541-9d4c-21edae82ed19", "0000fe11-8e22-4541-9d4c-21edae82ed19",
  ]
  static let image = [UInt8](hex: "0000032095710008") + testImage(504)
  static let declared: Int? = nil
  static let chunks = 8
  static let dataPlace = 2
  static let acknowledged: Int? = nil

  var script = TransferScript(Self.characteristics)

  mutating func begin() { script.command(0, "02007000") }
  func chunk(_ number: Int) -> [UInt8] { Self.part(number, of: 64) }
  mutating func acknowledge(_ number: Int) {}
  mutating func end() {
    script.command(0, "07")
    script.indicate(1, "01")
  }
}

@Suite("STM32WB OTA")
struct STM32WBOTATests {
  private var session = STM32WBSession()

  @Test(
    "an address behind the flash, and without discovery, is no update",
    arguments: ["02100000", "02ff7000", "01fff000"])
  mutating func addressBeyondFlash(_ begin: String) throws {
    session.script = TransferScript(STM32WBSession.characteristics, isDiscovered: false)
    session.script.command(0, begin)
    session.send(0..<8)
    session.script.command(0, "07")
    session.script.disconnect(0x13)
    #expect(try session.script.analysis().transfers.isEmpty)
  }

  @Test("the application restarts into the loader at another address")
  mutating func jump() throws {
    session.script.write(3, "010708")
    session.script.disconnect(0x13)
    session.script.wait(1000)
    session.script.connect()
    session.run()
    session.script.disconnect(0x13)
    let transfer = try session.script.transfer()
    #expect(transfer.verdict.outcome == .success)
    #expect(transfer.parts.map(\.isJump) == [true, false])
    #expect(transfer.parts[1].notes == ["application, to flash at 0x7000"])
  }

  @Test("the link ends behind the last command, before the device says anything")
  mutating func lostAtTheEnd() throws {
    session.begin()
    session.send(0..<8)
    session.script.command(0, "07")
    session.script.disconnect(0x13)
    #expect(try session.script.transfer().cause == "device-disconnected")
  }

  @Test("the device never says that it restarts")
  mutating func notFinished() throws {
    session.begin()
    session.send(0..<8)
    session.script.command(0, "07")
    session.script.wait(20_000)
    session.script.disconnect(0x16)
    let transfer = try session.script.transfer()
    #expect(transfer.cause == "no-answer")
    #expect(transfer.verdict.step == .activate)
  }

  @Test("the update is ended early", arguments: ["00", "08"])
  mutating func cancelled(command: String) throws {
    session.begin()
    session.send(0..<3)
    session.script.command(0, command)
    session.script.disconnect(0x16)
    #expect(try session.script.transfer().cause == "client-stopped")
  }

  @Test("flash is not free")
  mutating func refused() throws {
    session.script.command(0, "01007000")
    session.script.indicate(1, "03")
    session.script.disconnect(0x16)
    #expect(try session.script.transfer().cause == "slot-busy")
  }

  @Test("bytes that begin with no vector table are not taken for an update")
  mutating func notRecognized() throws {
    session = STM32WBSession(isDiscovered: false)
    session.begin()
    for number in 1..<8 { session.write(number) }
    #expect(try session.script.analysis().transfers.isEmpty)
  }
}
