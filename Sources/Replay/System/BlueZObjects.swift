import ATTParser
import Analyzer

/// The objects that BlueZ has on the bus: adapters, devices, and their attributes, by path.
///
/// ```
/// /org/bluez/hci0/dev_F0_F1_F2_F3_F4_F5/service0010/char0011/desc0013      handles in hexadecimal, of declarations
/// ```
struct BlueZObjects: Sendable {
  /// Interfaces with their properties, by path.
  private let objects: [String: BusValue]

  /// Reads what GetManagedObjects returned.
  init(_ answer: [BusValue]) {
    objects = answer.first?.dictionary ?? [:]
  }

  /// The properties of an object by an interface of BlueZ; nil when it has no such interface.
  func properties(_ path: String, _ interface: String) -> [String: BusValue]? {
    objects[path]?.dictionary["org.bluez." + interface]?.dictionary
  }

  private func paths(_ interface: String, under parent: String = "/") -> [String] {
    objects.keys.filter { $0.hasPrefix(parent) && properties($0, interface) != nil }.sorted()
  }

  /// The first adapter that is on, and whether there is any.
  var adapter: (path: String?, isAny: Bool) {
    let all = paths("Adapter1")
    return (all.first { properties($0, "Adapter1")?["Powered"]?.bool == true }, !all.isEmpty)
  }

  /// The device that is looked for, as far as BlueZ knows of it.
  func device(_ target: LinkTarget, on adapter: String) -> String? {
    paths("Device1", under: adapter + "/").first { path in
      let device = properties(path, "Device1") ?? [:]
      switch target {
      case .address(let address, let isRandom):
        let isRightKind = isRandom.map { device["AddressType"]?.text == ($0 ? "random" : "public") } ?? true
        return device["Address"]?.text.flatMap(DeviceAddress.init(text:)) == address && isRightKind
      case .name(let name): return device["Name"]?.text == name
      case .service(let service):
        return (device["UUIDs"]?.elements ?? []).contains {
          $0.text.flatMap(BluetoothUUID.init(text:)) == service
        }
      case .advertise: return false
      }
    }
  }

  /// The attributes of a device: paths by value or descriptor handle, and the table that they make.
  func attributes(of device: String) -> (paths: [AttributeHandle: String], table: SystemTable) {
    var found: [AttributeHandle: String] = [:]
    let services = paths("GattService1", under: device + "/").compactMap { path -> SystemTable.Service? in
      let service = properties(path, "GattService1") ?? [:]
      guard let uuid = Self.uuid(service), let start = Self.handle(path) else { return nil }
      let characteristics = paths("GattCharacteristic1", under: path + "/").compactMap {
        characteristic($0, &found)
      }
      return SystemTable.Service(
        uuid: uuid, start: start, isPrimary: service["Primary"]?.bool ?? true,
        characteristics: characteristics)
    }
    return (found, SystemTable(services: services))
  }

  private func characteristic(
    _ path: String, _ found: inout [AttributeHandle: String]
  ) -> SystemTable.Characteristic? {
    let one = properties(path, "GattCharacteristic1") ?? [:]
    guard let uuid = Self.uuid(one), let declaration = Self.handle(path) else { return nil }
    let descriptors = paths("GattDescriptor1", under: path + "/").compactMap {
      path -> (BluetoothUUID, AttributeHandle)? in
      guard let uuid = Self.uuid(properties(path, "GattDescriptor1") ?? [:]), let handle = Self.handle(path)
      else {
        return nil
      }
      found[handle] = path
      return (uuid, handle)
    }
    let characteristic = SystemTable.Characteristic(
      uuid: uuid, declaration: declaration,
      properties: Self.characteristicProperties(one["Flags"]?.elements ?? []),
      descriptors: descriptors.map { (uuid: $0.0, handle: $0.1) })
    found[characteristic.value] = path
    return characteristic
  }

  /// The ATT_MTU that BlueZ tells with each characteristic; nil when none does.
  func attMTU(of device: String) -> Int? {
    paths("GattCharacteristic1", under: device + "/").lazy
      .compactMap { properties($0, "GattCharacteristic1")?["MTU"]?.integer }.first { $0 >= 23 }
  }

  private static func uuid(_ properties: [String: BusValue]) -> BluetoothUUID? {
    properties["UUID"]?.text.flatMap(BluetoothUUID.init(text:))
  }

  /// The handle that the last four digits of a path are.
  static func handle(_ path: String) -> AttributeHandle? {
    UInt16(path.suffix(4), radix: 16).map { AttributeHandle(rawValue: $0) }
  }

  private static func characteristicProperties(_ flags: [BusValue]) -> CharacteristicProperties {
    let names: [String: UInt8] = [
      "broadcast": 0x01, "read": 0x02, "write-without-response": 0x04, "write": 0x08, "notify": 0x10,
      "indicate": 0x20, "authenticated-signed-writes": 0x40, "extended-properties": 0x80,
    ]
    return CharacteristicProperties(rawValue: flags.compactMap { $0.text.flatMap { names[$0] } }.reduce(0, |))
  }
}
