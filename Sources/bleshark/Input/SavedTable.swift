import ATTParser
import Analyzer
import FoundationEssentials

/// The table of one device as `gatt --save` writes it.
struct SavedTable: Codable, JSONDocument {
  /// A service.
  struct Service: Codable {
    var start: UInt16
    var end: UInt16
    var uuid: String?
    var primary: Bool
  }

  /// An include declaration.
  struct Include: Codable {
    var declaration: UInt16
    var start: UInt16
    var end: UInt16
    var uuid: String?
  }

  /// A characteristic.
  struct Characteristic: Codable {
    var declaration: UInt16
    var value: UInt16
    var properties: UInt8
    var uuid: String
    var name: String?
  }

  /// A descriptor, or another attribute.
  struct Attribute: Codable {
    var handle: UInt16
    var uuid: String
  }

  /// What every version of the file has.
  private struct SchemaVersion: Decodable {
    var schema: String
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

  /// Reads a saved table; nil when the file is no JSON text, and so maybe a capture.
  ///
  /// - Throws: ``InputError`` for JSON that is no saved table, and for a file that cannot be read.
  static func read(_ path: String) throws -> SavedTable? {
    guard let bytes = try CaptureInput.smallFile(path, startingWith: UInt8(ascii: "{")) else { return nil }
    let saved: SavedTable
    do {
      // A file of another schema is said to be one, whatever fields it has.
      let version = try JSONDecoder().decode(SchemaVersion.self, from: Data(bytes)).schema
      guard version == schema else {
        throw InputError(path, "schema \(version) is not known", advice: "\(schema) is read")
      }
      saved = try JSONDecoder().decode(SavedTable.self, from: Data(bytes))
    } catch let error as InputError {
      throw error
    } catch {
      throw InputError(
        path, "no table of attributes: \(describe(error))", advice: "write one with bleshark gatt --save")
    }
    return saved
  }

  private static func describe(_ error: any Error) -> String {
    switch error {
    case DecodingError.keyNotFound(let key, _): "'\(key.stringValue)' is missing"
    case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context):
      "\(context.codingPath.map(\.stringValue).joined(separator: ".")): \(context.debugDescription)"
    case DecodingError.dataCorrupted(let context): context.debugDescription
    default: "\(error)"
    }
  }

  /// Adds the table to what is known.
  func add(to known: inout KnownTables) {
    let table = table
    if let address, let peer = DeviceAddress(text: address) {
      known.byPeer[peer, default: GATTTable()].merge(table)
    }
    // Given by name, it serves for the device under any address.
    known.fallback = known.fallback ?? table
  }

  private var table: GATTTable {
    var table = GATTTable()
    table.merge(
      services: services.map {
        GATTTable.Service(
          start: AttributeHandle(rawValue: $0.start), end: AttributeHandle(rawValue: $0.end),
          uuid: $0.uuid.flatMap(BluetoothUUID.init(text:)), isPrimary: $0.primary)
      },
      includes: includes.map {
        GATTTable.Include(
          declaration: AttributeHandle(rawValue: $0.declaration), start: AttributeHandle(rawValue: $0.start),
          end: AttributeHandle(rawValue: $0.end), uuid: $0.uuid.flatMap(BluetoothUUID.init(text:)))
      },
      characteristics: characteristics.compactMap { item in
        BluetoothUUID(text: item.uuid).map {
          GATTTable.Characteristic(
            declaration: AttributeHandle(rawValue: item.declaration),
            value: AttributeHandle(rawValue: item.value),
            properties: CharacteristicProperties(rawValue: item.properties), uuid: $0)
        }
      },
      attributes: attributes.compactMap { item in
        BluetoothUUID(text: item.uuid).map {
          GATTTable.Attribute(handle: AttributeHandle(rawValue: item.handle), uuid: $0)
        }
      })
    return table
  }
}
