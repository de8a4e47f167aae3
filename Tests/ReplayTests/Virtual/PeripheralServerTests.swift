import ATTParser
import TestSupport
import Testing

@testable import Replay

/// A captured device's server, asked PDU by PDU; expected answers are the specification's (Vol 3, Part F, 3.4).
@Suite("Peripheral server")
struct PeripheralServerTests {
  private func server(_ more: (inout CapturedSession) -> Void = { _ in }) throws -> PeripheralServer {
    var capture = CapturedSession()
    capture.connects()
    capture.asks("02 f700", "03 b900")
    capture.discovers()
    capture.asks("0a 0600", "0b 010203")
    more(&capture)
    return PeripheralServer(try capture.plan().connections[0])
  }

  private func ask(_ server: inout PeripheralServer, _ hex: String) -> [String] {
    server.receive([UInt8](hex: hex)).map { output in
      switch output {
      case .pdu(let bytes, _): bytes.hex
      case .hangUp(let reason, _): "hang up \(reason ?? -1)"
      }
    }
  }

  @Test(
    "discovery",
    arguments: [
      ("10 0100 ffff 0028", "1106010006000d18"), ("10 0200 ffff 0028", "011002000a"),
      ("06 0100 ffff 0028 0d18", "0701000600"), ("06 0100 ffff 0028 0f18", "010601000a"),
      ("08 0100 0600 0328", "090702001003 00372a 05000a0600392a"), ("08 0100 ffff 0228", "010801000a"),
      ("04 0100 ffff", "0501 01000028 02000328 0300372a 04000229 05000328 0600392a"),
      ("04 0700 ffff", "010407000a"), ("04 0000 ffff", "0104000001"), ("04 0500 0400", "0104050001"),
      ("10 0100 ffff 0328", "0110010010"),
    ])
  func discovery(_ request: String, _ answer: String) throws {
    var server = try server()
    _ = ask(&server, "02 f700")
    #expect(ask(&server, request) == [[UInt8](hex: answer).hex])
  }

  @Test("lists are as long as the ATT_MTU allows")
  func longList() throws {
    var server = try server()
    // 23 bytes: five entries of 4 behind two bytes.
    #expect(
      ask(&server, "04 0100 ffff") == [
        "0501" + "01000028" + "02000328" + "0300372a" + "04000229" + "05000328"
      ])
  }

  @Test("recorded answers come in their order, then the last known value")
  func values() throws {
    var server = try server { capture in capture.asks("0a 0600", "0b 0405") }
    #expect(ask(&server, "0a 0600") == ["0b010203"])
    #expect(ask(&server, "0a 0600") == ["0b0405"])
    #expect(ask(&server, "0a 0600") == ["0b010203"])
    #expect(ask(&server, "12 0600 07") == ["13"])
    #expect(ask(&server, "0a 0600") == ["0b07"])
    #expect(ask(&server, "0c 0600 0100") == ["0d"])
    #expect(ask(&server, "0c 0600 0200") == ["010c060007"])
    #expect(server.unscripted == 5)
  }

  @Test(
    "requests that cannot be are refused with the right code",
    arguments: [
      ("0a 0900", "010a090001"), ("0a 0300", "010a030002"), ("12 0300 01", "0112030003"),
      ("12 0500 01", "0112050003"), ("12 0400 01", "011204000d"), ("0a 06", "010a000004"),
      ("30 00", "0130000006"), ("12 0000 01", "0112000001"),
    ])
  func refused(_ request: String, _ answer: String) throws {
    var server = try server()
    #expect(ask(&server, request) == [answer])
  }

  @Test(
    "an exchange of MTUs that was refused is refused again, whatever the code",
    arguments: [0x01, 0x06, 0x0E, 0x11, 0x80, 0xFF] as [UInt8])
  func refusedMTU(_ code: UInt8) throws {
    var capture = CapturedSession()
    capture.connects()
    capture.asks("02 f700", "01 02 0000" + [code].hex)
    capture.discovers()
    let plan = try capture.plan()
    var server = PeripheralServer(plan.connections[0])
    #expect(ask(&server, "02 f700") == ["01020000" + [code].hex])
    #expect(server.attMTU == 23)
    #expect(play(plan).isAsRecorded)
  }

  @Test("commands are never answered", arguments: ["52 0900 01", "52", "72 00", "1e", "d2 0600 01"])
  func commands(_ command: String) throws {
    var server = try server()
    #expect(ask(&server, command).isEmpty)
  }

  @Test("long writes are prepared, executed and cancelled")
  func longWrite() throws {
    var server = try server()
    #expect(
      ask(&server, "16 0600 0000 aabb") == ["1606000000aabb".replacing("16", with: "17", maxReplacements: 1)])
    #expect(ask(&server, "16 0600 0200 cc") == ["1706000200cc"])
    #expect(ask(&server, "18 01") == ["19"])
    _ = ask(&server, "0a 0600")
    #expect(ask(&server, "0a 0600") == ["0baabbcc"])
    #expect(ask(&server, "16 0600 0900 01") == ["170600090001"])
    #expect(ask(&server, "18 01") == ["0118000007"])
    #expect(ask(&server, "16 0600 0000 01") == ["170600000001"])
    #expect(ask(&server, "18 00") == ["19"])
    #expect(ask(&server, "0a 0600") == ["0baabbcc"])
  }

  @Test("notifications wait for what came before them in the capture")
  func gates() throws {
    var server = try server { capture in
      capture.asks("12 0400 0100", "13")
      capture.sends("52 0600 01")
      capture.sends("52 0600 02")
      capture.receives("1b 0300 0c")
      capture.receives("1b 0300 0d")
      capture.disconnects(0x13)
    }
    #expect(ask(&server, "12 0400 0100") == ["13"])
    // The second write without the first is not enough.
    #expect(ask(&server, "52 0600 02").isEmpty)
    #expect(ask(&server, "52 0600 01") == ["1b03000c", "1b03000d", "hang up 19"])
  }

  @Test("values that nobody can wait for come when the client is silent")
  func impatient() throws {
    var server = try server { capture in
      capture.asks("12 0400 0100", "13")
      capture.receives("1b 0300 0c")
    }
    #expect(server.takeDue().isEmpty && server.isWaiting)
    #expect(server.takeDue(isImpatient: true) == [.pdu([0x1B, 3, 0, 0x0C], delay: 2000)])
    #expect(!server.isWaiting)
  }

  @Test("a request that was never answered is not answered")
  func silent() throws {
    var server = try server { capture in capture.sends("12 0600 55") }
    #expect(ask(&server, "12 0600 55").isEmpty)
  }
}
