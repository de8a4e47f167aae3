import ATTParser
import TestSupport
import Testing

@testable import Replay

/// What captures make of plans, worked out by hand.
@Suite("Replay plans")
struct ReplayPlanTests {
  private func kinds(_ plan: ReplayPlan, _ connection: Int = 0) -> [ReplayStep.Kind] {
    plan.connections[connection].steps.map(\.kind)
  }

  @Test("a session with everything")
  func session() throws {
    var capture = CapturedSession()
    capture.connects()
    capture.asks("02 f700", "03 b900")
    capture.discovers()
    capture.asks("12 0400 0100", "13")
    capture.receives("1b 0300 0648")
    capture.wait(10)
    capture.asks("0a 0600", "0b 0102")
    capture.asks("0c 0600 0100", "0d 02")
    capture.sends("52 0600 aabb")
    capture.asks("16 0600 0000 cc", "17 0600 0000 cc")
    capture.asks("18 01", "19")
    capture.asks("12 ffff 00", "01 12 ffff 01")
    capture.asks("08 0100 ffff 392a", "09 03 0600 07")
    capture.disconnects(0x16)
    let plan = try capture.plan()
    #expect(plan.device == DeviceAddress(0xC102_0304_0506))
    #expect(plan.isRandom == true)
    #expect(
      kinds(plan) == [
        .connect, .exchangeMTU, .discover, .write, .notification, .read, .readBlob, .writeCommand,
        .prepareWrite, .executeWrite, .write, .readByType, .disconnect,
      ])
    let steps = plan.connections[0].steps
    #expect(steps[1].number == 0xF7 && steps[1].answer == .mtu(0xB9))
    #expect(steps[3].attribute?.description == "180d/2a37/2902")
    #expect(steps[3].answer == .accepted)
    #expect(steps[4].attribute?.description == "180d/2a37")
    #expect(steps[4].value == [0x06, 0x48] && steps[4].hindrance == nil)
    // Each packet is a millisecond after the one before; the request goes out 2 after the notification, plus 10.
    #expect(steps[5].after == 4 && steps[3].after == nil)
    #expect(steps[5].time - steps[4].time == 11_000)
    #expect(steps[5].latency == 1000)
    #expect(steps[5].answer == .value([1, 2], missing: 0))
    #expect(steps[6].offset == 1 && steps[6].answer == .value([2], missing: 0))
    #expect(steps[7].value == [0xAA, 0xBB] && steps[7].answer == nil)
    let value = try #require(AttributeKey(text: "180d/2a39"))
    #expect(steps[8].answer == .prepared(.key(value), offset: 0, [0xCC]))
    #expect(steps[9].number == 1)
    let nowhere = AttributeReference.handle(AttributeHandle(rawValue: 0xFFFF))
    #expect(steps[10].attribute == nowhere)
    #expect(steps[10].answer == .error(ATTErrorCode(rawValue: 1), nowhere))
    #expect(steps[11].uuid == BluetoothUUID(0x2A39) && steps[11].attribute == nil)
    #expect(steps[11].answer == .values([ReplayAnswer.AttributeValue(.key(value), [7])]))
    #expect(!steps[12].isByDevice && steps[12].number == 0x16)
    #expect(steps.map(\.frame) == steps.map(\.frame).sorted())
  }

  @Test("discovery comes first when the capture has none, and unknown handles keep their number")
  func withoutDiscovery() throws {
    var capture = CapturedSession()
    capture.connects()
    capture.asks("0a 2000", "0b 01")
    let plan = try capture.plan()
    #expect(kinds(plan) == [.connect, .discover, .read])
    #expect(plan.connections[0].steps[2].attribute?.description == "handle:0x0020")
    #expect(plan.connections[0].remarks.contains { $0.contains("--gatt") })
  }

  @Test("steps without their cause are named, not played")
  func causes() throws {
    var capture = CapturedSession()
    capture.connects()
    capture.discovers()
    capture.receives("0b 07")
    capture.receives("1b 0300 01")
    capture.asks("12 0400 0100", "13")
    capture.receives("1b 0300 02")
    let steps = try capture.plan().connections[0].steps
    #expect(steps.map(\.kind) == [.connect, .discover, .unplayable, .notification, .write, .notification])
    #expect(steps[2].hindrance == "ATT_READ_RSP answers a request that is not in the capture")
    #expect(steps[3].hindrance == "nothing in the capture subscribes to it")
    #expect(steps[5].hindrance == nil)
    #expect(steps[4].after == nil)
  }

  @Test("values that the capture cut, and signatures, cannot be sent")
  func unsendable() throws {
    var capture = CapturedSession()
    capture.connects()
    capture.discovers()
    capture.sends("52 0600 0102030405", cut: 2)
    capture.sends("d2 0600 01 0102030405060708090a0b0c")
    let steps = try capture.plan().connections[0].steps
    #expect(steps[2].hindrance == "2 bytes of its value are not in the capture")
    #expect(steps[3].hindrance == "its signature cannot be made again")
  }

  @Test("a capture that begins within a connection says so")
  func middle() throws {
    var capture = CapturedSession()
    capture.asks("0a 0300", "0b 01")
    #expect(try capture.plan().connections[0].remarks.contains { $0.hasPrefix("the capture begins within") })
  }

  @Test("a peripheral's log gives the plan of its central")
  func peripheralSide() throws {
    var capture = CapturedSession()
    capture.connects(role: 1)
    for (request, answer) in [
      ("10 0100 ffff 0028", "11 06 0100 0600 0d18"), ("08 0100 0600 0328", "09 07 0500 0a 0600 392a"),
      ("12 0600 01", "13"),
    ] {
      capture.receives(request)
      capture.sends(answer)
    }
    let plan = try capture.plan()
    #expect(kinds(plan) == [.connect, .discover, .write])
    #expect(plan.connections[0].steps[2].attribute?.description == "180d/2a39")
    // The other device is the central, not the one to connect to.
    #expect(plan.device == nil)
  }

  @Test("what the device's own client asks is not played")
  func ownClient() throws {
    var capture = CapturedSession()
    capture.connects()
    capture.receives("02 f700")
    capture.sends("03 f700")
    capture.asks("0a 0300", "0b 01")
    let plan = try capture.plan()
    #expect(kinds(plan) == [.connect, .discover, .read])
    #expect(
      plan.connections[0].remarks.contains(
        "not replayed: 1 requests of the device's own client, which are answered minimally"))
  }

  @Test("all connections of the device with the transfer are one plan")
  func reconnects() throws {
    let plan = try ReplayPlan(fixture: "updates/nordic-secure-dfu-resumed")
    #expect(plan.connections.map(\.id) == [1, 2])
    #expect(plan.connections[0].steps.last?.kind == .disconnect)
    #expect(!plan.transferAttributes.isEmpty)
  }

  @Test("one connection can be chosen")
  func chosen() throws {
    var capture = CapturedSession()
    capture.connects()
    capture.asks("0a 0300", "0b 01")
    capture.disconnects(0x13)
    capture.connects(peer: 9)
    capture.asks("0a 0300", "0b 02")
    #expect(try capture.plan(connection: 2).connections.map(\.id) == [2])
    #expect(throws: ReplayError.self) { try capture.plan(connection: 3) }
  }

  @Test("a capture without ATT is refused in words")
  func nothing() throws {
    var capture = CapturedSession()
    capture.connects()
    let error = #expect(throws: ReplayError.self) { try capture.plan() }
    #expect(error?.description == "the capture: it has no ATT PDUs to replay")
  }

  @Test("the captured device is advertised as it was: flags and its name")
  func advertising() throws {
    let plan = try ReplayPlan(fixture: "ota-ok")
    #expect(plan.advertisingData == [2, 0x01, 0x06, 6, 0x09] + Array("Shark".utf8))
  }
}
