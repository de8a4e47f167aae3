import ATTParser
import Analyzer

/// A server's attributes as services.
struct GATTDocument: Encodable {
  let services: [ServiceDocument]
  let unexplained_handles: [Int]
  let borrowed: Bool
  let values: [ValueDocument]

  /// - Parameter connection: the connection whose peer's table it is; nil for the recording host's.
  init(_ table: GATTTable, _ connection: Connection?) {
    services = table.contents().map(ServiceDocument.init)
    unexplained_handles = connection?.unexplainedHandles.map { Int($0.rawValue) } ?? []
    borrowed = connection?.hasBorrowedTable ?? false
    values = (connection?.values ?? AttributeValues()).map { handle, bytes in
      ValueDocument(handle, bytes, table.uuid(of: handle))
    }
  }
}

/// A service; one without a UUID holds what lies in no service that is known.
struct ServiceDocument: Encodable {
  let uuid: String?
  let name: String?
  let start: Int?
  let end: Int?
  let primary: Bool?
  let includes: [IncludeDocument]
  let characteristics: [CharacteristicDocument]
  let descriptors: [DescriptorDocument]

  init(_ contents: GATTTable.ServiceContents) {
    uuid = contents.service?.uuid?.description
    name = contents.service?.uuid.flatMap(AssignedNumbers.service)
    start = contents.service.map { Int($0.start.rawValue) }
    end = contents.service.map { Int($0.end.rawValue) }
    primary = contents.service?.isPrimary
    includes = contents.includes.map(IncludeDocument.init)
    characteristics = contents.characteristics.map {
      CharacteristicDocument($0.characteristic, $0.descriptors)
    }
    descriptors = contents.loose.map(DescriptorDocument.init)
  }
}

/// An include declaration.
struct IncludeDocument: Encodable {
  let declaration: Int
  let start: Int
  let end: Int
  let uuid: String?

  init(_ include: GATTTable.Include) {
    declaration = Int(include.declaration.rawValue)
    start = Int(include.start.rawValue)
    end = Int(include.end.rawValue)
    uuid = include.uuid?.description
  }
}

/// A characteristic and its descriptors.
struct CharacteristicDocument: Encodable {
  let uuid: String
  let name: String?
  let declaration: Int
  let value: Int
  let properties: [String]
  let descriptors: [DescriptorDocument]

  init(_ characteristic: GATTTable.Characteristic, _ descriptors: [GATTTable.Attribute]) {
    uuid = characteristic.uuid.description
    name = AssignedNumbers.characteristic(characteristic.uuid)
    declaration = Int(characteristic.declaration.rawValue)
    value = Int(characteristic.value.rawValue)
    properties = characteristic.properties.names
    self.descriptors = descriptors.map(DescriptorDocument.init)
  }
}

/// A descriptor, or another attribute that is no declaration and no value.
struct DescriptorDocument: Encodable {
  let handle: Int
  let uuid: String
  let name: String?
  let inferred: Bool?

  init(_ attribute: GATTTable.Attribute) {
    handle = Int(attribute.handle.rawValue)
    uuid = attribute.uuid.description
    name = AssignedNumbers.withinService(attribute.uuid)
    inferred = attribute.isInferred ? true : nil
  }
}

/// The last value read of an attribute.
struct ValueDocument: Encodable {
  let handle: Int
  let uuid: String?
  let value: String
  let text: String?

  init(_ handle: AttributeHandle, _ bytes: [UInt8], _ uuid: BluetoothUUID?) {
    self.handle = Int(handle.rawValue)
    self.uuid = uuid?.description
    value = Numbers.hex(bytes)
    text = uuid.flatMap { CharacteristicValue.text($0, bytes) }
  }
}

/// A write to a CCCD.
struct SubscriptionDocument: Encodable {
  let frame: Int
  let time_s: Double
  let descriptor: Int
  let handle: Int
  let notifications: Bool
  let indications: Bool
  let accepted: Bool?
  let inferred: Bool
  let by: String
  let values_before: Int

  init(_ change: SubscriptionChange, _ sides: LinkSides, _ analysis: Analysis) {
    frame = change.moment.frame
    time_s = Numbers.rounded(analysis.seconds(change.moment.time))
    descriptor = Int(change.descriptor.rawValue)
    handle = Int(change.value.rawValue)
    notifications = change.allowsNotifications
    indications = change.allowsIndications
    accepted = change.isAccepted
    inferred = change.isInferred
    by = sides.sender(change.direction)
    values_before = change.valuesBefore
  }
}

/// A Service Changed indication.
struct ServiceChangeDocument: Encodable {
  let frame: Int
  let time_s: Double
  let by: String
  let start: Int
  let end: Int

  init(_ change: ServiceChange, _ sides: LinkSides, _ analysis: Analysis) {
    frame = change.moment.frame
    time_s = Numbers.rounded(analysis.seconds(change.moment.time))
    by = sides.sender(change.direction)
    start = Int(change.start.rawValue)
    end = Int(change.end.rawValue)
  }
}
