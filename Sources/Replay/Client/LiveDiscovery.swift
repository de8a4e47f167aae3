import ATTParser
import Analyzer

/// Finds the attributes of a live device: services, includes, characteristics, descriptors (Vol 3, Part G, 4.4 to 4.7).
struct LiveDiscovery {
  /// Requests of one discovery at most; a device that needs more does not end.
  static let requestLimit = 8192

  private let client: ATTClient
  /// How long a request may take, in milliseconds.
  private let patience: Int
  private var requests = 0
  private var services: [GATTTable.Service] = []
  private var includes: [GATTTable.Include] = []
  private var characteristics: [GATTTable.Characteristic] = []
  private var attributes: [GATTTable.Attribute] = []

  /// Makes a discovery that has not begun; a request may take `patience` milliseconds.
  init(_ client: ATTClient, patience: Int) {
    self.client = client
    self.patience = patience
  }

  /// Discovers everything.
  ///
  /// - Throws: ``ReplayError`` when the device does not answer, or answers what is no answer.
  consuming func run() throws(ReplayError) -> AttributeLayout {
    for type: UInt16 in [0x2800, 0x2801] { try findServices(type) }
    services.sort { $0.start < $1.start }
    for service in services {
      try findByType(.include, service)
      try findByType(.characteristic, service)
    }
    try findDescriptors()
    var table = GATTTable()
    table.merge(
      services: services, includes: includes, characteristics: characteristics, attributes: attributes)
    return AttributeLayout(table)
  }

  /// Sends a request; nil when there is no attribute in its range.
  private mutating func ask(_ request: ATTPDU) throws(ReplayError) -> ATTMessage? {
    requests += 1
    guard requests <= Self.requestLimit else {
      throw ReplayError(
        .att, "discovery", "the device's attributes do not end after \(requests - 1) requests")
    }
    let pdu = request.encoded()
    guard let answer = try client.request(pdu, until: MonotonicTime.now.adding(milliseconds: patience)) else {
      throw ReplayError(
        .att, "discovery",
        client.ending == nil ? "\(ATTOpcode(rawValue: pdu[0]).name) was not answered" : "the link ended")
    }
    guard let message = try? ATTMessage(answer.pdu) else {
      throw ReplayError(
        .att, "discovery", "the answer to \(ATTOpcode(rawValue: pdu[0]).name) cannot be decoded")
    }
    if case .errorResponse(_, _, let code) = message.pdu {
      // Servers without secondary services or includes say so in more than one way.
      guard [.attributeNotFound, .requestNotSupported, .unsupportedGroupType].contains(code) else {
        throw ReplayError(
          .att, "discovery", "the device refuses \(ATTOpcode(rawValue: pdu[0]).name): \(code.name)")
      }
      return nil
    }
    guard message.opcode.rawValue == pdu[0] + 1 else {
      throw ReplayError(
        .att, "discovery", "\(message.opcode.name) is no answer to \(ATTOpcode(rawValue: pdu[0]).name)")
    }
    return message
  }

  private mutating func findServices(_ type: UInt16) throws(ReplayError) {
    var next = 1
    while next <= 0xFFFF {
      let request = ATTPDU.readByGroupTypeRequest(
        startingHandle: AttributeHandle(rawValue: UInt16(next)),
        endingHandle: AttributeHandle(rawValue: .max),
        attributeGroupType: BluetoothUUID(type))
      guard let message = try ask(request), case .readByGroupTypeResponse(let list) = message.pdu else {
        return
      }
      let before = next
      for entry in message.entries(of: list) {
        guard let end = entry.endGroupHandle, end >= entry.handle else { continue }
        services.append(
          GATTTable.Service(
            start: entry.handle, end: end, uuid: message.uuid(of: entry.value), isPrimary: type == 0x2800))
        next = max(next, Int(end.rawValue) + 1)
      }
      guard next > before else { throw stuck() }
    }
  }

  /// Finds the declarations of a type in a service.
  private mutating func findByType(_ type: BluetoothUUID, _ service: GATTTable.Service) throws(ReplayError) {
    var next = Int(service.start.rawValue)
    while next <= Int(service.end.rawValue) {
      let request = ATTPDU.readByTypeRequest(
        startingHandle: AttributeHandle(rawValue: UInt16(next)), endingHandle: service.end,
        attributeType: type)
      guard let message = try ask(request), case .readByTypeResponse(let list) = message.pdu else { return }
      let before = next
      if type == .include {
        includes += message.includes(of: list).map {
          GATTTable.Include(declaration: $0.handle, start: $0.start, end: $0.end, uuid: $0.uuid)
        }
      } else {
        characteristics += message.characteristics(of: list).map {
          GATTTable.Characteristic(
            declaration: $0.handle, value: $0.valueHandle,
            properties: CharacteristicProperties(rawValue: $0.properties), uuid: $0.uuid)
        }
      }
      for entry in message.entries(of: list) { next = max(next, Int(entry.handle.rawValue) + 1) }
      guard next > before else { throw stuck() }
    }
  }

  /// Finds what lies before the first and behind the values of characteristics.
  private mutating func findDescriptors() throws(ReplayError) {
    let values = characteristics.sorted { $0.value < $1.value }
    for service in services {
      let declarations = includes.map(\.declaration) + values.map(\.declaration)
      let first = declarations.filter { $0 > service.start && $0 <= service.end }.min()
      try findInformation(
        from: Int(service.start.rawValue) + 1,
        to: first.map { Int($0.rawValue) - 1 } ?? Int(service.end.rawValue))
    }
    for (place, characteristic) in values.enumerated() {
      let service = services.last { $0.start <= characteristic.value }
      guard let service, characteristic.value <= service.end else { continue }
      var end = Int(service.end.rawValue)
      if place + 1 < values.count { end = min(end, Int(values[place + 1].declaration.rawValue) - 1) }
      try findInformation(from: Int(characteristic.value.rawValue) + 1, to: end)
    }
  }

  private mutating func findInformation(from start: Int, to end: Int) throws(ReplayError) {
    var next = start
    while next <= end {
      let request = ATTPDU.findInformationRequest(
        startingHandle: AttributeHandle(rawValue: UInt16(next)),
        endingHandle: AttributeHandle(rawValue: UInt16(end)))
      guard let message = try ask(request), case .findInformationResponse(_, let list) = message.pdu else {
        return
      }
      let before = next
      for entry in message.entries(of: list) {
        guard let uuid = message.uuid(of: entry.value) else { continue }
        attributes.append(GATTTable.Attribute(handle: entry.handle, uuid: uuid))
        next = max(next, Int(entry.handle.rawValue) + 1)
      }
      guard next > before else { throw stuck() }
    }
  }

  private func stuck() -> ReplayError {
    ReplayError(.att, "discovery", "the device's answers do not lead on: they repeat handles")
  }
}
