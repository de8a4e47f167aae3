import ATTParser
import Analyzer

// The answers to the requests by which a client finds attributes (Vol 3, Part F, 3.4.3 and 3.4.4).
extension PeripheralDatabase {
  /// Attributes within a range of handles, or why there is no such range.
  private func attributes(
    from start: AttributeHandle, to end: AttributeHandle
  ) -> Result<ArraySlice<Attribute>, ATTErrorCode> {
    guard start.rawValue > 0, start <= end else { return .failure(.invalidHandle) }
    let first = attributes.firstIndex { $0.handle >= start } ?? attributes.count
    let last = attributes.lastIndex { $0.handle <= end }.map { $0 + 1 } ?? 0
    return .success(first < last ? attributes[first..<last] : [])
  }

  /// The answer to Find Information, Find By Type Value and Read By Group Type Requests; nil for others.
  func discovery(_ message: ATTMessage, attMTU: Int) -> Result<[UInt8], ATTErrorCode>? {
    switch message.pdu {
    case .findInformationRequest(let start, let end):
      return attributes(from: start, to: end).flatMap { findInformation($0, attMTU) }
    case .findByTypeValueRequest(let start, let end, let type, let value):
      return attributes(from: start, to: end).flatMap {
        findByTypeValue($0, BluetoothUUID(type), message.bytes(of: value), attMTU)
      }
    case .readByGroupTypeRequest(let start, let end, let type):
      return attributes(from: start, to: end).flatMap { readByGroupType($0, type, attMTU) }
    default: return nil
    }
  }

  /// The answer to a Read By Type Request.
  func readByType(
    _ type: BluetoothUUID, from start: AttributeHandle, to end: AttributeHandle, attMTU: Int
  ) -> Result<[UInt8], ATTErrorCode> {
    attributes(from: start, to: end).flatMap { range in
      let found = range.filter { $0.type == type }
      guard let first = found.first else { return .failure(.attributeNotFound) }
      if let properties = first.properties, !properties.contains(.read) { return .failure(.readNotPermitted) }
      let length = min(first.value.count, attMTU - 4, 253)
      let list = Self.list(found.prefix { $0.value.count == first.value.count }, room: attMTU - 2) {
        $0.handle.littleEndianBytes + $0.value.prefix(length)
      }
      let form = EntryList(entryLength: UInt8(length + 2))
      return .success(ATTPDU.readByTypeResponse(attributeDataList: form).encoded(carrying: list))
    }
  }

  private func findInformation(
    _ range: ArraySlice<Attribute>, _ attMTU: Int
  ) -> Result<[UInt8], ATTErrorCode> {
    guard let first = range.first else { return .failure(.attributeNotFound) }
    let length = first.type.encoded().count
    let list = Self.list(range.prefix { $0.type.encoded().count == length }, room: attMTU - 2) {
      $0.handle.littleEndianBytes + $0.type.encoded()
    }
    let form = EntryList(entryLength: UInt8(length + 2))
    return .success(
      ATTPDU.findInformationResponse(format: length == 2 ? 1 : 2, informationData: form).encoded(
        carrying: list))
  }

  private func findByTypeValue(
    _ range: ArraySlice<Attribute>, _ type: BluetoothUUID, _ value: [UInt8], _ attMTU: Int
  ) -> Result<[UInt8], ATTErrorCode> {
    let found = range.filter { $0.type == type && $0.value == value }
    guard !found.isEmpty else { return .failure(.attributeNotFound) }
    let list = Self.list(found[...], room: attMTU - 1) {
      $0.handle.littleEndianBytes + ($0.groupEnd ?? $0.handle).littleEndianBytes
    }
    let form = EntryList(entryLength: 4)
    return .success(ATTPDU.findByTypeValueResponse(handlesInformationList: form).encoded(carrying: list))
  }

  private func readByGroupType(
    _ range: ArraySlice<Attribute>, _ type: BluetoothUUID, _ attMTU: Int
  ) -> Result<[UInt8], ATTErrorCode> {
    guard type.short == 0x2800 || type.short == 0x2801 else { return .failure(.unsupportedGroupType) }
    let found = range.filter { $0.type == type }
    guard let first = found.first else { return .failure(.attributeNotFound) }
    let list = Self.list(found.prefix { $0.value.count == first.value.count }, room: attMTU - 2) {
      $0.handle.littleEndianBytes + ($0.groupEnd ?? $0.handle).littleEndianBytes + $0.value
    }
    let form = EntryList(entryLength: UInt8(first.value.count + 4))
    return .success(ATTPDU.readByGroupTypeResponse(attributeDataList: form).encoded(carrying: list))
  }

  /// Whole entries of one length, as many as there is room for, at least one.
  private static func list(
    _ attributes: some Sequence<Attribute>, room: Int, _ entry: (Attribute) -> [UInt8]
  ) -> [UInt8] {
    var list: [UInt8] = []
    for attribute in attributes {
      let bytes = entry(attribute)
      if !list.isEmpty, list.count + bytes.count > room { break }
      list += bytes
    }
    return list
  }
}
