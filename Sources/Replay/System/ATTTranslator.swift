import ATTParser
import Analyzer

/// Answers ATT requests with what a system's Bluetooth does: discovery from its table, the rest by its calls.
struct ATTTranslator {
  /// Parts of long writes that wait for their execution at most.
  static let queueLimit = 1024

  private let database: PeripheralDatabase
  private let layout: AttributeLayout
  /// The ATT_MTU that the system has agreed on.
  private let attMTU: Int
  private var queue: [(handle: AttributeHandle, offset: Int, part: [UInt8])] = []

  /// Makes a translator for a device's attributes.
  init(_ table: SystemTable, attMTU: Int) {
    layout = table.layout
    database = PeripheralDatabase(layout)
    self.attMTU = attMTU
  }

  /// The answer to a PDU of ours; nil for what is not answered.
  ///
  /// - Throws: ``SystemGATTFailure`` when there is no answer, or no link.
  mutating func answer(
    _ bytes: [UInt8], by system: any SystemGATT, until deadline: MonotonicTime
  ) throws(SystemGATTFailure) -> [UInt8]? {
    guard let message = try? ATTMessage(bytes) else {
      return ReplayAnswer.error(
        .invalidPDU, ATTOpcode(rawValue: bytes.first ?? 0), AttributeHandle(rawValue: 0))
    }
    do throws(SystemGATTFailure) {
      return try perform(message, by: system, until: deadline)
    } catch {
      guard case .refused(let code) = error else { throw error }
      guard message.opcode.kind == .request else { return nil }
      let handle = message.pdu.firstHandle ?? AttributeHandle(rawValue: 0)
      return ReplayAnswer.error(code, message.opcode, handle)
    }
  }

  private mutating func perform(
    _ message: ATTMessage, by system: any SystemGATT, until deadline: MonotonicTime
  ) throws(SystemGATTFailure) -> [UInt8]? {
    if let found = database.discovery(message, attMTU: attMTU) { return try Self.unwrap(found) }
    let value = message.attributeValue ?? []
    switch message.pdu {
    case .exchangeMTURequest:
      // The system has done it; what it agreed on is what both can.
      return ATTPDU.exchangeMTUResponse(serverRxMTU: UInt16(clamping: attMTU)).encoded()
    case .readByTypeRequest(let start, let end, let type):
      return try readByType(type, start, end, by: system, until: deadline)
    case .readRequest(let handle):
      let value = try read(handle, 0, by: system, until: deadline).prefix(attMTU - 1)
      return ATTPDU.readResponse(attributeValue: .empty).encoded(carrying: Array(value))
    case .readBlobRequest(let handle, let offset):
      let part = try read(handle, Int(offset), by: system, until: deadline).prefix(attMTU - 1)
      return ATTPDU.readBlobResponse(partAttributeValue: .empty).encoded(carrying: Array(part))
    case .writeRequest(let handle, _):
      try write(handle, value, withResponse: true, by: system, until: deadline)
      return ATTPDU.writeResponse.encoded()
    case .writeCommand(let handle, _):
      try write(handle, value, withResponse: false, by: system, until: deadline)
      return nil
    case .prepareWriteRequest(let handle, let offset, _):
      guard queue.count < Self.queueLimit else { throw .refused(.prepareQueueFull) }
      queue.append((handle, Int(offset), value))
      return ATTPDU.prepareWriteResponse(
        attributeHandle: handle, valueOffset: offset, partAttributeValue: .empty
      ).encoded(carrying: value)
    case .executeWriteRequest(let flags):
      try execute(flags, by: system, until: deadline)
      return ATTPDU.executeWriteResponse.encoded()
    case .handleValueConfirmation: return nil
    default: throw .refused(.requestNotSupported)
    }
  }

  private static func unwrap(_ result: Result<[UInt8], ATTErrorCode>) throws(SystemGATTFailure) -> [UInt8] {
    switch result {
    case .success(let pdu): return pdu
    case .failure(let failure): throw .refused(failure)
    }
  }

  /// Declarations are known; values are read, the first one of the type.
  private func readByType(
    _ type: BluetoothUUID, _ start: AttributeHandle, _ end: AttributeHandle, by system: any SystemGATT,
    until deadline: MonotonicTime
  ) throws(SystemGATTFailure) -> [UInt8] {
    if type == BluetoothUUID(0x2802) || type == BluetoothUUID(0x2803) {
      return try Self.unwrap(database.readByType(type, from: start, to: end, attMTU: attMTU))
    }
    let found = layout.entries.first { $0.handle >= start && $0.handle <= end && $0.key.uuid == type }
    guard let handle = found?.handle else { throw .refused(.attributeNotFound) }
    let value = (try read(handle, 0, by: system, until: deadline)).prefix(min(attMTU - 4, 253))
    let form = EntryList(entryLength: UInt8(value.count + 2))
    return ATTPDU.readByTypeResponse(attributeDataList: form).encoded(
      carrying: handle.littleEndianBytes + value)
  }

  private func read(
    _ handle: AttributeHandle, _ offset: Int, by system: any SystemGATT, until deadline: MonotonicTime
  ) throws(SystemGATTFailure) -> [UInt8] {
    guard let entry = layout.entry(handle) else { throw .refused(.invalidHandle) }
    switch entry.key.attribute {
    case .service, .include, .declaration:
      let value = database.attribute(entry.key)?.value ?? []
      guard offset <= value.count else { throw .refused(.invalidOffset) }
      return Array(value.dropFirst(offset))
    case .value, .descriptor: return try system.read(handle, offset: offset, until: deadline)
    }
  }

  private func write(
    _ handle: AttributeHandle, _ value: [UInt8], withResponse: Bool, by system: any SystemGATT,
    until deadline: MonotonicTime
  ) throws(SystemGATTFailure) {
    guard let entry = layout.entry(handle) else { throw .refused(.invalidHandle) }
    switch entry.key.attribute {
    case .service, .include, .declaration: throw .refused(.writeNotPermitted)
    case .descriptor where entry.key.isConfiguration:
      guard value.count == 2 else { throw .refused(.invalidAttributeValueLength) }
      guard case .declaration(_, let owner)? = layout.declaration(of: entry.key)?.detail else {
        throw .refused(.invalidHandle)
      }
      try system.subscribe(owner, value[0] & 0x03 != 0, until: deadline)
    case .value, .descriptor: try system.write(handle, value, withResponse: withResponse, until: deadline)
    }
  }

  /// Systems write long values as a whole; parts that leave holes are refused.
  private mutating func execute(
    _ flags: UInt8, by system: any SystemGATT, until deadline: MonotonicTime
  ) throws(SystemGATTFailure) {
    let parts = queue
    queue = []
    guard flags & 1 == 1 else { return }
    var values: [(handle: AttributeHandle, value: [UInt8])] = []
    for part in parts {
      if values.last?.handle != part.handle { values.append((part.handle, [])) }
      guard part.offset == values[values.count - 1].value.count else {
        throw .refused(.invalidOffset)
      }
      guard part.offset + part.part.count <= PeripheralDatabase.valueLimit else {
        throw .refused(.invalidAttributeValueLength)
      }
      values[values.count - 1].value += part.part
    }
    for value in values {
      try write(value.handle, value.value, withResponse: true, by: system, until: deadline)
    }
  }
}
