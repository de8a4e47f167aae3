import ATTParser
import Analyzer
import Testing

@testable import Replay

/// What BlueZ tells on the bus, and what its errors mean.
@Suite("BlueZ on the bus")
struct BlueZObjectsTests {
  private static func dictionary(_ entries: [(String, BusValue)]) -> BusValue {
    .list(entries.map { .list([.string($0.0), $0.1]) })
  }

  private static func properties(_ entries: [(String, BusValue)]) -> BusValue {
    dictionary(entries.map { ($0.0, .variant($0.1)) })
  }

  private static let device = "/org/bluez/hci1/dev_F0_F1_F2_F3_F4_F5"

  /// Two adapters, of which the second is on, and a device with one service.
  private static let objects = BlueZObjects([
    dictionary([
      ("/org/bluez/hci0", dictionary([("org.bluez.Adapter1", properties([("Powered", .bool(false))]))])),
      ("/org/bluez/hci1", dictionary([("org.bluez.Adapter1", properties([("Powered", .bool(true))]))])),
      (
        device,
        dictionary([
          (
            "org.bluez.Device1",
            properties([
              ("Address", .string("F0:F1:F2:F3:F4:F5")), ("AddressType", .string("random")),
              ("Name", .string("Shark")), ("UUIDs", .list([.string("0000180a-0000-1000-8000-00805f9b34fb")])),
            ])
          )
        ])
      ),
      (
        device + "/service0010",
        dictionary([
          (
            "org.bluez.GattService1",
            properties([("UUID", .string("0000180d-0000-1000-8000-00805f9b34fb")), ("Primary", .bool(true))])
          )
        ])
      ),
      (
        device + "/service0010/char0011",
        dictionary([
          (
            "org.bluez.GattCharacteristic1",
            properties([
              ("UUID", .string("00002a37-0000-1000-8000-00805f9b34fb")), ("MTU", .integer(247)),
              ("Flags", .list([.string("notify"), .string("read"), .string("something-new")])),
            ])
          )
        ])
      ),
      (
        device + "/service0010/char0011/desc0014",
        dictionary([
          (
            "org.bluez.GattDescriptor1",
            properties([("UUID", .string("00002901-0000-1000-8000-00805f9b34fb"))])
          )
        ])
      ),
    ])
  ])

  @Test("adapters and devices are found")
  func devices() {
    let objects = Self.objects
    #expect(objects.adapter.path == "/org/bluez/hci1" && objects.adapter.isAny)
    let address = DeviceAddress(0xF0F1_F2F3_F4F5)
    for target in [
      LinkTarget.address(address, isRandom: nil), .address(address, isRandom: true), .name("Shark"),
      .service(BluetoothUUID(0x180A)),
    ] {
      #expect(objects.device(target, on: "/org/bluez/hci1") == Self.device)
      #expect(objects.device(target, on: "/org/bluez/hci0") == nil)
    }
    for target in [
      LinkTarget.address(address, isRandom: false), .name("Shar"), .service(BluetoothUUID(0x180D)),
    ] {
      #expect(objects.device(target, on: "/org/bluez/hci1") == nil)
    }
    #expect(BlueZObjects([]).adapter.path == nil && !BlueZObjects([]).adapter.isAny)
  }

  @Test("paths become handles")
  func attributes() throws {
    let (paths, table) = Self.objects.attributes(of: Self.device)
    #expect(paths[AttributeHandle(rawValue: 0x12)] == Self.device + "/service0010/char0011")
    #expect(paths[AttributeHandle(rawValue: 0x14)] == Self.device + "/service0010/char0011/desc0014")
    let one = try #require(table.services.first?.characteristics.first)
    #expect(table.services.first?.start.rawValue == 0x10 && one.declaration.rawValue == 0x11)
    #expect(one.properties == [.read, .notify])
    #expect(Self.objects.attMTU(of: Self.device) == 247)
  }

  @Test("errors keep what they tell")
  func errors() {
    let cases: [(String, String, SystemGATTFailure)] = [
      (
        "org.bluez.Error.Failed", "Operation failed with ATT error: 0x80 (Unknown code)",
        .refused(ATTErrorCode(rawValue: 0x80))
      ),
      (
        "org.bluez.Error.Failed", "Operation failed with ATT error: 0xfd",
        .refused(ATTErrorCode(rawValue: 0xFD))
      ),
      ("org.bluez.Error.NotPermitted", "Read not permitted", .refused(.readNotPermitted)),
      ("org.bluez.Error.NotPermitted", "Write not permitted", .refused(.writeNotPermitted)),
      ("org.bluez.Error.NotPermitted", "Not paired", .refused(.insufficientAuthentication)),
      ("org.bluez.Error.InvalidOffset", "Invalid offset", .refused(.invalidOffset)),
      ("org.freedesktop.DBus.Error.NoReply", "Message did not receive a reply", .noAnswer),
      ("org.bluez.Error.NotConnected", "Not Connected", .gone("the link ended")),
      ("org.bluez.Error.Failed", "Not that", .refused(.unlikelyError)),
    ]
    for (name, message, expected) in cases {
      #expect(BlueZFailure.attribute(BusError(name: name, message: message)) == expected)
    }
    let timeout = BlueZFailure.connecting(
      BusError(name: "org.freedesktop.DBus.Error.NoReply", message: ""), "device X")
    #expect(timeout.layer == .link && timeout.reason == "did not answer in time")
  }

  @Test("without a bus it is said", .enabled(if: GuestStage.current == nil))
  func noBus() {
    let bearer = BlueZATTBearer(subject: "bluez:F0:F1:F2:F3:F4:F5")
    let error = #expect(throws: ReplayError.self) {
      try bearer.open(
        .address(DeviceAddress(0xC0FF_EE00_0001), isRandom: nil), until: .now.adding(milliseconds: 500))
    }
    // On a machine with BlueZ there is at least no such device.
    #expect(error?.layer == .transport || error?.layer == .link)
    #expect(error?.advice != nil || error?.reason == "there is no adapter")
  }
}
