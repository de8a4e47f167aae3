import ATTParser
import Analyzer

/// The table of one device as `gatt --save` writes it, and `--gatt` reads it.
struct SavedTableDocument: JSONDocument {
  /// A service.
  struct Service: Encodable {
    var start: UInt16
    var end: UInt16
    var uuid: String?
    var primary: Bool
  }

  /// An include declaration.
  struct Include: Encodable {
    var declaration: UInt16
    var start: UInt16
    var end: UInt16
    var uuid: String?
  }

  /// A characteristic.
  struct Characteristic: Encodable {
    var declaration: UInt16
    var value: UInt16
    var properties: UInt8
    var uuid: String
    var name: String?
  }

  /// A descriptor, or another attribute.
  struct Attribute: Encodable {
    var handle: UInt16
    var uuid: String
  }

  /// The version of the file's schema.
  static let schema = "bleshark.gatt/1"

  var schema = Self.schema
  var address: String?
  var services: [Service]
  var includes: [Include]
  var characteristics: [Characteristic]
  var attributes: [Attribute]

  /// Describes a table; attributes that were only inferred are left out.
  init(_ table: GATTTable, address: DeviceAddress?) {
    self.address = address?.description
    services = table.services.map {
      Service(
        start: $0.start.rawValue, end: $0.end.rawValue, uuid: $0.uuid?.description, primary: $0.isPrimary)
    }
    includes = table.includes.map {
      Include(
        declaration: $0.declaration.rawValue, start: $0.start.rawValue, end: $0.end.rawValue,
        uuid: $0.uuid?.description)
    }
    characteristics = table.characteristics.map {
      Characteristic(
        declaration: $0.declaration.rawValue, value: $0.value.rawValue, properties: $0.properties.rawValue,
        uuid: $0.uuid.description, name: AssignedNumbers.characteristic($0.uuid))
    }
    attributes = table.attributes.filter { !$0.isInferred }.map {
      Attribute(handle: $0.handle.rawValue, uuid: $0.uuid.description)
    }
  }
}
