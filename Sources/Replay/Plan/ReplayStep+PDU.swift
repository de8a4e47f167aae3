import ATTParser

extension ReplayStep {
  /// Reads the step that a PDU of a client is; nil for discovery, confirmations and what is no PDU of a client.
  ///
  /// - Parameter layout: the attributes of the server.
  init?(_ message: ATTMessage, in layout: AttributeLayout) {
    self.init(.read, time: 0, frame: 0)
    attribute = message.pdu.attributeHandle.map(layout.reference)
    value = message.attributeValue ?? []
    switch message.pdu {
    case .exchangeMTURequest(let mtu):
      kind = .exchangeMTU
      number = Int(mtu)
    case .readRequest: kind = .read
    case .readBlobRequest(_, let offset):
      kind = .readBlob
      self.offset = offset
    case .readByTypeRequest(let start, let end, let type):
      kind = .readByType
      uuid = type
      if start.rawValue > 1 || end.rawValue < .max { setRange(start, end, layout) }
    case .readMultipleRequest(let list):
      kind = .readMultiple
      attributes = message.handles(of: list).map(layout.reference)
    case .readMultipleVariableRequest(let list):
      kind = .readMultipleVariable
      attributes = message.handles(of: list).map(layout.reference)
    case .writeRequest: kind = .write
    case .writeCommand: kind = .writeCommand
    case .signedWriteCommand: kind = .signedWrite
    case .prepareWriteRequest(_, let offset, _):
      kind = .prepareWrite
      self.offset = offset
    case .executeWriteRequest(let flags):
      kind = .executeWrite
      number = Int(flags)
    default: return nil
    }
  }

  /// Names the service that a range of handles is; other ranges mean nothing on another device.
  private mutating func setRange(
    _ start: AttributeHandle, _ end: AttributeHandle, _ layout: AttributeLayout
  ) {
    if let entry = layout.entry(start), case .service(end, _) = entry.detail {
      attribute = .key(entry.key)
    } else {
      hindrance = "its range of handles, \(start) to \(end), is no service of the captured device"
    }
  }

  /// Why a PDU cannot be made of a step.
  struct Unmapped: Error, Hashable, Sendable {
    /// In words.
    var reason: String
  }

  /// The PDU that the step sends to a device.
  ///
  /// - Throws: ``Unmapped`` when it has no such attribute.
  func pdu(_ map: HandleMap) throws(Unmapped) -> [UInt8] {
    switch kind {
    case .exchangeMTU:
      return ATTPDU.exchangeMTURequest(clientRxMTU: UInt16(clamping: number ?? 23)).encoded()
    case .executeWrite: return ATTPDU.executeWriteRequest(flags: UInt8(clamping: number ?? 1)).encoded()
    case .readByType: return try readByType(map)
    case .readMultiple, .readMultipleVariable:
      var set: [UInt8] = []
      for attribute in attributes {
        set += try handle(attribute, map).littleEndianBytes
      }
      let request: ATTPDU =
        kind == .readMultiple
        ? .readMultipleRequest(setOfHandles: .empty) : .readMultipleVariableRequest(setOfHandles: .empty)
      return request.encoded(carrying: set)
    default: break
    }
    guard let attribute else { throw Unmapped(reason: "it names no attribute") }
    let handle = try handle(attribute, map)
    switch kind {
    case .read: return ATTPDU.readRequest(attributeHandle: handle).encoded()
    case .readBlob:
      return ATTPDU.readBlobRequest(attributeHandle: handle, valueOffset: offset ?? 0).encoded()
    case .write:
      return ATTPDU.writeRequest(attributeHandle: handle, attributeValue: .empty).encoded(carrying: value)
    case .writeCommand:
      return ATTPDU.writeCommand(attributeHandle: handle, attributeValue: .empty).encoded(carrying: value)
    case .prepareWrite:
      return ATTPDU.prepareWriteRequest(
        attributeHandle: handle, valueOffset: offset ?? 0, partAttributeValue: .empty
      ).encoded(carrying: value)
    default: throw Unmapped(reason: "\(kind.rawValue) sends nothing that can be made again")
    }
  }

  private func readByType(_ map: HandleMap) throws(Unmapped) -> [UInt8] {
    var range = (start: AttributeHandle(rawValue: 1), end: AttributeHandle(rawValue: .max))
    if let attribute {
      let start = try handle(attribute, map)
      guard case .service(let end, _) = map.liveLayout.entry(start)?.detail else {
        throw Unmapped(reason: "\(attribute) is no service")
      }
      range = (start, end)
    }
    guard let uuid else { throw Unmapped(reason: "it names no type") }
    return ATTPDU.readByTypeRequest(
      startingHandle: range.start, endingHandle: range.end, attributeType: uuid
    ).encoded()
  }

  private func handle(_ attribute: AttributeReference, _ map: HandleMap) throws(Unmapped) -> AttributeHandle {
    switch map.target(of: attribute) {
    case .mapped(let handle), .inferred(let handle): return handle
    case .unmapped(let reason): throw Unmapped(reason: reason)
    }
  }
}
