public import ATTParser

/// Names of the numbers and UUIDs that stand for services, characteristics, units and companies.
///
/// A table is parsed when the first name is asked of it; nil is a number without a known name.
public enum AssignedNumbers {
  /// The name of a service, with UUIDs of vendors: `Heart Rate`, `Nordic UART Service`.
  public static func service(_ uuid: BluetoothUUID) -> String? { services[uuid] }

  /// The name of a characteristic, with UUIDs of vendors: `Heart Rate Measurement`.
  public static func characteristic(_ uuid: BluetoothUUID) -> String? { characteristics[uuid] }

  /// The name of a descriptor: `Client Characteristic Configuration`.
  public static func descriptor(_ uuid: BluetoothUUID) -> String? { descriptors[uuid] }

  /// The name of a GATT declaration: `Primary Service`.
  public static func declaration(_ uuid: BluetoothUUID) -> String? { declarations[uuid] }

  /// The name of whatever an attribute may be: a declaration, a descriptor, a characteristic or a service.
  public static func attributeType(_ uuid: BluetoothUUID) -> String? {
    declaration(uuid) ?? descriptor(uuid) ?? characteristic(uuid) ?? service(uuid)
  }

  /// The name of a unit, as in a Characteristic Presentation Format: `Celsius temperature (degree Celsius)`.
  public static func unit(_ number: UInt16) -> String? { units[BluetoothUUID(number)] }

  /// The name of a company, as in manufacturer data and in the PnP ID: `Nordic Semiconductor ASA`.
  public static func company(_ identifier: UInt16) -> String? { companies[BluetoothUUID(identifier)] }

  private static let services = parse(AssignedNumbersTable.services, VendorUUIDs.services)
  private static let characteristics = parse(
    AssignedNumbersTable.characteristics, VendorUUIDs.characteristics)
  private static let descriptors = parse(AssignedNumbersTable.descriptors)
  private static let declarations = parse(AssignedNumbersTable.declarations)
  private static let units = parse(AssignedNumbersTable.units)
  private static let companies = parse(AssignedNumbersTable.companies)

  /// Reads lines of a number or UUID, a space and a name; of two names for one UUID the last holds.
  private static func parse(_ tables: String...) -> [BluetoothUUID: String] {
    var names: [BluetoothUUID: String] = [:]
    for lines in tables {
      for line in lines.utf8.split(separator: UInt8(ascii: "\n")) {
        guard let space = line.firstIndex(of: UInt8(ascii: " ")), let uuid = uuid(line[..<space]) else {
          continue
        }
        names[uuid] = String(Substring(line[line.index(after: space)...]))
      }
    }
    return names
  }

  /// Reads 4 or 32 lower-case digits, much faster than `BluetoothUUID(text:)`, for the sake of 5,000 lines.
  private static func uuid(_ digits: Substring.UTF8View) -> BluetoothUUID? {
    var (high, low): (UInt64, UInt64) = (0, 0)
    var count = 0
    for byte in digits where byte != UInt8(ascii: "-") {
      let digit =
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte &- UInt8(ascii: "0")
        default: byte &- UInt8(ascii: "a") &+ 10
        }
      (high, low) = (high << 4 | low >> 60, low << 4 | UInt64(digit & 0xF))
      count += 1
    }
    switch count {
    case 4: return BluetoothUUID(UInt16(truncatingIfNeeded: low))
    case 32: return BluetoothUUID(high: high, low: low)
    default: return nil
    }
  }
}
