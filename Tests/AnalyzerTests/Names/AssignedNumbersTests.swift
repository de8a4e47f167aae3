import ATTParser
import Testing

@testable import Analyzer

@Suite("Assigned numbers") struct AssignedNumbersTests {
  @Test(
    "services",
    arguments: [
      ("1800", "Generic Access"), ("1801", "Generic Attribute"), ("1802", "Immediate Alert"),
      ("1805", "Current Time"), ("180a", "Device Information"), ("180d", "Heart Rate"), ("180f", "Battery"),
      ("1812", "Human Interface Device"), ("1816", "Cycling Speed and Cadence"), ("1825", "Object Transfer"),
      ("1844", "Volume Control"), ("1855", "Telephony and Media Audio"), ("185b", "Ranging"),
      ("fe95", "Xiaomi Inc."), ("fd6f", "Exposure Notification Service"),
      ("7905f431-b5ce-4e99-a40f-4b1e122d00d0", "Apple Notification Center Service"),
    ])
  func service(_ text: String, _ name: String) throws {
    #expect(AssignedNumbers.service(try Self.uuid(text)) == name)
  }

  @Test(
    "characteristics",
    arguments: [
      ("2a00", "Device Name"), ("2a01", "Appearance"), ("2a04", "Peripheral Preferred Connection Parameters"),
      ("2a05", "Service Changed"), ("2a19", "Battery Level"), ("2a24", "Model Number String"),
      ("2a26", "Firmware Revision String"), ("2a29", "Manufacturer Name String"),
      ("2a37", "Heart Rate Measurement"), ("2a38", "Body Sensor Location"), ("2a4d", "Report"),
      ("2a50", "PnP ID"), ("2a6e", "Temperature"), ("2aa6", "Central Address Resolution"),
      ("2ac5", "Object Action Control Point"), ("2b29", "Client Supported Features"),
      ("2b2a", "Database Hash"), ("2b3a", "Server Supported Features"), ("2bf5", "LE GATT Security Levels"),
      ("9fbf120d-6301-42d9-8c58-25e699a21dbd", "Apple Notification Source"),
    ])
  func characteristic(_ text: String, _ name: String) throws {
    #expect(AssignedNumbers.characteristic(try Self.uuid(text)) == name)
  }

  @Test("descriptors and declarations")
  func descriptors() {
    #expect(AssignedNumbers.descriptor(BluetoothUUID(0x2900)) == "Characteristic Extended Properties")
    #expect(AssignedNumbers.descriptor(BluetoothUUID(0x2901)) == "Characteristic User Description")
    #expect(AssignedNumbers.descriptor(BluetoothUUID(0x2902)) == "Client Characteristic Configuration")
    #expect(AssignedNumbers.descriptor(BluetoothUUID(0x2904)) == "Characteristic Presentation Format")
    #expect(AssignedNumbers.descriptor(BluetoothUUID(0x2908)) == "Report Reference")
    #expect(AssignedNumbers.declaration(BluetoothUUID(0x2800)) == "Primary Service")
    #expect(AssignedNumbers.declaration(BluetoothUUID(0x2801)) == "Secondary Service")
    #expect(AssignedNumbers.declaration(BluetoothUUID(0x2802)) == "Include")
    #expect(AssignedNumbers.declaration(BluetoothUUID(0x2803)) == "Characteristic")
  }

  @Test("units")
  func units() {
    #expect(AssignedNumbers.unit(0x2700) == "unitless")
    #expect(AssignedNumbers.unit(0x2701) == "length (metre)")
    #expect(AssignedNumbers.unit(0x2728) == "electric potential difference (volt)")
    #expect(AssignedNumbers.unit(0x272F) == "Celsius temperature (degree Celsius)")
    #expect(AssignedNumbers.unit(0x27AD) == "percentage")
    #expect(AssignedNumbers.unit(0x27AF) == "period (beats per minute)")
    #expect(AssignedNumbers.unit(0x27C3) == "sound pressure (decibel)")
  }

  @Test("companies")
  func companies() {
    #expect(AssignedNumbers.company(0x0000) == "Ericsson AB")
    #expect(AssignedNumbers.company(0x0006) == "Microsoft")
    #expect(AssignedNumbers.company(0x000D) == "Texas Instruments Inc.")
    #expect(AssignedNumbers.company(0x000F) == "Broadcom Corporation")
    #expect(AssignedNumbers.company(0x004C) == "Apple, Inc.")
    #expect(AssignedNumbers.company(0x0059) == "Nordic Semiconductor ASA")
    #expect(AssignedNumbers.company(0x0075) == "Samsung Electronics Co. Ltd.")
    #expect(AssignedNumbers.company(0x00E0) == "Google")
    #expect(AssignedNumbers.company(0x0370) == "Wazombi Labs OÜ")
  }

  @Test(
    "an attribute type may be of any kind",
    arguments: [
      ("2803", "Characteristic"), ("2902", "Client Characteristic Configuration"),
      ("2a37", "Heart Rate Measurement"), ("180d", "Heart Rate"),
      ("da2e7828-fbce-4e01-ae9e-261174997c48", "SMP Characteristic"),
    ])
  func attributeType(_ text: String, _ name: String) throws {
    #expect(AssignedNumbers.attributeType(try Self.uuid(text)) == name)
  }

  @Test(
    "UUIDs of vendors' firmware updates",
    arguments: [
      ("fe59", "Nordic Secure DFU Service"),
      ("8ec90001-f315-4f60-9fb8-838830daea50", "Nordic DFU Control Point"),
      ("00001530-1212-efde-1523-785feabcd123", "Nordic Legacy DFU Service"),
      ("00001530-0000-3512-2118-0009af100700", "Huami Firmware Service"),
      ("8d53dc1d-1db7-4cd3-868b-8a527460aa84", "SMP Service"),
      ("8018", "Espressif OTA Service"), ("8020", "Espressif OTA Firmware"),
      ("f000ffc5-0451-4000-b000-000000000000", "TI OAD Extended Control"),
      ("1d14d6ee-fd63-4fa1-bfa4-8f47b42119f0", "Silicon Labs OTA Service"),
      ("00010203-0405-0607-0809-0a0b0c0d1912", "Telink OTA Service"),
      ("6E400002-B5A3-F393-E0A9-E50E24DCCA9E", "Nordic UART RX"),
    ])
  func vendor(_ text: String, _ name: String) throws {
    #expect(AssignedNumbers.attributeType(try Self.uuid(text)) == name)
  }

  @Test(
    "a service's UUID is not the name of a characteristic or descriptor", arguments: ["fff1", "fff2", "fd6f"])
  func withinService(_ text: String) throws {
    let uuid = try Self.uuid(text)
    #expect(AssignedNumbers.service(uuid) != nil)
    #expect(AssignedNumbers.withinService(uuid) == nil)
    #expect(AttributePaths.title("180d/\(text)") == text)
    #expect(AttributePaths.title(text) == "\(text) (\(AssignedNumbers.service(uuid) ?? ""))")
    #expect(AttributePaths.title("180d/\(text)/2902") == "\(text)/2902 (Client Characteristic Configuration)")
  }

  @Test("what has no name is nil, also what has one of another kind")
  func unknown() throws {
    #expect(AssignedNumbers.service(BluetoothUUID(0x2A37)) == nil)
    #expect(AssignedNumbers.characteristic(BluetoothUUID(0x180D)) == nil)
    #expect(AssignedNumbers.descriptor(BluetoothUUID(0x2A00)) == nil)
    #expect(AssignedNumbers.declaration(BluetoothUUID(0x2804)) == nil)
    #expect(AssignedNumbers.attributeType(BluetoothUUID(0x0001)) == nil)
    #expect(AssignedNumbers.attributeType(BluetoothUUID(0x27AD)) == nil)
    #expect(AssignedNumbers.unit(0x27FF) == nil)
    #expect(AssignedNumbers.company(0xFFFE) == nil)
    #expect(AssignedNumbers.attributeType(BluetoothUUID(short32: 0x0001_180D)) == nil)
    #expect(AssignedNumbers.attributeType(try Self.uuid("6e400009-b5a3-f393-e0a9-e50e24dcca9e")) == nil)
  }

  @Test("every line of every table gives the name of its number")
  func lines() throws {
    let services = try Self.names(AssignedNumbersTable.services, count: 787)
    let characteristics = try Self.names(AssignedNumbersTable.characteristics, count: 663)
    let vendorServices = try Self.names(VendorUUIDs.services, count: 31)
    let vendorCharacteristics = try Self.names(VendorUUIDs.characteristics, count: 81)
    for (uuid, name) in services.merging(vendorServices, uniquingKeysWith: { $1 }) {
      #expect(AssignedNumbers.service(uuid) == name)
    }
    for (uuid, name) in characteristics.merging(vendorCharacteristics, uniquingKeysWith: { $1 }) {
      #expect(AssignedNumbers.characteristic(uuid) == name)
    }
    for (uuid, name) in try Self.names(AssignedNumbersTable.descriptors, count: 24) {
      #expect(AssignedNumbers.descriptor(uuid) == name)
    }
    for (uuid, name) in try Self.names(AssignedNumbersTable.declarations, count: 4) {
      #expect(AssignedNumbers.declaration(uuid) == name)
    }
    for (uuid, name) in try Self.names(AssignedNumbersTable.units, count: 123) {
      #expect(AssignedNumbers.unit(try #require(uuid.short)) == name)
    }
    for (uuid, name) in try Self.names(AssignedNumbersTable.companies, count: 3413) {
      #expect(AssignedNumbers.company(try #require(uuid.short)) == name)
    }
  }

  /// Reads a table with the UUID's own initializer and expects `count` different UUIDs with names.
  private static func names(_ table: String, count: Int) throws -> [BluetoothUUID: String] {
    var names: [BluetoothUUID: String] = [:]
    for line in table.split(separator: "\n") {
      let parts = line.split(separator: " ", maxSplits: 1).map(String.init)
      try #require(parts.count == 2)
      names[try uuid(parts[0])] = parts[1]
    }
    #expect(names.count == count)
    return names
  }

  private static func uuid(_ text: String) throws -> BluetoothUUID {
    try #require(BluetoothUUID(text: text))
  }
}
