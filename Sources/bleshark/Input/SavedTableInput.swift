import ATTParser
import Analyzer

/// Reads the tables that `gatt --save` writes and people may edit.
enum SavedTableInput {
  /// Takes over a saved table; false when the file does not begin with {, and so may be a capture.
  ///
  /// - Throws: ``InputError`` for JSON that is no saved table, and for a file that cannot be read.
  static func read(_ path: String, into known: inout KnownTables) throws -> Bool {
    let saved = try JSONFile.readIfObject(path, described: "docs/json.md", table)
    guard let saved else { return false }
    if let address = saved.address { known.byPeer[address, default: GATTTable()].merge(saved.table) }
    // Given by name, it serves for the device under any address.
    known.fallback = known.fallback ?? saved.table
    return true
  }

  private static func table(_ root: JSONNode) throws -> (address: DeviceAddress?, table: GATTTable) {
    // A file of another schema is said to be one, whatever members it has.
    let schema = try root.anyMembers().first { $0.name == "schema" }?.node
    if let schema, try schema.string() != SavedTableDocument.schema {
      throw schema.error("'\(try schema.string())' is not known; \(SavedTableDocument.schema) is read")
    }
    let members = try root.members([
      "schema", "address", "services", "includes", "characteristics", "attributes",
    ])
    _ = try members.required("schema")
    var table = GATTTable()
    table.merge(
      services: try members.required("services").elements().map(service),
      includes: try members.required("includes").elements().map(include),
      characteristics: try members.required("characteristics").elements().map(characteristic),
      attributes: try members.required("attributes").elements().map(attribute))
    return (try members["address"]?.optional { try $0.deviceAddress() }, table)
  }

  private static func service(_ node: JSONNode) throws -> GATTTable.Service {
    let members = try node.members(["start", "end", "uuid", "primary"])
    return GATTTable.Service(
      start: try members.required("start").attributeHandle(),
      end: try members.required("end").attributeHandle(),
      uuid: try members["uuid"]?.optional { try $0.uuid() }, isPrimary: try members.required("primary").bool()
    )
  }

  private static func include(_ node: JSONNode) throws -> GATTTable.Include {
    let members = try node.members(["declaration", "start", "end", "uuid"])
    return GATTTable.Include(
      declaration: try members.required("declaration").attributeHandle(),
      start: try members.required("start").attributeHandle(),
      end: try members.required("end").attributeHandle(),
      uuid: try members["uuid"]?.optional { try $0.uuid() })
  }

  private static func characteristic(_ node: JSONNode) throws -> GATTTable.Characteristic {
    let members = try node.members(["declaration", "value", "properties", "uuid", "name"])
    let properties = UInt8(try members.required("properties").integer(0...0xFF))
    return GATTTable.Characteristic(
      declaration: try members.required("declaration").attributeHandle(),
      value: try members.required("value").attributeHandle(),
      properties: CharacteristicProperties(rawValue: properties), uuid: try members.required("uuid").uuid())
  }

  private static func attribute(_ node: JSONNode) throws -> GATTTable.Attribute {
    let members = try node.members(["handle", "uuid"])
    return GATTTable.Attribute(
      handle: try members.required("handle").attributeHandle(), uuid: try members.required("uuid").uuid())
  }
}
