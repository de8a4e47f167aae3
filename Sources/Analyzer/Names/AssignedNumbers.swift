public import ATTParser

/// Names of the numbers and UUIDs that stand for services, characteristics, units and companies.
///
/// Nil is a number without a known name.
public enum AssignedNumbers {
  /// The name of a service, with UUIDs of vendors: `Heart Rate`, `Nordic UART Service`.
  public static func service(_ uuid: BluetoothUUID) -> String? {
    vendorServices[uuid] ?? services.name(of: uuid)
  }

  /// The name of a characteristic, with UUIDs of vendors: `Heart Rate Measurement`.
  public static func characteristic(_ uuid: BluetoothUUID) -> String? {
    vendorCharacteristics[uuid] ?? characteristics.name(of: uuid)
  }

  /// The name of a descriptor: `Client Characteristic Configuration`.
  public static func descriptor(_ uuid: BluetoothUUID) -> String? { descriptors.name(of: uuid) }

  /// The name of a GATT declaration: `Primary Service`.
  public static func declaration(_ uuid: BluetoothUUID) -> String? { declarations.name(of: uuid) }

  /// The name of whatever an attribute may be: a declaration, a descriptor, a characteristic or a service.
  public static func attributeType(_ uuid: BluetoothUUID) -> String? {
    withinService(uuid) ?? service(uuid)
  }

  /// The name of an attribute that lies in a service: a declaration, a descriptor or a characteristic.
  ///
  /// The UUID of a service means nothing there: fff1, which many devices use for a characteristic of their own, is
  /// also the service of a consortium that has nothing to do with them.
  public static func withinService(_ uuid: BluetoothUUID) -> String? {
    declaration(uuid) ?? descriptor(uuid) ?? characteristic(uuid)
  }

  /// The name of a unit, as in a Characteristic Presentation Format: `Celsius temperature (degree Celsius)`.
  public static func unit(_ number: UInt16) -> String? { units.name(of: BluetoothUUID(number)) }

  /// The name of a company, as in manufacturer data and in the PnP ID: `Nordic Semiconductor ASA`.
  public static func company(_ identifier: UInt16) -> String? {
    companies.name(of: BluetoothUUID(identifier))
  }

  private static let services = NameTable(AssignedNumbersTable.services)
  private static let characteristics = NameTable(AssignedNumbersTable.characteristics)
  private static let descriptors = NameTable(AssignedNumbersTable.descriptors)
  private static let declarations = NameTable(AssignedNumbersTable.declarations)
  private static let units = NameTable(AssignedNumbersTable.units)
  private static let companies = NameTable(AssignedNumbersTable.companies)
  private static let vendorServices = parse(VendorUUIDs.services)
  private static let vendorCharacteristics = parse(VendorUUIDs.characteristics)

  /// Reads the few lines of vendors, which are not in the order of their UUIDs.
  private static func parse(_ text: String) -> [BluetoothUUID: String] {
    var names: [BluetoothUUID: String] = [:]
    for line in text.utf8.split(separator: UInt8(ascii: "\n")).map(Array.init) {
      guard let (uuid, space) = NameTable.readUUID(line, 0) else { continue }
      names[uuid] = String(decoding: line[(space + 1)...], as: UTF8.self)
    }
    return names
  }
}
