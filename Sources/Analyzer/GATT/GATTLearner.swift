import ATTParser

/// Learns a server's attributes from the transactions of discovery (Vol 3, Part G, 4).
enum GATTLearner {
  /// Adds what a response tells to a table; returns true when it was a step of discovery.
  static func learn(
    _ answer: ATTPDU, to request: inout Transaction, _ table: inout GATTTable,
    _ reader: inout CaptureReader
  ) -> Bool {
    switch answer {
    case .readByGroupTypeResponse(let list):
      guard let type = request.attributeType, type == .primaryService || type == .secondaryService else {
        return false
      }
      for index in 0..<list.count {
        guard let entry = reader.readEntry(index, of: list, isGroups: true), let end = entry.endGroupHandle
        else {
          break
        }
        table.add(
          GATTTable.Service(
            start: entry.handle, end: end, uuid: reader.readUUID(of: entry.value),
            isPrimary: type == .primaryService))
      }
      return true
    case .findByTypeValueResponse(let list):
      guard request.attributeType == .primaryService else { return false }
      for index in 0..<list.count {
        guard let entry = reader.readEntry(index, of: list, isGroups: true), let end = entry.endGroupHandle
        else {
          break
        }
        table.add(GATTTable.Service(start: entry.handle, end: end, uuid: request.soughtUUID))
      }
      return true
    case .readByTypeResponse(let list):
      return learnByType(list, request.attributeType, &table, &reader)
    case .findInformationResponse(_, let list):
      for index in 0..<list.count {
        guard let entry = reader.readEntry(index, of: list, isGroups: false),
          let uuid = reader.readUUID(of: entry.value)
        else { break }
        learnAttribute(entry.handle, uuid, &table)
      }
      return true
    default: return false
    }
  }

  private static func learnByType(
    _ list: EntryList, _ type: BluetoothUUID?, _ table: inout GATTTable, _ reader: inout CaptureReader
  ) -> Bool {
    guard let type else { return false }
    for index in 0..<list.count {
      guard let entry = reader.readEntry(index, of: list, isGroups: false) else { break }
      switch type {
      case .characteristic: learnCharacteristic(entry, &table, &reader)
      case .include: learnInclude(entry, &table, &reader)
      // Reading by any other type tells which handles have it.
      default: learnAttribute(entry.handle, type, &table)
      }
    }
    return type == .characteristic || type == .include
  }

  /// Learns from a declaration: properties u8, value handle u16, UUID.
  private static func learnCharacteristic(
    _ entry: AttributeEntry, _ table: inout GATTTable, _ reader: inout CaptureReader
  ) {
    guard let properties = reader.readU8(of: entry.value), let value = reader.readU16(of: entry.value, at: 1),
      let uuid = reader.readUUID(of: entry.value.dropFirst(3))
    else { return }
    table.add(
      GATTTable.Characteristic(
        declaration: entry.handle, value: AttributeHandle(rawValue: value),
        properties: CharacteristicProperties(rawValue: properties), uuid: uuid))
  }

  /// Learns from an include declaration: start u16, end u16, 16-bit UUID or nothing.
  private static func learnInclude(
    _ entry: AttributeEntry, _ table: inout GATTTable, _ reader: inout CaptureReader
  ) {
    guard let start = reader.readU16(of: entry.value), let end = reader.readU16(of: entry.value, at: 2) else {
      return
    }
    table.add(
      GATTTable.Include(
        declaration: entry.handle, start: AttributeHandle(rawValue: start),
        end: AttributeHandle(rawValue: end), uuid: reader.readUUID(of: entry.value.dropFirst(4))))
  }

  /// Learns one handle's type; declarations are left to the procedures that tell what they declare.
  private static func learnAttribute(
    _ handle: AttributeHandle, _ uuid: BluetoothUUID, _ table: inout GATTTable
  ) {
    if uuid.isDeclaration { return }
    if table.characteristic(at: handle) != nil { return }
    table.add(GATTTable.Attribute(handle: handle, uuid: uuid))
  }
}
