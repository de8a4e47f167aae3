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
    if type == .characteristic {
      learnCharacteristics(list, &table, &reader)
      return true
    }
    for index in 0..<list.count {
      guard let entry = reader.readEntry(index, of: list, isGroups: false) else { break }
      if type == .include {
        learnInclude(entry, &table, &reader)
      } else {
        // Reading by any other type tells which handles have it.
        learnAttribute(entry.handle, type, &table)
      }
    }
    return type == .include
  }

  private static func learnCharacteristics(
    _ list: EntryList, _ table: inout GATTTable, _ reader: inout CaptureReader
  ) {
    var index = 0
    while let declaration = reader.readDeclaration(index, of: list) {
      table.add(
        GATTTable.Characteristic(
          declaration: declaration.handle, value: declaration.valueHandle,
          properties: CharacteristicProperties(rawValue: declaration.properties), uuid: declaration.uuid))
      index += 1
    }
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
