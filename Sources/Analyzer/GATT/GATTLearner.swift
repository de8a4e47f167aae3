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
        guard let entry = reader.readEntry(index, of: list), let end = entry.endGroupHandle
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
        guard let entry = reader.readEntry(index, of: list), let end = entry.endGroupHandle
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
        guard let entry = reader.readEntry(index, of: list),
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
    if type == .include {
      learnIncludes(list, &table, &reader)
      return true
    }
    for index in 0..<list.count {
      guard let entry = reader.readEntry(index, of: list) else { break }
      // Reading by any other type tells which handles have it.
      learnAttribute(entry.handle, type, &table)
    }
    return false
  }

  private static func learnCharacteristics(
    _ list: EntryList, _ table: inout GATTTable, _ reader: inout CaptureReader
  ) {
    var index = 0
    while let declaration = reader.readCharacteristic(index, of: list) {
      table.add(
        GATTTable.Characteristic(
          declaration: declaration.handle, value: declaration.valueHandle,
          properties: CharacteristicProperties(rawValue: declaration.properties), uuid: declaration.uuid))
      index += 1
    }
  }

  private static func learnIncludes(
    _ list: EntryList, _ table: inout GATTTable, _ reader: inout CaptureReader
  ) {
    var index = 0
    while let declaration = reader.readInclude(index, of: list) {
      table.add(
        GATTTable.Include(
          declaration: declaration.handle, start: declaration.start, end: declaration.end,
          uuid: declaration.uuid))
      index += 1
    }
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
